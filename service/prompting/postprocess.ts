import { isRefusal, withoutRedundantPhrases } from '../../shared/alt-text/phrases.ts';
import { isInWrongScript } from '../../shared/alt-text/script.ts';
import { cut } from './cut.ts';
import { toPlainText } from './plain-text.ts';

/** A model's text that cannot be made into alt text. */
export class PostprocessingError extends Error {
  override readonly name = 'PostprocessingError';

  readonly kind: 'refusal' | 'answer';

  constructor(kind: 'refusal' | 'answer', message: string) {
    super(message);
    this.kind = kind;
  }
}

/** Longest alt text, in UTF-16 code units: where common checkers begin to object. */
export const maxAltTextLength = 300;

/** Pairs of quotation marks that a text is put between. */
const quoted = /^(?:"(.*)"|'(.*)'|“(.*)”|„(.*)[“”]|«\s?(.*)\s?»|‘(.*)’|「(.*)」|『(.*)』)$/su;

/**
 * Makes alt text out of what a model answered: plain text in one line, without quotation marks around it,
 * markdown, HTML or "Image of", at most 300 characters.
 * @param languageCode BCP 47 code of the language that was asked for
 * @throws PostprocessingError for an empty text, a refusal, or another script than the language's
 */
export function postprocess(answer: string, languageCode: string): string {
  const line = unquoted(toPlainText(answer));
  if (isRefusal(line)) {
    throw new PostprocessingError('refusal', 'the model refused to describe the picture');
  }
  const text = cutAtWord(withoutStop(unquoted(withoutRedundantPhrases(line).trim())));
  if (!/[\p{L}\p{N}]/u.test(text)) throw new PostprocessingError('answer', 'the text is empty');
  if (isInWrongScript(text, languageCode)) {
    throw new PostprocessingError('answer', 'the text is not in the language that was asked for');
  }
  return text;
}

function unquoted(text: string): string {
  const inner = quoted.exec(text)?.slice(1).find(Boolean);
  return inner === undefined ? text : unquoted(inner.trim());
}

/** A fragment takes no full stop; of several sentences, all keep theirs. */
function withoutStop(text: string): string {
  return /[.!?।]\s\S|[。！？]\S/u.test(text) ? text : text.replace(/(?<![.])[.。।]$/u, '').trim();
}

function cutAtWord(text: string): string {
  if (text.length <= maxAltTextLength) return text;
  const short = cut(text, maxAltTextLength - 1);
  const space = short.lastIndexOf(' ');
  return `${(space > maxAltTextLength / 2 ? short.slice(0, space) : short).trimEnd()}…`;
}
