import { randomUUID } from 'node:crypto';
import type { Account, Accounts } from '../storage/interfaces/accounts.ts';
import type { CreditLedger, LedgerEntry } from '../storage/interfaces/credit-ledger.ts';
import { BalanceTooLowError, ReferenceUsedError } from './errors.ts';

export interface CreditChange {
  readonly userId: string;
  /** How many to add; below zero to take. Not 0. */
  readonly credits: number;
  /** Why; null where nothing was said. */
  readonly note: string | null;
  /** The number of a payment, for example: the same one counts once for an account. */
  readonly reference: string | null;
  /** Who does it: an e-mail address, or `command line`. */
  readonly actor: string;
}

const referencePrefix = 'reference-';

/**
 * Adds credits to an account, or takes some.
 * @returns the account after it; nothing where there is none
 * @throws BalanceTooLowError, ReferenceUsedError: nothing was changed
 */
export async function addCredits(
  store: Pick<CreditLedger, 'changeCredits' | 'findEntry'> & Pick<Accounts, 'findAccount'>,
  { userId, credits, note, reference, actor }: CreditChange,
): Promise<Account | undefined> {
  const id = reference === null ? randomUUID() : referencePrefix + reference;
  const account = await store.changeCredits({
    id,
    user_id: userId,
    credits,
    reason: credits < 0 ? 'correction' : 'top-up',
    request_id: null,
    at: new Date().toISOString(),
    actor,
    note,
  });
  if (!account) {
    const now = await store.findAccount(userId);
    if (now) throw new BalanceTooLowError(userId, now.credits_available);
  } else if (reference !== null) {
    // An entry that was there already stays: it must be the one that is asked for now.
    const entry = await store.findEntry(userId, id);
    if (entry && entry.credits !== credits) throw new ReferenceUsedError(reference, entry);
  }
  return account;
}

/** What whoever added credits called the entry, where they did. */
export function referenceOf({ id }: Pick<LedgerEntry, 'id'>): string | null {
  return id.startsWith(referencePrefix) ? id.slice(referencePrefix.length) : null;
}
