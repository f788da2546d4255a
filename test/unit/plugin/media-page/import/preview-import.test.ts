import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  readTextFile,
  splitCsv,
} from '../../../../../plugin/src/media-page/import/preview-import.ts';

describe('splitCsv', () => {
  it('splits between rows and repeats the column names in each part', () => {
    expect(splitCsv('id,alt_text\r\n1,A boat\r\n2,"A\nsea"\r\n3,A cat', 2)).toEqual([
      { csv: 'id,alt_text\r\n1,A boat\r\n2,"A\nsea"\r\n', firstLine: 2 },
      { csv: 'id,alt_text\r\n3,A cat', firstLine: 5 },
    ]);
  });

  it('counts lines as an editor does, including in quoted texts with quotation marks', () => {
    const text = 'id,alt_text\n1,"Says ""Go,\n\nnow"""\n2,x\n';
    expect(splitCsv(text, 1).map(({ firstLine }) => firstLine)).toEqual([2, 5]);
  });

  it('recognises lines that end in a carriage return, even with line feeds in quoted texts', () => {
    expect(splitCsv('id,alt_text\r1,"A\nboat"\r2,A lake\r', 1)).toEqual([
      { csv: 'id,alt_text\n1,"A\nboat"\n', firstLine: 2 },
      { csv: 'id,alt_text\n2,A lake\n', firstLine: 4 },
    ]);
    const quoted = 'id,alt_text\n1,"A\rboat"\n';
    expect(splitCsv(quoted, 1)).toEqual([{ csv: quoted, firstLine: 2 }]);
  });

  it.each(['sep=;\r\n', '\uFEFFsep=;\n', '"SEP=;"\n'])(
    'puts %j before each part, like the line with the columns',
    (first) => {
      expect(splitCsv(`${first}id;alt_text\n1;A boat\n2;A lake`, 1)).toEqual([
        { csv: `${first}id;alt_text\n1;A boat\n`, firstLine: 3 },
        { csv: `${first}id;alt_text\n2;A lake`, firstLine: 4 },
      ]);
    },
  );

  it('returns one part even without rows', () => {
    expect(splitCsv('', 2)).toEqual([{ csv: '', firstLine: 1 }]);
  });

  it('loses nothing', () => {
    const cell = fc.string().map((text) => `"${text.replaceAll('"', '""')}"`);
    const rows = fc.array(fc.array(cell, { minLength: 2, maxLength: 2 }));
    fc.assert(
      fc.property(rows, fc.integer({ min: 1, max: 4 }), (cells, size) => {
        const header = 'id,alt_text\r\n';
        const text = cells.map((row) => `${row.join(',')}\r\n`).join('');
        const parts = splitCsv(header + text, size);
        expect(parts.map(({ csv }) => csv.slice(header.length)).join('')).toBe(text);
        expect(parts).toHaveLength(Math.max(1, Math.ceil(cells.length / size)));
      }),
    );
  });
});

describe('readTextFile', () => {
  it('reads UTF-8, and UTF-16 as saved by spreadsheets', async () => {
    expect(await readTextFile(new Blob(['\uFEFFid;alt_text\nÜber'])).then(String)).toBe(
      'id;alt_text\nÜber',
    );
    const utf16 = Buffer.from('\uFEFFid\talt_text\nÜber', 'utf16le');
    expect(await readTextFile(new Blob([utf16]))).toBe('id\talt_text\nÜber');
  });

  it('explains how to save a file in another encoding', async () => {
    const sentence = 'The file is not encoded in UTF-8.';
    await expect(readTextFile(new Blob([Buffer.from('Über', 'latin1')]))).rejects.toThrow(sentence);
    const workbook = new Blob([Buffer.from('PK\u0003\u0004\u0000\u0000')]);
    await expect(readTextFile(workbook)).rejects.toThrow(sentence);
  });
});
