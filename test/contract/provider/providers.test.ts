import { gemini } from '../../../service/providers/gemini.ts';
import { openai } from '../../../service/providers/openai.ts';
import { mistral } from './mistral.ts';
import { providerContract } from './suite.ts';

providerContract(openai, 'openai');
providerContract(gemini, 'gemini');
providerContract(mistral, 'openai');
