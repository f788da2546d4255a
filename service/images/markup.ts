/** Elements that begin a web page, including one that omits `<html>`. */
const pageRoot =
  /^(html|head|title|meta|link|base|style|script|noscript|body|header|main|div|p|h[1-6]|center|form|table|br|pre)$/;

/** The text of an XML or HTML file, without its byte order mark and XML declaration. */
export interface Markup {
  readonly kind: 'svg' | 'web-page';
  readonly text: string;
}

/** How much of a file is read to recognise it, in bytes. */
export const maxProlog = 256 * 1_024;

/** Reads an SVG or a web page, in any encoding; undefined if the bytes are something else. */
export function readMarkup(bytes: Buffer): Markup | undefined {
  const encoding = encodingOf(bytes);
  // Most other files end here.
  const start = decode(bytes.subarray(0, 64), encoding).trimStart();
  if (!start.startsWith('<')) return undefined;
  const read = (part: Buffer) => withoutDeclaration(decode(part, encoding));
  const prolog = read(bytes.subarray(0, maxProlog));
  const { root, isHtml } = readProlog(prolog);
  if (root === 'svg' && !isHtml) return { kind: 'svg', text: read(bytes) };
  return isHtml || pageRoot.test(root) ? { kind: 'web-page', text: prolog } : undefined;
}

/**
 * The encoding from the byte order mark or the first characters, otherwise from the XML
 * declaration.
 */
function encodingOf(bytes: Buffer): string {
  const start = bytes.toString('latin1', 0, 256);
  if (start.startsWith('\xfe\xff') || start.startsWith('\0<')) return 'utf-16be';
  if (start.startsWith('\xff\xfe') || start.startsWith('<\0')) return 'utf-16le';
  const declared = /^\s*<\?xml\s[^>]*?\sencoding\s*=\s*["']([\w.:-]+)["']/.exec(start)?.[1] ?? '';
  // The declaration itself shows that this isn't UTF-16.
  return start.startsWith('\xef\xbb\xbf') || /^utf-?16/i.test(declared) ? 'utf-8' : declared;
}

function decode(bytes: Buffer, encoding: string): string {
  try {
    return new TextDecoder(encoding || 'utf-8').decode(bytes);
  } catch {
    return new TextDecoder().decode(bytes);
  }
}

function withoutDeclaration(text: string): string {
  const trimmed = text.trimStart();
  const end = /^<\?xml\s/i.test(trimmed) ? trimmed.indexOf('?>') : -1;
  return end === -1 ? trimmed : trimmed.slice(end + 2);
}

/** Skips everything before the root element; returns its name, without prefix. */
function readProlog(text: string): { root: string; isHtml: boolean } {
  let at = 0;
  let doctype: string | undefined;
  for (;;) {
    while (/\s/.test(text.charAt(at))) at += 1;
    const start = text.slice(at, at + 64);
    const end = endOfPart(text, at, start);
    // A second document type is an error.
    if (end === undefined || (doctype && start.startsWith('<!') && !start.startsWith('<!--'))) {
      const root = /^<(?:[\w.-]+:)?([\w.-]+)/.exec(start)?.[1] ?? '';
      return { root: root.toLowerCase(), isHtml: doctype === 'html' };
    }
    doctype ??= /^<!doctype\s+([\w:.-]+)/i.exec(start)?.[1]?.toLowerCase();
    at = end;
  }
}

/** The end of a comment, instruction or document type; undefined if there is none. */
function endOfPart(text: string, at: number, start: string): number | undefined {
  if (/^<!doctype\s/i.test(start)) {
    const bracket = text.slice(at, at + 1_024).search(/[[>]/);
    // It may contain declarations in brackets.
    const close = text.charAt(at + bracket) === '[' ? /\]\s*>/g : />/g;
    close.lastIndex = at;
    return close.test(text) ? close.lastIndex : undefined;
  }
  const close = start.startsWith('<!--') ? '-->' : start.startsWith('<?') ? '?>' : undefined;
  const end = close === undefined ? -1 : text.indexOf(close, at);
  return close === undefined || end === -1 ? undefined : end + close.length;
}
