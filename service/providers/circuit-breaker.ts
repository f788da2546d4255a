// cockatiel's breaker uses the wall clock, which may be set back, and counts a trial that the caller
// aborted as a success.

import type { Logger } from 'pino';
import { failure, ProviderError, type CallOptions, type FailureKind } from './provider.ts';

/** Failures in a row after which a provider is skipped; after a time-out it is skipped immediately. */
const failuresToOpen = 5;

/** The share of a provider's time that counts as all of it; some has passed when it is asked. */
const wholeShare = 0.9;

/** With less than this share of its time, a time-out says nothing about a provider. */
export const leastShare = 0.25;

/** How long it is skipped before one call tries it again, in milliseconds. */
const openMs = 10_000;

/** The same without a model or an API to ask: only people can change that. */
const openOnDeadModelMs = 60_000;

/**
 * A provider may ask us to wait for days, and be well again after a minute: as often as this, in
 * milliseconds, one call tries it all the same.
 */
export const trialEveryMs = 60_000;

/** Failures that are about the provider, not about one image. */
const kinds: ReadonlySet<FailureKind> = new Set([
  'network',
  'timeout',
  'authentication',
  'model',
  'no-images',
  'address',
  'rate-limit',
  'server',
]);

/** Whether a failure says that the provider does not work: not where it refuses one image or text. */
export function isAboutProvider(kind: FailureKind): boolean {
  return kind === 'skipped' || kinds.has(kind);
}

const deadModel: ReadonlySet<FailureKind | undefined> = new Set(['model', 'no-images', 'address']);

export type BreakerState = 'closed' | 'open' | 'half-open';

interface BreakerOptions {
  /** Longest time for one provider, in milliseconds. */
  readonly providerTimeoutMs: number;
  /** Whether another provider is asked if this one fails, or the call does without it. */
  readonly isReplaceable: boolean;
  /** Called with the initial state, and after every change. */
  onState(state: BreakerState): void;
}

/** Asks the provider. The breaker has to see each attempt of a call. */
type Attempt<T> = (ask: () => Promise<T>) => Promise<T>;

export interface CircuitBreaker {
  /**
   * Lets a call pass, unless the provider is skipped.
   * @param work asks the provider, through `attempt`, once or, if it may, again
   * @throws ProviderError `skipped`, or what the work throws
   */
  pass<T>(
    call: CallOptions,
    work: (attempt: Attempt<T>, mayRetry: boolean) => Promise<T>,
  ): Promise<T>;
}

/**
 * Skips a provider for a short while if it keeps failing, timed out or does not have our model; then
 * one call tries it. If it states when to ask again, it is not asked before, except by one call a
 * minute. After a time-out, no caller waits for a trial if another provider can be asked meanwhile.
 */
export function createCircuitBreaker(
  name: string,
  { providerTimeoutMs, isReplaceable, onState }: BreakerOptions,
): CircuitBreaker {
  let state: BreakerState = 'closed';
  /** Why it is open. */
  let cause: FailureKind | undefined;
  /** It is open until then. */
  let retryAt = 0;
  /** Until when the provider asked us to wait. */
  let askedUntil = 0;
  /** Whether it is open because the provider asked for a short wait: afterwards, all calls may go. */
  let isPaused = false;
  let failuresInARow = 0;
  let isSilent = false;
  let lastAnswerAt = -Infinity;
  onState(state);

  function change(to: BreakerState): void {
    if (to === state) return;
    state = to;
    onState(state);
  }

  /** When it may be tried at the earliest, if the provider asked us to wait. */
  const nextTrialAt = () => Math.min(askedUntil, performance.now() + trialEveryMs);

  function open(kind: FailureKind, ms: number, log: Logger): void {
    const now = performance.now();
    retryAt = Math.max(now + ms, nextTrialAt());
    cause = kind;
    if (state === 'closed') {
      const seconds = Math.ceil((retryAt - now) / 1_000);
      log.warn({ provider: name, kind, seconds }, 'circuit breaker open: the provider is skipped');
    }
    change('open');
  }

  function close(log: Logger): void {
    isPaused = false;
    askedUntil = 0;
    failuresInARow = 0;
    if (state !== 'closed') log.info({ provider: name }, 'circuit breaker closed');
    change('closed');
  }

  function skipped(): ProviderError {
    const retryAfterMs = Math.max(0, retryAt - performance.now());
    return failure(name, 'skipped', { cause, retryAfterMs });
  }

  async function attempt<T>(ask: () => Promise<T>, isEarly: boolean, log: Logger): Promise<T> {
    if (!isEarly && performance.now() < askedUntil) throw skipped();
    const isAfterPause = isPaused;
    try {
      const answer = await ask();
      if (isAfterPause && isPaused) close(log);
      return answer;
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error;
      const pause = readPause(error);
      if (pause !== undefined) {
        askedUntil = performance.now() + pause;
        isPaused = pause <= trialEveryMs;
        open(error.kind, 0, log);
      } else if (isAfterPause && isPaused && !kinds.has(error.kind) && error.kind !== 'aborted') {
        // It did answer, if only about this image.
        close(log);
      }
      throw error;
    }
  }

  async function run<T>(
    { deadline, log }: CallOptions,
    work: (attempt: Attempt<T>, mayRetry: boolean) => Promise<T>,
  ): Promise<T> {
    const isTrial = state === 'half-open';
    const startedAt = performance.now();
    const isEarly = isTrial && startedAt < askedUntil;
    // If the call had little time left, a time-out is not the provider's fault.
    const givenShare = (deadline - Date.now()) / providerTimeoutMs;
    try {
      const answer = await work((ask) => attempt(ask, isEarly, log), !isEarly);
      lastAnswerAt = performance.now();
      isSilent = false;
      failuresInARow = 0;
      if (isTrial) close(log);
      return answer;
    } catch (error) {
      const kind = error instanceof ProviderError ? findFault(error, givenShare) : undefined;
      if (kind !== undefined) {
        const isTimeout = kind === 'timeout' && givenShare > wholeShare && lastAnswerAt < startedAt;
        // Without another provider, one slow answer is no reason to refuse all calls.
        isSilent = isTimeout && isReplaceable;
      }
      if (error instanceof ProviderError && readPause(error) !== undefined) failuresInARow += 1;
      else if (kind !== undefined && kinds.has(kind)) failed(kind, isTrial, log);
      // It did answer, if only about this image.
      else if (isTrial && kind !== undefined) close(log);
      // The outcome is unknown: the next call tries it again.
      else if (isTrial) change('open');
      throw error;
    }
  }

  function failed(kind: FailureKind, isTrial: boolean, log: Logger): void {
    failuresInARow += 1;
    // Immediately after a time-out: otherwise each call would wait that long before the next provider.
    const isEnough = failuresInARow >= failuresToOpen || isSilent || deadModel.has(kind);
    if (!isTrial && !((state === 'closed' || isPaused) && isEnough)) return;
    isPaused = false;
    open(kind, deadModel.has(kind) ? openOnDeadModelMs : openMs, log);
  }

  return {
    async pass(call, work) {
      if (state === 'closed' || isPaused) return run(call, work);
      // Only one call tries it again; the others do not wait for the outcome.
      if (state === 'half-open' || performance.now() < retryAt) throw skipped();
      retryAt = nextTrialAt();
      change('half-open');
      const answer = run(call, work);
      if (!isSilent) return answer;
      answer.catch(() => undefined);
      throw skipped();
    },
  };
}

/** The kind of a failure, unless the caller hung up or came too late: neither is the provider's fault. */
function findFault({ kind }: ProviderError, givenShare: number): FailureKind | undefined {
  const isCallers = kind === 'aborted' || (kind === 'timeout' && givenShare < leastShare);
  return isCallers ? undefined : kind;
}

/** How long a failed provider asks us to wait, in milliseconds, if it does. */
function readPause({ kind, retryAfterMs = 0 }: ProviderError): number | undefined {
  const isAsked = (kind === 'rate-limit' || kind === 'server') && retryAfterMs > 0;
  return isAsked ? retryAfterMs : undefined;
}
