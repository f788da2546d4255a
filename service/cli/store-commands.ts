import type { Command } from 'commander';
import { parseStoreConfig } from '../config.ts';
import { print } from './print.ts';
import { executeCommand } from './execute-command.ts';

type Options = Record<string, string | boolean | undefined>;

const userIdOption = ['--user-id <e-mail>', 'the user account'] as const;
const planOption = ['--plan <name>', 'free, pro, business, or a name of your own'] as const;
const allowanceOption = [
  '--monthly-allowance <number>',
  'what the first call of a month tops the credits up to',
] as const;
const ownerFilter = ['--owner <e-mail>', 'only those of one owner'] as const;

/** Adds the commands that read or change the store: `account …` and `key …`. */
export function addStoreCommands(program: Command): void {
  const account = program.command('account').description('user accounts');
  act(account.command('create'))
    .description('make an account; a new owner gets an API key, shown once')
    .requiredOption(...userIdOption)
    .requiredOption(...planOption)
    .requiredOption('--credits <number>', 'credits to begin with')
    .option(...allowanceOption)
    .option('--owner <e-mail>', 'the account that owns this one, instead of itself');
  act(account.command('show'))
    .description('plan and credits of an account')
    .requiredOption(...userIdOption);
  act(account.command('list'))
    .description('all accounts')
    .option(...ownerFilter);
  act(account.command('credit'))
    .description('add credits to an account')
    .requiredOption(...userIdOption)
    .requiredOption('--credits <number>', 'how many to add; below zero to take back a mistake');
  act(account.command('plan'))
    .description('change the plan of an account')
    .requiredOption(...userIdOption)
    .requiredOption(...planOption)
    .option(...allowanceOption);
  act(account.command('history'))
    .description('every change of the balance of an account, newest first')
    .requiredOption(...userIdOption);
  act(account.command('usage'))
    .description('what an account did on each day (UTC), newest first')
    .requiredOption(...userIdOption);
  act(account.command('remove'))
    .description('remove an account with its keys and history')
    .requiredOption(...userIdOption);

  const key = program.command('key').description('API keys of an owner');
  act(key.command('create'))
    .description('make a key, shown once')
    .requiredOption('--owner <e-mail>', 'the account that owns the key')
    .option('--name <name>', 'what to call it');
  act(key.command('list'))
    .description('all keys')
    .option(...ownerFilter);
  act(key.command('revoke'))
    .description('make a key stop working')
    .requiredOption('--id <id>', 'the id that "key list" shows');
}

/** Lets a subcommand carry out the command of its name. */
function act(command: Command): Command {
  return command
    .option('--json', 'print JSON')
    .action(async ({ json: asJson, ...options }: Options) => {
      const name = `${command.parent?.name() ?? ''} ${command.name()}`;
      const config = parseStoreConfig(process.env);
      print(await executeCommand(config, name, snakeCase(options)), asJson === true);
    });
}

/** `userId`, as commander has it, is `user_id` to the commands. */
function snakeCase(options: Options): Options {
  return Object.fromEntries(
    Object.entries(options).map(([name, value]) => [
      name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
      value,
    ]),
  );
}
