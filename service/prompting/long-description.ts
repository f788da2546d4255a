import { decodeHTML } from 'entities';
import { maxLongTextLength } from '../../shared/contract.ts';
import { isRefusal } from '../../shared/alt-text/phrases.ts';
import { isInWrongScript } from '../../shared/alt-text/script.ts';
import {
  exclamation,
  forbidden,
  preamble,
  purposes,
  readAltText,
  toPlainText,
  unusable,
  withoutMarkdown,
  withoutTags,
  type AltText,
} from './answer.ts';
import { UnusableAnswerError } from '../providers/provider.ts';
import { cut } from './cut.ts';
import { isJson, isPageOrNothing, isThinkingAloud } from './no-text.ts';

/**
 * Long descriptions of images that one sentence cannot describe, such as charts: a title, then
 * paragraphs and lists.
 */

/** JSON schema of a model's answer. */
export const longDescriptionSchema = {
  type: 'object',
  properties: {
    purpose: { type: 'string', enum: [...purposes] },
    title: { type: 'string' },
    alt_text: { type: 'string' },
  },
  required: ['purpose', 'title', 'alt_text'],
};

/** Longest title, in UTF-16 code units. */
const maxTitleLength = 80;

/** How much of an answer's text is read, in UTF-16 code units: it may contain HTML and markdown. */
const maxReadLength = 3 * maxLongTextLength;

/** "Description of the image", for models that give no title; in other languages, it is English. */
const titles: Readonly<Record<string, string>> = {
  en: 'Description of the image',
  ar: 'وصف الصورة',
  de: 'Beschreibung des Bildes',
  es: 'Descripción de la imagen',
  fr: 'Description de l’image',
  hi: 'छवि का विवरण',
  ja: '画像の説明',
  ko: '이미지 설명',
  pt: 'Descrição da imagem',
  zh: '图片说明',
  'zh-Hant': '圖片說明',
};

/**
 * Reads a long description from a model's answer. The text begins with a line that is its title.
 * Paragraphs follow, with an empty line before each, and lists, whose items begin with "- ".
 * @param languageCode BCP 47 code of the requested language
 * @throws UnusableAnswerError for an answer that isn't one, as for alt text
 */
export function readLongDescription(answer: string, languageCode: string): AltText {
  const { text: whole, purpose, title } = readAltText(answer, true);
  const text = whole.slice(0, maxReadLength);
  if (isPageOrNothing(answer) || isPageOrNothing(text)) {
    throw unusable('the answer is a web page or empty');
  }
  const said = withoutTags(withLines(decodeHTML(text.toWellFormed())));
  const blocks = listBlocks(said.trim().replace(exclamation, '').replace(preamble, ''));
  const [first = '', ...rest] = blocks;
  const given = readTitle(title ?? '', languageCode);
  const isTitle =
    rest.length > 0 &&
    (given ? isSameTitle(first, given) : title === undefined && isLikeTitle(first));
  const heading =
    given ?? (isTitle ? readTitle(first, languageCode) : undefined) ?? findTitle(languageCode);
  const body = isTitle ? rest : blocks;
  requireText(body, languageCode);
  const lines = fit(body, maxLongTextLength - heading.length);
  return { text: heading + lines.join(''), ...(purpose && { purpose }) };
}

/** @throws UnusableAnswerError if it isn't a description */
function requireText(blocks: readonly string[], languageCode: string): void {
  const text = blocks.join('\n');
  const [first = ''] = blocks;
  if (isRefusal(first)) {
    throw new UnusableAnswerError('refusal', 'the model refused to describe the image');
  }
  if (forbidden.test(text)) throw unusable('the text contains control characters');
  if (isJson(first) || isThinkingAloud(first)) {
    throw unusable('the answer is not the requested text');
  }
  if (!/[\p{L}\p{N}]/u.test(text)) throw unusable('the text is empty');
  if (isInWrongScript(text, languageCode)) {
    throw unusable('the text is not in the requested language');
  }
}

/** Puts the blocks of HTML, which models write despite the rules, on lines of their own. */
function withLines(text: string): string {
  return text
    .replace(/<li\b[^<>]*>/gi, '\n- ')
    .replace(/<\/?(?:p|br|ul|ol|h[1-6]|tr|div)\b[^<>]*>/gi, '\n\n');
}

const bullet = /^[-*+•–—]\s+/u;
const numbered = /^\d{1,2}[.)]\s/;
const tableRow = /^\|(.*)\|$/;

/** The paragraphs and list items of a text, in order. Items begin with "- ". */
function listBlocks(text: string): string[] {
  const lines = text.split(/\r\n|[\n\r\u2028\u2029]/u).map((line) => line.trim());
  const blocks: string[] = [];
  let continues = false;
  lines.forEach((line, index) => {
    const item = readItem(line, [lines[index - 1], lines[index + 1]]);
    const content = toLine(item ?? line);
    if (content !== '') {
      // A line right after another continues its paragraph or item.
      if (continues && item === undefined) blocks.push(`${blocks.pop() ?? ''} ${content}`);
      else blocks.push(item === undefined ? content : `- ${content}`);
    }
    continues = content !== '' && !/^#{1,6}\s/.test(line) && !tableRow.test(line);
  });
  return blocks;
}

/** The content of a list item or of a row of a table; undefined for any other line. */
function readItem(line: string, neighbours: readonly (string | undefined)[]): string | undefined {
  if (bullet.test(line)) return line.replace(bullet, '');
  // A paragraph may begin with a number, too: "3. Platz".
  const isInList = neighbours.some((other = '') => numbered.test(other));
  if (numbered.test(line)) return isInList ? line : undefined;
  const cells = tableRow
    .exec(line)?.[1]
    ?.split('|')
    .map((cell) => cell.trim());
  return cells?.every((cell) => /^:?-*:?$/.test(cell)) ? '' : cells?.join(', ');
}

/** One line without markdown. The number of an item is part of its text. */
function toLine(line: string): string {
  const [number = ''] = numbered.exec(line) ?? [];
  return number + withoutMarkdown(line.slice(number.length)).replace(/\s+/gu, ' ').trim();
}

/** A title as plain text; undefined if it isn't one. */
function readTitle(written: string, languageCode: string): string | undefined {
  const title = toPlainText(written).replace(/\s*[.:。：]$/u, '');
  const isTitle =
    /\p{L}/u.test(title) &&
    title.length <= maxTitleLength &&
    !forbidden.test(title) &&
    !isRefusal(title) &&
    !isJson(title) &&
    !isInWrongScript(title, languageCode);
  return isTitle ? title : undefined;
}

/** Whether a model that ignores the schema has put the title before its text. */
function isLikeTitle(block: string): boolean {
  return block.length <= maxTitleLength && !/^- |[.!?。！？।]$/u.test(block);
}

function isSameTitle(block: string, title: string): boolean {
  return block.replace(/\s*[.:。：]$/u, '').toLowerCase() === title.toLowerCase();
}

function findTitle(languageCode: string): string {
  const { language, script } = new Intl.Locale(languageCode).maximize();
  return titles[`${language}-${script ?? ''}`] ?? titles[language] ?? (titles['en'] as string);
}

/** The blocks with the line breaks before them, as many as fit; the first is cut if it must be. */
function fit(blocks: readonly string[], length: number): string[] {
  const lines: string[] = [];
  let left = length;
  for (const [index, block] of blocks.entries()) {
    const isNextItem = block.startsWith('- ') && blocks[index - 1]?.startsWith('- ');
    const line = (isNextItem ? '\n' : '\n\n') + block;
    if (line.length > left) {
      // Half a list item would be wrong, and so would a heading of nothing.
      if (index === 0 || (!block.startsWith('- ') && left > 100))
        lines.push(cutAtSentence(line, left));
      break;
    }
    left -= line.length;
    lines.push(line);
  }
  return lines;
}

function cutAtSentence(line: string, length: number): string {
  const start = cut(line, length - 1);
  const end = [...start.matchAll(/[.!?](?=\s)|[。！？।]/gu)].at(-1);
  return end ? start.slice(0, end.index + 1) : `${start.replace(/(?<=\S)\s+\S*$/u, '')}…`;
}
