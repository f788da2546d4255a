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

/** What a start says of a value; nothing where it takes it. */
function problemWith(name: string, value: string): string | undefined {
  try {
    parseConfig({ ...minimal, [name]: value });
    return undefined;
  } catch (error) {
    const lines = (error as Error).message.split('\n');
    return lines.find((line) => line.startsWith(`- ${name} `))?.slice(`- ${name} must be `.length);
  }
}

test('every variable is described, and none that is not there', () => {
  expect(rows.map(({ name }) => name).sort()).toEqual(listVariables().sort());
});

test.each(rows)('$name has the default that stands there', ({ name, value }) => {
  const setting = listSettings({}, {}).find((one) => one.name === name);
  expect(value).toBe(setting?.value === undefined ? '–' : `\`${setting.value}\``);
});

test.each(rows)('$name gets the words that stand there', ({ name, must }) => {
  expect(problemWith(name, '-1 is nothing that this takes?') ?? 'any text').toBe(must);
});

test('every secret may be in a file', () => {
  for (const name of secretVariables()) expect(page).toContain(`\`${name}_FILE\``);
});
