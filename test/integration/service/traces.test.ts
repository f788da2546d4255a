import { afterAll, beforeAll, expect, test } from 'vitest';
import { attributesOf, startOtlpReceiver, type ReceivedSpan } from '../../support/otlp-receiver.ts';
import { status } from '../../support/provider-stand-in.ts';
import {
  newImage,
  startServiceWithProviders,
  type ServiceWithProviders,
} from '../../support/service-with-providers.ts';

const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
const callersSpan = '00f067aa0ba902b7';
const steps = [
  'authenticate',
  'read body',
  'find user',
  'rate limit',
  'claim idempotency key',
  'read image',
  'look up cache',
  'decode image',
  'count call',
  'reserve credit',
  'ask provider',
  'ask provider',
  'settle credit',
  'write cache',
];

let whole: ServiceWithProviders;
let receiver: Awaited<ReturnType<typeof startOtlpReceiver>>;
let image: string;
let spans: ReceivedSpan[];

/** A call with traceparent, which falls back; one without, and one that fails. */
beforeAll(async () => {
  receiver = await startOtlpReceiver();
  whole = await startServiceWithProviders({ env: { OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url } });
  whole.providers.set({ openai: status(400) });
  image = await newImage();
  const traceparent = `00-${traceId}-${callersSpan}-01`;
  const headers = { traceparent, tracestate: 'own=secret-state', 'x-request-id': 'secret-id' };
  const fields = { image_file: image, blog_title: 'Secret title' };
  expect((await whole.generate(fields, headers)).status).toBe(200);
  whole.providers.set({ gemini: status(400) });
  expect((await whole.generate({}, { 'x-request-id': 'failed-id' })).status).toBe(500);
  await fetch(`${whole.service.url}/readyz`);
  expect(await whole.service.stop()).toBe(0);
  spans = receiver.spans();
});

afterAll(async () => {
  receiver.stop();
  await whole.dispose();
});

/** The span of the request with a status. */
const rootOf = (code: number) =>
  spans.find((span) => attributesOf(span)['http.response.status_code'] === code);

test("a call is a span of its caller's trace, with a span for each step", () => {
  const root = rootOf(200);
  expect(root).toMatchObject({
    name: 'POST /v1/generate-alt-text-api',
    traceId,
    parentSpanId: callersSpan,
  });
  expect(root && attributesOf(root)).toEqual({
    'http.request.method': 'POST',
    'http.route': '/v1/generate-alt-text-api',
    'http.response.status_code': 200,
    'altscribe.outcome': 'ok',
  });
  const children = spans.filter(({ parentSpanId }) => parentSpanId === root?.spanId);
  expect(children.map(({ name }) => name)).toEqual(steps);
  expect(new Set(children.map((span) => span.traceId))).toEqual(new Set([traceId]));
});

test('each attempt has a span with the provider and the outcome', () => {
  const root = rootOf(200);
  const [first, second] = spans
    .filter(({ name, parentSpanId }) => name === 'ask provider' && parentSpanId === root?.spanId)
    .map((span) => ({ failed: span.status.code === 2, ...attributesOf(span) }));
  expect(first).toMatchObject({
    failed: true,
    'gen_ai.provider.name': 'openai',
    'error.type': 'request',
  });
  expect(second).toMatchObject({
    failed: false,
    'gen_ai.provider.name': 'gemini',
    'gen_ai.usage.input_tokens': expect.any(Number) as unknown,
  });
});

test('a call without a trace starts one, whose ID is in the log, with the reason of a failure', () => {
  const root = rootOf(500);
  expect(root).toMatchObject({ status: { code: 2 } });
  expect(root?.parentSpanId).toBeFalsy();
  expect(root && attributesOf(root)['error.type']).toBe('providers_failed');
  const lines = whole.service.log().split('\n');
  const line =
    lines.find((one) => one.includes('"failed-id"') && one.includes('"request"}')) ?? '{}';
  expect(JSON.parse(line)).toMatchObject({ trace_id: root?.traceId });
});

test('traces only operations, without personal data and what a caller sent', () => {
  const roots = spans.filter(({ kind }) => kind === 2);
  expect(roots).toHaveLength(2);
  const sent = receiver.text();
  expect(sent).toContain('"service.name"');
  const callers = ['secret-id', 'secret-state', 'Secret title', 'failed-id'];
  const personal = [whole.userId, whole.key, '127.0.0.1', ...callers];
  for (const secret of [...personal, image.slice(60, 90)]) expect(sent).not.toContain(secret);
});
