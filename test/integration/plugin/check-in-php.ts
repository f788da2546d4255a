import type { AltTextSurroundings } from '../../../shared/alt-text/checks.ts';
import { runPhp } from './run-php.ts';

/** A text to check, and its context. */
export interface TextToCheck {
  readonly text: string;
  readonly surroundings: AltTextSurroundings;
}

/** The findings of PHP's checks for each text. */
export async function checkInPhp(version: string, texts: readonly TextToCheck[]): Promise<unknown> {
  const rows = texts.map(
    ({ text, surroundings: { isLinked, isDecorative, fileName, ...others } }) => [
      text,
      {
        ...others,
        file_name: fileName ?? '',
        is_linked: isLinked ?? false,
        is_decorative: isDecorative ?? false,
      },
    ],
  );
  // As base64, so no text can end PHP's string.
  const json = Buffer.from(JSON.stringify(rows)).toString('base64');
  return runPhp(
    version,
    `<?php
define( 'ABSPATH', '/' );
require '/plugin/includes/autoload.php';
$results = array();
foreach ( json_decode( base64_decode( '${json}' ), true ) as list( $text, $surroundings ) ) {
  $results[] = \\Altscribe\\Checks\\Text_Checks::check( $text, $surroundings );
}
echo "\\n", json_encode( $results );`,
  );
}
