import { execFile } from 'node:child_process';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { findWpCli, pathForWpCli, runWpCli, type WpCliResult } from '../../wordpress/wp-cli.ts';
import type { Site } from './site.ts';

/** Runs several commands in one process of the real WP-CLI, which takes seconds to start. */
export async function runAll(site: Site, commands: readonly string[]): Promise<WpCliResult[]> {
  const script = join(site.folder, 'commands.php');
  await writeFile(
    script,
    `<?php
    $results = array();
    foreach ( json_decode( ${quote(JSON.stringify(commands))} ) as $command ) {
      $result    = WP_CLI::runcommand( $command, array( 'launch' => false, 'return' => 'all', 'exit_error' => false ) );
      $results[] = array( 'code' => $result->return_code, 'stdout' => $result->stdout, 'stderr' => $result->stderr );
    }
    echo "\\n", wp_json_encode( $results );`,
  );
  const { stdout, stderr } = await runWpCli(site.folder, [
    'eval-file',
    join(pathForWpCli(site.folder), 'commands.php'),
  ]);
  await rm(script);
  const line = stdout.trim().split('\n').at(-1) ?? '';
  if (!line.startsWith('[')) throw new Error(`WP-CLI failed: ${stderr}`);
  return JSON.parse(line) as WpCliResult[];
}

/** Runs a shell script that has the command `wp`, to its end or its first failure. */
export async function runScript(site: Site, script: string): Promise<string> {
  const { program, args, env } = await findWpCli(site.folder);
  const shell = [
    '-e',
    '-c',
    `wp() { ${[program, ...args].map(quoteForShell).join(' ')} "$@"; }\n${script}`,
  ];
  const { stdout } = await promisify(execFile)('sh', shell, {
    cwd: site.folder,
    env: { ...process.env, ...env },
  });
  return stdout;
}

/** Runs a command of WP-CLI in a terminal, and types a line. Resolves with all that the terminal shows. */
export async function typeInTerminal(site: Site, command: string, line: string): Promise<string> {
  const { program, args, env } = await findWpCli(site.folder);
  const wp = [program, ...args].map(quoteForShell).join(' ');
  const run = promisify(execFile)('script', ['-qec', `${wp} ${command}`, '/dev/null'], {
    cwd: site.folder,
    env: { ...process.env, ...env },
  });
  run.child.stdin?.end(`${line}\n`);
  const { stdout } = await run;
  return stdout;
}

function quoteForShell(value: string): string {
  return `'${value.replaceAll("'", `'\\''`)}'`;
}

function quote(value: string): string {
  return `'${value.replace(/['\\]/g, String.raw`\$&`)}'`;
}
