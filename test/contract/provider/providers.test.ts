import { createGemini } from '../../../service/providers/gemini.ts';
import { limitResponses } from '../../../service/providers/limit-responses.ts';
import { createOpenAI } from '../../../service/providers/openai.ts';
import { providerContract } from './suite.ts';

limitResponses();

providerContract('openai', ({ openaiBaseUrl }) =>
  createOpenAI({ apiKey: 'secret-key', baseUrl: openaiBaseUrl, model: 'a-model' }),
);

providerContract('gemini', ({ geminiBaseUrl }) =>
  createGemini({ apiKey: 'secret-key', baseUrl: geminiBaseUrl, model: 'a-model' }),
);
