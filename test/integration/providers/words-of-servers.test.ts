import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { altTextSchema } from '../../../service/prompting/answer.ts';
import { readText } from '../../../service/prompting/read-text.ts';
import { askOnce } from '../../../service/providers/chain.ts';
import { gemini } from '../../../service/providers/gemini.ts';
import { openai } from '../../../service/providers/openai.ts';
import { ProviderError, type FailureKind } from '../../../service/providers/provider.ts';
import { answer, reply } from '../../support/faults.ts';
import { writeGeminiParts } from '../../support/gemini-wire.ts';
import { writeOpenAIText } from '../../support/openai-wire.ts';
import {
  startProviderStandIn,
  status,
  type Behaviour,
  type ProviderStandIn,
} from '../../support/provider-stand-in.ts';

type VendorName = 'openai' | 'gemini';

const apiKey = 'Zq0Zq1Zq2Zq3Zq4Zq5Zq6Zq7';

let standIn: ProviderStandIn;

beforeEach(async () => {
  standIn = await startProviderStandIn();
});
afterEach(() => standIn.stop());

/** One call of a vendor's SDK, whose answer becomes a text as in the service. */
async function publish(vendor: VendorName, behaviour: Behaviour, context = '{}') {
  standIn.set({ [vendor]: behaviour });
  const settings = { apiKey, model: 'm', baseUrl: standIn[`${vendor}BaseUrl`] };
  const { answer } = await askOnce(
    { openai, gemini }[vendor].create(settings),
    readText,
    {
      ...{ instructions: 'Describe.', context, language: 'en' },
      ...{ schema: altTextSchema, image: Buffer.from('an image') },
    },
    {
      signal: new AbortController().signal,
      deadline: Date.now() + 5_000,
      log: pino({ level: 'silent' }),
    },
  );
  return answer.text;
}

async function failureOf(...call: Parameters<typeof publish>): Promise<ProviderError> {
  const error: unknown = await publish(...call).catch((e: unknown) => e);
  if (!(error instanceof ProviderError)) throw new Error(`no ProviderError: ${String(error)}`);
  return error;
}

const filtered =
  "The response was filtered due to the prompt triggering Azure OpenAI's content management policy. Please modify your prompt and retry.";
const azure = {
  message: filtered,
  type: null,
  param: 'prompt',
  code: 'content_filter',
  status: 400,
  innererror: {
    code: 'ResponsibleAIPolicyViolation',
    content_filter_result: { violence: { filtered: true, severity: 'medium' } },
  },
};

describe('a content filter is a refusal, whichever server passes it on', () => {
  test.each<[string, VendorName, number, unknown]>([
    ['Azure', 'openai', 400, { error: azure }],
    [
      'Azure, with only the inner code',
      'openai',
      400,
      { error: { message: 'Bad request', innererror: azure.innererror } },
    ],
    [
      'LiteLLM',
      'openai',
      400,
      {
        error: {
          message: `litellm.BadRequestError: litellm.ContentPolicyViolationError: AzureException - ${filtered}\nmodel=azure/gpt. content_policy_fallback=None.`,
          type: null,
          param: null,
          code: '400',
        },
      },
    ],
    [
      'LiteLLM that says 500',
      'openai',
      500,
      { error: { message: `litellm.APIError: AzureException - ${filtered}`, code: '500' } },
    ],
    [
      'Portkey',
      'openai',
      400,
      { error: { ...azure, message: `azure-openai error: ${filtered}` }, provider: 'azure-openai' },
    ],
    ['Portkey’s guardrail', 'openai', 446, { error: { message: 'The guardrail checks failed' } }],
    [
      'OpenRouter, which quotes the error in a string',
      'openai',
      400,
      {
        error: {
          message: 'Provider returned error',
          code: 400,
          metadata: { raw: JSON.stringify({ error: azure }), provider_name: 'Azure' },
        },
      },
    ],
    [
      'OpenRouter’s moderation',
      'openai',
      403,
      {
        error: {
          message: 'a/model requires moderation on A. Your input was flagged for "violence".',
          code: 403,
          metadata: { reasons: ['violence'], flagged_input: '…', provider_name: 'A' },
        },
      },
    ],
    [
      'OpenAI',
      'openai',
      400,
      {
        error: {
          message: 'Your input image may contain content that is not allowed by our safety system.',
          type: 'image_generation_user_error',
          code: 'content_policy_violation',
        },
      },
    ],
    [
      'DashScope',
      'openai',
      400,
      {
        error: {
          code: 'data_inspection_failed',
          param: null,
          message: 'Input data may contain inappropriate content.',
          type: 'data_inspection_failed',
        },
        request_id: 'x',
      },
    ],
    [
      'DashScope, by its internal name',
      'openai',
      400,
      {
        error: {
          message: '<400> InternalError.Algo.DataInspectionFailed: Input image data is unsuitable.',
        },
      },
    ],
    [
      'Moonshot',
      'openai',
      400,
      {
        error: {
          message: 'The request was rejected because it was considered high risk',
          type: 'content_filter',
        },
      },
    ],
    [
      'Google',
      'gemini',
      400,
      {
        error: {
          code: 400,
          message: "The image violates Google's Responsible AI practices.",
          status: 'INVALID_ARGUMENT',
        },
      },
    ],
    [
      'Google, for its details',
      'gemini',
      400,
      {
        error: {
          code: 400,
          message: 'Request blocked.',
          status: 'INVALID_ARGUMENT',
          details: [{ reason: 'PROHIBITED_CONTENT' }],
        },
      },
    ],
  ])('%s', async (_who, vendor, code, body) => {
    const error = await failureOf(vendor, reply(code, body));
    expect(error).toMatchObject({ kind: 'refusal', variable: undefined, hint: undefined });
    expect(standIn.calls).toHaveLength(1);
    expect(error.message).toBe(`${vendor}: refused to describe the image (status ${code})`);
  });

  test.each<[string, VendorName, unknown]>([
    ['a filtered answer', 'openai', writeOpenAIText(null, 'content_filter')],
    ['Zhipu’s word for it', 'openai', writeOpenAIText('A', 'sensitive')],
    ['a blocked prompt', 'gemini', { promptFeedback: { blockReason: 'PROHIBITED_CONTENT' } }],
    [
      'a blocked prompt of Model Armor',
      'gemini',
      { promptFeedback: { blockReason: 'MODEL_ARMOR' } },
    ],
    ['a refused image', 'gemini', writeGeminiParts([], 'IMAGE_SAFETY')],
    [
      'a part of the answer',
      'openai',
      writeOpenAIText([{ type: 'refusal', refusal: "I can't help." }]),
    ],
    ['an error inside a 200', 'openai', { error: azure }],
    ['an error in a choice', 'openai', { choices: [{ error: azure, finish_reason: 'error' }] }],
  ])('%s with status 200', async (_what, vendor, body) => {
    expect(await failureOf(vendor, answer(body, body))).toMatchObject({ kind: 'refusal' });
  });

  test('but not the same words of the page', async () => {
    const title = 'What our content management policy says about filters';
    const quoting = status(400, `Bad request: ${title}`);
    const context = JSON.stringify({ context: { page_title: title } });
    expect(await failureOf('openai', quoting, context)).toMatchObject({ kind: 'request' });
  });
});

const noImages: [string, VendorName, number, unknown, hint: string | RegExp][] = [
  [
    'OpenAI',
    'openai',
    400,
    { error: { message: 'Invalid content type. image_url is only supported by certain models.' } },
    'Invalid content type. image_url is only supported by certain models.',
  ],
  [
    'vLLM',
    'openai',
    400,
    { error: { message: '/models/Some-8B is not a multimodal model', type: 'BadRequestError' } },
    '… is not a multimodal model',
  ],
  [
    'vLLM before 0.10',
    'openai',
    400,
    { object: 'error', message: 'Some-8B is not a multimodal model', code: 400 },
    'Some-8B is not a multimodal model',
  ],
  [
    'Ollama',
    'openai',
    500,
    {
      error: { message: 'this model is missing data required for image input', type: 'api_error' },
    },
    'this model is missing data required for image input',
  ],
  [
    'Ollama with MLX',
    'openai',
    400,
    { error: { message: 'This model does not support images' } },
    'This model does not support images',
  ],
  [
    'LM Studio',
    'openai',
    400,
    { error: 'Model does not support images. Please use a model that does.' },
    'Model does not support images. Please use a model that does.',
  ],
  [
    'llama.cpp',
    'openai',
    500,
    {
      error: {
        code: 500,
        message:
          'image input is not supported - hint: if this is unexpected, you may need to provide the mmproj',
        type: 'server_error',
      },
    },
    'image input is not supported - hint: if this is unexpected, you may need to provide the mmproj',
  ],
  [
    'LiteLLM',
    'openai',
    400,
    {
      error: {
        message:
          'litellm.BadRequestError: OpenAIException - This model does not support image input. Received Model Group=m',
        code: '400',
      },
    },
    /This model does not support image input\./,
  ],
  [
    'DeepSeek',
    'openai',
    400,
    {
      error: {
        message:
          'Failed to deserialize the JSON body into the target type: messages[1]: unknown variant `image_url`, expected `text` at line 1 column 62797',
        code: 'invalid_request_error',
      },
    },
    /unknown variant `image_url`, expected `text`$/,
  ],
  [
    'DeepSeek before',
    'openai',
    422,
    {
      error: {
        message:
          'Failed to deserialize the JSON body into the target type: messages[1]: invalid type: sequence, expected a string at line 1 column 2901',
      },
    },
    /invalid type: sequence, expected a string$/,
  ],
  [
    'OpenRouter',
    'openai',
    404,
    { error: { message: 'No endpoints found that support image input', code: 404 } },
    'No endpoints found that support image input',
  ],
  [
    'OpenRouter, which quotes the error in a string',
    'openai',
    400,
    {
      error: {
        message: 'Provider returned error',
        code: 400,
        metadata: { raw: '{"error":{"message":"Some-8B is not a multimodal model","code":400}}' },
      },
    },
    'Some-8B is not a multimodal model',
  ],
  [
    'Groq',
    'openai',
    400,
    { error: { message: "'messages.1.content' : value must be a string" } },
    "'messages.1.content' : value must be a string",
  ],
  [
    'mlx-lm',
    'openai',
    404,
    { detail: "Only 'text' content type is supported." },
    "Only 'text' content type is supported.",
  ],
  [
    'Mistral',
    'openai',
    400,
    { object: 'error', message: 'Image input is not supported for this model.', code: '3051' },
    'Image input is not supported for this model.',
  ],
  [
    'Google as OpenAI, in a list',
    'openai',
    400,
    [{ error: { code: 400, message: 'Image input modality is not enabled for models/gemma-1b' } }],
    /^Image input modality is not enabled for models/,
  ],
  [
    'Google',
    'gemini',
    400,
    { error: { code: 400, message: 'Image input modality is not enabled for models/gemma-1b' } },
    /^Image input modality is not enabled for models/,
  ],
  [
    'an error inside a 200',
    'openai',
    200,
    { error: 'image input is not supported' },
    'image input is not supported',
  ],
];

describe('a server or model that takes no images', () => {
  test.each(noImages)('%s', async (_who, vendor, code, body, hint) => {
    const error = await failureOf(vendor, reply(code, body));
    expect(error).toMatchObject({
      kind: 'no-images',
      variable: { openai, gemini }[vendor].environment.model,
    });
    expect(error.message).toContain(`${vendor}: takes no images (status `);
    if (typeof hint === 'string') expect(error.hint).toBe(hint);
    else expect(error.hint).toMatch(hint);
  });

  test('the hint contains no key, address or path, and nothing of the page', async () => {
    const title = 'A secret title of a page';
    const said = `Key ${apiKey} (sk-other-0123) of https://user:pass@host/x?y=1 in /srv/app/main.py: ${title}: image input is not supported: ${'so it is, '.repeat(99)}`;
    const context = JSON.stringify({ context: { page_title: title } });
    const { hint, message } = await failureOf('openai', status(400, said), context);
    expect(hint).toContain('image input is not supported');
    expect(hint?.length).toBeLessThanOrEqual(200);
    for (const secret of [apiKey, 'sk-other', 'pass', 'host', 'srv', title]) {
      expect(`${hint} ${message}`).not.toContain(secret);
    }
  });

  test.each([70, 75, 80, 85, 380, 395, 400, 405])(
    'nor a part of a key, %i letters away',
    async (far) => {
      const words = 'image input is not supported';
      const gap = ' word'.repeat(99).slice(0, far);
      const said = `${apiKey}${gap} ${words}${gap} ${apiKey} and so on`;
      const { hint } = await failureOf('openai', status(400, said));
      expect(hint).toContain(words);
      expect(hint).not.toMatch(/Zq\d/);
    },
  );

  test('the hint is one line', async () => {
    const said = status(
      400,
      'No.\nimage input\tis not supported\u0000 here\nBad "request": {"x":1}',
    );
    expect((await failureOf('openai', said)).hint).toBe('image input is not supported here');
  });

  test.each<[string, FailureKind, Behaviour]>([
    ['an image', 'image', status(400, 'Could not process image')],
    ['another image', 'request', status(400, 'The image is not supported')],
    ['an account', 'authentication', status(403, 'Blocked: you violated our usage policies')],
    ['a size', 'request', status(400, 'The server does not support images larger than 4 MB')],
    ['a format', 'request', status(400, 'GIF images are not supported')],
    ['a model', 'model', status(404, 'The model some-vision is not supported')],
    ['a limit', 'rate-limit', status(429, 'image input is not supported at this rate')],
    [
      'the page',
      'request',
      status(400, 'Bad request: "a museum whose image input is not supported"'),
    ],
  ])('is not the cause of an error about %s', async (_what, kind, behaviour) => {
    const title = 'a museum whose image input is not supported';
    const context = JSON.stringify({ context: { page_title: title } });
    expect(await failureOf('openai', behaviour, context)).toMatchObject({ kind });
  });
});

describe('an error inside a 200 is that error', () => {
  const choice = (error: unknown) => ({
    choices: [{ index: 0, error, finish_reason: 'error', message: { content: '' } }],
  });
  test.each<[string, FailureKind, unknown]>([
    ['a number', 'rate-limit', { error: { code: 429, message: 'Slow down' } }],
    ['a string', 'rate-limit', { error: { code: '429', message: 'Slow down' } }],
    ['a word', 'rate-limit', { error: { code: 'rate_limit_exceeded', message: 'Slow down' } }],
    ['a status', 'rate-limit', { error: { message: 'Slow', status: 'RESOURCE_EXHAUSTED' } }],
    ['no credits', 'rate-limit', { error: { code: 402, message: 'Insufficient credits' } }],
    ['a key', 'authentication', { error: { code: 401, message: 'No auth credentials found' } }],
    ['a bad gateway', 'server', { error: { code: 502, message: 'Provider returned error' } }],
    ['only a message', 'server', { error: { message: 'Something broke' } }],
    ['only a string', 'server', { error: 'upstream connect error' }],
    ['in a list', 'server', [{ error: { code: 503, message: 'Overloaded' } }]],
    ['without its envelope', 'server', { object: 'error', code: 503, message: 'Overloaded' }],
    ['beside an empty choice', 'server', { error: { code: 502 }, choices: [] }],
    ['in a choice', 'server', choice({ code: 502, message: 'Upstream idle timeout' })],
    ['a limit in a choice', 'rate-limit', choice({ code: 429, message: 'Slow down' })],
    ['a time-out in a choice', 'timeout', choice({ code: '504', message: 'Too slow' })],
    ['a choice that only says so', 'server', writeOpenAIText('A red bic', 'error')],
    ['a choice that the network ended', 'server', writeOpenAIText('', 'network_error')],
  ])('%s', async (_what, kind, body) => {
    const error = await failureOf('openai', answer(body, body));
    expect(error).toMatchObject({ kind });
    expect(error.message).not.toContain('empty');
  });

  test('honours Retry-After', async () => {
    const body = { error: { code: 429, message: 'Slow down' } };
    const limited = reply(200, body, { 'retry-after': '7' });
    expect(await failureOf('openai', limited)).toMatchObject({ retryAfterMs: 7_000 });
  });

  test.each<[string, FailureKind, object]>([
    ['a limit', 'rate-limit', { error: { code: 429, message: 'x', status: 'RESOURCE_EXHAUSTED' } }],
    ['an outage', 'server', { error: { code: 503, message: 'x', status: 'UNAVAILABLE' } }],
    ['a string', 'server', { error: 'upstream connect error' }],
  ])('of Gemini: %s', async (_what, kind, body) => {
    expect(await failureOf('gemini', answer(body, body))).toMatchObject({ kind });
  });

  test.each([null, '', {}, [], { message: null, code: null }])(
    'but %j is no error',
    async (error) => {
      const body = { ...writeOpenAIText('A red bicycle'), error };
      await expect(publish('openai', answer(body, body))).resolves.toBe('A red bicycle');
    },
  );

  test('adapts to a refused parameter', async () => {
    const refused = { error: { code: 400, message: "'response_format' is not supported" } };
    const behaviour: Behaviour = (call, response) =>
      ('response_format' in (call.body as object)
        ? answer(refused, {})
        : answer(writeOpenAIText('A red bicycle'), {}))(call, response);
    await expect(publish('openai', behaviour)).resolves.toBe('A red bicycle');
  });
});

const thoughts = 'The user wants a text for a bicycle. Let me think about the colour.';

describe('reads an answer in parts, without its thoughts', () => {
  test.each<[string, unknown]>([
    ['text', [{ type: 'text', text: 'A red bicycle' }]],
    [
      'several texts',
      [
        { type: 'text', text: 'A red ' },
        { type: 'text', text: 'bicycle' },
      ],
    ],
    ['output_text', [{ type: 'output_text', text: 'A red bicycle', annotations: [] }]],
    ['strings', ['A red bicycle']],
    ['a part that is no list', { type: 'text', text: 'A red bicycle' }],
    [
      'Mistral’s thinking',
      [
        { type: 'thinking', thinking: [{ type: 'text', text: thoughts }] },
        { type: 'text', text: 'A red bicycle' },
      ],
    ],
    [
      'thinking as a string',
      [
        { type: 'thinking', thinking: thoughts, signature: 'x' },
        { type: 'text', text: 'A red bicycle' },
      ],
    ],
    [
      'reasoning with a text',
      [
        { type: 'reasoning', text: thoughts },
        { type: 'text', text: 'A red bicycle' },
      ],
    ],
    [
      'JSON',
      [
        { type: 'reasoning', summary: [{ type: 'summary_text', text: thoughts }] },
        { type: 'text', text: '{"purpose":"informative","alt_text":"A red bicycle"}' },
      ],
    ],
    ['<think> in plain text', `<think>${thoughts}</think>\n\nA red bicycle`],
    ['<think> in a part', [{ type: 'text', text: `<think>${thoughts}</think>A red bicycle` }]],
  ])('%s', async (_what, content) => {
    await expect(publish('openai', answer(writeOpenAIText(content), {}))).resolves.toBe(
      'A red bicycle',
    );
  });

  test.each<[string, unknown]>([
    ['only thoughts', [{ type: 'thinking', thinking: thoughts }]],
    ['unknown parts', [{ type: 'audio', audio: {} }, null, 7]],
    ['no parts', []],
  ])('and nothing from %s', async (_what, content) => {
    const error = await failureOf('openai', answer(writeOpenAIText(content), {}));
    expect(error).toMatchObject({ kind: 'answer' });
  });

  test.each<[string, unknown]>([
    ['plain text', [{ text: thoughts, thought: true }, { text: 'A red bicycle' }]],
    ['JSON', [{ text: thoughts, thought: true }, { text: '{"alt_text":"A red bicycle"}' }]],
    ['signatures', [{ text: '', thoughtSignature: 'x' }, { text: 'A red bicycle' }]],
  ])('of Gemini: %s', async (_what, parts) => {
    await expect(publish('gemini', answer({}, writeGeminiParts(parts)))).resolves.toBe(
      'A red bicycle',
    );
  });

  test.each<[string, unknown]>([
    ['only thoughts', [{ text: thoughts, thought: true }]],
    ['no parts', []],
    ['parts that are no list', { text: 'A red bicycle' }],
  ])('and nothing from %s of Gemini', async (_what, parts) => {
    const error = await failureOf('gemini', answer({}, writeGeminiParts(parts)));
    expect(error).toMatchObject({ kind: 'answer' });
  });
});

describe('the details of an error of Gemini may be anything', () => {
  test.each<[string, unknown, number | undefined]>([
    ['missing', undefined, undefined],
    ['a string', 'try later', undefined],
    ['an object', { retryDelay: '34s' }, 34_000],
    ['an object without it', { retryDelay: {} }, undefined],
    ['a list with nothing in it', [null, 'x', 7, [], { retryDelay: '34s' }], 34_000],
    ['a number', 7, undefined],
    ['a time without end', [{ retryDelay: 'Infinity' }], undefined],
  ])('%s', async (_what, details, retryAfterMs) => {
    const body = { error: { code: 429, message: 'Slow down', details } };
    const error = await failureOf('gemini', reply(429, body));
    expect(error).toMatchObject({ kind: 'rate-limit', retryAfterMs });
  });
});
