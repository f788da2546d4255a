import { decodeHTML, escapeUTF8 } from 'entities';

/** The HTML in an SVG is more than words, or too long. */
export class SvgHtmlError extends Error {
  override readonly name = 'SvgHtmlError';
}

/**
 * Maximum number of characters in an SVG with HTML, and in its HTML. This runs on the event loop.
 */
const maxSvg = 3_000_000;
const maxHtml = 250_000;
/** How much else may be read, roughly in microseconds. */
const maxCosts = 20_000;
const costs = { comment: 0.25, place: 20, tag: 5, character: 1 };

const xhtml = 'http://www.w3.org/1999/xhtml';
const unwritable = /^(img|svg|picture|canvas|video|iframe|object|embed|math|foreignobject)$/;
const silent = /^(style|script|title|template)$/;
const blocks =
  /^(p|div|h[1-6]|ul|ol|li|dl|dt|dd|table|tr|br|hr|pre|blockquote|section|article|header|footer|body)$/;
const empty = /^(br|hr|input|wbr|col|meta|link)$/;

interface Tag {
  /** Without prefix, in lower case. */
  readonly name: string;
  readonly prefix: string;
  readonly attributes: ReadonlyMap<string, string>;
  readonly isClosing: boolean;
  readonly isEmpty: boolean;
  /** Where it ends. */
  readonly end: number;
}

interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** The CSS properties that words inherit, as far as they are used here. */
type Style = ReadonlyMap<string, string>;

interface Line {
  text: string;
  style: Style;
}

/**
 * Makes an SVG drawable for a renderer without HTML: the words in `foreignObject`, which draw.io and
 * Mermaid write, become text at their place. `requiredFeatures`, which browsers ignore, is removed:
 * draw.io uses it for a note to such renderers.
 * @throws SvgHtmlError
 */
export function drawHtmlAsText(svg: string): string {
  if (!/foreignObject|requiredFeatures/.test(svg)) return svg;
  if (svg.length > maxSvg) throw new SvgHtmlError('too long');
  const plain = svg.replace(/\srequiredFeatures\s*=\s*(?:"[^"]*"|'[^']*')/g, ' ');
  const next = /<!--|<!\[CDATA\[|<(?:[\w.-]+:)?foreignObject(?=[\s/>])/g;
  const close = /<\/(?:[\w.-]+:)?foreignObject\s*>/g;
  const parts: string[] = [];
  let viewport: Box | undefined;
  let at = 0;
  let characters = 0;
  let left = maxCosts;
  const pay = (cost: number) => {
    left -= cost;
    if (left < 0) throw new SvgHtmlError('too long');
  };
  for (let found = next.exec(plain); found; found = next.exec(plain)) {
    if (found[0].startsWith('<!')) {
      const end = plain.indexOf(found[0] === '<!--' ? '-->' : ']]>', found.index);
      if (end === -1) break;
      pay(costs.comment);
      next.lastIndex = end;
      continue;
    }
    const tag = readTag(plain, found.index);
    close.lastIndex = tag?.end ?? plain.length;
    const closing = tag?.isEmpty ? undefined : close.exec(plain);
    if (!tag || (!tag.isEmpty && !closing)) break;
    const end = closing ? close.lastIndex : tag.end;
    next.lastIndex = end;
    // Browsers skip it, too.
    if ((tag.attributes.get('requiredExtensions') ?? xhtml) !== xhtml) continue;
    pay(costs.place);
    characters += end - found.index;
    if (characters > maxHtml) throw new SvgHtmlError('too long');
    viewport ??= readViewport(plain);
    const html = plain.slice(tag.end, closing?.index ?? tag.end);
    parts.push(plain.slice(at, found.index), toText(tag, readLines(html, pay), viewport));
    at = end;
  }
  return parts.join('') + plain.slice(at);
}

/** The size of the drawing, in its own units. */
function readViewport(svg: string): Box {
  const root = /<(?:[\w.-]+:)?svg[\s>]/.exec(svg);
  const attributes = root ? readTag(svg, root.index)?.attributes : undefined;
  const [, , width = 0, height = 0] = (attributes?.get('viewBox') ?? '')
    .split(/[\s,]+/)
    .map((one) => Number.parseFloat(one) || 0);
  return {
    x: 0,
    y: 0,
    width: width || toPixels(attributes?.get('width'), 300) || 300,
    height: height || toPixels(attributes?.get('height'), 150) || 150,
  };
}

/** Reads the tag that begins at `<`; undefined if it doesn't end. */
function readTag(text: string, start: number): Tag | undefined {
  const name = /<(\/?)(?:([\w.-]+):)?([\w.-]*)/y;
  name.lastIndex = start;
  const [, slash, prefix = '', local = ''] = name.exec(text) ?? [];
  const attributes = new Map<string, string>();
  const attribute = /[\s/]*(?:([^\s=>/"'<]+)\s*=\s*(["'])|[^\s=>/"'<]+(?!\s*=\s*["'])|=)/y;
  let at = name.lastIndex;
  for (;;) {
    attribute.lastIndex = at;
    const found = attribute.exec(text);
    if (!found) break;
    at = attribute.lastIndex;
    const [, key, quote] = found;
    if (key === undefined || quote === undefined) continue;
    const end = text.indexOf(quote, at);
    if (end === -1) return undefined;
    if (!attributes.has(key)) attributes.set(key, decodeHTML(text.slice(at, end)));
    at = end + 1;
  }
  const end = text.indexOf('>', at);
  if (end === -1) return undefined;
  return {
    name: local.toLowerCase(),
    prefix,
    attributes,
    isClosing: slash === '/',
    isEmpty: text.charAt(end - 1) === '/',
    end: end + 1,
  };
}

function readStyle(text = ''): Map<string, string> {
  const style = new Map<string, string>();
  for (const declaration of text.split(';')) {
    const colon = declaration.indexOf(':');
    const name = declaration.slice(0, Math.max(colon, 0)).trim().toLowerCase();
    if (name) style.set(name, declaration.slice(colon + 1).trim());
  }
  return style;
}

/** A length in pixels; a percentage is one of `whole`. */
function toPixels(length: string | undefined, whole: number): number {
  const value = Number.parseFloat(length ?? '') || 0;
  if (length?.endsWith('%')) return (value * whole) / 100;
  if (length?.endsWith('em')) return value * whole;
  return length?.endsWith('pt') ? (value * 4) / 3 : value;
}

const isHidden = (style: Style): boolean =>
  style.get('display') === 'none' || style.get('visibility') === 'hidden';

const inherited = [
  'color',
  'font-family',
  'font-style',
  'font-weight',
  'text-align',
  'white-space',
];

/** The style of an element inside another. */
function inherit(parent: Style, { name, attributes }: Tag, own: Style): Style {
  const style = new Map(parent);
  for (const key of inherited) {
    const value = own.get(key) ?? (key === 'color' ? attributes.get('color') : undefined);
    if (value !== undefined) style.set(key, value);
  }
  if (/^(b|strong|th|h[1-6])$/.test(name)) style.set('font-weight', 'bold');
  if (name === 'pre') style.set('white-space', 'pre');
  const size = own.get('font-size');
  const whole = toPixels(style.get('font-size'), 0);
  if (size && /^[\d.]+(px|pt|em|rem|%)$/.test(size)) {
    style.set('font-size', `${toPixels(size, size.endsWith('rem') ? 16 : whole)}px`);
  }
  return style;
}

interface Words {
  readonly lines: readonly Line[];
  /** The style of the first element. */
  readonly outer: Style;
}

/** Reads the words in HTML. */
function readLines(html: string, pay: (cost: number) => void): Words {
  const lines: Line[] = [];
  const open: Style[] = [];
  let style: Style = new Map([['font-size', '16px']]);
  let outer: Style | undefined;
  /** How many elements are open inside one that isn't shown. */
  let hidden = 0;
  let line: Line | undefined;
  const add = (text: string) => {
    pay(costs.character * text.length);
    const isPre = style.get('white-space')?.startsWith('pre') ?? false;
    for (const [n, part] of (isPre ? text.split('\n') : [text]).entries()) {
      if (n > 0) line = undefined;
      const words = part.replace(/\s+/g, ' ');
      if (!line && words.trim()) lines.push((line = { text: '', style }));
      if (line) line.text += words;
    }
  };
  let at = 0;
  while (at < html.length) {
    const start = html.indexOf('<', at);
    if (start !== at && hidden === 0)
      add(decodeHTML(html.slice(at, start === -1 ? undefined : start)));
    if (start === -1) break;
    if (html.startsWith('<!--', start)) {
      const end = html.indexOf('-->', start);
      if (end === -1) break;
      at = end + 3;
      continue;
    }
    const tag = readTag(html, start);
    if (!tag) break;
    pay(costs.tag);
    at = tag.end;
    const { name } = tag;
    if (hidden === 0 && blocks.test(name)) line = undefined;
    if (tag.isClosing) {
      if (hidden > 0) hidden -= 1;
      style = open.pop() ?? style;
      continue;
    }
    const own = readStyle(tag.attributes.get('style'));
    outer ??= own;
    const isShown = hidden === 0 && !isHidden(own) && !silent.test(name);
    if (isShown && unwritable.test(name)) throw new SvgHtmlError(name);
    if (isShown && name === 'li') add('• ');
    if (isShown && (name === 'td' || name === 'th') && line) add('   ');
    if (tag.isEmpty || empty.test(name)) continue;
    open.push(style);
    style = inherit(style, tag, own);
    if (!isShown) hidden += 1;
  }
  return { lines, outer: outer ?? new Map() };
}

/** An estimate, in ems: the fonts of the renderer aren't known. */
function widthOf(text: string): number {
  let ems = 0;
  for (const character of text) {
    ems += character > '\u10ff' ? 1 : /[A-Z0-9mw@%]/.test(character) ? 0.66 : 0.5;
  }
  return ems;
}

/** Breaks a line between words, and between characters that need no space. */
function wrap(text: string, ems: number): string[] {
  const lines: string[] = [];
  let line = '';
  let width = 0;
  for (const word of text.match(/[\u2e80-\uffef]|[^\s\u2e80-\uffef]+\s*|\s+/g) ?? []) {
    if (line && width + widthOf(word.trimEnd()) > ems) {
      lines.push(line);
      line = '';
      width = 0;
    }
    line += word;
    width += widthOf(word);
  }
  return [...lines, line];
}

/** The words of a `foreignObject` as SVG text. */
function toText({ prefix, attributes }: Tag, { lines, outer }: Words, viewport: Box): string {
  const element = (name: string) => (prefix ? `${prefix}:${name}` : name);
  const transform = attributes.get('transform');
  const group = transform ? `${element('g')} transform="${escapeUTF8(transform)}"` : element('g');
  if (isHidden(readStyle(attributes.get('style')))) return `<${group}/>`;
  const box = placeOf(attributes, outer, viewport);
  const texts = layOut(lines, box, outer).map(
    ({ text, style, x, y, size, anchor }) =>
      `<${element('text')} x="${x}" y="${y}" text-anchor="${anchor}" stroke="none" fill="#000"` +
      ` style="font-size:${size}px${styleOf(style)}">${escapeUTF8(text)}</${element('text')}>`,
  );
  return `<${group}>${texts.join('')}</${element('g')}>`;
}

/** draw.io places words with the margin and padding of the first element. */
function placeOf(attributes: Tag['attributes'], outer: Style, viewport: Box): Box {
  const { width, height } = viewport;
  const [ownWidth, ownHeight] = ['width', 'height'].map((name) => outer.get(name) ?? '');
  const isFlex = outer.get('display') === 'flex';
  return {
    x: toPixels(attributes.get('x'), width) + toPixels(outer.get('margin-left'), 0),
    y: toPixels(attributes.get('y'), height) + toPixels(outer.get('padding-top'), 0),
    width: ownWidth?.endsWith('px')
      ? toPixels(ownWidth, 0)
      : toPixels(attributes.get('width'), width),
    height:
      isFlex && ownHeight?.endsWith('px')
        ? toPixels(ownHeight, 0)
        : toPixels(attributes.get('height'), height),
  };
}

interface PlacedLine extends Line {
  readonly x: number;
  readonly y: number;
  /** Of the font, in pixels. */
  readonly size: number;
  readonly anchor: 'start' | 'middle' | 'end';
}

function layOut(lines: readonly Line[], box: Box, outer: Style): PlacedLine[] {
  const wrapped = lines.flatMap(({ text, style }) => {
    const size = toPixels(style.get('font-size'), 0) || 16;
    const mayWrap = !/nowrap|^pre$/.test(style.get('white-space') ?? '') && box.width > 2 * size;
    return (mayWrap ? wrap(text, box.width / size) : [text])
      .map((one) => one.trim())
      .filter(Boolean)
      .map((one) => ({ text: one, style, size }));
  });
  const stated = Number(outer.get('line-height'));
  const lineHeight = stated >= 1 && stated <= 2 ? stated : 1.25;
  const height = wrapped.reduce((sum, { size }) => sum + lineHeight * size, 0);
  const isLow = box.height > 16 && height > box.height;
  const scale = isLow ? Math.max(0.6, box.height / height) : 1;
  const free = box.height - height * scale;
  const vertical = outer.get('align-items') ?? '';
  let y = box.y + (/center/.test(vertical) ? free / 2 : /end/.test(vertical) ? free : 0);
  return wrapped.map(({ text, style, size }) => {
    const align = style.get('text-align') ?? outer.get('justify-content') ?? '';
    const anchor = /center/.test(align) ? 'middle' : /right|end/.test(align) ? 'end' : 'start';
    const part = { start: 0, middle: 0.5, end: 1 }[anchor];
    const middle = y + (lineHeight * size * scale) / 2;
    y += lineHeight * size * scale;
    return {
      text,
      style,
      x: round(box.x + part * box.width),
      y: round(middle + 0.35 * size * scale),
      size: round(size * scale),
      anchor,
    };
  });
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}

/** The properties of a line that SVG also has. Other colours are those of the style sheet. */
function styleOf(style: Style): string {
  const declarations = ['font-weight', 'font-style', 'font-family'].map((name) => [
    name,
    style.get(name),
  ]);
  const color = /^light-dark\(\s*([^,()]+|\w+\([^()]*\)),/.exec(style.get('color') ?? '')?.[1];
  return [...declarations, ['fill', color ?? style.get('color')]]
    .filter(([, value]) => value && !/[<>&"{};]/.test(value))
    .map(([name, value]) => `;${name}:${value}`)
    .join('');
}
