import { Command } from 'commander';
import { CommandError } from './commands/command.ts';
import { ConfigError, loadEnvFile } from '../config.ts';
import { LabelsError } from '../evaluation/label-problems.ts';
import { StoreError } from '../storage/interfaces/errors.ts';
import { addEvaluateCommand } from './evaluate-command.ts';
import { addMigrateCommand } from './migrate-command.ts';
import { addModelCommands } from './model-commands.ts';
import { addStoreCommands } from './store-commands.ts';

const program = new Command('altscribe').description(
  'Accounts, API keys and checks of an Altscribe service, running or not.',
);
addStoreCommands(program);
addMigrateCommand(program);
addModelCommands(program);
addEvaluateCommand(program);

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
