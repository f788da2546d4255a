import type { AccountStore } from '../../storage/interfaces/account-store.ts';
import {
  AccountExistsError,
  AccountOwnsOthersError,
  StoreError,
} from '../../storage/interfaces/errors.ts';
import { NotAnOwnerError } from '../../accounts/accounts.ts';
import { accountCommands } from './account.ts';
import { CommandError, type Command } from './command.ts';
import { keyCommands } from './key.ts';
import { storeCommands } from './store.ts';

/** Every command, by the two words that name it. */
const commands: ReadonlyMap<string, Command> = new Map([
  ...Object.entries(accountCommands).map(
    ([name, command]) => [`account ${name}`, command] as const,
  ),
  ...Object.entries(keyCommands).map(([name, command]) => [`key ${name}`, command] as const),
  ...Object.entries(storeCommands).map(([name, command]) => [`store ${name}`, command] as const),
]);

/**
 * Carries out a command, for example `account create`.
 * @throws CommandError whose message is for the operator
 */
export async function runCommand(
  store: AccountStore,
  name: string,
  options: unknown,
): Promise<unknown> {
  const command = commands.get(name);
  if (!command) throw new CommandError(`There is no command "${name}".`);
  try {
    return await command.run(store, options);
  } catch (error) {
    throw isForOperators(error) ? new CommandError(error.message) : error;
  }
}

function isForOperators(error: unknown): error is Error {
  return [AccountExistsError, AccountOwnsOthersError, NotAnOwnerError, StoreError].some(
    (type) => error instanceof type,
  );
}
