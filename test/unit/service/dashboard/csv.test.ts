import { parse } from 'csv-parse/sync';
import { expect, test } from 'vitest';
import { toCsv } from '../../../../service/dashboard/csv.ts';

test('writes CSV that a spreadsheet can read', () => {
  const csv = toCsv(
    ['when', 'note'],
    [
      ['2026-11-20', 'a "quoted", long\nnote – with ü'],
      ['2026-11-21', null],
    ],
  );
  expect(csv).toMatch(/^\uFEFF"when","note"\r\n/);
  expect(parse(csv, { bom: true })).toEqual([
    ['when', 'note'],
    ['2026-11-20', 'a "quoted", long\nnote – with ü'],
    ['2026-11-21', ''],
  ]);
});

test.each(['=cmd|"/C calc"!A0', '+1', '-2+3', '@SUM(A1)', '\t=1', '\r=1', '＝1'])(
  'defuses the formula %j',
  (formula) => {
    const [[cell] = []] = parse(toCsv([formula], []), { bom: true });
    expect(cell).toBe(`'${formula}`);
  },
);

test.each(['a\r=1', 'a\n=1', 'a;=1', 'a\t=1'])(
  'does not start a new cell or row within %j',
  (text) => {
    expect(toCsv(['note'], [[text]])).toContain(`"${text}"`);
  },
);

test('leaves numbers unchanged, including negative ones', () => {
  expect(toCsv(['credits'], [[-5], [12.5]])).toBe('\uFEFF"credits"\r\n-5\r\n12.5\r\n');
});
