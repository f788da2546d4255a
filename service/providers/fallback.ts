import { ProviderError, type Provider } from './provider.ts';

/**
 * A provider made of providers: it asks them in order until one answers. Each has its share of the
 * time that is left, so that the last ones have some whatever the first ones do.
 * @param providerTimeoutMs longest time for one provider, in milliseconds
 */
export function fallback<Answer>(
  providers: readonly Provider<Answer>[],
  providerTimeoutMs: number,
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
      throw allFailed(failures);
    },
  };
}

/**
 * One error that names which provider failed how. Its kind is the last one's; the picture is the
 * reason only where all that were asked say so.
 */
function allFailed(failures: readonly ProviderError[]): ProviderError {
  const asked = failures.map(({ kind }) => kind).filter((kind) => kind !== 'skipped');
  const kind = asked.findLast((one) => one !== 'picture') ?? asked.at(-1) ?? 'server';
  return new ProviderError(kind, failures.map((error) => error.message).join('; '));
}
