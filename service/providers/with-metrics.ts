import type { Span } from '@opentelemetry/api';
import type { Logger } from 'pino';
import { inClientSpan } from '../tracing/spans.ts';
import { ProviderError, type CallOptions, type ModelRequest, type Provider } from './provider.ts';
import type { ProviderMetrics } from './metrics.ts';

/** How often a refused key is logged as an error, in milliseconds; otherwise it is a warning. */
const loudEveryMs = 60_000;

export interface MetricsOptions {
  readonly metrics: ProviderMetrics;
  /** Place in the chain, from 0. */
  readonly position: number;
}

/** A provider whose calls are counted and measured, and whose failures are logged. */
export function withMetrics<Answer>(
  provider: Provider<Answer>,
  { metrics, position }: MetricsOptions,
): Provider<Answer> {
  const { name } = provider;
  let lastLoud = -Infinity;

  function report({ kind, status, code }: ProviderError, log: Logger): void {
    const isLoud = kind === 'authentication' && Date.now() - lastLoud >= loudEveryMs;
    if (isLoud) {
      lastLoud = Date.now();
      log.error({ provider: name, status, code }, 'the provider refuses our API key: check it');
    } else {
      log.warn({ provider: name, kind, status, code }, 'provider failed');
    }
  }

  function ask(request: ModelRequest, options: CallOptions, span: Span): Promise<Answer> {
    return provider.generate(request, {
      onTokens(tokens) {
        metrics.spent(name, tokens);
        span.setAttribute('gen_ai.usage.input_tokens', tokens.input);
        span.setAttribute('gen_ai.usage.output_tokens', tokens.output);
      },
      ...options,
    });
  }

  return {
    name,
    async generate(request, options) {
      const start = performance.now();
      let outcome = 'ok';
      try {
        const attributes = {
          'gen_ai.provider.name': name,
          'altscribe.provider.position': position,
        };
        return await inClientSpan(
          'ask provider',
          (span) => ask(request, options, span),
          attributes,
        );
      } catch (error) {
        outcome = error instanceof ProviderError ? error.kind : 'fault';
        if (error instanceof ProviderError && error.kind !== 'aborted') report(error, options.log);
        throw error;
      } finally {
        metrics.called({
          provider: name,
          position,
          outcome,
          seconds: (performance.now() - start) / 1000,
        });
      }
    },
  };
}
