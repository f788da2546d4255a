import { failure } from '../providers/failure.ts';
import type { Provider } from '../providers/provider.ts';
import { tidy, UntidyTextError } from './tidy.ts';

/** A provider whose texts are tidied; one that cannot be is a failure of the provider. */
export function tidied(provider: Provider): Provider {
  return {
    name: provider.name,
    async generate(request, options) {
      const answer = await provider.generate(request, options);
      try {
        return tidy(answer, request.language);
      } catch (error) {
        if (!(error instanceof UntidyTextError)) throw error;
        throw failure(provider.name, error.kind, { reason: error.message });
      }
    },
  };
}
