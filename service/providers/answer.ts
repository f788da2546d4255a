import { failure } from './failure.ts';

/** JSON schema of the answer that models are asked for. */
export const answerSchema = {
  type: 'object',
  properties: { alt_text: { type: 'string' } },
  required: ['alt_text'],
} as const;

/** Room for the answer and for what a model thinks before it, in tokens. */
export const maxAnswerTokens = 2_000;

/**
 * The alt text in a model's answer: of the JSON object that was asked for, or the whole of it where
 * a server ignores the schema.
 * @throws ProviderError when it is empty or broken JSON
 */
export function readAnswer(provider: string, content: string | null | undefined): string {
  const text = withoutFence(content?.trim() ?? '');
  if (text === '') throw failure(provider, 'answer', { reason: 'the answer is empty' });
  if (!text.startsWith('{')) return text;
  try {
    const { alt_text: altText } = JSON.parse(text) as { alt_text?: unknown };
    if (typeof altText === 'string' && altText.trim() !== '') return altText;
  } catch {
    throw failure(provider, 'answer', { reason: 'the answer is broken JSON' });
  }
  throw failure(provider, 'answer', { reason: 'the answer holds no text' });
}

function withoutFence(text: string): string {
  return text.replace(/^```(?:json)?\s*([^`]*)```$/s, '$1').trim();
}
