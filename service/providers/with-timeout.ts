import { runWithTimeout } from '../concurrency/time-out.ts';
import { failure } from './failure.ts';
import type { Provider } from './provider.ts';

/** A provider that must answer before the deadline, whether or not it stops when told to. */
export function withTimeout<Answer>(provider: Provider<Answer>): Provider<Answer> {
  return {
    name: provider.name,
    generate: (request, options) =>
      runWithTimeout(
        (getSignal) => provider.generate(request, { ...options, signal: getSignal() }),
        {
          ms: options.deadline - Date.now(),
          signal: options.signal,
          onStop: (reason) => failure(provider.name, reason),
        },
      ),
  };
}
