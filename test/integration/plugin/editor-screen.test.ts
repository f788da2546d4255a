import { expect, test } from 'vitest';
import { runPhp } from './run-php.ts';

test('Blocks outside the administration, where there are no screens, cause no error', async () => {
  const script = `<?php
define( 'ABSPATH', '/' );
function add_action() {}
require '/plugin/includes/autoload.php';
\\Altscribe\\Editor\\Block_Editor::enqueue_editor();
function_exists( 'get_current_screen' ) && die( 'There are screens.' );
echo "\\n", json_encode( 'no harm' );`;
  expect(await runPhp('7.4', script)).toBe('no harm');
}, 60_000);
