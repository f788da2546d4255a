import { decodeHTML } from 'entities';
import { isRefusal, withoutRedundantPhrases } from '../../shared/alt-text/phrases.ts';
import { isInWrongScript } from '../../shared/alt-text/script.ts';
import { UnusableAnswerError } from '../providers/provider.ts';
import { cut } from './cut.ts';
import {
  beginsWithFence,
  beginsWithReasoning,
  endsInJson,
  hasFence,
  hasReasoning,
  holdsOtherObject,
  isJson,
  isPageOrNothing,
  isThinkingAloud,
  withoutFence,
  withoutReasoning,
} from './no-text.ts';

/** Phrases that models put before the requested text. */
export const exclamation =
  /^¡?(?:sure(?: thing)?|certainly|of course|absolutely|gerne|natürlich|bien sûr|claro|por supuesto)(?:\s?!|[,.](?= here))\s+/iu;
export const preamble =
  /^(?:here(?:['’]s| is)\b[^:\n]{0,80}:|(?:hier ist|voici|aquí tienes|aquí está|aqui está) [^:\n]{0,60}(?:alt|text)[^:\n]{0,60}:|alt(?:ernative)?[ _-]?text:)\s*/i;

/** How much of an answer is read, in UTF-16 code units; the published text is far shorter. */
const maxTextLength = 2_000;

/**
 * The first paragraph of a model's answer as plain text in one line: no HTML, no markdown, no line
 * separators, no half of a surrogate pair.
 */
export function toPlainText(answer: string): string {
  const text = withoutTags(decodeHTML(answer.slice(0, maxTextLength).toWellFormed()));
  const said = withoutMarkdown(text).trim().replace(exclamation, '').replace(preamble, '');
  const [paragraph = ''] = said.trim().split(/\n\s*\n/);
  return paragraph.replace(/\s+/gu, ' ').trim();
}

/** A text without tags, also without one inside another, and without an unclosed one. */
export function withoutTags(html: string): string {
  return html.replace(/<\/?[a-z!][^<>]*>?/gi, ' ');
}

export function withoutMarkdown(text: string): string {
  return text
    .replace(/!?\[([^[\]]*)\]\([^()]*\)/g, '$1')
    .replace(/^\s*(?:#{1,6}|[-*+>]|\d+\.)\s+/gm, '')
    .replace(/(\*\*|__|~~)(?=\S)(.*?\S)\1/g, '$2')
    .replace(/(?<![\w*])([*_])(?=\S)([^*_\n]*?\S)\1(?![\w*])/g, '$2')
    .replace(/`+/g, '');
}

/** Longest alt text, in UTF-16 code units; common checkers object to longer ones. */
export const maxAltTextLength = 300;

/**
 * Control characters, and those that override the direction of the following text. Direction marks
 * (U+200E, U+200F, U+061C) and joiners are part of valid texts.
 */
export const forbidden = /[\0-\x08\v\f\x0e-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]/;

/** Pairs of quotation marks that a text is put between. */
const quoted = /^(?:"(.*)"|'(.*)'|“(.*)”|„(.*)[“”]|«\s?(.*)\s?»|‘(.*)’|「(.*)」|『(.*)』)$/su;

/**
 * Makes alt text from a model's answer: plain text in one line, without surrounding quotation
 * marks, markdown, HTML or "Image of", at most 300 characters.
 * @param languageCode BCP 47 code of the requested language
 * @throws UnusableAnswerError for an answer that isn't a text: empty, a refusal, JSON, a model's
 *   thoughts, control characters, or a script that the language doesn't use
 */
export function postprocess(answer: string, languageCode: string): string {
  const line = unquoted(toPlainText(answer));
  if (isPageOrNothing(answer) || isPageOrNothing(line)) {
    throw new UnusableAnswerError('answer', 'the answer is a web page or empty');
  }
  if (isRefusal(line)) {
    throw new UnusableAnswerError('refusal', 'the model refused to describe the image');
  }
  if (forbidden.test(line))
    throw new UnusableAnswerError('answer', 'the text contains control characters');
  if (isJson(line) || isThinkingAloud(answer.trim()) || isThinkingAloud(line)) {
    throw new UnusableAnswerError('answer', 'the answer is not the requested text');
  }
  const text = cutAtWord(withoutStop(unquoted(withoutRedundantPhrases(line).trim())));
  if (!/[\p{L}\p{N}]/u.test(text)) throw new UnusableAnswerError('answer', 'the text is empty');
  if (isInWrongScript(text, languageCode)) {
    throw new UnusableAnswerError('answer', 'the text is not in the requested language');
  }
  return text;
}

function unquoted(text: string): string {
  for (let line = text; ;) {
    const inner = quoted.exec(line)?.slice(1).find(Boolean);
    if (inner === undefined) return line;
    line = inner.trim();
  }
}

/** A fragment takes no full stop; several sentences keep theirs. */
function withoutStop(text: string): string {
  return /[.!?।]\s\S|[。！？]\S/u.test(text) ? text : text.replace(/(?<![.])[.。।]$/u, '').trim();
}

function cutAtWord(text: string): string {
  if (text.length <= maxAltTextLength) return text;
  const short = cut(text, maxAltTextLength - 1);
  const space = short.lastIndexOf(' ');
  return `${(space > maxAltTextLength / 2 ? short.slice(0, space) : short).trimEnd()}…`;
}

/** The purpose of an image on its page, in the terms of the W3C WAI images tutorial. */
export const purposes = ['informative', 'functional', 'decorative', 'complex'] as const;

export type Purpose = (typeof purposes)[number];

/** A model's answer for an image. */
export interface AltText {
  readonly text: string;
  /** Absent if a server ignores the schema. */
  readonly purpose?: Purpose;
}

/** The same as a model wrote it. */
export interface WrittenText extends AltText {
  /** The title of a long description; absent if the model gave none. */
  readonly title?: string;
}

/** JSON schema of that answer. A model that decides on the purpose first writes a better text. */
export const altTextSchema = {
  type: 'object',
  properties: {
    purpose: { type: 'string', enum: [...purposes] },
    alt_text: { type: 'string' },
  },
  required: ['purpose', 'alt_text'],
};

/** How much of an answer is read, in UTF-16 code units; models are told to write less. */
const maxAnswerLength = 32_768;

/**
 * Reads the alt text from a model's answer: from the requested object, wherever it is, or from the
 * whole answer if a model ignores the schema and writes nothing but the text.
 * @param keepsLines whether line breaks mean something, as in a long description
 * @throws UnusableAnswerError if there is neither
 */
export function readAltText(answer: string, keepsLines = false): WrittenText {
  const object = findObject(answer, 'alt_text');
  if (!object) return readPlainText(answer);
  const text = withoutReasoning(parseString(object.get('alt_text'), keepsLines));
  if (beginsWithReasoning(text) || beginsWithFence(text)) {
    throw unusable('the answer contains no text');
  }
  const purpose = purposes.find((one) => one === object.get('purpose'));
  const title = object.get('title');
  return { text, ...(purpose && { purpose }), ...(title && { title: parseString(title) }) };
}

/** A member of an object with a string value, and that value as written; or a brace. */
const membersAndBraces = /"(\w+)"\s*:\s*"((?:[^"\\]|\\.)*)"|[{}]/gs;

/**
 * Finds an object in an answer that may also contain reasoning, prose, fences or several drafts.
 * Uses the last object in which the member of this name is a non-empty string. Returns only its
 * strings, as written in JSON.
 */
export function findObject(answer: string, name: string): ReadonlyMap<string, string> | undefined {
  let found: Map<string, string> | undefined;
  let members = new Map<string, string>();
  for (const [, key, value = ''] of said(answer).matchAll(membersAndBraces)) {
    if (key === undefined) members = new Map();
    else members.set(key, value);
    if (key === name && /[\p{L}\p{N}]/u.test(value)) found = members;
  }
  return found;
}

/**
 * Decodes a JSON string; models put line breaks in it, which JSON forbids.
 * @param keepsLines whether these stay line breaks; otherwise, they become spaces
 * @throws UnusableAnswerError if it is not valid
 */
export function parseString(json = '', keepsLines = false): string {
  const line = keepsLines ? json.replace(/\r?\n/g, '\\n') : json;
  try {
    return JSON.parse(`"${line.replace(/[\t\n\r]/g, ' ')}"`) as string;
  } catch {
    throw unusable('the answer is broken JSON');
  }
}

/** Signs of a model's own template that a server has left in. */
const templateTokens = /<\|\w+\|>/g;

/** Members of the object that was asked for as tags, and its purpose as YAML writes it. */
const tags = /<(purpose|alt_text)>([^<]*)<\/\1>/gi;
const purposeLine = /^[^\w\n]{0,4}purpose[^\w\n]{1,6}(\w+)[^\w\n]{0,4}$/im;

function readPlainText(answer: string): WrittenText {
  const labelled = said(answer).replace(templateTokens, ' ').replace(tags, '$1: $2\n');
  const written = purposeLine.exec(labelled)?.[1]?.toLowerCase();
  const purpose = purposes.find((one) => one === written);
  const text = withoutFence((purpose ? labelled.replace(purposeLine, '') : labelled).trim());
  if (hasFence(text) || holdsOtherObject(text) || isJson(text) || endsInJson(text)) {
    throw unusable('the answer is broken JSON');
  }
  return { text, ...(purpose && { purpose }) };
}

/** A model's answer after its thinking; nothing while it is still thinking. Objects are skipped. */
function said(answer: string): string {
  const read = answer.slice(0, maxAnswerLength).trim();
  if (/^(?:(?:```|~~~)\w*\s*)?(?:\[\s*)?\{/.test(read)) return read;
  const rest = withoutReasoning(read);
  return hasReasoning(rest) ? '' : rest;
}

export function unusable(reason: string): UnusableAnswerError {
  return new UnusableAnswerError('answer', reason);
}
