import { basename } from 'node:path';
import type { Adapter } from 'lowdb';
import * as z from 'zod';
import { placeOf } from '../checks.ts';
import { DamagedFileError, durableJsonFile, formatVersion, nameOf } from './durable-json-file.ts';
import { emptyShard, type RecordSchema, type ShardData } from './shard-data.ts';

/** The known data of an account that cannot be read, and the reason. */
export interface DamagedRecord {
  readonly data: unknown;
  /** Where the damage is and what to do, in sentences. */
  readonly detail: string;
}

/** A file of accounts. */
export interface ShardFile<Stored> extends Adapter<ShardData<Stored>> {
  /** Like `write`, but keeps no earlier version, so removed data is in no file. */
  writeWithoutCopy(data: ShardData<Stored>): Promise<void>;
}

/** A file whose accounts may be anything. */
const fileSchema = z.object({
  version: z.literal(formatVersion),
  accounts: z.custom<Readonly<Record<string, unknown>>>(
    (data) => typeof data === 'object' && data !== null && !Array.isArray(data),
  ),
});

/**
 * Reads and writes a file of accounts. Those that cannot be read are set aside: each write contains
 * them unchanged, and the file's previous version, in which they may be intact, is kept.
 */
export function shardFile<Stored>(path: string, schema: RecordSchema<Stored>) {
  const file = durableJsonFile(path, fileSchema);
  const setAside = new Map<string, DamagedRecord>();
  /** Why no account in the file can be read; undefined if the file as a whole is not damaged. */
  let damage: string | undefined;

  const withSetAside = ({ version, accounts }: ShardData<Stored>) => {
    const all = new Map<string, unknown>(Object.entries(accounts));
    for (const [userId, { data }] of setAside) all.set(userId, data);
    return { version, accounts: Object.fromEntries(all) };
  };

  async function setAsideAll(error: DamagedFileError): Promise<void> {
    damage = `${error.message} Then restart the service.`;
    const accounts = (await file.readCopy())?.accounts ?? {};
    for (const [userId, data] of Object.entries(accounts)) {
      setAside.set(userId, { data, detail: damage });
    }
  }

  async function read(): Promise<ShardData<Stored> | null> {
    const stored = await file.read();
    if (!stored) return null;
    const data = emptyShard<Stored>();
    for (const [userId, value] of Object.entries(stored.accounts)) {
      const result = schema.safeParse(value);
      if (result.success) data.accounts[userId] = result.data;
      else {
        const before = (await file.readCopy())?.accounts[userId];
        const isInCopy = schema.safeParse(before).success;
        setAside.set(userId, { data: value, detail: describe(path, result.error, isInCopy) });
      }
    }
    return data;
  }

  return {
    read: () =>
      read().catch(async (error: unknown) => {
        if (!(error instanceof DamagedFileError)) throw error;
        await setAsideAll(error);
        return null;
      }),
    write: (data: ShardData<Stored>) =>
      setAside.size > 0 ? file.writeBesideCopy(withSetAside(data)) : file.write(data),
    writeWithoutCopy: (data: ShardData<Stored>) => file.writeWithoutCopy(withSetAside(data)),
    /** Accounts that cannot be read, as far as they are known. */
    setAside: setAside as ReadonlyMap<string, DamagedRecord>,
    damage: () => damage,
  };
}

function describe(path: string, error: z.ZodError, isInCopy: boolean): string {
  const [place, name] = [placeOf(error), basename(path)];
  const copy = isInCopy ? `with the one in ${name}.bak, the previous version, or ` : '';
  return (
    `Its entry in ${nameOf(path)} in DATA_DIR is damaged${place && `: ${place} is not valid`}. Stop the ` +
    `service, repair the entry or replace it ${copy}with the one in your own backup, and start the service.`
  );
}
