import type { CreditLedger, LedgerEntry } from '../interfaces/credit-ledger.ts';
import type { Database } from './database.ts';
import { isJoined } from './join-calls.ts';
import { entryColumns } from './ledger-sql.ts';

/** Where a page of entries begins. */
interface Place {
  readonly at: string;
  readonly id: string;
  /** Whether the page begins after the entry at this place, or with it. */
  readonly compare: '<' | '<=';
}

/** The part of the store that reads entries. */
export function entryMethods(database: Database): Pick<CreditLedger, 'findEntry' | 'listEntries'> {
  /** One that is not there any more has been joined: with the newest joined entry, or an older one. */
  async function findPlace(userId: string, id: string): Promise<Place | undefined> {
    const [entry] = await database.query<Pick<Place, 'at' | 'id'>>(
      'SELECT at, id FROM entries WHERE user_id = $1 AND id = $2',
      [userId, id],
    );
    if (entry) return { ...entry, compare: '<' };
    const [joined] = await database.query<Pick<Place, 'at' | 'id'>>(
      `SELECT at, id FROM entries WHERE user_id = $1 AND ${isJoined}
       ORDER BY at DESC, id DESC LIMIT 1`,
      [userId],
    );
    return joined && { ...joined, compare: '<=' };
  }

  return {
    async listEntries(userId, page) {
      const place = page?.after === undefined ? undefined : await findPlace(userId, page.after);
      if (page?.after !== undefined && !place) return [];
      const isOlder = place ? `AND (at, id) ${place.compare} ($3::timestamptz, $4)` : '';
      return database.query<LedgerEntry>(
        `SELECT ${entryColumns} FROM entries
         WHERE user_id = $1 AND expires_at IS NULL ${isOlder}
         ORDER BY at DESC, id DESC LIMIT $2`,
        [userId, page?.limit ?? null, ...(place ? [place.at, place.id] : [])],
      );
    },

    async findEntry(userId, id) {
      const [entry] = await database.query<LedgerEntry>(
        `SELECT ${entryColumns} FROM entries
         WHERE user_id = $1 AND id = $2 AND expires_at IS NULL`,
        [userId, id],
      );
      return entry;
    },
  };
}
