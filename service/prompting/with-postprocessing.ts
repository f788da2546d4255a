import { failure } from '../providers/failure.ts';
import type { Provider } from '../providers/provider.ts';
import { readAltText, type AltText } from './answer.ts';
import { postprocess, PostprocessingError } from './postprocess.ts';

/**
 * A provider whose answers are alt texts, made fit to be published. An answer that cannot be made into
 * one is a failure of the provider.
 */
export function withPostprocessing(provider: Provider): Provider<AltText> {
  return {
    name: provider.name,
    async generate(request, options) {
      const answer = readAltText(provider.name, await provider.generate(request, options));
      try {
        return { ...answer, text: postprocess(answer.text, request.language) };
      } catch (error) {
        if (!(error instanceof PostprocessingError)) throw error;
        throw failure(provider.name, error.kind, { reason: error.message });
      }
    },
  };
}
