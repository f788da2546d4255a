import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { altTextSchema } from '../../../service/prompting/answer.ts';
import { gemini } from '../../../service/providers/gemini.ts';
import { openai } from '../../../service/providers/openai.ts';
import type { Provider } from '../../../service/providers/provider.ts';
import { inSequence } from '../../support/faults.ts';
import { oldServer, refusal } from '../../support/old-server.ts';
import {
  startProviderStandIn,
  status,
  text,
  type Behaviour,
  type ProviderCall,
  type ProviderStandIn,
} from '../../support/provider-stand-in.ts';

const tenMinutes = 600_000;
const served = text('A red bicycle');

let standIn: ProviderStandIn;

beforeEach(async () => {
  standIn = await startProviderStandIn();
});
afterEach(async () => {
  vi.useRealTimers();
  await standIn.stop();
});

function create(vendor: 'openai' | 'gemini', behaviour: Behaviour): Provider {
  standIn.set({ [vendor]: behaviour });
  const settings = { apiKey: 'a-key', model: 'm', baseUrl: standIn[`${vendor}BaseUrl`] };
  return { openai, gemini }[vendor].create(settings);
}

async function generate(provider: Provider, context = '{}', parts?: Buffer[]) {
  const { readText } = await provider.generate(
    {
      ...{ instructions: 'Describe.', context, language: 'en' },
      ...{ schema: altTextSchema, image: Buffer.from('an image'), parts },
    },
    { signal: new AbortController().signal },
  );
  return readText();
}

/** Which of the parameters that servers may not know a call had. */
function form({ provider, body }: ProviderCall): string {
  const sent =
    provider === 'openai' ? body : (body as { generationConfig: object }).generationConfig;
  const names = ['max_completion_tokens', 'reasoning_effort', 'response_format', 'thinkingConfig'];
  return names.filter((name) => name in (sent as object)).join(' ');
}

const forms = () => standIn.calls.map(form);
const whole = 'max_completion_tokens reasoning_effort response_format';

/** A refusal whose message quotes the request that it is about. */
function quoting(write: (body: string) => string): Behaviour {
  return (call, response) => {
    const body = JSON.stringify(call.body).replace(/data:image[^"]*/, 'data:…');
    return status(400, write(body))(call, response);
  };
}

describe('remembers a simpler form only after it has worked', () => {
  test('a misleading 400 of a server that accepts only the full form', async () => {
    const strict: Behaviour = (call, response) =>
      (form(call) === whole ? served : refusal('max_tokens'))(call, response);
    const provider = create('openai', inSequence(refusal('max_completion_tokens'), strict));
    await expect(generate(provider)).rejects.toMatchObject({ kind: 'request' });
    await expect(generate(provider)).resolves.toContain('A red bicycle');
    expect(forms().at(-1)).toBe(whole);
  });

  test.each(['openai', 'gemini'] as const)('%s: permanent refusals, then none', async (vendor) => {
    const provider = create(vendor, refusal(vendor === 'openai' ? 'response_format' : 'thinking'));
    await expect(generate(provider)).rejects.toMatchObject({ kind: 'request' });
    standIn.set({ [vendor]: served });
    await generate(provider);
    expect(forms().at(-1)).toBe(vendor === 'openai' ? whole : 'thinkingConfig');
  });
});

describe('an error that merely quotes the request is about something else', () => {
  test.each<[string, Behaviour]>([
    ['JSON', quoting((body) => `Bad request: ${body}`)],
    ['JSON in JSON', quoting((body) => JSON.stringify({ request: body }))],
    ['a Python dict', quoting((body) => `Bad request: ${body.replaceAll('"', "'")}`)],
    [
      'Python arguments',
      status(400, "Bad Request(messages=[], reasoning_effort='none', response_format=Format())"),
    ],
    ['the parameter is another', status(400, 'No response_format here', { param: 'messages[1]' })],
  ])('%s', async (_how, behaviour) => {
    const provider = create('openai', inSequence(behaviour, served));
    await expect(generate(provider)).rejects.toMatchObject({ kind: 'request' });
    await generate(provider);
    expect(forms()).toEqual([whole, whole]);
  });

  test.each(['openai', 'gemini'] as const)('%s: words of the page', async (vendor) => {
    const title = 'Thinking about response_format and max_completion_tokens';
    const provider = create(vendor, inSequence(status(400, `No: ${title}`), served));
    await expect(generate(provider, title)).rejects.toMatchObject({ kind: 'request' });
    await generate(provider, title);
    expect(forms()[1]).toBe(forms()[0]);
  });

  test.each<[string, (title: string) => string]>([
    ['all of it', (title) => `No: ${title}, 2025`],
    ['its end', (title) => `No: …${title.slice(6)}, 2025`],
    ['its beginning', (title) => `No: ${title}…`],
    ['in JSON in JSON', (title) => JSON.stringify(JSON.stringify({ page_title: title }))],
  ])('a title of the page, %s', async (_how, quote) => {
    const title = 'Über response_format is what we write';
    const provider = create('openai', inSequence(status(400, quote(title)), served));
    const context = JSON.stringify({ context: { page_title: title } });
    await expect(generate(provider, context)).rejects.toMatchObject({ kind: 'request' });
    expect(forms()).toEqual([whole]);
  });

  test('asks once about an unreadable image', async () => {
    const fault = status(400, "Unsupported 'response_format'", { code: 'invalid_image' });
    const provider = create('openai', fault);
    await expect(generate(provider)).rejects.toMatchObject({ kind: 'image' });
    expect(forms()).toEqual([whole]);
  });
});

test.each([
  ['gemini', 'Ten years of design thinking'],
  ['gemini', 'Why thinking is not enough'],
  ['openai', 'What response_format and max_completion_tokens are for'],
  ['openai', 'reasoning_effort'],
] as const)('%s: an old server describes images of the page "%s"', async (vendor, title) => {
  const provider = create(vendor, oldServer('A red bicycle'));
  const context = JSON.stringify({ context: { page_title: title } });
  await expect(generate(provider, context)).resolves.toContain('A red bicycle');
});

test.each([
  "Unrecognized request argument supplied: 'response_format'",
  'response_format: Extra inputs are not permitted',
  "[{'type': 'extra_forbidden', 'loc': ('body', 'response_format'), 'input': {'type': 'json_schema'}}]",
  'response_format=json_schema is not supported',
  'Unsupported response_format in {"response_format": {"type": "json_schema"}}',
])('understands a refusal that names a parameter: %s', async (message) => {
  const provider = create('openai', inSequence(status(400, message), served));
  await generate(provider);
  expect(forms()).toEqual([whole, 'max_completion_tokens reasoning_effort']);
});

test.each([
  'JSON mode is not enabled for models/gemma-3-27b-it',
  'This model does not support structured outputs.',
])('understands a refusal of JSON: %s', async (message) => {
  const provider = create('openai', inSequence(status(400, message), served));
  await generate(provider);
  expect(forms()).toEqual([whole, 'max_completion_tokens reasoning_effort']);
});

describe('a model of Gemini’s API that takes less', () => {
  const refusals = {
    thinkingConfig: 'Thinking level is not supported for this model.',
    responseMimeType: 'JSON mode is not enabled for models/gemma-3-27b-it',
    systemInstruction: 'Developer instruction is not enabled for models/gemma-3-27b-it',
  };
  const parametersOf = ({ body }: ProviderCall) => {
    const { generationConfig, ...rest } = body as { generationConfig: object };
    return { ...generationConfig, ...rest };
  };
  /** Refuses unsupported parameters, one after the other. */
  const gemma: Behaviour = (call, response) => {
    const refused = Object.entries(refusals).find(([name]) => name in parametersOf(call));
    return (refused ? status(400, refused[1]) : served)(call, response);
  };

  test('gets neither JSON mode nor instructions beside the conversation, and keeps that', async () => {
    const provider = create('gemini', gemma);
    await expect(generate(provider)).resolves.toContain('A red bicycle');
    expect(standIn.calls).toHaveLength(4);
    await generate(provider, '{"x":1}');
    const last = standIn.calls.slice(4);
    expect(last).toMatchObject([{ instructions: 'Describe.', context: '{"x":1}' }]);
    expect(parametersOf(last[0] as ProviderCall)).not.toHaveProperty('responseSchema');
  });

  test.each([
    'Invalid JSON payload received. Unknown name "responseSchema" at \'generation_config\': Cannot find field.',
    'response_mime_type: application/json is not supported',
  ])('does without JSON mode: %s', async (message) => {
    const provider = create('gemini', inSequence(status(400, message), served));
    await expect(generate(provider)).resolves.toContain('A red bicycle');
    expect(form(standIn.calls[1] as ProviderCall)).toBe('thinkingConfig');
    expect(parametersOf(standIn.calls[1] as ProviderCall)).not.toHaveProperty('responseMimeType');
  });
});

test('understands a refusal that names a parameter even if the page names it', async () => {
  const fault = status(400, "'response_format' is not supported");
  const provider = create('openai', inSequence(fault, served));
  await generate(provider, '{"context":{"page_title":"Why response_format is useful"}}');
  expect(forms()).toEqual([whole, 'max_completion_tokens reasoning_effort']);
});

test.each(['openai', 'gemini'] as const)(
  '%s: one call every ten minutes tries the full form again',
  async (vendor) => {
    vi.useFakeTimers({ toFake: ['performance'] });
    const provider = create(vendor, oldServer('A red bicycle'));
    await generate(provider);
    const [full, simple] = [forms()[0], forms().at(-1)];
    expect(simple).not.toBe(full);

    // Still an old server: one call finds that out, the others do not wait for it.
    standIn.calls.length = 0;
    vi.advanceTimersByTime(tenMinutes);
    await Promise.all([generate(provider), generate(provider)]);
    await generate(provider);
    expect(forms().filter((one) => one === full)).toHaveLength(1);
    expect(forms().at(-1)).toBe(simple);

    // A newer one.
    standIn.set({ [vendor]: served });
    standIn.calls.length = 0;
    vi.advanceTimersByTime(tenMinutes);
    await generate(provider);
    await generate(provider);
    expect(forms()).toEqual([full, full]);
  },
);

test.each([
  ['vLLM', 400, 'At most 1 image(s) may be provided in one prompt.'],
  ['Ollama', 500, 'vision model only supports a single image per message'],
  ['llama.cpp', 400, 'the request exceeds the available context size, try increasing it'],
])('a long image is sent as one to %s, if it does not take parts', async (_who, code, message) => {
  const refuse = status(code, message);
  const provider = create('openai', (call, response) =>
    (call.parts.length > 0 ? refuse : served)(call, response),
  );
  const parts = [Buffer.from('one'), Buffer.from('two')];
  await expect(generate(provider, '{}', parts)).resolves.toContain('A red bicycle');
  await generate(provider, '{}', parts);
  expect(standIn.calls.map((call) => call.parts.length)).toEqual([2, 0, 0]);
  expect(standIn.calls.at(-1)).toMatchObject({ instructions: 'Describe.' });
  expect(forms()).toEqual([whole, whole, whole]);
});
