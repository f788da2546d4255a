import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { nobodyIfRoot, type Binaries } from './binaries.ts';

/** A PostgreSQL that is installed on this machine, with the tools that npm's has not. */
export interface InstalledPostgres {
  readonly binaries: Binaries;
  /** The path of a tool, such as `pg_dump`. */
  tool(name: string): string;
}

/** Finds the newest where Debian puts them. */
export async function findInstalledPostgres(): Promise<InstalledPostgres | undefined> {
  const folder = '/usr/lib/postgresql';
  const versions = await readdir(folder).catch((): string[] => []);
  for (const version of versions.sort((a, b) => Number(b) - Number(a))) {
    const programs = join(folder, version, 'bin');
    const names = await readdir(programs).catch((): string[] => []);
    if (!['initdb', 'postgres', 'pg_dump', 'pg_restore'].every((one) => names.includes(one)))
      continue;
    const tool = (name: string) => join(programs, name);
    return {
      binaries: { initdb: tool('initdb'), postgres: tool('postgres'), user: nobodyIfRoot() },
      tool,
    };
  }
  return undefined;
}
