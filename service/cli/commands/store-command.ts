import type { Logger } from 'pino';
import * as z from 'zod';
import { commandLine, noteChange, type NewChange } from '../../accounts/change-log.ts';
import { mailVariableNames } from '../../config/alert-config.ts';
import type { Mailer } from '../../mail/mailer.ts';
import type { AccountStore } from '../../storage/interfaces/storage-backend.ts';

/** An operator's command failed. The message says why and what to do instead. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
}

/** Allows commands on files whose accounts were moved into a database. */
export const forceOption = [
  '--force',
  'use a DATA_DIR whose accounts were moved into a database',
] as const;

/** Allows a command to make a store if the environment does not name one. */
export const createOption = [
  '--create',
  'create a store in ./data if neither DATA_DIR nor DATABASE_URL is set and none exists',
] as const;

/** A flag of a command, for the command line and its help. */
export interface Flag {
  /** The flag and the name of its value, for example `--user-id <e-mail>`. */
  readonly flag: string;
  readonly description: string;
  readonly isRequired?: boolean;
}

/** What commands need besides the store. */
export interface CommandContext {
  readonly log: Logger;
  /** The address at which people reach the service. */
  publicUrl(): string;
  /** Sends e-mails, if they are configured. */
  readonly mailer?: Mailer | undefined;
  /** Where the running service listens, if one runs the command: `http://127.0.0.1:3000`. */
  listenAddress?(): string;
  /** Calls every provider of the running service, if one runs the command. */
  checkProviders?(): Promise<unknown>;
}

/** A command on the store. */
export interface StoreCommand {
  readonly description: string;
  readonly flags: readonly Flag[];
  /** Whether it changes the store. */
  readonly isChange: boolean;
  /**
   * What happens at the terminal, around the command on the store, which may run in the service: a
   * question, or a file.
   * @param options values of the flags by their names in snake case
   * @param execute runs a command on the store
   * @throws CommandError
   */
  atTerminal?(options: FlagValues, execute: Execute): Promise<unknown>;
  /**
   * @param options values of the flags by their names in snake case: `--user-id` is `user_id`
   * @returns the output: an object or a list of objects, all of them flat
   * @throws CommandError, AccountExistsError, NotAnOwnerError, StoreError
   */
  run(store: AccountStore, options: unknown, context: CommandContext): Promise<unknown>;
}

/** The values of flags as typed, by their names in snake case. */
export type FlagValues = Readonly<Record<string, string | boolean | undefined>>;

/** Runs a command on the store, as `executeCommand` does. */
export type Execute = (name: string, options: FlagValues) => Promise<unknown>;

/** Commands with the same first word. */
export interface StoreCommandGroup {
  readonly description: string;
  /** By their second word. */
  readonly commands: Readonly<Record<string, StoreCommand>>;
}

interface StoreCommandDefinition<Options, Result> extends Omit<StoreCommand, 'run' | 'isChange'> {
  /** Whether it changes the store; by default, if it describes a change. */
  readonly isChange?: boolean;
  /** The schema of the flags. */
  readonly schema: z.ZodType<Options>;
  run(store: AccountStore, options: Options, context: CommandContext): Promise<Result>;
  /**
   * The entry for the change log. It is absent if the command never changes anything, and returns
   * nothing if nothing was changed.
   */
  describeChange?(options: Options, result: Result): Omit<NewChange, 'actor'> | undefined;
}

/** Ties the schema of the options to the functions that take them. */
export function storeCommand<Options, Result>({
  schema,
  run,
  describeChange,
  isChange = describeChange !== undefined,
  ...rest
}: StoreCommandDefinition<Options, Result>): StoreCommand {
  return {
    ...rest,
    isChange,
    async run(store, given, context) {
      const parsed = schema.safeParse(given);
      if (!parsed.success) throw new CommandError(describe(parsed.error));
      const result = await run(store, parsed.data, context);
      const change = describeChange?.(parsed.data, result);
      if (change) await noteChange(store, context.log, { ...change, actor: commandLine });
      return result;
    },
  };
}

/** Also sends the link that a command prints by e-mail. */
export const sendFlag: Flag = {
  flag: '--send',
  description: `also send it by e-mail, which needs ${mailVariableNames}`,
};

/**
 * The mailer of a command with that flag; undefined without the flag.
 * @throws CommandError if e-mail is not configured
 */
export function mailerIf(isWanted: boolean | undefined, { mailer }: CommandContext) {
  if (isWanted && !mailer) throw new CommandError(`--send needs ${mailVariableNames}.`);
  return isWanted ? mailer : undefined;
}

/** A whole number from the command line, where it is text. */
export function wholeNumber(option: string, least: number) {
  const error = `${option} must be a whole number of at least ${least}.`;
  return z
    .string({ error })
    .regex(/^\d{1,9}$/, { error, abort: true })
    .transform(Number)
    .refine((value) => value >= least, { error });
}

function describe(error: z.ZodError): string {
  return error.issues.map((issue) => issue.message).join(' ');
}
