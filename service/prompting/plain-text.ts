import { decodeHTML } from 'entities';

/** What models say before the text that was asked for. */
const exclamation =
  /^¡?(?:sure(?: thing)?|certainly|of course|absolutely|gerne|natürlich|bien sûr|claro|por supuesto)(?:\s?!|[,.](?= here))\s+/iu;
const preamble =
  /^(?:here(?:['’]s| is)\b[^:\n]{0,80}:|(?:hier ist|voici|aquí tienes|aquí está|aqui está) [^:\n]{0,60}(?:alt|text)[^:\n]{0,60}:|alt(?:ernative)?[ _-]?text:)\s*/i;

/** How much of an answer is read, in UTF-16 code units: what is published of it is far shorter. */
const maxLength = 2_000;

/**
 * The first paragraph of a model's answer as plain text in one line: no HTML, no markdown, no line
 * separators, no half of a character.
 */
export function toPlainText(answer: string): string {
  const text = withoutTags(decodeHTML(answer.slice(0, maxLength).toWellFormed()));
  const said = withoutMarkdown(text).trim().replace(exclamation, '').replace(preamble, '');
  const [paragraph = ''] = said.trim().split(/\n\s*\n/);
  return paragraph.replace(/\s+/gu, ' ').trim();
}

/** Tags may be left when others within them are gone. */
function withoutTags(html: string): string {
  for (let text = html; ;) {
    const before = text;
    text = before.replace(/<\/?[a-z!][^<>]*(?:>|$)/gi, ' ');
    if (text === before) return text;
  }
}

function withoutMarkdown(text: string): string {
  return text
    .replace(/!?\[([^[\]]*)\]\([^()]*\)/g, '$1')
    .replace(/^\s*(?:#{1,6}|[-*+>]|\d+\.)\s+/gm, '')
    .replace(/(\*\*|__|~~)(?=\S)(.*?\S)\1/g, '$2')
    .replace(/(?<![\w*])([*_])(?=\S)([^*_\n]*?\S)\1(?![\w*])/g, '$2')
    .replace(/`+/g, '');
}
