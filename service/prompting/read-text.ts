import type { ModelRequest } from '../providers/provider.ts';
import { postprocess, readAltText, type AltText } from './answer.ts';
import { readLongDescription } from './long-description.ts';

/**
 * Makes a text that is ready to publish of a model's answer: an alt text, or a long description.
 * @throws UnusableAnswerError if there is none in it
 */
export function readText(answer: string, { isLong, language }: ModelRequest): AltText {
  if (isLong) return readLongDescription(answer, language);
  const { text, purpose } = readAltText(answer);
  return { text: postprocess(text, language), ...(purpose && { purpose }) };
}
