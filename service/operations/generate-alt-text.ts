import { findLanguage } from '../../shared/languages.ts';
import {
  generateRequest,
  generateResponse,
  type GenerateRequest,
  type GenerateResponse,
} from '../../shared/contract.ts';
import { withCredit, type CreditOptions } from '../accounts/credits.ts';
import { onceForKey } from '../accounts/idempotency.ts';
import type { AltText } from '../authoring/answer.ts';
import { buildPrompt } from '../authoring/prompt.ts';
import { badRequest, internalServerError, serviceBusy } from '../errors.ts';
import type { Operation } from './operation.ts';
import { PictureError, PicturesBusyError, type LoadPicture } from '../images/picture.ts';
import { ProviderError, type Provider } from '../providers/provider.ts';
import type { Account, Store } from '../storage/store.ts';
import type { Bounds } from '../within.ts';

export interface GenerateAltTextDeps {
  readonly store: Store;
  readonly loadPicture: LoadPicture;
  /** Answers tidied alt texts. */
  readonly provider: Provider<AltText>;
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
    async handle(request, { user, requestId, log, signal, getHeader, setHeader }) {
      const options = { requestId, signal, log, deadline: Date.now() + deps.requestDeadlineMs };
      const key = getHeader('Idempotency-Key');
      const answer = await onceForKey(deps.store, { ...options, key, user, request }, (claim) =>
        write(request, user, { ...options, claim }),
      );
      setHeader('Content-Language', answer.language);
      return answer.body;
    },
  };

  async function write(request: GenerateRequest, user: Account, options: CreditOptions & Bounds) {
    const language = findLanguage(request.language_code ?? 'en');
    const picture = await deps.loadPicture(source(request), options).catch(asRefusal);
    return withCredit(deps.store, user, options, async (account) => {
      const { text } = await deps.provider
        .generate({ ...buildPrompt(request, language), picture }, options)
        .catch(asServerError);
      const { credits_available: CreditsAvailable, plan_type } = account;
      return { language: language.code, body: { altText: text, CreditsAvailable, plan_type } };
    });
  }
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
