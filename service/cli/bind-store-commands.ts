import type { Command } from 'commander';
import { isStoreNamed, parseStoreConfig } from '../store-config.ts';
import type { StoreCommand } from './commands/store-command.ts';
import { storeCommandGroups } from './commands/store-commands.ts';
import { createOption, forceOption } from './commands/store-command.ts';
import { describeStore } from './describe-store.ts';
import { executeCommand } from './execute-command.ts';
import { print } from './print.ts';

type Options = Record<string, string | boolean | undefined>;

/** Adds the commands that read or change the store to the command line. */
export function bindStoreCommands(program: Command): void {
  for (const [groupName, { description, commands }] of Object.entries(storeCommandGroups)) {
    const group = program.command(groupName).description(description);
    for (const [name, command] of Object.entries(commands)) {
      bind(group.command(name), `${groupName} ${name}`, command);
    }
  }
}

function bind(
  subcommand: Command,
  name: string,
  { description, flags, isChange }: StoreCommand,
): void {
  subcommand
    .description(description)
    .option('--json', 'print JSON')
    .option(...forceOption)
    .option(...createOption);
  for (const { flag, description, isRequired } of flags) {
    if (isRequired) subcommand.requiredOption(flag, description);
    else subcommand.option(flag, description);
  }
  subcommand.action(async ({ json: asJson, force, create, ...options }: Options) => {
    const config = parseStoreConfig(process.env);
    const result = await executeCommand(config, name, snakeCase(options), {
      isForced: force === true,
      mayCreate: create === true || isStoreNamed(process.env),
    });
    if (isChange) console.error(`Changed: ${describeStore(config)}`);
    print(result, asJson === true);
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
