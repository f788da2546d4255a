import { failure, type Provider } from '../providers/provider.ts';
import { postprocess, PostprocessingError, readAltText, type AltText } from './answer.ts';
import { readLongDescription } from './long-description.ts';

/**
 * A provider whose answers are texts that are ready to publish: alt texts, or long descriptions. If an answer can't be made into
 * one, it counts as a failure of the provider, because the next one may do better.
 */
export function withPostprocessing(provider: Provider): Provider<AltText> {
  return {
    name: provider.name,
    async generate(request, options) {
      const answer = await provider.generate(request, options);
      const read = request.isLong ? readLongDescription : readOneLine;
      try {
        return read(answer, request.language);
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

function readOneLine(answer: string, languageCode: string): AltText {
  const { text, purpose } = readAltText(answer);
  return { text: postprocess(text, languageCode), ...(purpose && { purpose }) };
}
