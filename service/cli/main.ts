import { Command, Option } from 'commander';
import { loadEnvFile } from '../config/env-file.ts';
import { readVersion } from '../config/package.ts';
import { ConfigError, isStoreNamed, parseStoreConfig } from '../config/store-config.ts';
import { StoreError } from '../storage/interfaces/errors.ts';
import type { DescribeFlags } from './commands/describe.ts';
import type { EvaluateFlags } from './commands/evaluate.ts';
import {
  CommandError,
  createOption,
  forceOption,
  type Execute,
  type FlagValues,
  type StoreCommand,
} from './commands/store-command.ts';
import { storeCommandGroups } from './commands/store-commands.ts';
import { describeStore } from './describe-store.ts';
import { executeCommand } from './execute-command.ts';
import { print } from './print.ts';

/**
 * Adds the commands that need more than the store. Their modules are loaded when they run;
 * otherwise, short commands would spend most of their time loading providers and images.
 */
function bindOtherCommands(program: Command): void {
  program
    .command('serve')
    .description('run the service')
    .option(...yesOption)
    .action(async ({ yes }: { yes?: boolean }) => {
      const { runService } = await import('../run-service.ts');
      await runService({ mayUpgrade: yes === true });
    });
  program
    .command('health')
    .description('check whether the service on this machine is alive; exits with 1 if not')
    .action(async () => {
      const { runHealth } = await import('./commands/health.ts');
      await runHealth();
    });
  program
    .command('upgrade')
    .description('update the files or tables of an older version; files are saved first')
    .option(...yesOption)
    .option('--json', 'print JSON')
    .action(async (flags: { json?: boolean; yes?: boolean }) => {
      const { runUpgrade } = await import('./commands/migrate.ts');
      await runUpgrade(flags);
    });
  program
    .command('languages')
    .description('list the supported languages')
    .option('--json', 'print JSON')
    .action(async (flags: { json?: boolean }) => {
      const { runLanguages } = await import('./commands/languages.ts');
      runLanguages(flags);
    });
  program
    .command('migrate')
    .description('move all accounts from DATA_DIR into the empty database at DATABASE_URL')
    .option('--json', 'print JSON')
    .option(...forceOption)
    .action(async (flags: { json?: boolean; force?: boolean }) => {
      const { runMigrate } = await import('./commands/migrate.ts');
      await runMigrate(flags);
    });
  program
    .command('backup')
    .description('back up everything in DATA_DIR to one file, even while the service runs')
    .argument('<file>', 'for example altscribe.tar.gz; an existing file is replaced')
    .option('--json', 'print JSON')
    .option(...forceOption)
    .action(async (file: string, flags: { json?: boolean; force?: boolean }) => {
      const { runBackup } = await import('./commands/backup.ts');
      await runBackup(file, flags);
    });
  program
    .command('restore')
    .description('restore a backup into a new or empty DATA_DIR')
    .argument('<file>', 'a file written by "altscribe backup"')
    .option('--json', 'print JSON')
    .option(...createOption)
    .action(async (file: string, flags: { json?: boolean; create?: boolean }) => {
      const { runRestore } = await import('./commands/backup.ts');
      await runRestore(file, flags);
    });
  program
    .command('describe')
    .description('write alt text for images, without an account or credits')
    .argument('<file-or-url...>', 'local files or URLs')
    .option('--title <text>', 'title of the page')
    .option('--keywords <list>', 'SEO keywords, comma-separated')
    .option('--language <code>', 'language of the text', 'en')
    .option('--style <text>', 'how the site writes, as the field style of the API')
    .addOption(lengthOption())
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
    .command('alert')
    .description('check how operators are alerted')
    .command('test')
    .description('send a test alert to ALERT_WEBHOOK_URL, and to all operators by e-mail')
    .option('--json', 'print JSON')
    .action(async (flags: { json?: boolean }) => {
      const { runAlertTest } = await import('./commands/alert.ts');
      await runAlertTest(flags);
    });
  program
    .command('evaluate')
    .description('compare models on a folder of labelled images')
    .argument('<folder>', 'contains the images and a labels.csv that describes them')
    .option('--language <code>', 'language of the texts if labels.csv names none', 'en')
    .option('--style <text>', 'how the site writes, as the field style of the API')
    .addOption(lengthOption())
    .option('--judge', 'also let the model judge each text')
    .option('--against <file>', 'compare with what an earlier run printed with --json')
    .option('--json', 'print JSON')
    .action(async (folder: string, flags: EvaluateFlags) => {
      const { runEvaluate } = await import('./commands/evaluate.ts');
      await runEvaluate(folder, flags);
    });
}

function lengthOption(): Option {
  const description = 'as the field text_length of the API; long: for charts, diagrams and maps';
  return new Option('--length <length>', description).choices(['short', 'detailed', 'long']);
}

/** Confirms a change that cannot be undone without a backup. */
const yesOption = ['--yes', 'update the tables of an older version; only with a backup'] as const;

/** Adds the commands that read or change the store to the command line. */
function bindStoreCommands(program: Command): void {
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
  { description, flags, isChange, atTerminal }: StoreCommand,
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
  subcommand.action(async ({ json: asJson, force, create, ...options }: FlagValues) => {
    const config = parseStoreConfig(process.env);
    const execute: Execute = (command, values) =>
      executeCommand(config, command, values, {
        isForced: force === true,
        mayCreate: create === true || isStoreNamed(process.env),
      });
    const values = snakeCase(options);
    const result = await (atTerminal ? atTerminal(values, execute) : execute(name, values));
    if (isChange) console.error(`Changed: ${describeStore(config)}`);
    print(result, asJson === true);
  });
}

/** Converts commander's `userId` to `user_id`. */
function snakeCase(options: FlagValues): FlagValues {
  return Object.fromEntries(
    Object.entries(options).map(([name, value]) => [
      name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
      value,
    ]),
  );
}

const examples = `
Getting started:
  altscribe serve
  altscribe account create --user-id you@example.com --plan pro --credits 500
  altscribe help account

Commands read the environment and a .env file in the working folder, like the service. Use --help
for the options of a command, and --json for JSON output.`;

const program = new Command('altscribe')
  .description('Runs the Altscribe service, and manages its accounts and API keys.')
  .version(readVersion(), '-V, --version', 'print the version')
  .showSuggestionAfterError()
  .addHelpText('after', examples);
bindStoreCommands(program);
bindOtherCommands(program);
program.addHelpText('after', () => {
  const names = program.commands.map((command) => command.name()).join(' ');
  return `\nCompletion in bash and zsh (in zsh after "autoload bashcompinit; bashcompinit"):\n  complete -W "${names}" altscribe`;
});

async function run(): Promise<void> {
  try {
    loadEnvFile();
    await program.parseAsync();
  } catch (error) {
    if (!isExpected(error)) throw error;
    console.error(error.message);
    process.exitCode = 1;
  }
}

function isExpected(error: unknown): error is Error {
  return [CommandError, ConfigError, StoreError].some((type) => error instanceof type);
}

void run();
