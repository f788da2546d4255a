import { failure } from '../providers/failure.ts';
import type { Provider } from '../providers/provider.ts';
import { readAltText, type AltText } from './answer.ts';
import { postprocess, PostprocessingError } from './postprocess.ts';

/**
 * A provider whose answers are alt texts, made fit to be published. An answer that cannot be made into
 * one is a failure of the provider, whatever went wrong with it: the next one may do better.
 */
export function withPostprocessing(provider: Provider): Provider<AltText> {
  return {
    name: provider.name,
    async generate(request, options) {
      const answer = await provider.generate(request, options);
      try {
        const altText = readAltText(answer);
        return { ...altText, text: postprocess(altText.text, request.language) };
      } catch (error) {
        if (error instanceof PostprocessingError) {
          throw failure(provider.name, error.kind, { reason: error.message });
        }
        options.log.error({ provider: provider.name, err: error }, 'an answer could not be read');
        throw failure(provider.name, 'answer');
      }
    },
  };
}
