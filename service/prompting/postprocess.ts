import { isRefusal, withoutRedundantPhrases } from '../../shared/alt-text/phrases.ts';
import { isInWrongScript } from '../../shared/alt-text/script.ts';
import { cut } from './cut.ts';
import { toPlainText } from './plain-text.ts';

/** A model's answer that holds no alt text. */
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

/**
 * Control characters, and those that turn the direction of what follows. Marks that only say on which
 * side a sign belongs (U+200E, U+200F, U+061C), and joiners, are part of good texts.
 */
const forbidden = /[\0-\x08\v\f\x0e-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]/;

/** A list of objects or strings, or an object whose first name is in quotes, or is one of ours. */
const json =
  /^(?:\[\s*(?:\{|["'].*\]$)|\{\s*(?:\\*["'“][^"'“”]*(?:["'”]\s*:|$)|(?:alt_text|purpose)\s*:))/s;

/** How models begin that think aloud. */
const thoughts =
  /^(?:(?:okay|ok|alright|hmm|so|well),? )*(?:the user (?:wants (?:me|an?|the|alt)|is asking|asks|asked|has (?:asked|provided|given|uploaded))|(?:i|we) (?:need|have) to (?:write|describe|generate|create|produce|look)|let me (?:look at|think|analy[sz]e)|let['’]s (?:look at|think|analy[sz]e)|thinking process:)/i;

/** Pairs of quotation marks that a text is put between. */
const quoted = /^(?:"(.*)"|'(.*)'|“(.*)”|„(.*)[“”]|«\s?(.*)\s?»|‘(.*)’|「(.*)」|『(.*)』)$/su;

/**
 * Makes alt text out of what a model answered: plain text in one line, without quotation marks around it,
 * markdown, HTML or "Image of", at most 300 characters.
 * @param languageCode BCP 47 code of the language that was asked for
 * @throws PostprocessingError for what is no text: nothing to read, a refusal, JSON, a model's thoughts,
 * control characters, another script than the language's
 */
export function postprocess(answer: string, languageCode: string): string {
  const line = unquoted(toPlainText(answer));
  if (isRefusal(line)) {
    throw new PostprocessingError('refusal', 'the model refused to describe the picture');
  }
  if (forbidden.test(line))
    throw new PostprocessingError('answer', 'the text has control characters');
  if (isJson(line) || thoughts.test(line)) {
    throw new PostprocessingError('answer', 'the answer is not the text that was asked for');
  }
  const text = cutAtWord(withoutStop(unquoted(withoutRedundantPhrases(line).trim())));
  if (!/[\p{L}\p{N}]/u.test(text)) throw new PostprocessingError('answer', 'the text is empty');
  if (isInWrongScript(text, languageCode)) {
    throw new PostprocessingError('answer', 'the text is not in the language that was asked for');
  }
  return text;
}

/** Whether a text is JSON, whole or cut, rather than a text that begins with a bracket. */
export function isJson(text: string): boolean {
  return json.test(text);
}

function unquoted(text: string): string {
  for (let line = text; ;) {
    const inner = quoted.exec(line)?.slice(1).find(Boolean);
    if (inner === undefined) return line;
    line = inner.trim();
  }
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
