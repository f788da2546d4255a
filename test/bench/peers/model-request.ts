import { initialDialect, parameters } from '../../../service/providers/openai.ts';
import { buildPrompt } from '../../../service/prompting/prompt.ts';
import { findLanguage } from '../../../shared/languages.ts';
import { toDataUri } from '../images.ts';

export const openaiModel = 'gpt-5.4-mini';
export const geminiModel = 'gemini-3.8-flash';

/** The service's request to OpenAI for an image, for other clients. */
export function modelRequest(image: Buffer) {
  const { instructions, context, schema } = buildPrompt({}, findLanguage('en'));
  return {
    model: openaiModel,
    messages: [
      { role: 'system' as const, content: instructions },
      {
        role: 'user' as const,
        content: [
          { type: 'text' as const, text: context },
          { type: 'image_url' as const, image_url: { url: toDataUri(image) } },
        ],
      },
    ],
    ...parameters(initialDialect, { schema }),
  };
}
