import { expect, test } from 'vitest';
import { runPhp } from './run-php.ts';

/** Prints PHP's syntax errors, as a line of JSON. */
const lint = `<?php
$files = array_merge( glob( '/plugin/*.php' ), glob( '/plugin/includes/*.php' ), glob( '/plugin/includes/*/*.php' ) );
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
    const found = (await runPhp(version, lint)) as { files: number };
    expect(found).toMatchObject({ version, problems: [] });
    expect(found.files).toBeGreaterThan(10);
  },
  60_000,
);
