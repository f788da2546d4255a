import { gemini } from '../../../service/providers/gemini.ts';
import { prepareBuiltInFetch } from '../../../service/providers/image-fetch.ts';
import { openai } from '../../../service/providers/openai.ts';
import { mistral } from './mistral.ts';
import { providerContract } from './suite.ts';

// As at the start of the service.
prepareBuiltInFetch();

providerContract(openai, 'openai');
providerContract(gemini, 'gemini');
providerContract(mistral, 'openai');
