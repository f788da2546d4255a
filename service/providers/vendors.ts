import { gemini } from './gemini.ts';
import { openai } from './openai.ts';
import type { Vendor } from './vendor.ts';

/** Every vendor whose models can be asked, in the order in which they are asked. */
export const vendors: readonly Vendor[] = [openai, gemini];
