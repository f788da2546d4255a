import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Found, Part } from '../part.ts';

/** What a part found, and on what machine. */
export interface Result extends Found {
  readonly name: string;
  readonly title: string;
  /** Processor, cores, Node.js; whether the measured server had a core to itself. */
  readonly machine: string;
  /** Day on which it was measured. */
  readonly day: string;
}

const folder = join(import.meta.dirname, '..', 'results');

/** Keeps what a part has found in the place of what it found before. */
export async function saveResult(
  { name, title }: Part,
  found: Found,
  machine: string,
): Promise<void> {
  const day = new Date().toISOString().slice(0, 10);
  const result: Result = { name, title, machine, day, ...found };
  await mkdir(folder, { recursive: true });
  await save(`${name}.json`, `${JSON.stringify(result, undefined, 2)}\n`);
}

/** All results, in the order of the parts. */
export async function listResults(parts: readonly Part[]): Promise<Result[]> {
  const files = new Set(await readdir(folder));
  const found = parts.filter(({ name }) => files.has(`${name}.json`));
  const texts = found.map(({ name }) => read(`${name}.json`));
  return (await Promise.all(texts)).map((text) => JSON.parse(text) as Result);
}

export function save(file: string, text: string): Promise<void> {
  return writeFile(join(folder, file), text);
}

/** What was kept in a file of that name. */
export function read(file: string): Promise<string> {
  return readFile(join(folder, file), 'utf8');
}
