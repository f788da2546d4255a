import * as z from 'zod';
import { generateRequest, generateResponse, type GenerateResponse } from '../../shared/contract.ts';
import { findLanguage, type Language } from '../../shared/languages.ts';
import { findLanguageCode } from '../../shared/match-language.ts';
import { shownCredits } from '../accounts/accounts.ts';
import { requireCredit, reserveCredit, type Reversals } from '../accounts/credits.ts';
import { CallerGoneError } from '../accounts/errors.ts';
import { claimIdempotencyKey } from '../accounts/idempotency.ts';
import type { DailyLimits } from '../accounts/daily-limits.ts';
import type { CallRecorder, UsageRecorder } from '../accounts/write-behind.ts';
import { ImageError, type ImageSource, type ReadImage } from '../images/image.ts';
import type { LowCreditsNotice } from '../mail/low-credits.ts';
import { purposes, type AltText } from '../prompting/answer.ts';
import { buildPrompt, promptVersion } from '../prompting/prompt.ts';
import type { SecondOpinion } from '../prompting/second-opinion.ts';
import type { Generate } from '../providers/chain.ts';
import { ProviderError } from '../providers/provider.ts';
import type { Account } from '../storage/interfaces/accounts.ts';
import type { AccountStore } from '../storage/interfaces/storage-backend.ts';
import { inSpan } from '../metrics/tracing.ts';
import { createAltTextCache, type CacheDeps } from './alt-text-cache.ts';
import type { Call, Operation } from './operation.ts';
import { recordCall, type Done } from './record-call.ts';

type GenerateRequest = z.infer<typeof generateRequest>;

interface GenerateAltTextDeps extends CacheDeps {
  readonly accountStore: AccountStore;
  readonly usage: UsageRecorder;
  readonly calls: CallRecorder;
  readonly reversals: Reversals;
  readonly dailyLimits: DailyLimits;
  /** Tells the owner if credits run low. */
  readonly noticeLowCredits?: LowCreditsNotice | undefined;
  readonly readImage: ReadImage;
  /** Asks the providers for a text that is ready to publish. */
  readonly generate: Generate<AltText>;
  /** Undefined with a single provider. */
  readonly secondOpinion: SecondOpinion | undefined;
  /** Whether texts get a second opinion if the request does not say. */
  readonly verifyTexts: boolean;
  /** Time for the whole call, in milliseconds. */
  readonly requestDeadlineMs: number;
}

/** The parts of a response outside its body. Results of older releases lack some of them. */
const headersSchema = z.object({
  language: z.string(),
  purpose: z.enum(purposes).optional(),
  /** The model that wrote the text. */
  model: z.string().optional(),
  /** The version of our instructions to it. */
  promptVersion: z.string().optional(),
  /** What a second model could not confirm; none: it confirmed all. */
  doubts: z.array(z.string()).optional(),
});

/** A response as recorded for an idempotency key. */
const resultSchema = headersSchema.extend({ body: generateResponse });

/** The same without the parts that change between calls: balance and plan. */
const cachedSchema = headersSchema.extend({ body: generateResponse.pick({ altText: true }) });

type HeaderValues = z.infer<typeof headersSchema>;
type Result = z.infer<typeof resultSchema>;

/** `POST /v1/generate-alt-text-api`: writes alt text for one image, for one credit. */
export function generateAltText(
  deps: GenerateAltTextDeps,
): Operation<GenerateRequest, GenerateResponse> {
  const cache = createAltTextCache(deps, cachedSchema);

  /**
   * One call, from the request to its result: idempotency key, image, cache, daily limits, credit,
   * providers (their order is in `createChain` and `createLink`), second opinion, and settling. It
   * releases everything that it hasn't used. `recordCall` records how it ends.
   */
  async function generate(
    request: GenerateRequest,
    call: Call,
    language: Language,
  ): Promise<Done<Result>> {
    const { user, requestId, log, signal, memory } = call;
    const deadline = Date.now() + deps.requestDeadlineMs;
    const options = { user, requestId, log, signal, memory, deadline };

    const key = call.getHeader('Idempotency-Key');
    await using hold = await inSpan('claim idempotency key', () =>
      claimIdempotencyKey(deps.accountStore, { key, request, ...options }),
    );
    if (hold.recorded !== undefined) {
      call.setHeader('Idempotency-Replayed', 'true');
      return { result: resultSchema.parse(JSON.parse(hold.recorded)), outcome: 'cached' };
    }

    const prompt = buildPrompt(request, language);
    const field = request.image_file ? 'image_file' : 'image_url';
    const source = await inSpan('read image', () => deps.readImage(takeSource(request), options));

    const isVerified = request.verify ?? deps.verifyTexts;
    const entry = cache.entryFor({ prompt, imageDigest: source.digest, isVerified }, call);
    const cached = await inSpan('look up cache', () => entry.find());
    if (cached) {
      const result = toResult(cached, cached.body.altText, user);
      await hold.record(result);
      return { result, outcome: 'cached' };
    }

    // Decoding takes processor time from everyone, so a call that cannot be paid isn't decoded.
    requireCredit(user);
    const { image, parts } = await inSpan('decode image', () => source.normalise());

    const { accountStore, reversals, dailyLimits, secondOpinion } = deps;
    const { owner_id: ownerId, owner_daily_calls_max: ownerLimit } = call.apiKey;
    await using counted = await inSpan('count call', () =>
      dailyLimits.count(ownerId, ownerLimit, log),
    );
    await using credit = await inSpan('reserve credit', () =>
      reserveCredit(accountStore, { hold, reversals, onEnd: deps.noticeLowCredits, ...options }),
    );
    if (signal.aborted) throw new CallerGoneError();
    // What a provider has answered costs, whatever comes of it, and also what nobody waits for any more.
    const { answer, provider, position } = await deps
      .generate({ image, parts, ...prompt }, options)
      .catch((error: unknown) => {
        if (signal.aborted || (error instanceof ProviderError && error.tokens)) counted.keep();
        throw asImageError(error, field);
      });
    counted.keep();

    const { text, purpose } = answer;
    const model = deps.models[position];
    // The words of a link, and of an image without content, are not in the image.
    const isInImage = purpose !== 'functional' && purpose !== 'decorative';
    const written = { text, writer: provider, image, parts, prompt };
    const doubts =
      isVerified && isInImage && secondOpinion
        ? await inSpan('ask for a second opinion', () => secondOpinion(written, options))
        : undefined;
    const values = { language: prompt.language, purpose, model, promptVersion, doubts };
    const result = toResult(values, text, credit.account);
    await inSpan('settle credit', () => credit.settle(result));
    await inSpan('write cache', () => entry.put(result));
    return {
      result,
      outcome: 'ok',
      credits: credit.credits,
      provider,
      model: model ?? null,
      position,
    };
  }

  return {
    path: '/v1/generate-alt-text-api',
    request: generateRequest,
    response: generateResponse,
    async handle(request, call) {
      const { language_code: code = 'en' } = request;
      const language = findLanguage(code);
      // An invalid code may be any text, and does not belong in a log.
      if (!findLanguageCode(code) && /^[\w-]{1,35}$/.test(code)) {
        call.log.warn({ language_code: code }, 'unknown language: the text is in English');
      }
      const result = await recordCall(deps, call, language.code, () =>
        generate(request, call, language),
      );
      call.setHeader('Content-Language', result.language);
      const { purpose, model, promptVersion: version, doubts } = result;
      if (purpose) call.setHeader('Altscribe-Purpose', purpose);
      // Operators may give a model any name, and a header holds only ASCII.
      if (model) call.setHeader('Altscribe-Model', encodeURI(model));
      if (version) call.setHeader('Altscribe-Prompt', version);
      if (doubts) call.setHeader('Altscribe-Doubts', toAsciiJson(doubts));
      return result.body;
    },
  };
}

function toResult(values: HeaderValues, altText: string, account: Account): Result {
  const { plan_type } = account;
  const CreditsAvailable = shownCredits(account);
  // Checked before the call is settled: what is recorded for its idempotency key can be read again.
  return resultSchema.parse({ ...values, body: { altText, CreditsAvailable, plan_type } });
}

/** JSON in ASCII, as a header needs it. */
function toAsciiJson(value: unknown): string {
  return JSON.stringify(value).replace(
    /[^ -~]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/**
 * Removes the image from the request, which lives as long as the call. If both fields are given,
 * `image_file` is used, because it needs no fetch.
 */
function takeSource(request: GenerateRequest): ImageSource {
  const { image_file, image_url = '' } = request;
  request.image_file = undefined;
  return image_file ? { image_file } : { image_url };
}

/** If every provider that was asked says it cannot read the image, the error names its field. */
function asImageError(error: unknown, field: ImageError['field']): unknown {
  if (!(error instanceof ProviderError) || error.kind !== 'image') return error;
  return new ImageError(
    field,
    'image_rejected',
    'None of the AI models could read the image. Save it again as JPEG or PNG, or send another image.',
  );
}
