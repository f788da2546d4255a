import {
  circuitBreaker,
  CircuitState,
  ConsecutiveBreaker,
  handleWhen,
  isBrokenCircuitError,
} from 'cockatiel';
import { failure } from './failure.ts';
import { ProviderError, type FailureKind, type Provider } from './provider.ts';

/** Failures in a row after which a provider is skipped; after silence it is at once. */
const failuresToOpen = 5;

/** The part of a provider's time that counts as all of it; some is gone when it is asked. */
const wholeShare = 0.9;

/** How long it is skipped before one call tries it again, in milliseconds. */
const openMs = 10_000;

/** Failures that say something about the provider, rather than about one picture. */
const kinds: ReadonlySet<FailureKind> = new Set([
  'network',
  'timeout',
  'authentication',
  'rate-limit',
  'server',
]);

const stateNames = {
  [CircuitState.Closed]: 'closed',
  [CircuitState.Open]: 'open',
  [CircuitState.HalfOpen]: 'half-open',
  [CircuitState.Isolated]: 'open',
} as const;

export type BreakerState = (typeof stateNames)[CircuitState];

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
  const inARow = new ConsecutiveBreaker(failuresToOpen);
  let isSilent = false;
  let lastAnswerAt = -Infinity;
  const breaker = circuitBreaker(
    handleWhen((error) => error instanceof ProviderError && kinds.has(error.kind)),
    {
      breaker: {
        state: undefined,
        success: () => inARow.success(),
        // Each call would wait for its whole time before the next provider is asked.
        failure: () => inARow.failure() || isSilent,
      },
      halfOpenAfter: openMs,
    },
  );
  breaker.onStateChange((state) => onState(stateNames[state]));
  onState('closed');

  async function ask(...[request, options]: Parameters<typeof provider.generate>): Promise<Answer> {
    const startedAt = Date.now();
    // Not where the call had little time left before: that says nothing about the provider.
    const hasWholeTime = options.deadline - startedAt > providerTimeoutMs * wholeShare;
    try {
      const answer = await provider.generate(request, options);
      lastAnswerAt = Date.now();
      isSilent = false;
      return answer;
    } catch (error) {
      const isTimeout = error instanceof ProviderError && error.kind === 'timeout';
      isSilent = isTimeout && hasWholeTime && lastAnswerAt < startedAt;
      throw error;
    }
  }

  return {
    name: provider.name,
    async generate(request, options) {
      // Only one call tries it again; the others do not wait to see how that goes.
      if (isHalfOpen()) throw failure(provider.name, 'skipped');
      const wasSilent = isSilent;
      const answer = breaker.execute(() => ask(request, options));
      if (wasSilent && isHalfOpen()) {
        answer.catch(() => undefined);
        throw failure(provider.name, 'skipped');
      }
      try {
        return await answer;
      } catch (error) {
        if (isBrokenCircuitError(error)) throw failure(provider.name, 'skipped');
        throw error;
      }
    },
  };

  function isHalfOpen(): boolean {
    return breaker.state === CircuitState.HalfOpen;
  }
}
