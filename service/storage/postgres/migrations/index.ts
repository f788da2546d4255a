import { tablesOf010 } from './0.1.0.ts';
import { changesOf020 } from './0.2.0.ts';

/**
 * The changes of the tables by release, in order. One that has been released is never edited: add
 * another, with the next version. Development versions counted single changes, hence the gaps.
 */
export const migrations: readonly { readonly version: number; readonly sql: string }[] = [
  { version: 6, sql: tablesOf010 },
  { version: 13, sql: changesOf020 },
];

/** The version of the tables that this program needs. */
export const newestVersion = Math.max(...migrations.map(({ version }) => version));
