import { openAICompatible } from '../../../service/providers/openai.ts';

/** An additional vendor, as a developer would add it. */
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
