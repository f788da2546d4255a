import { openAICompatible } from './openai-compatible.ts';

/** OpenAI, or in its place a model server of one's own, which may need no key. */
export const openai = openAICompatible({
  name: 'openai',
  environment: {
    apiKey: 'OPENAI_API_KEY',
    baseUrl: 'OPENAI_BASE_URL',
    model: 'OPENAI_MODEL',
  },
  defaultModel: 'gpt-5.4-mini',
  defaultBaseUrl: 'https://api.openai.com/v1',
  worksWithoutKey: true,
});
