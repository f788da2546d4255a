import { link, readFile, rename, rm } from 'node:fs/promises';
import { basename } from 'node:path';
import type { Adapter } from 'lowdb';
import type { z } from 'zod';
import { StoreError } from '../interfaces/errors.ts';
import { replaceFile } from './replace-file.ts';

/**
 * A lowdb adapter whose `write` has reached the disk when it resolves. The version before stays as
 * `<file>.bak`. A file that is damaged, or that is gone while its copy is there, is an error and
 * never read as an empty one.
 */
export function durableJsonFile<T>(path: string, schema: z.ZodType<T>): Adapter<T> {
  const name = basename(path);
  return {
    async read() {
      const text = await readIfThere(path);
      if (text !== null) return parse(text, schema, name);
      if ((await readIfThere(`${path}.bak`)) === null) return null;
      throw damaged(name, 'is gone');
    },
    async write(data) {
      await linkCopy(path);
      await replaceFile(path, JSON.stringify(data));
    },
  };
}

/** Gives the present version a second name, which it keeps when a new version takes the first. */
async function linkCopy(path: string): Promise<void> {
  const temporary = `${path}.bak.new`;
  await rm(temporary, { force: true });
  try {
    await link(path, temporary);
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return;
    throw error;
  }
  await rename(temporary, `${path}.bak`);
}

async function readIfThere(path: string): Promise<string | null> {
  try {
    return await readFile(path, 'utf8');
  } catch (cause) {
    if (hasCode(cause, 'ENOENT')) return null;
    throw new StoreError(`accounts/${basename(path)} in DATA_DIR cannot be read.`, { cause });
  }
}

function parse<T>(text: string, schema: z.ZodType<T>, name: string): T {
  try {
    return schema.parse(JSON.parse(text));
  } catch {
    throw damaged(name, 'is damaged');
  }
}

function damaged(name: string, what: string): StoreError {
  return new StoreError(
    `accounts/${name} in DATA_DIR ${what}. ${name}.bak beside it is the version before: ` +
      `copy that to ${name}, or restore your own backup. Nothing was changed.`,
  );
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}
