import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { altTextSchema } from '../../../service/prompting/answer.ts';
import { askOnce } from '../../../service/providers/chain.ts';
import {
  ProviderError,
  type FailureKind,
  type Provider,
  type Vendor,
} from '../../../service/providers/provider.ts';
import {
  answer,
  content,
  cut,
  endless,
  errorWithRetryAfter,
  html,
  htmlNotFound,
  unreadableImage,
} from '../../support/faults.ts';
import { writeGeminiText } from '../../support/gemini-wire.ts';
import { atOnce, oldServer, refusal } from '../../support/old-server.ts';
import { writeOpenAIText } from '../../support/openai-wire.ts';
import {
  reset,
  startProviderStandIn,
  status,
  text,
  type Behaviour,
  type ProviderStandIn,
} from '../../support/provider-stand-in.ts';

export const request = {
  instructions: 'Describe.',
  context: '{}',
  schema: altTextSchema,
  language: 'en',
  image: Buffer.from('an image'),
};

export function bounds(signal = new AbortController().signal) {
  return { signal, deadline: Date.now() + 10_000, log: pino({ level: 'silent' }) };
}

/** Asks a provider, and reads its answer. */
function ask(provider: Provider) {
  return askOnce(provider, (text) => text, request, bounds());
}

/**
 * The behaviour that every provider must have, whatever its vendor.
 * @param the vendor's wire format
 */
export function providerContract(vendor: Vendor, api: 'openai' | 'gemini'): void {
  describe(vendor.name, () => {
    let standIn: ProviderStandIn;
    let provider: Provider;

    beforeAll(async () => {
      standIn = await startProviderStandIn();
      provider = createProvider();
    });
    afterAll(() => standIn.stop());

    function createProvider(): Provider {
      return vendor.create({
        apiKey: 'secret-key',
        baseUrl: api === 'openai' ? standIn.openaiBaseUrl : standIn.geminiBaseUrl,
        model: 'a-model',
      });
    }

    async function failureOf(behaviour: Behaviour): Promise<ProviderError> {
      standIn.set({ [api]: behaviour });
      const error: unknown = await ask(provider).catch((e: unknown) => e);
      if (!(error instanceof ProviderError)) throw new Error(`no ProviderError: ${String(error)}`);
      return error;
    }

    test('sends instructions, context and image, and returns the text', async () => {
      standIn.set({ [api]: text('A red bicycle') });
      await expect(ask(provider)).resolves.toMatchObject({
        answer: '{"alt_text":"A red bicycle"}',
      });
      const call = standIn.calls.at(-1);
      expect(call).toMatchObject({ provider: api, instructions: 'Describe.', context: '{}' });
      expect(call?.image).toEqual(request.image);
      expect(JSON.stringify(call?.body)).not.toContain('temperature');
    });

    test('adapts to an old server in all simultaneous first calls', async () => {
      standIn.set({ [api]: atOnce(12, oldServer('A red bicycle')) });
      const fresh = createProvider();
      const calls = Array.from({ length: 12 }, () => fresh.generate(request, bounds()));
      const answers = (await Promise.allSettled(calls)).map(({ status: outcome }) => outcome);
      expect(answers).toEqual(Array(12).fill('fulfilled'));

      const before = standIn.calls.length;
      await fresh.generate(request, bounds());
      expect(standIn.calls.slice(before)).toHaveLength(1);
    });

    test.each(['max_completion_tokens', 'reasoning_effort', 'response_format', 'thinking'])(
      'gives up if %s is refused although it is no longer sent',
      async (param) => {
        standIn.set({ [api]: refusal(param) });
        const fresh = createProvider();
        const before = standIn.calls.length;
        await expect(fresh.generate(request, bounds())).rejects.toMatchObject({ kind: 'request' });
        await expect(fresh.generate(request, bounds())).rejects.toMatchObject({ kind: 'request' });
        // Only successful adaptations are remembered: until then, each call gives up separately.
        expect(standIn.calls.length - before).toBeLessThanOrEqual(6);
      },
    );

    test('sends the parts of a long image after the whole image, and explains them', async () => {
      standIn.set({ [api]: text('A red bicycle') });
      const parts = [Buffer.from('the top'), Buffer.from('the end')];
      await provider.generate(request, bounds());
      expect(standIn.calls.at(-1)).toMatchObject({ instructions: 'Describe.', parts: [] });
      await provider.generate({ ...request, parts }, bounds());
      expect(standIn.calls.at(-1)).toMatchObject({ image: request.image, parts });
      expect(standIn.calls.at(-1)?.instructions).toMatch(/^Describe\.\n.* in 2 parts, .*overlap/);
    });

    const faults: [string, Behaviour, FailureKind][] = [
      ['429', status(429), 'rate-limit'],
      ['500', status(500), 'server'],
      ['503', status(503), 'server'],
      ['401', status(401), 'authentication'],
      ['403', status(403), 'authentication'],
      ['a context length of 400', status(400, 'maximum context length exceeded'), 'request'],
      ['an image that cannot be read', unreadableImage, 'image'],
      ['a model that takes no images', status(400, 'images are not supported'), 'no-images'],
      ['no credits (402)', status(402), 'rate-limit'],
      ['a reset before the headers', reset, 'network'],
      ['a body that is cut', cut, 'network'],
      ['200 with HTML', html, 'answer'],
      ['an endless body', endless, 'answer'],
      ['empty content', content(''), 'answer'],
      ['null', answer(null, null), 'answer'],
      ['no content', answer(writeOpenAIText(null), { candidates: [{ index: 0 }] }), 'answer'],
      ['no choices', answer({ choices: [] }, { candidates: [] }), 'answer'],
      [
        'a cut text',
        answer(writeOpenAIText('A red', 'length'), writeGeminiText('A red', 'MAX_TOKENS')),
        'answer',
      ],
      [
        'a content filter',
        answer(writeOpenAIText(null, 'content_filter'), writeGeminiText('', 'SAFETY')),
        'refusal',
      ],
      [
        'a refusal',
        answer(
          { choices: [{ message: { refusal: 'No.' }, finish_reason: 'stop' }] },
          { promptFeedback: { blockReason: 'SAFETY' } },
        ),
        'refusal',
      ],
    ];

    test.each<[string, Behaviour, FailureKind, keyof Vendor['environment']]>([
      ['a retired model', status(404, 'This model m-1.5 is no longer there'), 'model', 'model'],
      ['a misspelt model', status(404, 'The model `m` does not exist.'), 'model', 'model'],
      ['a model that Ollama lacks', status(404, 'model "m:7b" not found'), 'model', 'model'],
      ['a missing model as a 400', status(400, 'Invalid model: m'), 'model', 'model'],
      ['a web page instead of the API', htmlNotFound, 'address', 'baseUrl'],
      ['another API', status(404, 'Not Found'), 'address', 'baseUrl'],
      ['a model without images', status(400, 'images are not supported'), 'no-images', 'model'],
      ['a rejected key', status(401), 'authentication', 'apiKey'],
    ])('%s names the variable to correct', async (_fault, behaviour, kind, setting) => {
      const error = await failureOf(behaviour);
      expect(error).toMatchObject({ kind, variable: vendor.environment[setting] });
    });

    test('a 400 that quotes the request is not about our model', async () => {
      const quoted = status(400, 'Bad request: {"text": "The model m does not exist"}');
      expect(await failureOf(quoted)).toMatchObject({ kind: 'request', variable: undefined });
    });

    test.each(faults)('%s is a failure of its kind', async (_fault, behaviour, kind) => {
      const error = await failureOf(behaviour);
      expect(error.kind).toBe(kind);
      expect(error.message).toMatch(new RegExp(`^${vendor.name}: `));
    });

    test.each([
      ['0', 0],
      ['3', 3_000],
      ['172800', 172_800_000],
    ])('passes on a Retry-After of %s seconds', async (header, ms) => {
      expect((await failureOf(errorWithRetryAfter(429, header))).retryAfterMs).toBe(ms);
    });

    test('aborts the call when the caller disconnects', async () => {
      const controller = new AbortController();
      const hungUp = new Promise<void>((resolve) => {
        standIn.set({
          [api]: (_call: unknown, response: { on(event: 'close', listener: () => void): void }) => {
            response.on('close', resolve);
            controller.abort();
          },
        });
      });
      const call = provider.generate(request, bounds(controller.signal));
      await expect(call).rejects.toMatchObject({ kind: 'aborted' });
      await hungUp;
    });

    test('never reveals the key', async () => {
      const error = await failureOf(status(401, 'Incorrect API key provided: secret-key'));
      expect(`${error.message} ${String(error.code)}`).not.toContain('secret-key');
    });
  });
}
