import { Command } from 'commander';
import { ConfigError, loadEnvFile } from '../config.ts';
import { LabelsError } from '../evaluation/label-problems.ts';
import { StoreError } from '../storage/interfaces/errors.ts';
import { bindStoreCommands } from './bind-store-commands.ts';
import { addDescribeCommand } from './commands/describe.ts';
import { addDoctorCommand } from './commands/doctor.ts';
import { addEvaluateCommand } from './commands/evaluate.ts';
import { addMigrateCommand } from './commands/migrate.ts';
import { CommandError } from './commands/store-command.ts';

const program = new Command('altscribe').description(
  'Accounts, API keys and checks of an Altscribe service, running or not.',
);
bindStoreCommands(program);
addMigrateCommand(program);
addDescribeCommand(program);
addDoctorCommand(program);
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
