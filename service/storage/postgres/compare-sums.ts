import type { Sums } from '../account-export.ts';
import { StoreError } from '../interfaces/errors.ts';
import type { Imbalance } from '../interfaces/credit-ledger.ts';
import type { Query } from './transaction.ts';

/** What was counted or added up, before and after an import. */
export interface Comparison {
  readonly what: string;
  readonly folder: bigint;
  readonly database: bigint;
}

/** Counts and adds up what the tables hold. */
export async function readSums(query: Query): Promise<Sums> {
  const [sums] = await query<Record<keyof Sums, string>>(`
    SELECT a.*, k.*, e.*, u.*, ku.*, c.*, i.*, l.*, ch.* FROM
      (SELECT count(*)::text AS accounts,
        coalesce(sum(credits_available), 0)::text AS credits_available FROM accounts) AS a,
      (SELECT count(*)::text AS keys, count(revoked_at)::text AS revoked_keys FROM api_keys) AS k,
      (SELECT count(*)::text AS entries,
        coalesce(sum(credits), 0)::text AS entry_credits FROM entries) AS e,
      (SELECT count(*)::text AS usage_days,
        coalesce(sum(credits), 0)::text AS usage_credits FROM daily_usage) AS u,
      (SELECT count(*)::text AS key_usage_days,
        coalesce(sum(calls), 0)::text AS key_usage_calls FROM key_usage) AS ku,
      (SELECT count(*)::text AS calls,
        coalesce(sum(credits), 0)::text AS call_credits FROM calls) AS c,
      (SELECT count(answer)::text AS kept_answers FROM idempotency_keys) AS i,
      (SELECT count(*)::text AS logins,
        (count(*) FILTER (WHERE is_operator))::text AS operators FROM logins) AS l,
      (SELECT count(*)::text AS changes FROM changes) AS ch`);
  return Object.fromEntries(
    Object.entries(sums ?? {}).map(([name, text]) => [name, BigInt(text)]),
  ) as unknown as Sums;
}

export function compareSums(
  folder: Sums,
  database: Sums,
  wrong: readonly Imbalance[],
): Comparison[] {
  const names = Object.keys(folder) as (keyof Sums)[];
  const comparisons = names.map((name) => ({
    what: name.replaceAll('_', ' '),
    folder: folder[name],
    database: database[name],
  }));
  const problems = [
    ...comparisons
      .filter((one) => one.folder !== one.database)
      .map((one) => `${one.what}: ${one.folder} in the folder, ${one.database} in the database.`),
    ...wrong.map(({ user_id }) => `The entries of ${user_id} do not add up to its balance.`),
  ];
  if (problems.length === 0) return comparisons;
  throw new StoreError(`Nothing was moved, because sums differ:\n- ${problems.join('\n- ')}`);
}
