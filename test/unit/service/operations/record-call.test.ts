import { expect, test } from 'vitest';
import {
  CallerGoneError,
  IdempotencyKeyError,
  IdempotencyKeyInUseError,
  InsufficientCreditsError,
  ReservationLostError,
} from '../../../../service/accounts/errors.ts';
import {
  createMemoryBudget,
  MemoryBudgetError,
} from '../../../../service/concurrency/memory-budget.ts';
import { ImageError, ImagesBusyError } from '../../../../service/images/image.ts';
import { recordCall, type Done } from '../../../../service/operations/record-call.ts';
import { failure } from '../../../../service/providers/provider.ts';
import { createLog } from '../../../../service/server/log.ts';
import type { CallOutcome, CallRecord } from '../../../../service/storage/interfaces/usage-log.ts';
import { StoreError } from '../../../../service/storage/interfaces/errors.ts';
import { account, apiKey, found, user } from '../../../contract/account-store/examples.ts';

async function record(work: () => Promise<Done<string>>, signal = AbortSignal.any([])) {
  const added: CallRecord[] = [];
  const counted: object[] = [];
  const close = () => Promise.resolve();
  const recorders = {
    calls: { add: (call: CallRecord) => void added.push(call), close },
    usage: { add: (_caller: unknown, counts: object) => void counted.push(counts), close },
  };
  const call = {
    user: account(user),
    apiKey: found(apiKey('key_1')),
    requestId: 'request',
    log: createLog('silent'),
    signal,
    memory: createMemoryBudget().reserve('', 0),
    getHeader: () => undefined,
    setHeader: () => undefined,
    note: () => undefined,
  };
  const [result] = await Promise.allSettled([recordCall(recorders, call, 'pt-BR', work)]);
  expect([added.length, counted.length]).toEqual([1, 1]);
  return { result, call: added[0], counts: counted[0] };
}

test.each<[Error, CallOutcome]>([
  [new InsufficientCreditsError(0, 'pro'), 'insufficient-credits'],
  [new ImageError('image_file', 'image_undecodable', 'No.'), 'picture-refused'],
  [new IdempotencyKeyError('idempotency_key_reused', 'No.'), 'request-refused'],
  [new IdempotencyKeyInUseError(), 'busy'],
  [new MemoryBudgetError(), 'busy'],
  [new ImagesBusyError(), 'busy'],
  [new CallerGoneError(), 'caller-gone'],
  [failure('openai', 'server'), 'providers-failed'],
  [new ReservationLostError(), 'failed'],
  [new StoreError('No.'), 'failed'],
  [new TypeError('undefined is not a function'), 'failed'],
])('records %s as %s and rethrows it', async (error, outcome) => {
  const { result, call, counts } = await record(() => Promise.reject(error));
  expect(result).toEqual({ status: 'rejected', reason: error });
  expect(call).toMatchObject({ outcome, provider: null, model: null, credits: 0 });
  expect(counts).toEqual({ failures: 1 });
});

test('records a call as hung up if the caller has, whatever failed', async () => {
  const failed = () => Promise.reject(failure('openai', 'aborted'));
  const { call } = await record(failed, AbortSignal.abort());
  expect(call?.outcome).toBe('caller-gone');
});

test('records a successful call with the provider of the text', async () => {
  const writer = { provider: 'openai', model: 'a-model' };
  const done = { result: 'text', outcome: 'ok', credits: 1, position: 1, ...writer } as const;
  const { result, call, counts } = await record(() => Promise.resolve(done));
  expect(result).toMatchObject({ status: 'fulfilled', value: 'text' });
  expect(call).toMatchObject({ user_id: user, request_id: 'request', language: 'pt-BR' });
  expect(call).toMatchObject({ outcome: 'ok', ...writer, credits: 1 });
  expect(counts).toEqual({ cached: 0, fallbacks: 1, credits: 1 });
});

test('records a cached call without costs or a provider', async () => {
  const done = { result: '', outcome: 'cached' } as const;
  const { call, counts } = await record(() => Promise.resolve(done));
  expect(call).toMatchObject({ outcome: 'cached', provider: null, model: null, credits: 0 });
  expect(counts).toEqual({ cached: 1, fallbacks: 0, credits: 0 });
});
