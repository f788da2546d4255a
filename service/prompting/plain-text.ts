import { decodeHTML } from 'entities';

/** What models put before the text that was asked for. */
const preamble = /^(?:here(?:['’]s| is)\b[^:\n]{0,80}:|alt(?:ernative)?[ -]text:)\s*/i;

/**
 * The first paragraph of a model's answer as plain text in one line: no HTML, no markdown, no
 * control characters, no half of a character.
 */
export function toPlainText(answer: string): string {
  const text = withoutTags(decodeHTML(answer.toWellFormed())).replace(preamble, '').trim();
  const [paragraph = ''] = text.split(/\n\s*\n/);
  return withoutMarkdown(paragraph)
    .replace(/[\s\p{Cc}\u2028\u2029]+/gu, ' ')
    .trim();
}

/** Tags may be left when others within them are gone. */
function withoutTags(html: string): string {
  const text = html.replace(/<\/?[a-z!][^<>]*(?:>|$)/gi, ' ');
  return text === html ? text : withoutTags(text);
}

function withoutMarkdown(text: string): string {
  return text
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/^\s*(?:#{1,6}|[-*+>]|\d+\.)\s+/gm, '')
    .replace(/(\*\*|__|~~)(?=\S)(.*?\S)\1/g, '$2')
    .replace(/(?<![\w*])([*_])(?=\S)([^*_\n]*?\S)\1(?![\w*])/g, '$2')
    .replace(/`+/g, '');
}
