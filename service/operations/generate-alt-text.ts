import { findLanguage } from '../../shared/languages.ts';
import {
  generateRequest,
  generateResponse,
  type GenerateRequest,
  type GenerateResponse,
} from '../../shared/contract.ts';
import { withCredit } from '../accounts/credits.ts';
import type { Counted, UsageRecorder } from '../accounts/usage.ts';
import type { AltText } from '../authoring/answer.ts';
import { buildPrompt } from '../authoring/prompt.ts';
import { badRequest, internalServerError, serviceBusy } from '../errors.ts';
import type { Call, Operation } from './operation.ts';
import { questionKey, withCache, type CacheDeps } from './with-cache.ts';
import { PictureError, PicturesBusyError, type LoadPicture } from '../images/picture.ts';
import { ProviderError, type Provider } from '../providers/provider.ts';
import type { Store } from '../storage/store.ts';

export interface GenerateAltTextDeps extends CacheDeps {
  readonly store: Store;
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
    handle: (request, call) =>
      deps.usage.count(call.user.user_id, () => answer(deps, request, call)),
  };
}

async function answer(
  deps: GenerateAltTextDeps,
  request: GenerateRequest,
  call: Call,
): Promise<Counted<GenerateResponse>> {
  const { user, requestId, log, signal } = call;
  const options = { requestId, signal, log, deadline: Date.now() + deps.requestDeadlineMs };
  const language = findLanguage(request.language_code ?? 'en');
  const picture = await deps.loadPicture(source(request), options).catch(asRefusal);
  const question = { ...buildPrompt(request, language), picture };
  const key = questionKey(question, deps.models);
  const answered = await withCache(deps, key, call, async () => {
    let fallbacks = 0;
    const onFallback = () => void (fallbacks = 1);
    const { result, account, credits } = await withCredit(deps.store, user, options, () =>
      deps.provider.generate(question, { ...options, onFallback }).catch(asServerError),
    );
    return {
      answer: {
        altText: result.text,
        CreditsAvailable: account.credits_available,
        plan_type: account.plan_type,
      },
      counts: { fallbacks, credits },
    };
  });
  call.setHeader('Content-Language', language.code);
  return answered;
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
