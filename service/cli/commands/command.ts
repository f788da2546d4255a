import { z } from 'zod';
import type { AccountStore } from '../../storage/interfaces/account-store.ts';

/** A command of an operator cannot be carried out. The message says why and what would be right. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
}

/** Something an operator can have done to the store, from the command line. */
export interface Command<Options = unknown> {
  readonly options: z.ZodType<Options>;
  /**
   * @returns what is printed: an object, or a list of objects, all of them flat
   * @throws CommandError, AccountExistsError, NotAnOwnerError, StoreError
   */
  run(store: AccountStore, options: Options): Promise<unknown>;
}

/** Ties the options' schema and the function that takes them together. */
export function command<Options>(
  options: z.ZodType<Options>,
  run: (store: AccountStore, options: Options) => Promise<unknown>,
): Command {
  return {
    options,
    async run(store, given) {
      const parsed = options.safeParse(given);
      if (!parsed.success) throw new CommandError(describe(parsed.error));
      return run(store, parsed.data);
    },
  };
}

/** A whole number as an option: a text on the command line. */
export function wholeNumber(option: string, least: number) {
  const error = `${option} must be a whole number, ${least} or more.`;
  return z
    .string({ error })
    .regex(/^\d{1,9}$/, { error, abort: true })
    .transform(Number)
    .refine((value) => value >= least, { error });
}

function describe(error: z.ZodError): string {
  return error.issues.map((issue) => issue.message).join(' ');
}
