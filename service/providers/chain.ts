import { setTimeout as sleep } from 'node:timers/promises';

import type { Logger } from 'pino';
import { runWithTimeout } from '../concurrency/pending-tasks.ts';
import { inClientSpan, type StepSpan } from '../metrics/tracing.ts';
import type { CallPurpose, ProviderMetrics } from './metrics.ts';
import {
  failure,
  ProviderError,
  type CallOptions,
  type FailureKind,
  type ModelRequest,
  type Provider,
} from './provider.ts';
import { trialEveryMs, withCircuitBreaker } from './with-circuit-breaker.ts';

/**
 * A provider made of providers: it asks them in order until one answers. Each gets a share of the
 * remaining time, so the first ones cannot use it all up.
 */
function fallback<Answer>(
  providers: readonly Provider<Answer>[],
  {
    providerTimeoutMs,
    onAllFailed,
  }: Pick<ChainOptions<Answer>, 'providerTimeoutMs' | 'onAllFailed'>,
): Provider<Answer> {
  return {
    name: providers.map((provider) => provider.name).join(', '),
    async generate(request, options) {
      const { signal, deadline } = options;
      const failures: ProviderError[] = [];
      for (const [index, provider] of providers.entries()) {
        const now = Date.now();
        const share = Math.min(providerTimeoutMs, (deadline - now) / (providers.length - index));
        try {
          const answer = await provider.generate(request, { ...options, deadline: now + share });
          options.onAnswer?.(provider.name, index);
          return answer;
        } catch (error) {
          if (!(error instanceof ProviderError) || signal.aborted) throw error;
          failures.push(error);
        }
      }
      onAllFailed?.(failures.map(({ kind }) => kind));
      throw allFailed(failures);
    },
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

// cockatiel's policies do not fit: its retry keeps waiting after an abort, its time-out looks like one.

/** Wait before a retry if the provider named no time, in milliseconds. */
const backoffMs = 250;

/** Less time than this is not worth a second try, in milliseconds. */
const leastUsefulMs = 1_000;

/**
 * A provider that is asked once more after a broken connection, a server error or a `Retry-After`, if
 * the deadline leaves time for it. It is never asked again after a time-out, or after a refusal that
 * will not change.
 * @param maxWaitMs longest wait before the retry, in milliseconds
 */
function withRetry<Answer>(provider: Provider<Answer>, maxWaitMs: number): Provider<Answer> {
  return {
    name: provider.name,
    async generate(request, options) {
      try {
        return await provider.generate(request, options);
      } catch (error) {
        const wait = error instanceof ProviderError ? waitBeforeRetry(error) : undefined;
        if (wait === undefined || wait > maxWaitMs) throw error;
        if (Date.now() + wait + leastUsefulMs > options.deadline) throw error;
        await sleep(wait, undefined, { signal: options.signal }).catch(() => {
          throw failure(provider.name, 'aborted');
        });
        return provider.generate(request, options);
      }
    },
  };
}

function waitBeforeRetry({ kind, retryAfterMs }: ProviderError): number | undefined {
  if (kind === 'network' || kind === 'server') return retryAfterMs ?? backoffMs;
  return kind === 'rate-limit' || kind === 'skipped' ? retryAfterMs : undefined;
}

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

/** What an operator has to correct, by the kind of the failure. */
const corrections: Partial<Record<FailureKind, string>> = {
  authentication: 'the provider rejected our API key: check it',
  model: 'the provider does not have our model: check its name',
  'no-images': 'the provider or its model takes no images: choose a model that does',
  address: "the provider's address is wrong: check it",
};

/** How often each of them is logged as an error, in milliseconds; otherwise it is a warning. */
const loudEveryMs = 60_000;

interface MetricsOptions {
  readonly metrics: ProviderMetrics;
  /** Place in the chain, from 0. */
  readonly position: number;
  readonly purpose?: CallPurpose;
}

/** A provider whose calls are counted and measured, and whose failures are logged. */
export function withMetrics<Answer>(
  provider: Provider<Answer>,
  { metrics, position, purpose }: MetricsOptions,
): Provider<Answer> {
  const { name } = provider;
  const lastLoud = new Map<FailureKind, number>();

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

  function ask(request: ModelRequest, options: CallOptions, span: StepSpan): Promise<Answer> {
    return provider.generate(request, {
      ...options,
      onTokens(tokens) {
        options.onTokens?.(tokens);
        metrics.spent(name, tokens, purpose);
        span.setAttribute('gen_ai.usage.input_tokens', tokens.input);
        span.setAttribute('gen_ai.usage.output_tokens', tokens.output);
      },
    });
  }

  return {
    name,
    async generate(request, options) {
      const start = performance.now();
      let outcome = 'ok';
      let hint: string | undefined;
      try {
        const attributes = {
          'gen_ai.provider.name': name,
          'altscribe.provider.position': position,
          ...(purpose && { 'altscribe.purpose': purpose }),
        };
        return await inClientSpan(
          'ask provider',
          (span) => ask(request, options, span),
          attributes,
        );
      } catch (error) {
        outcome = error instanceof ProviderError ? error.kind : 'fault';
        hint = error instanceof ProviderError ? error.hint : undefined;
        if (error instanceof ProviderError && error.kind !== 'aborted') report(error, options.log);
        throw error;
      } finally {
        metrics.called({
          provider: name,
          position,
          purpose,
          outcome,
          hint,
          seconds: (performance.now() - start) / 1000,
        });
      }
    },
  };
}

interface ChainOptions<Answer> {
  /** Longest time for one provider, its retry included, in milliseconds. */
  readonly providerTimeoutMs: number;
  /** Time for a whole call, in milliseconds: each provider gets its share at most. */
  readonly requestDeadlineMs: number;
  /** Decorates a provider: it turns the model's text into the answer, or fails. */
  withPostprocessing(provider: Provider): Provider<Answer>;
  readonly metrics: ProviderMetrics;
  /** Called with the kind of each provider's failure, if none has answered. */
  onAllFailed?(kinds: readonly FailureKind[]): void;
}

/** Longest wait that a provider may ask for while another one could answer, in milliseconds. */
const maxRetryWaitMs = 2_000;

/**
 * The providers in order, as one. Each has a time-out, postprocessing, metrics, one retry and a
 * circuit breaker.
 */
export function providerChain<Answer>(
  providers: readonly Provider[],
  options: ChainOptions<Answer>,
): Provider<Answer> {
  const links = providers.map((provider, position) => {
    const isLast = position === providers.length - 1;
    options.metrics.begin(provider.name);
    const one = withMetrics(options.withPostprocessing(withTimeout(provider)), {
      ...options,
      position,
    });
    return withCircuitBreaker(one, {
      ...options,
      // More than that it never has, so a time-out after it is the provider's own.
      providerTimeoutMs: Math.min(
        options.providerTimeoutMs,
        options.requestDeadlineMs / providers.length,
      ),
      isLast,
      withRetry: (asked) => withRetry(asked, isLast ? Infinity : maxRetryWaitMs),
      onState: (state) => options.metrics.breaker(provider.name, state),
    });
  });
  return fallback(links, options);
}
