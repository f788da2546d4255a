import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { listVariables, parseConfig, secretVariables } from '../../../service/config/config.ts';
import { listSettings } from '../../../service/config/settings.ts';

const page = readFileSync(join(import.meta.dirname, '../../../docs/configure.md'), 'utf8');
const rows = [...page.matchAll(/^\| `([A-Z_]+)` +\| (.+?) +\| (.+?) +\| (.+?) +\|$/gm)].map(
  ([, name = '', value = '', , must = '']) => ({ name, value, must }),
);

const minimal = { OPENAI_API_KEY: 'key' };

/** The problem that a start reports for a value; undefined if it is accepted. */
function problemWith(name: string, value: string): string | undefined {
  try {
    parseConfig({ ...minimal, [name]: value });
    return undefined;
  } catch (error) {
    const lines = (error as Error).message.split('\n');
    return lines.find((line) => line.startsWith(`- ${name} `))?.slice(`- ${name} must be `.length);
  }
}

test('all variables are described, and no others', () => {
  expect(rows.map(({ name }) => name).sort()).toEqual(listVariables().sort());
});

test.each(rows)('$name has the documented default', ({ name, value }) => {
  const setting = listSettings({}, {}).find((one) => one.name === name);
  expect(value).toBe(setting?.value === undefined ? '–' : `\`${setting.value}\``);
});

test.each(rows)('$name accepts the documented values', ({ name, must }) => {
  expect(problemWith(name, '-1 is nothing that this takes?') ?? 'any text').toBe(must);
});

test('every secret can be read from a file', () => {
  for (const name of secretVariables()) expect(page).toContain(`\`${name}_FILE\``);
});
