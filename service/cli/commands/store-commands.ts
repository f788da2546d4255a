import { NotAnOwnerError } from '../../accounts/accounts.ts';
import { BalanceTooLowError } from '../../accounts/errors.ts';
import type { AccountStore } from '../../storage/interfaces/storage-backend.ts';
import {
  AccountExistsError,
  AccountOwnsOthersError,
  DamagedDataError,
  StoreError,
} from '../../storage/interfaces/errors.ts';
import { accountCommands } from './account.ts';
import { entryCommands, operatorCommands, secondFactorCommands } from './operator.ts';
import { keyCommands } from './key.ts';
import {
  CommandError,
  type CommandContext,
  type StoreCommand,
  type StoreCommandGroup,
} from './store-command.ts';

/** All commands on the store, by their first word. */
export const storeCommandGroups: Readonly<Record<string, StoreCommandGroup>> = {
  account: accountCommands,
  entries: entryCommands,
  key: keyCommands,
  operator: operatorCommands,
  'second-factor': secondFactorCommands,
};

/**
 * The check of the store for `altscribe doctor`. It also tries to write, because a full disk can be
 * read.
 */
const checkStore: Pick<StoreCommand, 'run'> = {
  async run(store) {
    await store.ping(true);
    return {
      accounts: await store.countAccounts(),
      imbalances: await store.listImbalances(),
      damage: await store.listDamage(),
    };
  },
};

/** The check of the providers for `altscribe doctor`, if only the running service knows them. */
const checkProviders: Pick<StoreCommand, 'run'> = {
  run: async (_store, _options, { checkProviders: check }) => (await check?.()) ?? [],
};

/** Every command, by its two words. */
const commands = new Map([
  ['store check', checkStore],
  ['providers check', checkProviders],
  ...Object.entries(storeCommandGroups).flatMap(([group, { commands }]) =>
    Object.entries(commands).map(([name, command]) => [`${group} ${name}`, command] as const),
  ),
]);

/**
 * Runs a command on the store.
 * @param name two words, for example `account create`
 * @param options values of its flags, by their names in snake case
 * @returns the output: an object or a list of objects, all of them flat
 * @throws CommandError whose message is for the operator
 */
export async function runStoreCommand(
  store: AccountStore,
  name: string,
  options: unknown,
  context: CommandContext,
): Promise<unknown> {
  const command = commands.get(name);
  if (!command) throw new CommandError(`There is no command "${name}".`);
  try {
    return await command.run(store, options, context);
  } catch (error) {
    throw isForOperators(error) ? new CommandError(error.message) : error;
  }
}

const forOperators = [
  AccountExistsError,
  AccountOwnsOthersError,
  BalanceTooLowError,
  DamagedDataError,
  NotAnOwnerError,
  StoreError,
];

function isForOperators(error: unknown): error is Error {
  return forOperators.some((type) => error instanceof type);
}
