import {
  CallerGoneError,
  IdempotencyKeyError,
  IdempotencyKeyInUseError,
  InsufficientCreditsError,
  ReservationLostError,
} from '../accounts/errors.ts';
import { MemoryBudgetError } from '../concurrency/memory-budget.ts';
import {
  badRequest,
  HttpError,
  idempotencyKeyInUse,
  insufficientCredits,
  internalServerError,
  serviceBusy,
} from '../errors.ts';
import { PictureError, PicturesBusyError } from '../images/picture.ts';
import { ProviderError } from '../providers/provider.ts';

/** Maps the errors of the domains to what a caller sees; nothing for an error that none expects. */
export function toHttpError(error: unknown): HttpError | undefined {
  if (error instanceof HttpError) return error;
  if (error instanceof InsufficientCreditsError) {
    return insufficientCredits(error.creditsAvailable, error.planType);
  }
  if (error instanceof IdempotencyKeyError) {
    return badRequest([{ path: 'Idempotency-Key', code: error.code, message: error.message }]);
  }
  if (error instanceof IdempotencyKeyInUseError) return idempotencyKeyInUse();
  if (error instanceof PictureError) {
    return badRequest([{ path: error.field, code: error.code, message: error.message }]);
  }
  if (error instanceof PicturesBusyError || error instanceof MemoryBudgetError)
    return serviceBusy();
  if (error instanceof ProviderError) {
    return internalServerError(error.message, 'providers_failed');
  }
  if (error instanceof ReservationLostError) {
    return internalServerError(error.message, 'reservation_lost');
  }
  if (error instanceof CallerGoneError) return internalServerError(error.message, 'caller_gone');
  return undefined;
}
