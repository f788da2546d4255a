import { DatabaseError } from 'pg';
import { expect, test } from 'vitest';
import {
  ConflictError,
  toStoreError,
  UnreachableError,
} from '../../../../../service/storage/postgres/errors.ts';
import { withRetry } from '../../../../../service/storage/postgres/database.ts';
import { StoreError } from '../../../../../service/storage/interfaces/errors.ts';

const noPause = () => Promise.resolve();
const values = 'host db.internal, user a@example.com, password secret';

function databaseError(code: string, constraint?: string): DatabaseError {
  const error = new DatabaseError(values, 1, 'error');
  return Object.assign(error, { code, constraint, detail: values });
}

test.each([
  ['40001', ConflictError],
  ['40P01', ConflictError],
  ['57P01', UnreachableError],
  ['57P03', UnreachableError],
  ['08006', UnreachableError],
  ['25006', UnreachableError],
  ['57014', StoreError],
  ['53100', StoreError],
  ['53300', StoreError],
  ['28P01', StoreError],
  ['3D000', StoreError],
  ['42P01', StoreError],
  ['42501', StoreError],
  ['23514', StoreError],
])('%s has its own type and shows only its code', (code, type) => {
  const error = toStoreError(databaseError(code));
  expect(error.constructor).toBe(type);
  expect(error.message).not.toMatch(/internal|example|secret/);
  expect(error.cause).toBeUndefined();
});

test('reports the code of a failed connection', () => {
  const refused = Object.assign(new Error(`connect ECONNREFUSED 10.0.0.1`), {
    code: 'ECONNREFUSED',
  });
  const error = toStoreError(refused);
  expect(error).toBeInstanceOf(UnreachableError);
  expect(error.message).toBe('The database of DATABASE_URL cannot be reached (ECONNREFUSED).');
});

test.each([
  [{ code: 'SELF_SIGNED_CERT_IN_CHAIN' }, /cannot be verified.*sslrootcert/],
  [{ code: 'ERR_TLS_CERT_ALTNAME_INVALID' }, /cannot be verified/],
  [{ message: 'The server does not support SSL connections' }, /no encrypted connections/],
])('a TLS failure has its own message and is not an outage: %j', (fields, message) => {
  const error = toStoreError(Object.assign(new Error('failed'), fields));
  expect(error).not.toBeInstanceOf(UnreachableError);
  expect(error.message).toMatch(message);
});

test('an existing row is a conflict only for an entry', () => {
  expect(toStoreError(databaseError('23505', 'entries_pkey'))).toBeInstanceOf(ConflictError);
  expect(toStoreError(databaseError('23505', 'api_keys_pkey'))).not.toBeInstanceOf(ConflictError);
});

test('retries only conflicts and broken connections', async () => {
  for (const [code, least] of [
    ['40001', 8],
    ['57P01', 5],
    ['42P01', 1],
  ] as const) {
    let attempts = 0;
    const failing = withRetry(() => {
      attempts += 1;
      return Promise.reject(toStoreError(databaseError(code)));
    }, noPause);
    await expect(failing).rejects.toThrow(StoreError);
    expect(attempts).toBe(least);
  }
});

test('returns the result of a successful retry', async () => {
  let attempts = 0;
  const result = await withRetry(() => {
    attempts += 1;
    return attempts < 4
      ? Promise.reject(toStoreError(databaseError('40P01')))
      : Promise.resolve('done');
  }, noPause);
  expect(result).toBe('done');
});
