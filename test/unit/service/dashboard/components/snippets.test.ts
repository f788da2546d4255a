import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { curl, wpConfig } from '../../../../../service/dashboard/components/facts.tsx';

const address = 'https://alt.example.com';

test('says the address and the account in wp-config.php', () => {
  expect(wpConfig(address, 'site@example.com').split('\n')).toEqual([
    "define( 'ALTSCRIBE_SERVICE_URL', 'https://alt.example.com' );",
    "define( 'ALTSCRIBE_API_KEY', 'alt_…' );",
    "define( 'ALTSCRIBE_ACCOUNT', 'site@example.com' );",
  ]);
});

test('asks the right address by curl', () => {
  const command = curl(address, 'site@example.com');
  expect(command).toContain("curl 'https://alt.example.com/v1/get-user-details-api'");
  expect(command).toContain(`-d '{"user_id":"site@example.com"}'`);
});

test.each(["o'neil$(id)`id`@example.com", '{|}~!#%&@example.com'])(
  'hands %s to curl as it is',
  (userId) => {
    const [, body] = /-d ([\s\S]*)$/.exec(curl(address, userId)) ?? [];
    const shown = execFileSync('sh', ['-c', `printf %s ${body ?? ''}`], { encoding: 'utf8' });
    expect(JSON.parse(shown)).toEqual({ user_id: userId });
  },
);

test('lets no address end a string of PHP', () => {
  expect(wpConfig(address, "o'neil@example.com")).toContain(String.raw`'o\'neil@example.com'`);
});
