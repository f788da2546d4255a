import { cut } from './cut.ts';

/** A model's text that cannot be made into alt text. */
export class UntidyTextError extends Error {
  override readonly name = 'UntidyTextError';

  readonly kind: 'refusal' | 'answer';

  constructor(kind: 'refusal' | 'answer', message: string) {
    super(message);
    this.kind = kind;
  }
}

const maxLength = 250;

const refusals = [
  /^(i['’]m|i am) (sorry|unable|not able)/i,
  /^(sorry|i can(no|['’])t|i cannot|unfortunately)\b/i,
  /^as an ai\b/i,
];

const prefix =
  /^(an?|the)? ?\b(image|picture|photo|photograph|graphic)\b( (of|showing|shows|depicting|depicts)\b|:)\s*/i;

const quotes = /^(["'“”„«»‘’]+)(.*)(["'“”„«»‘’]+)$/su;

/**
 * Alt text out of what a model returned: plain text in one line, without quotes around it, markdown,
 * HTML or "Image of", at most 250 characters.
 * @throws UntidyTextError for an empty text or a refusal
 */
export function tidy(answer: string): string {
  const line = answer
    .replace(/<[^>]*>/g, ' ')
    .replace(/[*_`#]{2,}|^#+\s|`/gm, '')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim();
  const unquoted = line.replace(quotes, '$2').trim();
  if (refusals.some((refusal) => refusal.test(unquoted))) {
    throw new UntidyTextError('refusal', 'the model refused to describe the picture');
  }
  const text = withoutStop(cutAtWord(withoutPrefix(unquoted)));
  if (!/[\p{L}\p{N}]/u.test(text)) throw new UntidyTextError('answer', 'the text is empty');
  return text;
}

function withoutPrefix(text: string): string {
  const rest = text.replace(prefix, '');
  return rest === text ? text : rest.charAt(0).toUpperCase() + rest.slice(1);
}

function cutAtWord(text: string): string {
  if (text.length <= maxLength) return text;
  const short = cut(text, maxLength - 1);
  const space = short.lastIndexOf(' ');
  return `${space > maxLength / 2 ? short.slice(0, space) : short}…`;
}

/** A fragment takes no full stop; of several sentences, all keep theirs. */
function withoutStop(text: string): string {
  return /[.!?。！？]\s/u.test(text) ? text : text.replace(/(?<!\.)[.。]$/u, '');
}
