import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { curl, wpConfig } from '../../../../../service/dashboard/components/facts.tsx';

const address = 'https://alt.example.com';

test('shows the address and the account for wp-config.php', () => {
  expect(wpConfig(address, 'site@example.com').split('\n')).toEqual([
    "define( 'ALTSCRIBE_SERVICE_URL', 'https://alt.example.com' );",
    "define( 'ALTSCRIBE_API_KEY', 'alt_…' );",
    "define( 'ALTSCRIBE_ACCOUNT', 'site@example.com' );",
  ]);
});

test('uses the right address with curl', () => {
  const command = curl(address, 'site@example.com');
  expect(command).toContain("curl 'https://alt.example.com/v1/get-user-details-api'");
  expect(command).toContain(`-d '{"user_id":"site@example.com"}'`);
});

test.each(["o'neil$(id)`id`@example.com", '{|}~!#%&@example.com'])(
  'passes %s to curl unchanged',
  (userId) => {
    const [, body] = /-d ([\s\S]*)$/.exec(curl(address, userId)) ?? [];
    const shown = execFileSync('sh', ['-c', `printf %s ${body ?? ''}`], { encoding: 'utf8' });
    expect(JSON.parse(shown)).toEqual({ user_id: userId });
  },
);

test('escapes addresses in PHP strings', () => {
  expect(wpConfig(address, "o'neil@example.com")).toContain(String.raw`'o\'neil@example.com'`);
});
