import { failure } from './failure.ts';

/** Room for an answer and for what a model thinks before it, in tokens. */
export const maxAnswerTokens = 2_000;

/**
 * What a model said.
 * @throws ProviderError when it said nothing
 */
export function requireContent(provider: string, content: string | null | undefined): string {
  if (!content?.trim()) throw failure(provider, 'answer', { reason: 'the answer is empty' });
  return content;
}
