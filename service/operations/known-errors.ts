import {
  CallerGoneError,
  DailyLimitError,
  IdempotencyKeyError,
  IdempotencyKeyInUseError,
  InsufficientCreditsError,
  ReservationLostError,
} from '../accounts/errors.ts';
import { MemoryBudgetError } from '../concurrency/memory-budget.ts';
import { ImageError, ImagesBusyError } from '../images/image.ts';
import { ProviderError } from '../providers/provider.ts';
import { DamagedDataError } from '../storage/interfaces/errors.ts';
import type { CallOutcome } from '../storage/interfaces/usage-log.ts';
import {
  badRequest,
  dailyLimitReached,
  idempotencyKeyInUse,
  insufficientCredits,
  internalServerError,
  serviceBusy,
  type HttpError,
} from './errors.ts';

/** An expected error. */
interface KnownError {
  /** How a call that ends with it is recorded. */
  readonly outcome: CallOutcome;
  /** Its status, body and reason for the caller and the log. */
  toHttpError(): HttpError;
}

type Row = (error: unknown) => KnownError | undefined;

function row<E extends Error>(
  type: abstract new (...args: never[]) => E,
  outcome: CallOutcome,
  toHttpError: (error: E) => HttpError,
): Row {
  return (error) =>
    error instanceof type ? { outcome, toHttpError: () => toHttpError(error) } : undefined;
}

const rows: readonly Row[] = [
  row(InsufficientCreditsError, 'insufficient-credits', ({ creditsAvailable, planType }) =>
    insufficientCredits(creditsAvailable, planType),
  ),
  row(DailyLimitError, 'daily-limit', ({ owner, secondsLeft }) =>
    dailyLimitReached(owner !== undefined, secondsLeft),
  ),
  row(IdempotencyKeyError, 'request-refused', ({ code, message }) =>
    badRequest([{ path: 'Idempotency-Key', code, message }]),
  ),
  row(IdempotencyKeyInUseError, 'busy', idempotencyKeyInUse),
  row(ImageError, 'picture-refused', ({ field, code, message }) =>
    badRequest([{ path: field, code, message }]),
  ),
  row(ImagesBusyError, 'busy', serviceBusy),
  row(MemoryBudgetError, 'busy', serviceBusy),
  row(ProviderError, 'providers-failed', ({ message, retryAfterMs = 0 }) =>
    internalServerError(
      message,
      'providers_failed',
      retryAfterMs > 0 ? { 'Retry-After': String(Math.ceil(retryAfterMs / 1_000)) } : {},
    ),
  ),
  row(ReservationLostError, 'failed', ({ message }) =>
    internalServerError(message, 'reservation_lost'),
  ),
  row(DamagedDataError, 'failed', () =>
    internalServerError(
      'This account cannot be read at the moment. The operator of the service has to repair it.',
      'account_damaged',
    ),
  ),
  row(CallerGoneError, 'caller-gone', ({ message }) => internalServerError(message, 'caller_gone')),
];

/** Maps an expected error to its response and record; returns nothing for any other error. */
export function findKnownError(error: unknown): KnownError | undefined {
  for (const find of rows) {
    const known = find(error);
    if (known) return known;
  }
  return undefined;
}
