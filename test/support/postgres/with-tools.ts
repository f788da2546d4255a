import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { debianLibraries, getDebianProgram } from '../debian-program.ts';
import { copyForEverybody, nobodyIfRoot, type Binaries } from './binaries.ts';

/** A PostgreSQL with the tools that npm's package lacks. */
export interface PostgresWithTools {
  readonly binaries: Binaries;
  /** The folder of `pg_dump`, `pg_restore` and `pg_basebackup`. */
  readonly tools: string;
}

const programs = ['initdb', 'postgres', 'pg_dump', 'pg_restore', 'pg_basebackup'];

/** Where Debian installs the programs of each version. */
const debianFolder = 'usr/lib/postgresql';

/**
 * The newest PostgreSQL on this machine, or else the one from Debian's packages, unpacked in the cache folder.
 * Its tools may not work with a newer server, so use its own.
 */
export async function getPostgresWithTools(): Promise<PostgresWithTools> {
  const installed = await findInstalled();
  const user = nobodyIfRoot();
  if (installed !== undefined) return toPostgres(installed, { user });
  const unpacked = await getDebianProgram('postgresql', '', { withDependencies: true });
  const root = user ? await copyForEverybody(unpacked, 'debian', debianFolder) : unpacked;
  const tools = await findNewest(join(root, debianFolder));
  if (tools === undefined) throw new Error(`Debian's postgresql has no ${programs.join(', ')}.`);
  return toPostgres(tools, { user, env: await debianLibraries(root) });
}

async function findInstalled(): Promise<string | undefined> {
  const onPath = (process.env['PATH'] ?? '').split(':').find((folder) => hasPrograms(folder));
  return (await findNewest(join('/', debianFolder))) ?? onPath;
}

async function findNewest(folder: string): Promise<string | undefined> {
  const versions = await readdir(folder).catch((): string[] => []);
  return versions
    .sort((a, b) => Number(b) - Number(a))
    .map((version) => join(folder, version, 'bin'))
    .find((tools) => hasPrograms(tools));
}

function hasPrograms(folder: string): boolean {
  return programs.every((name) => existsSync(join(folder, name)));
}

function toPostgres(tools: string, how: Pick<Binaries, 'user' | 'env'>): PostgresWithTools {
  const [initdb, postgres] = [join(tools, 'initdb'), join(tools, 'postgres')];
  return { binaries: { initdb, postgres, ...how }, tools };
}
