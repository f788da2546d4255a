import { expect, test } from 'vitest';
import { finish } from '../../../../service/concurrency/steps.ts';
import { parseJson as steps } from '../../../../service/http/parse-json.ts';
import { EmbeddedPicture } from '../../../../service/images/picture.ts';
import { parseDataUri } from '../../../../service/images/read-picture.ts';

const parseJson = (bytes: Buffer) => finish(steps(bytes));

const long = Buffer.from(Array.from({ length: 60_000 }, (_, i) => (i * 37 + (i >> 3)) & 0xff));
const base64 = long.toString('base64');
const uri = `data:image/jpeg;base64,${base64}`;

/** How bodies are parsed without the detour. */
function parseWhole(bytes: Buffer): unknown {
  return JSON.parse(new TextDecoder().decode(bytes));
}

function resultOf(parse: (bytes: Buffer) => unknown, bytes: Buffer) {
  try {
    return { value: parse(bytes) };
  } catch (error) {
    return { error: error instanceof Error ? error.name : error };
  }
}

function expectSame(text: string | Buffer): void {
  const bytes = Buffer.from(text);
  const expected = resultOf(parseWhole, bytes);
  const result = resultOf(parseJson, bytes);
  const file = fileOf(expected.value);
  const picture = fileOf(result.value);
  if (typeof file === 'string' && picture instanceof EmbeddedPicture) {
    // What the text would be decoded to later on.
    expect(finish(parseDataUri(file, file.length)).equals(picture.bytes)).toBe(true);
    expect(file.startsWith(picture.header)).toBe(true);
    Object.assign(result.value as object, { image_file: file });
  }
  expect(result).toEqual(expected);
  // Names in their order, too.
  expect(JSON.stringify(result)).toBe(JSON.stringify(expected));
}

function fileOf(body: unknown): unknown {
  if (typeof body !== 'object' || body === null || !('image_file' in body)) return undefined;
  return body.image_file;
}

const at = (index: number, piece: string) => uri.slice(0, index) + piece + uri.slice(index);

test.each([
  ['alone', `{"image_file":"${uri}"}`],
  ['with whitespace', `\r\n { "user_id" : "a@b.c" , "image_file" : "${uri}" } \n`],
  ['after a byte order mark', `\uFEFF{"image_file":"${uri}"}`],
  ['beside other scripts', `{"title":"Grüße 😀 …","image_file":"${uri}","x":"\\u00e9"}`],
  ['with padding', `{"image_file":"${uri}AA=="}`],
  ['with padding inside', `{"image_file":"${at(900, '==')}"}`],
  ['with nothing but padding', `{"image_file":"data:image/png;base64,${'='.repeat(5_000)}"}`],
  ['with much padding', `{"image_file":"${uri}======"}`],
  ['URL-safe', `{"image_file":"${uri.replaceAll('+', '-').replace(/(?<=,.*)\//g, '_')}"}`],
  ['with escaped slashes', `{"image_file":"${uri.replaceAll('/', '\\/')}"}`],
  ['with one escaped slash', `{"image_file":"${at(900, '\\/')}"}`],
  ['with an escaped letter', `{"image_file":"${at(900, '\\u0041')}"}`],
  ['with an escaped quote', `{"image_file":"${at(900, '\\"')}"}`],
  ['with an escaped line break', `{"image_file":"${at(900, '\\n')}"}`],
  ['with a line break', `{"image_file":"${at(900, '\n')}"}`],
  ['with one character too many, a tab', `{"image_file":"data:image/png;base64,${base64}\t"}`],
  ['with a NUL', `{"image_file":"${at(900, '\0')}"}`],
  ['with other letters', `{"image_file":"${at(900, 'é')}"}`],
  ['with an escape in its header', `{"image_file":"${uri.replace('image', '\\u0069mage')}"}`],
  ['with a parameter', `{"image_file":"${uri.replace(';', ';charset=x;')}"}`],
  ['in upper case', `{"image_file":"${uri.replace('data:image', 'DATA:IMAGE')}"}`],
  ['with an escaped name', `{"image\\u005ffile":"${uri}"}`],
  ['twice', `{"image_file":"${uri}","image_url":"${uri}"}`],
  ['twice under one name', `{"image_file":"${uri}","image_file":"short"}`],
  ['twice under one name, the other way', `{"image_file":"short","image_file":"${uri}"}`],
  ['after a short one', `{"image_url":"data:image/gif;base64,AAAA","image_file":"${uri}"}`],
  ['as a name', `{"${uri}":1}`],
  ['deeper', `{"image_file":{"x":["${uri}"]}}`],
  ['in a list', `["a","${uri}"]`],
  ['as all there is', `"${uri}"`],
  ['inside of a text', `{"title":"see \\"${uri}\\" there"}`],
  ['at the end of a text', `{"title":"\\"${uri}"}`],
  ['outside of a text', `{"a":"b"${uri}"c":1}`],
  ['between texts', `["b"${uri}"c"]`],
  ['cut short', `{"image_file":"${uri}`],
  ['followed by nothing', `{"image_file":"${uri}"`],
  ['followed by more', `{"image_file":"${uri}"} x`],
  ['beside a prototype', `{"__proto__":{"x":1},"image_file":"${uri}"}`],
  ['as a prototype', `{"__proto__":"${uri}"}`],
  ['as no picture', `{"image_file":"${uri.replace('image/jpeg', 'text/plain')}"}`],
])('parses a data URI %s as JSON.parse does', (_, text) => expectSame(text));

test('decodes a long picture, and nothing else', () => {
  const body = Buffer.from(`{"blog_title":"x","image_file":"${uri}"}`);
  expect(parseJson(body)).toEqual({
    blog_title: 'x',
    image_file: new EmbeddedPicture('data:image/jpeg;base64,', long),
  });
  expect(parseJson(Buffer.from(`{"image_url":"${uri}"}`))).toEqual({ image_url: uri });
  const short = 'data:image/gif;base64,AAAA';
  expect(parseJson(Buffer.from(`{"image_file":"${short}"}`))).toEqual({ image_file: short });
});

test('parses invalid UTF-8 beside a data URI as JSON.parse does', () => {
  const [before = '', after = ''] = `{"title":"#","image_file":"${uri}","more":"#"}`.split('#');
  expectSame(Buffer.concat([Buffer.from(before), Buffer.from([0xe2, 0x82]), Buffer.from(after)]));
});

test('parses whatever becomes of a body as JSON.parse does', () => {
  const good = Buffer.from(`{"user_id":"a@b.c","image_file":"${uri}","title":"x"}`);
  const special = Buffer.from('"\\/u0041,:;=-_+{}[]\0\n\t é');
  let state = 13;
  const below = (limit: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * limit);
  };
  for (let round = 0; round < 2_000; round += 1) {
    const bytes = Buffer.from(good);
    for (let changes = 1 + below(4); changes > 0; changes -= 1) {
      // Half of them at the edges, where the rest of the JSON is.
      const place = below(2)
        ? below(bytes.length)
        : below(2)
          ? below(80)
          : bytes.length - 1 - below(20);
      bytes[place] = special[below(special.length)] ?? 0;
    }
    expectSame(bytes);
  }
});
