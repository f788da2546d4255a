import { randomBytes } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { requireImage } from '../../../service/images/normalise.ts';
import { svgOf } from '../../support/special-images.ts';
import { noImage, sentImage, wanted } from '../../support/images.ts';

const svg = svgOf('<title>Größe</title><rect width="100" height="100" fill="#f00"/>');
const declared = (encoding: string) => `<?xml version="1.0" encoding="${encoding}"?>\n${svg}`;
const bigEndian = (text: string) => Buffer.from(text, 'utf16le').swap16();

describe('draws an SVG as a browser does', () => {
  test.each([
    ['in UTF-16LE with a mark', Buffer.from(`\ufeff${svg}`, 'utf16le')],
    ['in UTF-16BE with a mark', bigEndian(`\ufeff${declared('UTF-16')}`)],
    ['in UTF-16LE without a mark', Buffer.from(declared('utf-16'), 'utf16le')],
    ['in UTF-16BE without a mark', bigEndian(svg)],
    ['in UTF-8 that says UTF-16', Buffer.from(declared('UTF-16'))],
    ['in UTF-8 with a mark and white space', Buffer.from(`\ufeff\r\n${declared('utf-8')}`)],
    ['in Latin-1', Buffer.from(declared('ISO-8859-1'), 'latin1')],
    ['in Latin-1 that says UTF-8', Buffer.from(declared('utf-8'), 'latin1')],
    ['in an unknown encoding', Buffer.from(declared('x-none'))],
    [
      'whose elements have a prefix',
      Buffer.from(svg.replaceAll(/<(\/?)/g, '<$1s:').replace('xmlns', 'xmlns:s')),
    ],
    ['in an SVGZ', gzipSync(declared('UTF-8'))],
    ['in a long SVGZ', gzipSync(`${svg}<!-- ${randomBytes(9_000).toString('hex')} -->`)],
    [
      'after a document type',
      Buffer.from(`<!DOCTYPE svg PUBLIC "-" "-" [\n<!ENTITY a "<b>">\n] >${svg}`),
    ],
    [
      'after a long comment',
      Buffer.from(`<?xml version="1.0"?><!-- ${'<html> '.repeat(9_000)}-->${svg}`),
    ],
  ])('%s', async (_case, bytes) => {
    await requireImage(bytes);
    const { channels } = await sharp(await sentImage(bytes)).stats();
    expect(channels.map(({ mean }) => Math.round(mean / 10))).toEqual([25, 0, 0]);
  });
});

describe('names a web page with an inline SVG', () => {
  const page = `<html><body><form>Log in</form>${svg}</body></html>`;
  const xhtml = '<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Strict//EN" "x">';
  test.each([
    ['that begins with a comment', `<!-- build 7 --><!doctype html>${page}`],
    ['with a document type between comments', `<!-- a --><!DOCTYPE html><!-- b -->${page}`],
    ['without a document type', `\n<!-- a -->\n<!-- b --> ${page}`],
    [
      'that begins with an XML declaration',
      `<?xml version="1.0" encoding="utf-8"?>\n${xhtml}${page}`,
    ],
    ['in XHTML without a document type', `<?xml version="1.0"?>${page}`],
    ['with a byte order mark', `\ufeff<!DOCTYPE HTML>${page}`],
    ['without the element html', `<title>Log in</title><body>${svg}`],
    ['whose SVG is all there is', `<!doctype html>${svg}`],
    ['with a prefix', `<h:html xmlns:h="http://www.w3.org/1999/xhtml">${svg}</h:html>`],
  ])('%s', async (_case, text) => {
    for (const bytes of [Buffer.from(text), Buffer.from(`\ufeff${text}`, 'utf16le')]) {
      await expect(requireImage(bytes)).rejects.toMatchObject({
        message: `This is a web page. ${wanted}`,
      });
      await expect(sentImage(bytes)).rejects.toMatchObject({
        message: `This is a web page. ${wanted}`,
      });
    }
  });
});

test.each([
  ['a packed text', gzipSync('Hello').toString('latin1'), `This is a GZ. ${wanted}`],
  ['XML', `<?xml version="1.0"?><Error>${svg}</Error>`, `This is an XML. ${wanted}`],
  ['text', `Hello ${svg}`, noImage],
  ['a comment that does not end', `<!-- ${svg}`, noImage],
  ['a document type that does not end', `<!doctype svg [ ${svg}`, noImage],
  ['two document types', `<!doctype svg><!doctype html>${svg}`, noImage],
])('refuses %s', async (_case, text, message) => {
  await expect(requireImage(Buffer.from(text, 'latin1'))).rejects.toMatchObject({
    message: message,
  });
});

test.each([
  '<!---->',
  '<??>',
  '<!doctype a>',
  '<!doctype a [',
  ' ',
  '<',
  '\n<!--',
  '<!doctype a [] ',
])('reads 10 MB of %s without blocking others', async (piece) => {
  const bytes = Buffer.from(piece.repeat(10_000_000 / piece.length));
  const start = process.cpuUsage();
  await expect(requireImage(bytes)).rejects.toMatchObject({ message: noImage });
  const { user, system } = process.cpuUsage(start);
  console.log(piece, (user + system) / 1_000);
});

test('refuses 20 MB in an SVGZ', async () => {
  const bomb = gzipSync(`${svg}${' '.repeat(20_000_000)}`);
  await requireImage(bomb);
  await expect(sentImage(bomb)).rejects.toMatchObject({ message: `This is a GZ. ${wanted}` });
});
