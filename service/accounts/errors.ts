import type { LedgerEntry } from '../storage/interfaces/credit-ledger.ts';

/** The balance does not cover a call. */
export class InsufficientCreditsError extends Error {
  override readonly name = 'InsufficientCreditsError';

  readonly creditsAvailable: number;
  readonly planType: string;

  constructor(creditsAvailable: number, planType: string) {
    super('The balance does not cover the call.');
    this.creditsAvailable = creditsAvailable;
    this.planType = planType;
  }
}

/** The credit of a call was no longer reserved when the call was settled. */
export class ReservationLostError extends Error {
  override readonly name = 'ReservationLostError';

  constructor() {
    super('The credit of the call was no longer reserved.');
  }
}

/** The caller hung up before the call was settled. */
export class CallerGoneError extends Error {
  override readonly name = 'CallerGoneError';

  constructor() {
    super('The caller hung up.');
  }
}

/** An idempotency key cannot be used. The message says why and what to send instead. */
export class IdempotencyKeyError extends Error {
  override readonly name = 'IdempotencyKeyError';

  /** Machine-readable; listed in docs/errors.md. */
  readonly code: 'idempotency_key_invalid' | 'idempotency_key_reused';

  constructor(code: IdempotencyKeyError['code'], message: string) {
    super(message);
    this.code = code;
  }
}

/** The first call with an idempotency key did not end in time. */
export class IdempotencyKeyInUseError extends Error {
  override readonly name = 'IdempotencyKeyInUseError';

  constructor() {
    super('The first call with this idempotency key is still running.');
  }
}

/** Today's calls are used up, for an owner or for the whole service. */
export class DailyLimitError extends Error {
  override readonly name = 'DailyLimitError';

  readonly owner: string | undefined;
  /** Until the next day begins (UTC). */
  readonly secondsLeft: number;

  constructor(owner: string | undefined, secondsLeft: number) {
    super('The calls of today are used up.');
    this.owner = owner;
    this.secondsLeft = secondsLeft;
  }
}

/** A change would deduct more credits than the balance has. */
export class BalanceTooLowError extends Error {
  override readonly name = 'BalanceTooLowError';

  readonly creditsAvailable: number;

  constructor(userId: string, creditsAvailable: number) {
    super(`${userId} has only ${creditsAvailable} credits.`);
    this.creditsAvailable = creditsAvailable;
  }
}

/** The reference was already used for another change of credits. */
export class ReferenceUsedError extends Error {
  override readonly name = 'ReferenceUsedError';

  /** The earlier change with this reference. */
  readonly entry: LedgerEntry;

  constructor(reference: string, entry: LedgerEntry) {
    const day = entry.at.slice(0, 10);
    super(`${reference} was used for ${entry.credits} credits on ${day}. Nothing was changed.`);
    this.entry = entry;
  }
}
