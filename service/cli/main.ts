import { Command } from 'commander';
import { CommandError } from '../administration/command.ts';
import { ConfigError, parseStoreConfig } from '../config.ts';
import { loadEnvFile } from '../env-file.ts';
import { StoreError } from '../storage/store.ts';
import { print } from './print.ts';
import { runAnywhere } from './run-anywhere.ts';

type Options = Record<string, string | boolean | undefined>;

const userIdOption = ['--user-id <e-mail>', 'the user account'] as const;
const json = ['--json', 'print JSON'] as const;

const program = new Command('altscribe').description(
  'Accounts and API keys of an Altscribe service, running or not.',
);

const account = program.command('account').description('user accounts');
act(
  account.command('create').description('make an account; a new owner gets an API key, shown once'),
)
  .requiredOption(...userIdOption)
  .requiredOption('--plan <name>', 'free, pro, business, or a name of your own')
  .requiredOption('--credits <number>', 'credits to begin with')
  .option('--owner <e-mail>', 'the account that owns this one, instead of itself');
act(account.command('show').description('plan and credits of an account')).requiredOption(
  ...userIdOption,
);
act(account.command('list').description('all accounts')).option(
  '--owner <e-mail>',
  'only those of one owner',
);
act(account.command('credit').description('add credits to an account'))
  .requiredOption(...userIdOption)
  .requiredOption('--credits <number>', 'how many to add');

const key = program.command('key').description('API keys of an owner');
act(key.command('create').description('make a key, shown once'))
  .requiredOption('--owner <e-mail>', 'the account that owns the key')
  .option('--name <name>', 'what to call it');
act(key.command('list').description('all keys')).option(
  '--owner <e-mail>',
  'only those of one owner',
);
act(key.command('revoke').description('make a key stop working')).requiredOption(
  '--id <id>',
  'the id that "key list" shows',
);

try {
  loadEnvFile();
  await program.parseAsync();
} catch (error) {
  if (!isExpected(error)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}

/** Lets a subcommand carry out the command of its name. */
function act(command: Command): Command {
  return command.option(...json).action(async ({ json: asJson, ...options }: Options) => {
    const name = `${command.parent?.name() ?? ''} ${command.name()}`;
    const { dataDir } = parseStoreConfig(process.env);
    print(await runAnywhere(dataDir, name, snakeCase(options)), asJson === true);
  });
}

function snakeCase({ userId, ...options }: Options): Options {
  return userId === undefined ? options : { ...options, user_id: userId };
}

function isExpected(error: unknown): error is Error {
  return [CommandError, ConfigError, StoreError].some((type) => error instanceof type);
}
