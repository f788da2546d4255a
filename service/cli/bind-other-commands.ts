import type { Command } from 'commander';
import type { DescribeFlags } from './commands/describe.ts';
import type { EvaluateFlags } from './commands/evaluate.ts';
import { createOption, forceOption } from './commands/store-command.ts';

/**
 * Adds the commands that need more than the store. What one of them needs is loaded when it runs:
 * most of a short command's time would else go into providers and pictures that it does not use.
 */
export function bindOtherCommands(program: Command): void {
  program
    .command('serve')
    .description('run the service')
    .action(async () => {
      const { runService } = await import('../run-service.ts');
      await runService();
    });
  program
    .command('health')
    .description('ask the service on this machine whether it is alive; ends with 1 if not')
    .action(async () => {
      const { runHealth } = await import('./commands/health.ts');
      await runHealth();
    });
  program
    .command('languages')
    .description('list the languages that alt text can be written in')
    .option('--json', 'print JSON')
    .action(async (flags: { json?: boolean }) => {
      const { runLanguages } = await import('./commands/languages.ts');
      runLanguages(flags);
    });
  program
    .command('migrate')
    .description('move all accounts from DATA_DIR into the empty database of DATABASE_URL')
    .option('--json', 'print JSON')
    .option(...forceOption)
    .action(async (flags: { json?: boolean; force?: boolean }) => {
      const { runMigrate } = await import('./commands/migrate.ts');
      await runMigrate(flags);
    });
  program
    .command('backup')
    .description('write everything in DATA_DIR into one file, while the service runs')
    .argument('<file>', 'such as altscribe.tar.gz; one that is there is replaced')
    .option('--json', 'print JSON')
    .option(...forceOption)
    .action(async (file: string, flags: { json?: boolean; force?: boolean }) => {
      const { runBackup } = await import('./commands/backup.ts');
      await runBackup(file, flags);
    });
  program
    .command('restore')
    .description('make a DATA_DIR of a backup, where there is none or an empty one')
    .argument('<file>', 'what "altscribe backup" has written')
    .option('--json', 'print JSON')
    .option(...createOption)
    .action(async (file: string, flags: { json?: boolean; create?: boolean }) => {
      const { runRestore } = await import('./commands/restore.ts');
      await runRestore(file, flags);
    });
  program
    .command('describe')
    .description('write alt text for pictures, without account and credits')
    .argument('<file-or-url...>', 'files on this machine, or URLs')
    .option('--title <text>', 'title of the page')
    .option('--keywords <list>', 'SEO keywords, comma-separated')
    .option('--language <code>', 'language of the text', 'en')
    .option('--json', 'print JSON')
    .action(async (sources: string[], flags: DescribeFlags) => {
      const { runDescribe } = await import('./commands/describe.ts');
      await runDescribe(sources, flags);
    });
  program
    .command('doctor')
    .description('check configuration, store and providers')
    .option('--json', 'print JSON')
    .action(async (flags: { json?: boolean }) => {
      const { runDoctor } = await import('./commands/doctor.ts');
      await runDoctor(flags);
    });
  program
    .command('evaluate')
    .description('measure the texts for a folder of labelled pictures, to compare models')
    .argument('<folder>', 'pictures, and a labels.csv that says what they show')
    .option('--language <code>', 'language of the texts where labels.csv names none', 'en')
    .option('--judge', 'have the model judge each text, too')
    .option('--json', 'print JSON')
    .action(async (folder: string, flags: EvaluateFlags) => {
      const { runEvaluate } = await import('./commands/evaluate.ts');
      await runEvaluate(folder, flags);
    });
}
