import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const execFileAsync = promisify(execFile);
const plugin = join(import.meta.dirname, '../../../plugin');
const manifest = createRequire(import.meta.url).resolve('@wp-playground/cli/package.json');

/** Prints what PHP cannot parse, as a line of JSON. */
const lint = `<?php
$files = array_merge( glob( '/plugin/*.php' ), glob( '/plugin/includes/*.php' ) );
$problems = array();
foreach ( $files as $file ) {
  try {
    token_get_all( file_get_contents( $file ), TOKEN_PARSE );
  } catch ( ParseError $error ) {
    $problems[] = "$file:{$error->getLine()}: {$error->getMessage()}";
  }
}
$version = PHP_MAJOR_VERSION . '.' . PHP_MINOR_VERSION;
echo "\n", json_encode( array( 'version' => $version, 'files' => count( $files ), 'problems' => $problems ) );`;

test.each(['7.4', '8.4'])(
  'PHP %s understands every file of the plugin',
  async (version) => {
    const scripts = await temporaryFolder();
    await writeFile(join(scripts, 'lint.php'), lint);
    const { stdout } = await execFileAsync(process.execPath, [
      join(dirname(manifest), 'wp-playground.js'),
      ...['php', '--php', version, '--verbosity', 'quiet'],
      ...['--wordpress-install-mode', 'do-not-attempt-installing', '--skip-sqlite-setup'],
      ...['--mount-dir', plugin, '/plugin', '--mount-dir', scripts, '/scripts'],
      ...['--', '/scripts/lint.php'],
    ]);
    const found = JSON.parse(stdout.trim().split('\n').at(-1) ?? '') as { files: number };
    expect(found).toMatchObject({ version, problems: [] });
    expect(found.files).toBeGreaterThan(10);
  },
  60_000,
);
