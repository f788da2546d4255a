// cockatiel's breaker goes by the clock of the day, which may be set back, and takes a trial that the
// caller has ended for one that went well.

import { failure, ProviderError, type FailureKind, type Provider } from './provider.ts';

/** Failures in a row after which a provider is skipped; after silence it is at once. */
const failuresToOpen = 5;

/** The part of a provider's time that counts as all of it; some is gone when it is asked. */
const wholeShare = 0.9;

/** How long it is skipped before one call tries it again, in milliseconds. */
const openMs = 10_000;

/** Failures that say something about the provider, rather than about one image. */
const kinds: ReadonlySet<FailureKind> = new Set([
  'network',
  'timeout',
  'authentication',
  'rate-limit',
  'server',
]);

export type BreakerState = 'closed' | 'open' | 'half-open';

/**
 * A provider that is skipped for a short while when it keeps failing, or has been silent; then one
 * call tries it. After silence nobody waits for that call: another provider is asked beside it.
 * @param providerTimeoutMs longest time for one provider, in milliseconds
 * @param onState called with the state at the beginning, and after every change
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
    // Not where the call had little time left before: that says nothing about the provider.
    const hasWholeTime = options.deadline - Date.now() > providerTimeoutMs * wholeShare;
    try {
      const answer = await provider.generate(request, options);
      lastAnswerAt = performance.now();
      isSilent = false;
      succeeded(isTrial);
      return answer;
    } catch (error) {
      const kind = error instanceof ProviderError ? error.kind : undefined;
      // A caller who has gone says nothing about the provider.
      if (kind !== 'aborted') {
        isSilent = kind === 'timeout' && hasWholeTime && lastAnswerAt < startedAt;
      }
      if (kind !== undefined && kinds.has(kind)) failed(isTrial);
      // It was there to answer, if only about this image.
      else if (isTrial && kind !== undefined && kind !== 'aborted') succeeded(isTrial);
      // Nobody knows how it would have gone: the next call tries it again.
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
    // After silence at once: each call would wait for its whole time before the next provider is asked.
    const opens = state === 'closed' && (failuresInARow >= failuresToOpen || isSilent);
    if (!isTrial && !opens) return;
    openedAt = performance.now();
    change('open');
  }

  return {
    name: provider.name,
    async generate(request, options) {
      if (state === 'closed') return ask(request, options);
      // Only one call tries it again; the others do not wait to see how that goes.
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
