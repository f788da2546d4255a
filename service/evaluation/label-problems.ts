import { findLanguage } from '../../shared/languages.ts';
import { purposes, type Purpose } from '../prompting/answer.ts';

/** The labels of a folder cannot be used. The message names every problem, one a line. */
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
  'text',
] as const;

/** One row, by the names of its columns. */
export type Cells = Readonly<Partial<Record<(typeof columns)[number], string>>>;

/** What is wrong with the names of the columns. */
export function headerProblems(header: readonly string[]): string[] {
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

/** What is wrong with the cells of one row. `files` are the paths that there are. */
export function rowProblems(
  { file, language, purpose }: Cells,
  files: ReadonlySet<string>,
): string[] {
  const problems: string[] = [];
  if (file === '') problems.push('file is empty.');
  if (file && !files.has(file)) problems.push(`there is no file ${file} in the folder.`);
  if (language && !isLanguage(language)) problems.push(unknownLanguage(language));
  if (purpose && !isPurpose(purpose)) {
    problems.push(`purpose is "${purpose}". Use ${purposes.join(', ')}, or leave it empty.`);
  }
  return problems;
}

export function isPurpose(word: string | undefined): word is Purpose {
  return (purposes as readonly (string | undefined)[]).includes(word);
}

/** Whether a code is one of the language list: English is found for anything that is none. */
export function isLanguage(code: string): boolean {
  return findLanguage(code).code !== 'en' || /^en\b/i.test(code);
}

export function unknownLanguage(code: string): string {
  return `"${code}" is no language code that is known. Use one like de or pt-BR.`;
}
