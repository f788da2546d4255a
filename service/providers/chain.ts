import { setTimeout as sleep } from 'node:timers/promises';
import { runWithTimeout } from '../concurrency/pending-tasks.ts';
import { createCircuitBreaker, leastShare, trialEveryMs } from './circuit-breaker.ts';
import { createMeasure } from './measure.ts';
import type { CallPurpose, ProviderMetrics } from './metrics.ts';
import {
  failure,
  ProviderError,
  UnusableAnswerError,
  type CallOptions,
  type FailureKind,
  type ModelRequest,
  type Provider,
  type Tokens,
} from './provider.ts';

/** What a model has answered, and which one. */
export interface Generated<Answer> {
  readonly answer: Answer;
  /** The provider's name. */
  readonly provider: string;
  /** Its place in the chain, from 0. */
  readonly position: number;
  readonly tokens: Tokens;
}

/**
 * Asks a provider, or several in order.
 * @throws ProviderError if there is no usable answer, and no other error
 */
export type Generate<Answer> = (
  request: ModelRequest,
  options: CallOptions,
) => Promise<Generated<Answer>>;

/** Makes an answer of a model's text. It throws UnusableAnswerError if there is none in it. */
export type ReadAnswer<Answer> = (text: string, request: ModelRequest) => Answer;

export interface LinkOptions<Answer> {
  readonly read: ReadAnswer<Answer>;
  /** Longest time for one provider, its retry included, in milliseconds. */
  readonly providerTimeoutMs: number;
  readonly metrics: ProviderMetrics;
  readonly purpose?: CallPurpose;
  /** Whether another provider is asked if this one fails, or the call does without it. */
  readonly isReplaceable: boolean;
  /** Longest wait before it is asked once more, in milliseconds; undefined: it never is. */
  readonly maxRetryWaitMs: number | undefined;
}

/** One provider of a chain, and all that happens to a call of it, from the outside in. */
export function createLink<Answer>(
  provider: Provider,
  position: number,
  options: LinkOptions<Answer>,
): Generate<Answer> {
  const { name } = provider;
  const breaker = createCircuitBreaker(name, {
    ...options,
    // Shown, and asked by second opinions: whether the provider writes texts.
    onState(state) {
      if (!options.purpose) options.metrics.breaker(name, state);
    },
  });
  const measure = createMeasure(name, position, options);
  return (request, call) =>
    // Skipped while it keeps failing.
    breaker.pass(call, (attempt, mayRetry) =>
      // Asked once more after a failure that may soon be over.
      askAgain(name, call, mayRetry ? options.maxRetryWaitMs : undefined, () =>
        // Each time, the breaker learns how it ends, then metrics, trace and log.
        attempt(() =>
          measure(call.log, async () => {
            // In time, in a form of request that its server knows, and with a usable answer.
            const answered = await askOnce(provider, options.read, request, call);
            return { ...answered, provider: name, position };
          }),
        ),
      ),
    );
}

/** Asks a provider once, which must answer before the deadline, with an answer that can be read. */
export async function askOnce<Answer>(
  provider: Provider,
  read: ReadAnswer<Answer>,
  request: ModelRequest,
  { log, signal, deadline }: CallOptions,
): Promise<Pick<Generated<Answer>, 'answer' | 'tokens'>> {
  const { name } = provider;
  // Whether or not it stops when told to.
  const { tokens, readText } = await runWithTimeout(
    (getSignal) => provider.generate(request, { signal: getSignal() }),
    { ms: deadline - Date.now(), signal, onStop: (reason) => failure(name, reason) },
  );
  try {
    return { answer: read(readText(), request), tokens };
  } catch (error) {
    // The next provider may do better.
    if (error instanceof UnusableAnswerError) {
      throw failure(name, error.kind, { reason: error.message, tokens });
    }
    log.error({ provider: name, err: error }, 'an answer could not be read');
    throw failure(name, 'answer', { tokens });
  }
}

// cockatiel's policies do not fit: its retry keeps waiting after an abort, its time-out looks like one.

/** Wait before a retry if the provider named no time, in milliseconds. */
const backoffMs = 250;

/** Less time than this is not worth asking a provider, in milliseconds. */
export const leastUsefulMs = 1_000;

/**
 * Asks, and once more after a broken connection, a server error or a `Retry-After`, if the deadline
 * leaves time for it; never after a time-out, or after a refusal that will not change.
 * @param maxWaitMs longest wait before that, in milliseconds; undefined: it asks once
 */
async function askAgain<T>(
  provider: string,
  { signal, deadline }: CallOptions,
  maxWaitMs: number | undefined,
  ask: () => Promise<T>,
): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    const wait = error instanceof ProviderError ? waitBeforeRetry(error) : undefined;
    if (wait === undefined || maxWaitMs === undefined || wait > maxWaitMs) throw error;
    if (Date.now() + wait + leastUsefulMs > deadline) throw error;
    await sleep(wait, undefined, { signal }).catch(() => {
      throw failure(provider, 'aborted');
    });
    return ask();
  }
}

function waitBeforeRetry({ kind, retryAfterMs }: ProviderError): number | undefined {
  if (kind === 'network' || kind === 'server') return retryAfterMs ?? backoffMs;
  return kind === 'rate-limit' || kind === 'skipped' ? retryAfterMs : undefined;
}

/** Longest wait that a provider may ask for while another one could answer, in milliseconds. */
const maxRetryWaitMs = 2_000;

interface ChainOptions<Answer> extends Pick<
  LinkOptions<Answer>,
  'read' | 'metrics' | 'providerTimeoutMs'
> {
  /** Time for a whole call, in milliseconds: each provider gets its share at most. */
  readonly requestDeadlineMs: number;
  /** Called with the kind of each provider's failure, if none has answered and each had time to. */
  onAllFailed?(kinds: readonly FailureKind[]): void;
}

/**
 * Asks providers in order until one answers. Each gets a share of the remaining time, so the first
 * ones cannot use it all up. With hardly any time left, which waiting before may have used up, none
 * is asked: each fails as `timeout`.
 */
export function createChain<Answer>(
  providers: readonly Provider[],
  options: ChainOptions<Answer>,
): Generate<Answer> {
  const { requestDeadlineMs, onAllFailed } = options;
  // More than that it never has, so a time-out after it is the provider's own.
  const share = Math.min(options.providerTimeoutMs, requestDeadlineMs / providers.length);
  /** Less time than this is too little to blame a provider for a time-out, in milliseconds. */
  const fairMs = share * leastShare;
  /** Less time than this is not worth asking, in milliseconds; of short deadlines, it is a part. */
  const leastMs = Math.min(leastUsefulMs, fairMs);
  const links = providers.map((provider, position) => {
    const isReplaceable = position < providers.length - 1;
    const ask = createLink(provider, position, {
      ...options,
      providerTimeoutMs: share,
      isReplaceable,
      maxRetryWaitMs: isReplaceable ? maxRetryWaitMs : Infinity,
    });
    return { name: provider.name, ask };
  });
  return async (request, call) => {
    const { signal, deadline } = call;
    const failures: ProviderError[] = [];
    let isLate = false;
    for (const [position, { name, ask }] of links.entries()) {
      const now = Date.now();
      const msLeft = deadline - now;
      if (msLeft < leastMs) {
        isLate = true;
        failures.push(failure(name, 'timeout', { reason: 'no time was left to ask it' }));
        continue;
      }
      const ms = Math.min(options.providerTimeoutMs, msLeft / (providers.length - position));
      try {
        return await ask(request, { ...call, deadline: now + ms });
      } catch (error) {
        if (!(error instanceof ProviderError) || signal.aborted) throw error;
        failures.push(error);
        isLate ||= error.kind === 'timeout' && ms < fairMs;
      }
    }
    if (!isLate) onAllFailed?.(failures.map(({ kind }) => kind));
    throw allFailed(failures);
  };
}

/**
 * One error that names each provider and its failure. Its kind is that of the last failure; the image
 * is the reason only if all providers say so.
 */
function allFailed(failures: readonly ProviderError[]): ProviderError {
  const asked = failures.map(({ kind }) => kind).filter((kind) => kind !== 'skipped');
  const kind = asked.findLast((one) => one !== 'image') ?? asked.at(-1) ?? 'server';
  return new ProviderError(kind, failures.map((error) => error.message).join('; '), {
    retryAfterMs: findRetryTime(failures),
    tokens: failures.find(({ tokens }) => tokens)?.tokens,
  });
}

/**
 * When the first of the providers can be asked again, in milliseconds: in a minute at the latest.
 * Nothing if one of them can be asked at once. Those that need a correction first do not count.
 */
function findRetryTime(failures: readonly ProviderError[]): number | undefined {
  const times = failures
    .filter(({ variable }) => variable === undefined)
    .map(({ retryAfterMs }) => retryAfterMs);
  const known = times.filter((time) => time !== undefined);
  return known.length > 0 && known.length === times.length
    ? Math.min(trialEveryMs, ...known)
    : undefined;
}
