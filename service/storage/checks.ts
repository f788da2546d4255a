import type * as z from 'zod';
import { StoreError } from './interfaces/errors.ts';

/** Where data does not match its schema: `second_factor.passkeys.0.name`. It contains no value. */
export function placeOf({ issues }: z.ZodError): string {
  return issues[0]?.path.join('.') ?? '';
}

/**
 * Checks data with the schema for reading it, before it is written, so a store can read whatever it
 * writes.
 * @param name of the data, if it is a part of other data
 * @throws StoreError
 */
export function requireReadable(schema: z.ZodType, data: unknown, name = ''): void {
  const { error } = schema.safeParse(data);
  if (!error) return;
  const place = [name, placeOf(error)].filter((part) => part !== '').join('.');
  throw new StoreError(
    `The data was not stored, because it could not be read again: ${place} is not valid. This is a ` +
      'fault of Altscribe. Please report it.',
  );
}
