import { isJson, PostprocessingError } from './postprocess.ts';

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

/** How much of an answer is read, in UTF-16 code units; what a model may write is shorter. */
const maxLength = 32_768;

/**
 * Reads the alt text out of a model's answer: out of the object that was asked for, wherever that is,
 * or all of the answer where a model ignores the schema and writes nothing but the text.
 * @throws PostprocessingError when there is neither
 */
export function readAltText(answer: string): AltText {
  const object = findObject(answer, 'alt_text');
  if (!object) return { text: readPlainText(answer) };
  const text = withoutReasoning(parseString(object.get('alt_text')));
  if (reasoningAtStart.test(text) || text.startsWith('```')) {
    throw unusable('the answer holds no text');
  }
  const purpose = purposes.find((one) => one === object.get('purpose'));
  return { text, ...(purpose && { purpose }) };
}

/** A member of an object whose value is a string, with that as it is written; or a brace. */
const membersAndBraces = /"(\w+)"\s*:\s*"((?:[^"\\]|\\.)*)"|[{}]/gs;

/**
 * Finds an object in an answer that may also hold reasoning, prose, fences, or several drafts: the
 * last one whose member of this name is a string with something to read in it. Of the object, only
 * the strings are given, as JSON writes them.
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
 * The string that is written so in JSON; models break lines in it, which JSON forbids.
 * @throws PostprocessingError when it is none
 */
export function parseString(json = ''): string {
  try {
    return JSON.parse(`"${json.replace(/[\t\n\r]/g, ' ')}"`) as string;
  } catch {
    throw unusable('the answer is broken JSON');
  }
}

/** What JSON of another shape than ours calls the text. */
const otherObject = /["'“](?:alt[ _-]?text|alt|purpose|description|caption)["'”]\s*:/i;

/** Signs of a model's own template that a server has left in. */
const templateTokens = /<\|\w+\|>/g;

function readPlainText(answer: string): string {
  const text = withoutFence(said(answer).replace(templateTokens, ' '));
  if (text.includes('```') || otherObject.test(text) || isJson(text)) {
    throw unusable('the answer is broken JSON');
  }
  return text;
}

/** What a model says once it has thought; nothing while it still thinks. Objects are not looked into. */
function said(answer: string): string {
  const read = answer.slice(0, maxLength).trim();
  if (/^(?:```\w*\s*)?(?:\[\s*)?\{/.test(read)) return read;
  const rest = withoutReasoning(read);
  return reasoning.test(rest) ? '' : rest;
}

/** How models mark where they begin to think; some templates begin for them. */
const reasoning =
  /<(?:think(?:ing)?|thought|reasoning|analysis)>|\[THINK\]|◁think▷|<\|channel\|>(?!final)/i;

const reasoningAtStart = new RegExp(`^(?:${reasoning.source})`, 'i');

/** How they mark where they end. */
const endOfReasoning =
  /<\/(?:think(?:ing)?|thought|reasoning|analysis)>|\[\/THINK\]|◁\/think▷|<\|channel\|>final<\|message\|>/gi;

function withoutReasoning(text: string): string {
  const end = [...text.matchAll(endOfReasoning)].at(-1);
  return end ? text.slice(end.index + end[0].length).trim() : text;
}

/** A text without the code fence around it. */
function withoutFence(text: string): string {
  return text.replace(/^```\w*\s([^`]*)```$/s, '$1').trim();
}

function unusable(reason: string): PostprocessingError {
  return new PostprocessingError('answer', reason);
}
