/** What a call asks the database, and what that holds there. */
export interface Statement {
  readonly name: string;
  /** Words that are in this statement alone. */
  readonly words: string;
  /** Whether its commit waits for the disk; `rate_limits` is not logged. */
  readonly isDurable?: true;
  /** The row that it keeps others of the same user from until its commit. */
  readonly locks?: 'count' | 'balance';
  /** It is made behind the response, once in so many milliseconds for all calls of a user. */
  readonly everyMs?: number;
  /** What it is taken to cost, because the bench has one key and makes it too seldom. */
  readonly like?: string;
}

/** Those of a call that is neither from the cache nor has an idempotency key, in their order. */
export const statementsOfCall: readonly Statement[] = [
  { name: 'find the key', words: 'FROM api_keys WHERE hash' },
  { name: 'find the account', words: 'allowance_month, suspended_at FROM accounts' },
  { name: 'count for the limit', words: 'INSERT INTO rate_limits', locks: 'count' },
  { name: 'reserve', words: 'UPDATE accounts SET credits_av', isDurable: true, locks: 'balance' },
  { name: 'settle', words: 'UPDATE entries SET expires_at', isDurable: true },
  { name: 'keep the response', words: 'INSERT INTO cached_answers', isDurable: true },
];

/** Those behind its response. */
export const statementsBehind: readonly Statement[] = [
  { name: 'usage', words: 'INSERT INTO daily_usage', isDurable: true, everyMs: 1_000 },
  { name: 'calls', words: 'INSERT INTO calls', isDurable: true, everyMs: 1_000 },
  {
    name: 'usage of the key',
    words: 'INSERT INTO key_usage',
    isDurable: true,
    everyMs: 1_000,
    like: 'usage',
  },
  {
    name: 'use of the key',
    words: 'UPDATE api_keys SET last',
    isDurable: true,
    everyMs: 60_000,
    like: 'usage',
  },
];

export const statements = [...statementsOfCall, ...statementsBehind];
