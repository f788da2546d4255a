/**
 * What models answer in place of a text: JSON of another shape than ours, code fences, reasoning, and
 * errors. Everything takes time in proportion to an answer's length, whatever it is.
 */

/** How JSON begins: a bracket, then a string or a name in quotes; some leave a name's quotes out. */
const openingOfJson = /[[{]\s*(?:\\*["'“]|\w+\s*:\s*["'“])/;

/** What models and servers say directly before JSON. */
const label =
  '(?:json:?\\s*|(?:JSON|[Oo]utput|[Aa]nswer|[Rr]esult|[Rr]esponse|[Hh]ere\\b[^:[{]{0,60}):\\s*)?';

/** A list of objects or strings, or an object whose first name is in quotes, or is one of ours. */
const json = new RegExp(
  `^${label}(?:\\[\\s*(?:\\{|["'].*\\]$)|` +
    `\\{\\s*(?:\\\\*["'“][^"'“”]*(?:["'”]\\s*:|$)|(?:alt_text|purpose)\\s*:))`,
  's',
);

/** Whether a text is JSON, whole or cut, rather than a text that begins with a bracket. */
export function isJson(text: string): boolean {
  return json.test(text);
}

/** Whether a text ends in JSON, whole or cut, whatever comes before. */
export function endsInJson(text: string): boolean {
  const start = text.search(openingOfJson);
  if (start < 0) return false;
  return /[}\]][.;]?$/.test(text) || !/[}\]]/.test(text.slice(start));
}

/** What JSON of another shape than ours calls the text. */
const otherObject = /["'“](?:alt[ _-]?text|alt|purpose|description|caption)["'”]\s*:/i;

/** Whether a text holds an object that may be an answer in another shape than ours. */
export function holdsOtherObject(text: string): boolean {
  return otherObject.test(text);
}

/** Whether a text begins with a code fence. */
export function beginsWithFence(text: string): boolean {
  return /^(?:```|~~~)/.test(text);
}

/** Whether a text has a code fence; tildes inside a line are none. */
export function hasFence(text: string): boolean {
  return text.includes('```') || /^[ \t]*~~~/m.test(text);
}

/** A text without the code fence around it, and without the language that is named there. */
export function withoutFence(text: string): string {
  return text.replace(/^(?:```|~~~)(?:[\w+-]*[ \t]*\r?\n)?([^`]*?)(?:```|~~~)$/, '$1').trim();
}

/** Names that models and templates have for thinking aloud. */
const thinking = '(?:think(?:ing)?|thoughts?|reasoning|analysis|scratchpad|reflection)';

/** A tag, which may be written with entities, have a namespace and attributes. */
function tag(slash: string): string {
  const [open, close] = ['(?:<|&lt;|&#(?:60|x3c);)', '(?:>|&gt;|&#(?:62|x3e);)'];
  return `${open}\\s{0,9}${slash}(?:\\w{1,40}:)?${thinking}(?:\\s[^<>&]{0,99})?${close}`;
}

/** How models mark where they begin to think; some templates begin for them. */
const reasoning = new RegExp(
  `${tag('')}|<\\|(?:begin_of_|start_)?${thinking}\\|>|` +
    '\\[THINK\\]|◁think▷|<\\|channel\\|>(?!final)',
  'i',
);

const reasoningAtStart = new RegExp(`^(?:${reasoning.source})`, 'i');

/** How they mark where they end. */
const endOfReasoning = new RegExp(
  `${tag('/\\s{0,9}')}|<\\|(?:/|end_of_|end_)${thinking}\\|>|` +
    '\\[/THINK\\]|◁/think▷|<\\|channel\\|>final<\\|message\\|>',
  'gi',
);

export function hasReasoning(text: string): boolean {
  return reasoning.test(text);
}

export function beginsWithReasoning(text: string): boolean {
  return reasoningAtStart.test(text);
}

/** What comes after the last block of reasoning. */
export function withoutReasoning(text: string): string {
  const end = [...text.matchAll(endOfReasoning)].at(-1);
  return end ? text.slice(end.index + end[0].length).trim() : text;
}

/** A heading or label for reasoning: at the start, in a line of its own or before a colon. */
const headingOfThoughts =
  /^[^\w\n]{0,8}(?:thinking|thoughts?|reasoning|chain of thought)(?: process)?[^\w\n:]{0,4}[:\n]/i;

/** How models begin that think aloud. */
const thoughts =
  /^(?:(?:okay|ok|alright|hmm|so|well|right|now|got it|first(?:ly)?)(?:, | ))*(?:the user (?:wants (?:me|an?|the|alt)|is asking|asks|asked|has (?:asked|provided|given|uploaded))|(?:i|we) (?:need|have) to (?:write|describe|generate|create|produce|look|analy[sz]e)|let me (?:look at|think|analy[sz]e|describe)|let['’]s (?:look at|think|analy[sz]e|tackle))/i;

/** Whether a text begins as models do that think aloud. */
export function isThinkingAloud(text: string): boolean {
  return thoughts.test(text) || headingOfThoughts.test(text);
}

/** The page of a proxy in place of an answer, or a word for nothing. */
const pageOrNothing =
  /^(?:(?:null|undefined|none|n\/a)[.!]?$|(?:<\?xml[^<>]{0,200}>\s*)?<(?:!doctype|html|head|body)\b)/i;

/** Whether an answer is an HTML document, or only says that there is nothing. */
export function isPageOrNothing(text: string): boolean {
  return pageOrNothing.test(text.trim());
}
