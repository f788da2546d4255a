import { failure } from './failure.ts';

/** Room for an answer and for what a model thinks before it, in tokens. */
export const maxAnswerTokens = 2_000;

/**
 * Returns the text of an answer.
 * @throws ProviderError when there is none
 */
export function requireContent(provider: string, content: string | null | undefined): string {
  if (!content?.trim()) throw failure(provider, 'answer', { reason: 'the answer is empty' });
  return content;
}
