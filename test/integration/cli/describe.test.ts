import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { content } from '../../support/faults.ts';
import { startImageHost } from '../../support/image-host.ts';
import { plainImage } from '../../support/images.ts';
import {
  startProviderStandIn,
  status,
  text,
  type ProviderStandIn,
} from '../../support/provider-stand-in.ts';
import { runCliWith } from '../../support/run-to-end.ts';
import { providerEnv } from '../../support/service-with-providers.ts';
import { imageWithXmp, writeXmp } from '../../support/xmp.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

// Each command is a separate process.
vi.setConfig({ testTimeout: 60_000 });

let providers: ProviderStandIn;

beforeAll(async () => {
  providers = await startProviderStandIn();
});

afterAll(() => providers.stop());

/** A folder with an image, and the command in it. */
async function prepare() {
  const folder = await temporaryFolder();
  await writeFile(join(folder, 'red.png'), await plainImage('png'));
  return (args: string[], env: Record<string, string> = providerEnv(providers)) =>
    runCliWith(env, folder, 'describe', ...args);
}

test('generates the text of a file without an account or credits', async () => {
  const describe = await prepare();
  providers.set({ openai: text('"Ein rotes Feld."') });
  const flags = [
    '--title',
    'Farben',
    '--keywords',
    'rot, blau',
    '--language',
    'de_DE',
    '--style',
    'Du',
  ];
  const { code, stdout, stderr } = await describe(['red.png', ...flags]);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout.split('\n').map((line) => line.split(/ {2,}/))).toEqual([
    ['image', 'alt_text'],
    ['red.png', 'Ein rotes Feld'],
    [''],
  ]);
  const call = providers.calls.at(-1);
  expect(JSON.parse(call?.context ?? '')).toEqual({
    context: { page_title: 'Farben', keywords: 'rot, blau' },
    style: 'Du',
  });
  expect(call?.instructions).toContain('language code de)');
  expect(call?.image.subarray(0, 2)).toEqual(Buffer.from([0xff, 0xd8]));
});

test('writes a long description and prints its lines', async () => {
  const describe = await prepare();
  const long = {
    purpose: 'complex',
    title: 'Description of the chart',
    alt_text: 'Sales.\n\n- 2024: 3',
  };
  providers.set({ openai: content(JSON.stringify(long)) });
  const { stdout } = await describe(['red.png', '--length', 'long']);
  const text = 'Description of the chart\n\nSales.\n\n- 2024: 3';
  expect(stdout).toBe(`image: red.png\nalt_text: ${text}\n`);
  const json = await describe(['red.png', '--length', 'long', '--json']);
  expect(JSON.parse(json.stdout)).toEqual([{ image: 'red.png', alt_text: text }]);
  expect(await describe(['red.png', '--length', 'longer'])).toMatchObject({ code: 1 });
});

test('prints the alt text that a file contains, sends a long image in parts, and ignores damaged metadata', async () => {
  const folder = await temporaryFolder();
  const alt = { 'en-US': 'Two kayaks', 'de-DE': 'Zwei Kajaks' };
  const damaged = writeXmp({ alt: { en: 'Two kayaks' } }).slice(0, 500);
  await writeFile(join(folder, 'lake.webp'), await imageWithXmp(writeXmp({ alt })));
  await writeFile(join(folder, 'damaged.webp'), await imageWithXmp(damaged));
  await writeFile(join(folder, 'red.png'), await plainImage('png'));
  await writeFile(join(folder, 'long.png'), await plainImage('png', { width: 300, height: 6_000 }));
  providers.set({ openai: text('A lake') });
  const files = ['lake.webp', 'damaged.webp', 'red.png', 'long.png'];
  const env = providerEnv(providers);
  const { code, stdout } = await runCliWith(env, folder, 'describe', ...files, '--json');
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toEqual([
    { image: 'lake.webp', alt_text: 'A lake', text_in_file: 'Two kayaks' },
    ...files.slice(1).map((image) => ({ image, alt_text: 'A lake' })),
  ]);
  expect(providers.calls.at(-1)?.parts).toHaveLength(3);
});

test('describes the readable ones of several images and exits with 1', async () => {
  const describe = await prepare();
  providers.set({ openai: text('A red square') });
  const host = await startImageHost(await plainImage('webp'), 'image/webp');
  onTestFinished(() => host.stop());
  const env = { ...providerEnv(providers), IMAGE_ALLOW_PRIVATE_NETWORKS: 'true' };
  const sources = ['red.png', 'none.png', host.url];
  const { code, stdout } = await describe([...sources, '--json'], env);
  expect(code).toBe(1);
  expect(JSON.parse(stdout)).toEqual([
    { image: 'red.png', alt_text: 'A red square' },
    { image: 'none.png', error: 'The file none.png does not exist or cannot be read.' },
    { image: host.url, alt_text: 'A red square' },
  ]);
});

test('shows which provider failed and why, and fetches nothing from a private address', async () => {
  const describe = await prepare();
  providers.set({ openai: status(401), gemini: status(400) });
  const { code, stdout } = await describe(['red.png', 'http://127.0.0.1:9/image.png', '--json']);
  expect(code).toBe(1);
  expect(JSON.parse(stdout)).toEqual([
    {
      image: 'red.png',
      error: 'openai: rejected our API key (status 401); gemini: refused the request (status 400)',
    },
    {
      image: 'http://127.0.0.1:9/image.png',
      error: expect.stringContaining('leads to a private address') as unknown,
    },
  ]);
});

test('states which variable to set if there is no provider', async () => {
  const describe = await prepare();
  const { code, stdout, stderr } = await describe(['red.png'], {});
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  expect(stderr).toContain('OPENAI_API_KEY, GEMINI_API_KEY or OPENAI_BASE_URL must be set');
  expect(stderr).not.toMatch(/^\s+at /m);
});
