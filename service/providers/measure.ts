import type { Logger } from 'pino';
import { inClientSpan } from '../metrics/tracing.ts';
import type { CallPurpose, ProviderMetrics } from './metrics.ts';
import { ProviderError, type FailureKind, type Tokens } from './provider.ts';

/** What an operator has to correct, by the kind of the failure. */
const corrections: Partial<Record<FailureKind, string>> = {
  authentication: 'the provider rejected our API key: check it',
  model: 'the provider does not have our model: check its name',
  'no-images': 'the provider or its model takes no images: choose a model that does',
  address: "the provider's address is wrong: check it",
};

/** How often each of them is logged as an error, in milliseconds; otherwise it is a warning. */
const loudEveryMs = 60_000;

/** Counts, measures and traces the calls of a provider, and logs their failures. */
export function createMeasure(
  name: string,
  position: number,
  { metrics, purpose }: { readonly metrics: ProviderMetrics; readonly purpose?: CallPurpose },
) {
  const lastLoud = new Map<FailureKind, number>();
  metrics.begin(name, purpose);

  function report({ kind, status, code, variable, hint }: ProviderError, log: Logger): void {
    const correction = corrections[kind];
    const isLoud = performance.now() - (lastLoud.get(kind) ?? -Infinity) >= loudEveryMs;
    if (correction && isLoud) {
      lastLoud.set(kind, performance.now());
      log.error({ provider: name, purpose, status, code, variable, hint }, correction);
    } else {
      log.warn({ provider: name, purpose, kind, status, code, variable, hint }, 'provider failed');
    }
  }

  const attributes = {
    'gen_ai.provider.name': name,
    'altscribe.provider.position': position,
    ...(purpose && { 'altscribe.purpose': purpose }),
  };

  return <T extends { readonly tokens: Tokens }>(log: Logger, ask: () => Promise<T>): Promise<T> =>
    inClientSpan(
      'ask provider',
      async (span) => {
        const start = performance.now();
        let outcome = 'ok';
        let hint: string | undefined;
        let tokens: Tokens | undefined;
        try {
          const answered = await ask();
          ({ tokens } = answered);
          return answered;
        } catch (error) {
          outcome = 'fault';
          if (error instanceof ProviderError) {
            ({ kind: outcome, hint, tokens } = error);
            if (outcome !== 'aborted') report(error, log);
          }
          throw error;
        } finally {
          if (tokens) {
            metrics.spent(name, tokens, purpose);
            span.setAttribute('gen_ai.usage.input_tokens', tokens.input);
            span.setAttribute('gen_ai.usage.output_tokens', tokens.output);
          }
          const seconds = (performance.now() - start) / 1000;
          metrics.called({ provider: name, position, purpose, outcome, hint, seconds });
        }
      },
      attributes,
    );
}
