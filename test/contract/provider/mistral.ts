import { openAICompatible } from '../../../service/providers/openai.ts';

/** A vendor beside those that come with the service, as somebody would add it. */
export const mistral = openAICompatible({
  name: 'mistral',
  environment: {
    apiKey: 'MISTRAL_API_KEY',
    baseUrl: 'MISTRAL_BASE_URL',
    model: 'MISTRAL_MODEL',
  },
  defaultModel: 'mistral-small-latest',
  defaultBaseUrl: 'https://api.mistral.ai/v1',
  worksWithoutKey: false,
});
