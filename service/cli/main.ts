import { Command } from 'commander';
import { loadEnvFile } from '../env-file.ts';
import { LabelsError } from '../evaluation/label-problems.ts';
import { ConfigError } from '../store-config.ts';
import { StoreError } from '../storage/interfaces/errors.ts';
import { bindOtherCommands } from './bind-other-commands.ts';
import { bindStoreCommands } from './bind-store-commands.ts';
import { CommandError } from './commands/store-command.ts';

const program = new Command('altscribe').description(
  'Accounts, API keys and checks of an Altscribe service, running or not.',
);
bindStoreCommands(program);
bindOtherCommands(program);

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
