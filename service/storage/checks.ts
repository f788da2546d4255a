import type * as z from 'zod';
import { StoreError } from './interfaces/errors.ts';

/** Where data do not fit their schema: `second_factor.passkeys.0.name`. It contains no value. */
export function placeOf({ issues }: z.ZodError): string {
  return issues[0]?.path.join('.') ?? '';
}

/**
 * Checks data with the schema that reads them, before they are written: what a store writes, it can
 * read.
 * @param name of the data, if they are a part of others
 * @throws StoreError
 */
export function requireReadable(schema: z.ZodType, data: unknown, name = ''): void {
  const { error } = schema.safeParse(data);
  if (!error) return;
  const place = [name, placeOf(error)].filter((part) => part !== '').join('.');
  throw new StoreError(
    `Data were not stored, because they could not be read again: ${place} is not valid. This is a ` +
      'fault of Altscribe. Please report it.',
  );
}
