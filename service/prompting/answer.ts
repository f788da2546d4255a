import { failure } from '../providers/failure.ts';

/** What a picture is for on its page, in the terms of the W3C WAI images tutorial. */
export const purposes = ['informative', 'functional', 'decorative'] as const;

export type Purpose = (typeof purposes)[number];

/** What a model answered for a picture. */
export interface AltText {
  readonly text: string;
  /** Absent where a server ignores the schema. */
  readonly purpose?: Purpose;
}

/** JSON schema of that answer. A model that settles the purpose first writes a better text. */
export const altTextSchema = {
  type: 'object',
  properties: {
    purpose: { type: 'string', enum: [...purposes] },
    alt_text: { type: 'string' },
  },
  required: ['purpose', 'alt_text'],
};

/**
 * Reads the alt text out of a model's answer: out of the JSON object that was asked for, or all of it
 * where a server ignores the schema.
 * @param provider name of the provider that gave the answer
 * @throws ProviderError when it is empty or broken JSON
 */
export function readAltText(provider: string, content: string): AltText {
  const text = withoutFence(content.trim());
  if (!text.startsWith('{')) return { text };
  const answer = parse(provider, text);
  if (typeof answer.alt_text !== 'string') {
    throw failure(provider, 'answer', { reason: 'the answer holds no text' });
  }
  const purpose = purposes.find((one) => one === answer.purpose);
  return { text: answer.alt_text, ...(purpose && { purpose }) };
}

function parse(provider: string, text: string): { alt_text?: unknown; purpose?: unknown } {
  try {
    return JSON.parse(text) as object;
  } catch {
    throw failure(provider, 'answer', { reason: 'the answer is broken JSON' });
  }
}

/** A text without the code fence that models put around JSON. */
export function withoutFence(text: string): string {
  return text.replace(/^```(?:json)?\s*([^`]*)```$/s, '$1').trim();
}
