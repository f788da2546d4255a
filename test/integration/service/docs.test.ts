import { afterAll, beforeAll, expect, test } from 'vitest';
import { startService, type RunningService } from '../../support/service.ts';

let service: RunningService;

beforeAll(async () => {
  service = await startService({ OPENAI_API_KEY: 'never-called' });
});

afterAll(() => service.dispose());

test('/docs uses only our own files, and its policy forbids other scripts', async () => {
  const response = await fetch(`${service.url}/docs`);
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
  const policy = response.headers.get('content-security-policy')?.split('; ');
  const own = ["script-src 'self'", "style-src 'self'", "connect-src 'self'"];
  expect(policy).toEqual(expect.arrayContaining(["default-src 'none'", ...own]));
  const page = await response.text();
  const scripts = [...page.matchAll(/<script src="([^"]+)"><\/script>/g)].map(([, src]) => src);
  expect(scripts).toHaveLength(2);
  expect(page.match(/<script/g)).toHaveLength(2);
  for (const src of scripts) {
    const script = await fetch(service.url + String(src));
    expect(script.status).toBe(200);
    expect(script.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
    const bytes = (await script.arrayBuffer()).byteLength;
    expect(bytes).toBe(Number(script.headers.get('content-length')));
    const head = await fetch(service.url + String(src), { method: 'HEAD' });
    expect(head.headers.get('content-length')).toBe(String(bytes));
  }
});
