/**
 * Recognises answers of models that are not a text: JSON of an unexpected shape, code fences,
 * reasoning and errors. Every check takes time proportional to the answer's length, whatever it
 * contains.
 */

/** The start of JSON: a bracket, then a string or a name, whose quotes some models omit. */
const openingOfJson = /[[{]\s*(?:\\*["'“]|\w+\s*:\s*["'“])/;

/** Text that models and servers put directly before JSON. */
const label =
  '(?:json:?\\s*|(?:JSON|[Oo]utput|[Aa]nswer|[Rr]esult|[Rr]esponse|[Hh]ere\\b[^:[{]{0,60}):\\s*)?';

/** A list of objects or strings, or an object whose first name is in quotes or one of ours. */
const json = new RegExp(
  `^${label}(?:\\[\\s*(?:\\{|["'].*\\]$)|` +
    `\\{\\s*(?:\\\\*["'“][^"'“”]*(?:["'”]\\s*:|$)|(?:alt_text|purpose)\\s*:))`,
  's',
);

/** Whether a text is JSON, complete or cut off, and doesn't just begin with a bracket. */
export function isJson(text: string): boolean {
  return json.test(text);
}

/** Whether a text ends in JSON, complete or cut off. Any text may come before it. */
export function endsInJson(text: string): boolean {
  const start = text.search(openingOfJson);
  if (start < 0) return false;
  return /[}\]][.;]?$/.test(text) || !/[}\]]/.test(text.slice(start));
}

/** Names of the text in JSON of an unexpected shape. */
const otherObject = /["'“](?:alt[ _-]?text|alt|purpose|description|caption)["'”]\s*:/i;

/** Whether a text contains an object that may be an answer of an unexpected shape. */
export function holdsOtherObject(text: string): boolean {
  return otherObject.test(text);
}

/** Whether a text begins with a code fence. */
export function beginsWithFence(text: string): boolean {
  return /^(?:```|~~~)/.test(text);
}

/** Whether a text contains a code fence. Tildes inside a line don't count. */
export function hasFence(text: string): boolean {
  return text.includes('```') || /^[ \t]*~~~/m.test(text);
}

/** A text without the code fence around it and the language named there. */
export function withoutFence(text: string): string {
  return text.replace(/^(?:```|~~~)(?:[\w+-]*[ \t]*\r?\n)?([^`]*?)(?:```|~~~)$/, '$1').trim();
}

/** Names of reasoning in the tags of models and templates. */
const thinking = '(?:think(?:ing)?|thoughts?|reasoning|analysis|scratchpad|reflection)';

/** A tag. It may be written with entities, and may have a namespace and attributes. */
function tag(slash: string): string {
  const [open, close] = ['(?:<|&lt;|&#(?:60|x3c);)', '(?:>|&gt;|&#(?:62|x3e);)'];
  return `${open}\\s{0,9}${slash}(?:\\w{1,40}:)?${thinking}(?:\\s[^<>&]{0,99})?${close}`;
}

/** Marks the start of reasoning. Some templates write it for the model. */
const reasoning = new RegExp(
  `${tag('')}|<\\|(?:begin_of_|start_)?${thinking}\\|>|` +
    '\\[THINK\\]|◁think▷|<\\|channel\\|>(?!final)',
  'i',
);

const reasoningAtStart = new RegExp(`^(?:${reasoning.source})`, 'i');

/** Marks the end of reasoning. */
const endOfReasoning = new RegExp(
  `${tag('/\\s{0,9}')}|<\\|(?:/|end_of_|end_)${thinking}\\|>|` +
    '\\[/THINK\\]|◁/think▷|<\\|channel\\|>final<\\|message\\|>',
  'gi',
);

/** Whether a text contains the start of reasoning. */
export function hasReasoning(text: string): boolean {
  return reasoning.test(text);
}

/** Whether a text begins with reasoning. */
export function beginsWithReasoning(text: string): boolean {
  return reasoningAtStart.test(text);
}

/** The text after the last block of reasoning. */
export function withoutReasoning(text: string): string {
  const end = [...text.matchAll(endOfReasoning)].at(-1);
  return end ? text.slice(end.index + end[0].length).trim() : text;
}

/** A heading or label for reasoning: at the start, on its own line or before a colon. */
const headingOfThoughts =
  /^[^\w\n]{0,8}(?:thinking|thoughts?|reasoning|chain of thought)(?: process)?[^\w\n:]{0,4}[:\n]/i;

/** Openings of models that think aloud. */
const thoughts =
  /^(?:(?:okay|ok|alright|hmm|so|well|right|now|got it|first(?:ly)?)(?:, | ))*(?:the user (?:wants (?:me|an?|the|alt)|is asking|asks|asked|has (?:asked|provided|given|uploaded))|(?:i|we) (?:need|have) to (?:write|describe|generate|create|produce|look|analy[sz]e)|let me (?:look at|think|analy[sz]e|describe)|let['’]s (?:look at|think|analy[sz]e|tackle))/i;

/** Whether a text begins like reasoning that is not marked as such. */
export function isThinkingAloud(text: string): boolean {
  return thoughts.test(text) || headingOfThoughts.test(text);
}

/** A page of a proxy, or a word for nothing. */
const pageOrNothing =
  /^(?:(?:null|undefined|none|n\/a)[.!]?$|(?:<\?xml[^<>]{0,200}>\s*)?<(?:!doctype|html|head|body)\b)/i;

/** Whether an answer is an HTML document, or only a word for nothing. */
export function isPageOrNothing(text: string): boolean {
  return pageOrNothing.test(text.trim());
}
