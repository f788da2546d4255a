import { z } from 'zod';
import { findLanguage } from '../../shared/languages.ts';
import {
  generateRequest,
  generateResponse,
  type GenerateRequest,
  type GenerateResponse,
} from '../../shared/contract.ts';
import { withCredit, type CreditOptions } from '../accounts/credits.ts';
import { onceForKey } from '../accounts/idempotency.ts';
import type { Counted, UsageRecorder } from '../accounts/usage.ts';
import type { AltText } from '../prompting/answer.ts';
import { buildPrompt } from '../prompting/prompt.ts';
import { badRequest, internalServerError, serviceBusy } from '../errors.ts';
import type { Call, Operation } from './operation.ts';
import { questionKey, withCache, type CacheDeps } from './with-cache.ts';
import { PictureError, PicturesBusyError, type LoadPicture } from '../images/picture.ts';
import {
  ProviderError,
  type CallOptions,
  type ModelRequest,
  type Provider,
} from '../providers/provider.ts';
import type { AccountStore } from '../storage/interfaces/account-store.ts';
import type { Account } from '../storage/interfaces/accounts.ts';

export interface GenerateAltTextDeps extends CacheDeps {
  readonly accountStore: AccountStore;
  readonly usage: UsageRecorder;
  readonly loadPicture: LoadPicture;
  /** Answers tidied alt texts. */
  readonly provider: Provider<AltText>;
  /** Names of the models behind the provider. */
  readonly models: readonly string[];
  /** Time for the whole call, in milliseconds. */
  readonly requestDeadlineMs: number;
}

/** `POST /v1/generate-alt-text-api`: writes alt text for one picture, for one credit. */
export function generateAltText(
  deps: GenerateAltTextDeps,
): Operation<GenerateRequest, GenerateResponse> {
  return {
    path: '/v1/generate-alt-text-api',
    request: generateRequest,
    response: generateResponse,
    async handle(request, call) {
      const { user, requestId, log, signal } = call;
      const options = { requestId, signal, log, deadline: Date.now() + deps.requestDeadlineMs };
      const key = call.getHeader('Idempotency-Key');
      const { language, body } = await deps.usage.count(user.user_id, () =>
        onceForKey(deps.accountStore, { ...options, key, user, request }, (claim) =>
          answer(deps, request, call, { ...options, claim }),
        ),
      );
      call.setHeader('Content-Language', language);
      return body;
    },
  };
}

/** What is answered, and in which language. */
const answerSchema = z.object({ language: z.string(), body: generateResponse });

type Answer = z.infer<typeof answerSchema>;

type Options = CreditOptions & CallOptions;

async function answer(
  deps: GenerateAltTextDeps,
  request: GenerateRequest,
  call: Call,
  options: Options,
): Promise<Counted<Answer>> {
  const language = findLanguage(request.language_code ?? 'en');
  const picture = await deps.loadPicture(source(request), options).catch(asRefusal);
  const question = { ...buildPrompt(request, language), picture };
  const answered = await withCache(deps, questionKey(question, deps.models), call, {
    parse: (kept) => answerSchema.parse(kept),
    ask: () => ask(deps, question, call.user, options),
  });
  if (options.claim && answered.counts.cached) {
    const kept = { claim: options.claim, response: JSON.stringify(answered.answer) };
    await deps.accountStore.recordResponse(kept, new Date().toISOString());
  }
  return answered;
}

async function ask(
  deps: GenerateAltTextDeps,
  question: ModelRequest,
  user: Account,
  options: Options,
): Promise<Counted<Answer>> {
  let fallbacks = 0;
  const onFallback = () => void (fallbacks = 1);
  const { answer, counts } = await withCredit(deps.accountStore, user, options, async (account) => {
    const { text } = await deps.provider
      .generate(question, { ...options, onFallback })
      .catch(asServerError);
    const { credits_available: CreditsAvailable, plan_type } = account;
    return { language: question.language, body: { altText: text, CreditsAvailable, plan_type } };
  });
  return { answer, counts: { ...counts, fallbacks } };
}

/** Where both pictures are given, `image_file` is used: it needs no fetch. */
function source(request: GenerateRequest) {
  return request.image_file
    ? { image_file: request.image_file }
    : { image_url: request.image_url ?? '' };
}

/** How soon the pictures that wait will have been decoded, roughly. */
const busySeconds = 5;

function asRefusal(error: unknown): never {
  if (error instanceof PicturesBusyError) throw serviceBusy(busySeconds);
  if (error instanceof PictureError) {
    throw badRequest([{ path: error.field, message: error.message }]);
  }
  throw error;
}

function asServerError(error: unknown): never {
  throw error instanceof ProviderError ? internalServerError(error.message) : error;
}
