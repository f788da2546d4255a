import { expect, test } from 'vitest';
import {
  CallerGoneError,
  DailyLimitError,
  IdempotencyKeyError,
  IdempotencyKeyInUseError,
  InsufficientCreditsError,
  ReservationLostError,
} from '../../../../service/accounts/errors.ts';
import { MemoryBudgetError } from '../../../../service/concurrency/memory-budget.ts';
import { ImageError, ImagesBusyError } from '../../../../service/images/image.ts';
import { findKnownError } from '../../../../service/operations/known-errors.ts';
import { failure, failureKinds } from '../../../../service/providers/provider.ts';
import { DamagedDataError } from '../../../../service/storage/interfaces/errors.ts';

test('each expected error has its status, words and outcome', async () => {
  const damage = { what: 'account', detail: 'The name of a file.' } as const;
  const errors = [
    new InsufficientCreditsError(0, 'free'),
    new DailyLimitError('owner@example.com', 60),
    new DailyLimitError(undefined, 60),
    new IdempotencyKeyError('idempotency_key_reused', 'Send another Idempotency-Key.'),
    new IdempotencyKeyInUseError(),
    new ImageError('image_url', 'image_not_found', 'The image server returned status 404.'),
    new ImagesBusyError(),
    new MemoryBudgetError(),
    new ReservationLostError(),
    new DamagedDataError(damage),
    new CallerGoneError(),
    ...failureKinds.map((kind) => failure('a-server', kind, { status: 418 })),
    failure('a-server', 'skipped', { cause: 'timeout', retryAfterMs: 1_001 }),
  ];
  const said = errors.map((error) => {
    const { outcome, toHttpError } = findKnownError(error) ?? {};
    const { status, reason, body, headers } = toHttpError?.() ?? {};
    return { [error.name]: error.message, outcome, status, reason, body, headers };
  });
  expect(findKnownError(new Error('unexpected'))).toBeUndefined();
  await expect(JSON.stringify(said, null, 2)).toMatchFileSnapshot('says/known-errors.txt');
});
