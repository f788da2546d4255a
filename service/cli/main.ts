import { Command } from 'commander';
import { loadEnvFile } from '../env-file.ts';
import { LabelsError } from '../evaluation/label-problems.ts';
import { ConfigError } from '../store-config.ts';
import { StoreError } from '../storage/interfaces/errors.ts';
import { bindOtherCommands } from './bind-other-commands.ts';
import { bindStoreCommands } from './bind-store-commands.ts';
import { readVersion } from '../package.ts';
import { CommandError } from './commands/store-command.ts';

const examples = `
Begin with:
  altscribe serve
  altscribe account create --user-id you@example.com --plan pro --credits 500
  altscribe help account

Commands read the environment and a .env file in the working folder, as the service does. Each prints
what it can do with --help, and JSON with --json.`;

const program = new Command('altscribe')
  .description('The Altscribe service, its accounts and API keys, and checks of it.')
  .version(readVersion(), '-V, --version', 'print the version')
  .showSuggestionAfterError()
  .addHelpText('after', examples);
bindStoreCommands(program);
bindOtherCommands(program);
program.addHelpText('after', () => {
  const names = program.commands.map((command) => command.name()).join(' ');
  return `\nCompletion in bash and zsh (there after "autoload bashcompinit; bashcompinit"):\n  complete -W "${names}" altscribe`;
});

try {
  loadEnvFile();
  await program.parseAsync();
} catch (error) {
  if (!isExpected(error)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}

function isExpected(error: unknown): error is Error {
  return [CommandError, ConfigError, LabelsError, StoreError].some((type) => error instanceof type);
}
