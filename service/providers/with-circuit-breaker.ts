// cockatiel's breaker uses the wall clock, which may be set back, and counts a trial that the caller
// aborted as a success.

import { failure, ProviderError, type FailureKind, type Provider } from './provider.ts';

/** Failures in a row after which a provider is skipped; after a time-out it is skipped immediately. */
const failuresToOpen = 5;

/** The share of a provider's time that counts as all of it; some has passed when it is asked. */
const wholeShare = 0.9;

/** How long it is skipped before one call tries it again, in milliseconds. */
const openMs = 10_000;

/** Failures that are about the provider, not about one image. */
const kinds: ReadonlySet<FailureKind> = new Set([
  'network',
  'timeout',
  'authentication',
  'rate-limit',
  'server',
]);

export type BreakerState = 'closed' | 'open' | 'half-open';

/**
 * A provider that is skipped for a short while if it keeps failing or timed out; then one call tries
 * it. After a time-out, no caller waits for that trial: another provider is asked at the same time.
 * @param providerTimeoutMs longest time for one provider, in milliseconds
 * @param onState called with the initial state, and after every change
 */
export function withCircuitBreaker<Answer>(
  provider: Provider<Answer>,
  providerTimeoutMs: number,
  onState: (state: BreakerState) => void,
): Provider<Answer> {
  let state: BreakerState = 'closed';
  let failuresInARow = 0;
  let openedAt = 0;
  let isSilent = false;
  let lastAnswerAt = -Infinity;
  onState(state);

  function change(to: BreakerState): void {
    if (to === state) return;
    state = to;
    onState(state);
  }

  async function ask(...[request, options]: Parameters<typeof provider.generate>): Promise<Answer> {
    const isTrial = state === 'half-open';
    const startedAt = performance.now();
    // Not if the call had little time left: then the time-out is not the provider's fault.
    const hasWholeTime = options.deadline - Date.now() > providerTimeoutMs * wholeShare;
    try {
      const answer = await provider.generate(request, options);
      lastAnswerAt = performance.now();
      isSilent = false;
      succeeded(isTrial);
      return answer;
    } catch (error) {
      const kind = error instanceof ProviderError ? error.kind : undefined;
      // A caller who hung up is not the provider's fault.
      if (kind !== 'aborted') {
        isSilent = kind === 'timeout' && hasWholeTime && lastAnswerAt < startedAt;
      }
      if (kind !== undefined && kinds.has(kind)) failed(isTrial);
      // It did answer, if only about this image.
      else if (isTrial && kind !== undefined && kind !== 'aborted') succeeded(isTrial);
      // The outcome is unknown: the next call tries it again.
      else if (isTrial) change('open');
      throw error;
    }
  }

  function succeeded(isTrial: boolean): void {
    failuresInARow = 0;
    if (isTrial) change('closed');
  }

  function failed(isTrial: boolean): void {
    failuresInARow += 1;
    // Immediately after a time-out: otherwise each call would wait that long before the next provider.
    const opens = state === 'closed' && (failuresInARow >= failuresToOpen || isSilent);
    if (!isTrial && !opens) return;
    openedAt = performance.now();
    change('open');
  }

  return {
    name: provider.name,
    async generate(request, options) {
      if (state === 'closed') return ask(request, options);
      // Only one call tries it again; the others do not wait for the outcome.
      if (state === 'half-open' || performance.now() - openedAt < openMs) {
        throw failure(provider.name, 'skipped');
      }
      change('half-open');
      const answer = ask(request, options);
      if (!isSilent) return answer;
      answer.catch(() => undefined);
      throw failure(provider.name, 'skipped');
    },
  };
}
