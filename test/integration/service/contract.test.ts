import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  expectDescribed,
  interfaceDocument,
  isDescribedRequest,
} from '../../support/expect-described.ts';
import { dataUri, plainImage } from '../../support/images.ts';
import { rawRequest } from '../../support/raw-request.ts';
import {
  startServiceWithProviders,
  type ServiceWithProviders,
} from '../../support/service-with-providers.ts';
import { detailsPath, generatePath } from '../../support/service.ts';

let stage: ServiceWithProviders;
let image: string;

beforeAll(async () => {
  stage = await startServiceWithProviders({ credits: 100_000 });
  image = dataUri(await plainImage());
});

afterAll(() => stage.dispose());

interface FieldSchema {
  readonly type?: string;
  readonly enum?: readonly string[];
  readonly maxLength?: number;
}

/** Values of a field, from its schema: some that it allows and some that it does not. */
function valuesOf(name: string, schema: FieldSchema): fc.Arbitrary<unknown> {
  const wrong = fc.constantFrom<unknown>(null, 0, true, [], {}, ['a']);
  if (name === 'user_id') {
    const others = ['', 'nobody', 'nobody@example.com', `${'a'.repeat(250)}@example.com`];
    return fc.oneof(
      { weight: 8, arbitrary: fc.constant(stage.userId) },
      fc.constantFrom(...others),
      wrong,
    );
  }
  if (schema.type === 'boolean') {
    return fc.oneof({ weight: 8, arbitrary: fc.boolean() }, fc.constantFrom('', 'true'), wrong);
  }
  const good = schema.enum
    ? fc.constantFrom(...schema.enum)
    : fc.string({ maxLength: 30, unit: 'grapheme-ascii' });
  const { maxLength = 0 } = schema;
  const edges = maxLength > 0 ? ['', 'x'.repeat(maxLength), 'x'.repeat(maxLength + 1)] : ['', 'x'];
  return fc.oneof({ weight: 8, arbitrary: good }, fc.constantFrom(...edges), wrong);
}

/** Bodies with any of the fields of a schema. */
function bodiesOf(name: string): fc.Arbitrary<Record<string, unknown>> {
  const { properties = {} } = interfaceDocument.components.schemas[name] ?? {};
  const fields = Object.entries(properties).map(
    ([field, schema]) => [field, valuesOf(field, schema as FieldSchema)] as const,
  );
  return fc.record(Object.fromEntries(fields), { requiredKeys: [] });
}

/** The codes that the schema cannot predict: the image cannot be read. */
const imageCodes = /^image_(?!missing)/;

describe.each([
  ['GenerateRequest', generatePath],
  ['UserDetailsRequest', detailsPath],
])('%s', (name, path) => {
  test('accepts what the description allows and refuses the rest', async () => {
    const counts = { taken: 0, refused: 0 };
    const bodies = bodiesOf(name).map((body) =>
      // Most strings are not an image: use a valid one for those that the schema allows.
      typeof body['image_file'] === 'string' && body['image_file']
        ? { ...body, image_file: image }
        : body,
    );
    await fc.assert(
      fc.asyncProperty(
        fc.oneof({ weight: 9, arbitrary: bodies }, fc.constantFrom([], [{}])),
        async (body) => {
          const { status, body: received } = await stage.service.post(path, body, {
            'x-api-key': stage.key,
          });
          const [problem] = (received['errors'] ?? []) as { code: string }[];
          const isRefused = status === 400 && !imageCodes.test(problem?.code ?? '');
          expect(isRefused, JSON.stringify({ body, received })).toBe(
            !isDescribedRequest(name, body),
          );
          counts[isRefused ? 'refused' : 'taken'] += 1;
        },
      ),
      { numRuns: 150 },
    );
    expect(counts.taken).toBeGreaterThan(10);
    expect(counts.refused).toBeGreaterThan(10);
  });
});

test('accepts every Idempotency-Key that the description allows and no other', async () => {
  const { parameters } = interfaceDocument.paths[generatePath].post;
  const header = parameters.find(({ name }) => name === 'Idempotency-Key');
  const schema: { type: string; pattern?: string | undefined } | undefined = header?.schema;
  const pattern = new RegExp(schema?.pattern ?? '');
  const keys = fc.oneof(fc.stringMatching(pattern), fc.constantFrom('two words', 'x'.repeat(256)));
  await fc.assert(
    fc.asyncProperty(keys, async (key) => {
      const { status } = await stage.generate({ image_file: image }, { 'idempotency-key': key });
      expect(status).toBe(pattern.test(key) ? 200 : 400);
    }),
    { numRuns: 30 },
  );
});

test('responds to a failure of both providers as the description says', async () => {
  const failure = (_call: unknown, response: { destroy(): void }) => response.destroy();
  stage.providers.set({ openai: failure, gemini: failure });
  const { status } = await stage.generate();
  expect(status).toBe(500);
});

test('serves the same description until the configuration changes', async () => {
  const url = `${stage.service.url}/openapi.json`;
  const response = await fetch(url);
  const text = await response.text();
  const headers = Object.fromEntries(response.headers);
  expectDescribed({ method: 'GET', path: '/openapi.json', status: response.status, headers, text });
  expect(JSON.parse(text)).toMatchObject({ openapi: '3.1.1', paths: interfaceDocument.paths });
  expect(text).toContain('Each user may send 10,000 requests a minute');

  const etag = response.headers.get('etag') ?? '';
  // Not fetch(), which would request a new response.
  const again = await rawRequest(stage.service.url, {
    method: 'GET',
    path: '/openapi.json',
    headers: { 'if-none-match': etag },
  });
  expect(again.status).toBe(304);
  const head = await fetch(url, { method: 'HEAD' });
  expect(head.status).toBe(200);
  expect(head.headers.get('etag')).toBe(etag);
  expect(Number(head.headers.get('content-length'))).toBe(Buffer.byteLength(text));
});

test.each(['/healthz', '/readyz', '/metrics'])('describes %s', async (path) => {
  const response = await fetch(stage.service.url + path);
  const { status } = response;
  const headers = Object.fromEntries(response.headers);
  expectDescribed({ method: 'GET', path, status, headers, text: await response.text() });
});

test('/docs uses only our own files, and its policy forbids other scripts', async () => {
  const response = await fetch(`${stage.service.url}/docs`);
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
    const script = await fetch(stage.service.url + String(src));
    expect(script.status).toBe(200);
    expect(script.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
    const bytes = (await script.arrayBuffer()).byteLength;
    expect(bytes).toBe(Number(script.headers.get('content-length')));
    const head = await fetch(stage.service.url + String(src), { method: 'HEAD' });
    expect(head.headers.get('content-length')).toBe(String(bytes));
  }
});
