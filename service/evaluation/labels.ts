import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CsvError, parse } from 'csv-parse/sync';
import { findLanguage } from '../../shared/languages.ts';
import { purposes, type Purpose } from '../prompting/answer.ts';

/** The labels of a folder cannot be used. The message names every problem, one per line. */
export class LabelsError extends Error {
  override readonly name = 'LabelsError';
}

const columns = [
  'file',
  'language',
  'title',
  'keywords',
  'context',
  'purpose',
  'expect',
  'avoid',
  'text',
] as const;

/** One row, by column name. */
type Cells = Readonly<Partial<Record<(typeof columns)[number], string>>>;

/** The problems of the column names. */
function headerProblems(header: readonly string[]): string[] {
  const right = `The columns are ${columns.join(', ')}.`;
  const unknown = header
    .filter((name) => !(columns as readonly string[]).includes(name))
    .map((name) => `"${name}" is no column. ${right}`);
  const doubled = header
    .filter((name, index) => header.indexOf(name) !== index)
    .map((name) => `There are two columns "${name}".`);
  const missing = header.includes('file') ? [] : [`There is no column "file". ${right}`];
  return [...unknown, ...doubled, ...missing];
}

/** The problems of the cells of one row. `files` are the paths that exist. */
function rowProblems({ file, language, purpose }: Cells, files: ReadonlySet<string>): string[] {
  const problems: string[] = [];
  if (file === '') problems.push('file is empty.');
  if (file && !files.has(file)) problems.push(`there is no file ${file} in the folder.`);
  if (language && !isLanguage(language)) problems.push(unknownLanguage(language));
  if (purpose && !isPurpose(purpose)) {
    problems.push(`purpose is "${purpose}". Use ${purposes.join(', ')}, or leave it empty.`);
  }
  return problems;
}

function isPurpose(word: string | undefined): word is Purpose {
  return (purposes as readonly (string | undefined)[]).includes(word);
}

/** Whether a code is in the language list. `matchLanguage` would fall back to English. */
function isLanguage(code: string): boolean {
  return findLanguage(code).code !== 'en' || /^en\b/i.test(code);
}

function unknownLanguage(code: string): string {
  return `"${code}" is no language code that is known. Use one like de or pt-BR.`;
}

/** The text is not valid CSV. The message says where. */
class TableError extends Error {
  override readonly name = 'TableError';
}

interface TableRow {
  /** The line of the text on which the row ends, from 1. */
  readonly line: number;
  readonly fields: readonly string[];
}

/**
 * Reads CSV (RFC 4180) in UTF-8, with or without a byte order mark. Spaces around fields and empty
 * lines are ignored. Rows may have any number of fields.
 * @throws TableError
 */
export function parseTable(csv: string): TableRow[] {
  const rows: TableRow[] = [];
  try {
    parse(csv, {
      bom: true,
      trim: true,
      skip_empty_lines: true,
      relax_column_count: true,
      on_record: (fields: string[], { lines: line }) => void rows.push({ line, fields }),
    });
    return rows;
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw new TableError(
      `line ${String(error['lines'])}: a quotation mark is missing or too many.`,
    );
  }
}

/** A person's description of one image, to compare with the model's. */
export interface Label {
  /** Path within the folder. */
  readonly file: string;
  /** BCP 47 code from the language list. */
  readonly language: string;
  readonly title: string | undefined;
  readonly keywords: string | undefined;
  /** Caption, link target and so on, as for `image_context`. */
  readonly context: string | undefined;
  readonly purpose: Purpose | undefined;
  /** Groups of words: one word of each must be in the text. Empty if any text will do. */
  readonly expect: readonly (readonly string[])[];
  /** Words, none of which may be in the text. */
  readonly avoid: readonly string[];
  /** A good text, written by a person. */
  readonly text: string | undefined;
}

const labelsFile = 'labels.csv';

interface ParseLabelsOptions {
  /** Language code of rows without one. */
  readonly language: string;
  /** The paths that exist in the folder. */
  readonly files: ReadonlySet<string>;
}

/**
 * Reads the labels of a folder of images.
 * @param language language code of rows without one
 * @throws LabelsError
 */
export async function readLabels(folder: string, language: string): Promise<Label[]> {
  const [csv, files] = await Promise.all([
    readFile(join(folder, labelsFile), 'utf8'),
    readdir(folder, { recursive: true }),
  ]).catch(() => {
    throw new LabelsError(`There is no ${labelsFile} in ${folder} that can be read.`);
  });
  return parseLabels(csv, { language, files: new Set(files) });
}

/**
 * Reads labels from CSV with a header row: `file` and any of the other columns.
 * @throws LabelsError
 */
export function parseLabels(csv: string, { language, files }: ParseLabelsOptions): Label[] {
  const { cells, problems } = readCells(csv);
  if (!isLanguage(language)) problems.push(`--language: ${unknownLanguage(language)}`);
  for (const { line, ...row } of cells) {
    problems.push(...rowProblems(row, files).map((problem) => `line ${line}: ${problem}`));
  }
  if (problems.length > 0) {
    throw new LabelsError(`${labelsFile} has problems:\n- ${problems.join('\n- ')}`);
  }
  return cells.map((row) => toLabel(row, language));
}

/** The rows by column name, and the problems of the table itself. */
function readCells(csv: string): { cells: (Cells & { line: number })[]; problems: string[] } {
  const [header, ...rows] = readRows(csv);
  const names = header?.fields ?? [];
  const tooWide = rows.filter(({ fields }) => fields.length !== names.length);
  return {
    cells: rows.map(({ line, fields }) => ({
      ...Object.fromEntries(names.map((name, index) => [name, fields[index] ?? ''])),
      line,
    })),
    problems: [
      ...headerProblems(names),
      ...(rows.length === 0 ? ['There is no row below the header.'] : []),
      ...tooWide.map(
        ({ line, fields }) =>
          `line ${line}: ${fields.length} fields where the header has ${names.length}. Put quotation marks around a text with a comma.`,
      ),
    ],
  };
}

function readRows(csv: string): TableRow[] {
  try {
    return parseTable(csv);
  } catch (error) {
    throw error instanceof TableError ? new LabelsError(`${labelsFile}, ${error.message}`) : error;
  }
}

function toLabel(cells: Cells, language: string): Label {
  return {
    file: cells.file ?? '',
    language: findLanguage(cells.language || language).code,
    title: cells.title || undefined,
    keywords: cells.keywords || undefined,
    context: cells.context || undefined,
    purpose: isPurpose(cells.purpose) ? cells.purpose : undefined,
    // With spaces, so that "R&B" is a word.
    expect: (cells.expect ?? '')
      .split(/\s&\s/)
      .map(toWords)
      .filter((group) => group.length > 0),
    avoid: toWords(cells.avoid),
    text: cells.text || undefined,
  };
}

function toWords(cell = ''): string[] {
  return cell
    .split('|')
    .map((word) => word.trim())
    .filter(Boolean);
}
