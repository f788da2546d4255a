import type { Writable } from 'node:stream';
import type { Accounts } from './accounts.ts';
import type { ApiKeys } from './api-keys.ts';
import type { CallLog } from './call-log.ts';
import type { ChangeLog } from './change-log.ts';
import type { CreditLedger } from './credit-ledger.ts';
import type { IdempotencyKeys } from './idempotency-keys.ts';
import type { KeyUsageLog } from './key-usage.ts';
import type { Logins } from './logins.ts';
import type { UsageLog } from './usage-log.ts';

/**
 * Keeps accounts and all that belongs to them. Every method is atomic, and what it changes is
 * durable before it resolves. When the store cannot do its work, a method rejects with a
 * StoreError, and nothing has changed unless the error says that it may have. Times are ISO 8601,
 * in UTC, by the clock of the caller, given and returned. A store that several processes share keeps
 * by its own clock when something expires, so that processes whose clocks differ agree.
 *
 * Each part is an interface of its own, for callers that need no more than that part.
 */
export interface AccountStore
  extends
    Accounts,
    ApiKeys,
    CallLog,
    ChangeLog,
    CreditLedger,
    IdempotencyKeys,
    KeyUsageLog,
    Logins,
    UsageLog {
  /**
   * Writes everything as it is at one moment, as a gzipped tar, while the store goes on working. A
   * database has tools of its own for that. Rejects with what writing ends with.
   */
  writeBackup?(target: Writable): Promise<void>;
  /** Resolves when the store can do its work, as far as it can tell without changing anything. */
  ping(): Promise<void>;
  /** Waits for what is being written, then closes the store. */
  close(): Promise<void>;
}
