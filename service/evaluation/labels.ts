import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { findLanguage } from '../../shared/languages.ts';
import type { Purpose } from '../prompting/answer.ts';
import {
  headerProblems,
  isLanguage,
  isPurpose,
  LabelsError,
  rowProblems,
  unknownLanguage,
  type Cells,
} from './label-problems.ts';
import { parseTable, TableError, type TableRow } from './csv-table.ts';

/** What a person says of one picture, for comparison with what a model writes. */
export interface Label {
  /** Path within the folder. */
  readonly file: string;
  /** BCP 47 code, of the language list. */
  readonly language: string;
  readonly title: string | undefined;
  readonly keywords: string | undefined;
  /** Caption, link target and the like, as `image_context` takes it. */
  readonly context: string | undefined;
  readonly purpose: Purpose | undefined;
  /** Words of which one at least must stand in the text; none where any text will do. */
  readonly expect: readonly string[];
  /** A good text, written by hand. */
  readonly text: string | undefined;
}

export const labelsFile = 'labels.csv';

export interface ParseLabelsOptions {
  /** Code of the language of rows that name none. */
  readonly language: string;
  /** Paths that there are in the folder. */
  readonly files: ReadonlySet<string>;
}

/**
 * Reads the labels of a folder of pictures.
 * @param language code of the language of rows that name none
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
 * Reads labels out of CSV with a header row: `file`, and any of the other columns.
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

/** The rows by the names of their columns, and what is wrong with the table as a table. */
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
    expect: (cells.expect ?? '')
      .split('|')
      .map((word) => word.trim())
      .filter(Boolean),
    text: cells.text || undefined,
  };
}
