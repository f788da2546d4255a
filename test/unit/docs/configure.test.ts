import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { listVariables, parseConfig, secretVariables } from '../../../service/config/config.ts';
import { listSettings } from '../../../service/config/settings.ts';

const page = readFileSync(join(import.meta.dirname, '../../../docs/configure.md'), 'utf8');
const rows = [...page.matchAll(/^\| `([A-Z_]+)` +\| (.+?) +\| .+ \|$/gm)].map(
  ([, name = '', value = '']) => ({ name, value }),
);

test('all variables are described, and no others', () => {
  expect(rows.map(({ name }) => name).sort()).toEqual(listVariables().sort());
});

test.each(rows)('$name has the documented default', ({ name, value }) => {
  const setting = listSettings({}, {}).find((one) => one.name === name);
  // The folder of the data is shown as an absolute path.
  const shown = setting?.value?.replace(process.cwd(), '.');
  expect(value).toBe(shown === undefined ? '–' : `\`${shown}\``);
});

test('the message about a wrong value is the documented one', () => {
  const [, message = ''] = /A wrong value gets a message such as `(.+?)`/.exec(page) ?? [];
  const wrong = () => parseConfig({ OPENAI_API_KEY: 'key', PORT: 'x' });
  expect(wrong).toThrow(message);
  expect(message).not.toBe('');
});

test('every secret can be read from a file', () => {
  for (const name of secretVariables()) expect(page).toContain(`\`${name}_FILE\``);
});
