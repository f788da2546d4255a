import { z } from 'zod';
import {
  generateRequest,
  generateResponse,
  type GenerateRequest,
  type GenerateResponse,
} from '../../shared/contract.ts';
import { findLanguage } from '../../shared/languages.ts';
import { reserveCredit } from '../accounts/credits.ts';
import { claimIdempotencyKey } from '../accounts/idempotency.ts';
import type { UsageRecorder, WithUsage } from '../accounts/usage.ts';
import type { LoadPicture, PictureSource } from '../images/picture.ts';
import type { AltText } from '../prompting/answer.ts';
import { buildPrompt } from '../prompting/prompt.ts';
import type { Provider } from '../providers/provider.ts';
import type { AccountStore } from '../storage/interfaces/account-store.ts';
import { createAltTextCache, type CacheDeps } from './alt-text-cache.ts';
import type { Call, Operation } from './operation.ts';

export interface GenerateAltTextDeps extends CacheDeps {
  readonly accountStore: AccountStore;
  readonly usage: UsageRecorder;
  readonly loadPicture: LoadPicture;
  /** Answers postprocessed alt texts. */
  readonly provider: Provider<AltText>;
  /** Names of the models behind the provider. */
  readonly models: readonly string[];
  /** Time for the whole call, in milliseconds. */
  readonly requestDeadlineMs: number;
}

/** The body of the response, and its `Content-Language`: what is cached and recorded of a call. */
const resultSchema = z.object({ language: z.string(), body: generateResponse });

type Result = z.infer<typeof resultSchema>;

/** `POST /v1/generate-alt-text-api`: writes alt text for one picture, for one credit. */
export function generateAltText(
  deps: GenerateAltTextDeps,
): Operation<GenerateRequest, GenerateResponse> {
  const cache = createAltTextCache(deps, resultSchema);

  /** One call, from the request to its result. What it has not spent at the end is given back. */
  async function generate(request: GenerateRequest, call: Call): Promise<WithUsage<Result>> {
    const { user, requestId, log, signal } = call;
    const options = { user, requestId, log, signal, deadline: Date.now() + deps.requestDeadlineMs };

    const key = call.getHeader('Idempotency-Key');
    await using hold = await claimIdempotencyKey(deps.accountStore, { ...options, key, request });
    if (hold.recorded !== undefined) {
      return { result: resultSchema.parse(JSON.parse(hold.recorded)), usage: { cached: 1 } };
    }

    const prompt = buildPrompt(request, findLanguage(request.language_code ?? 'en'));
    const picture = await deps.loadPicture(sourceOf(request), options);
    const modelRequest = { ...prompt, picture };

    const entry = cache.entryFor(modelRequest, call);
    const cached = await entry.find();
    if (cached) {
      await hold.record(cached);
      return { result: cached, usage: { cached: 1 } };
    }

    await using credit = await reserveCredit(deps.accountStore, { ...options, hold });
    let fallbacks = 0;
    const onFallback = () => void (fallbacks = 1);
    const { text } = await deps.provider.generate(modelRequest, { ...options, onFallback });

    const { credits_available: CreditsAvailable, plan_type } = credit.account;
    const body = { altText: text, CreditsAvailable, plan_type };
    const result = { language: prompt.language, body };
    await credit.settle(result);
    await entry.put(result);
    return { result, usage: { credits: credit.credits, fallbacks } };
  }

  return {
    path: '/v1/generate-alt-text-api',
    request: generateRequest,
    response: generateResponse,
    async handle(request, call) {
      const work = () => generate(request, call);
      const { language, body } = await deps.usage.record(call.user.user_id, work);
      call.setHeader('Content-Language', language);
      return body;
    },
  };
}

/** Where both pictures are given, `image_file` is used: it needs no fetch. */
function sourceOf(request: GenerateRequest): PictureSource {
  return request.image_file
    ? { image_file: request.image_file }
    : { image_url: request.image_url ?? '' };
}
