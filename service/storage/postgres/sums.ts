import type { Sums } from '../account-export.ts';
import type { Query } from './database.ts';

/** Counts and adds up what the tables hold. */
export async function readSums(query: Query): Promise<Sums> {
  const [sums] = await query<Record<keyof Sums, string>>(`
    SELECT a.*, k.*, e.*, u.*, i.* FROM
      (SELECT count(*)::text AS accounts,
        coalesce(sum(credits_available), 0)::text AS credits_available FROM accounts) AS a,
      (SELECT count(*)::text AS keys, count(revoked_at)::text AS revoked_keys FROM api_keys) AS k,
      (SELECT count(*)::text AS entries,
        coalesce(sum(credits), 0)::text AS entry_credits FROM entries) AS e,
      (SELECT count(*)::text AS usage_days,
        coalesce(sum(credits), 0)::text AS usage_credits FROM daily_usage) AS u,
      (SELECT count(answer)::text AS kept_answers FROM idempotency_keys) AS i`);
  return Object.fromEntries(
    Object.entries(sums ?? {}).map(([name, text]) => [name, BigInt(text)]),
  ) as unknown as Sums;
}
