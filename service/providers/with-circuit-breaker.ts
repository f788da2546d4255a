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
 * A provider that is skipped for a short while when it keeps failing; then one call tries it.
 * @param onState called with the state at the beginning, and after every change
 */
export function withCircuitBreaker<Answer>(
  provider: Provider<Answer>,
  onState: (state: BreakerState) => void,
): Provider<Answer> {
  const inARow = new ConsecutiveBreaker(failuresToOpen);
  let wasSilent = false;
  const breaker = circuitBreaker(
    handleWhen((error) => error instanceof ProviderError && kinds.has(error.kind)),
    {
      breaker: {
        state: undefined,
        success: () => inARow.success(),
        // Each call would wait for its whole time before the next provider is asked.
        failure: () => inARow.failure() || wasSilent,
      },
      halfOpenAfter: openMs,
    },
  );
  breaker.onFailure(({ reason }) => {
    const error = 'error' in reason ? reason.error : undefined;
    wasSilent = error instanceof ProviderError && error.kind === 'timeout';
  });
  breaker.onStateChange((state) => onState(stateNames[state]));
  onState('closed');
  return {
    name: provider.name,
    async generate(request, options) {
      // Only one call tries it again; the others do not wait to see how that goes.
      if (breaker.state === CircuitState.HalfOpen) throw failure(provider.name, 'skipped');
      try {
        return await breaker.execute(() => provider.generate(request, options));
      } catch (error) {
        if (isBrokenCircuitError(error)) throw failure(provider.name, 'skipped');
        throw error;
      }
    },
  };
}
