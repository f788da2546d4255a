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

/** A call's credit was no longer reserved when the call was to be settled. */
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
    super('The caller has gone.');
  }
}

/** An idempotency key cannot be used. The message says why and what would be right. */
export class IdempotencyKeyError extends Error {
  override readonly name = 'IdempotencyKeyError';

  /** For programs: docs/errors.md lists it. */
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
