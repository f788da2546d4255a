import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { listModules, readScriptStrings } from '../../../../plugin/i18n/script-strings.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'altscribe-strings-'));
});
afterEach(() => rm(folder, { recursive: true }));

async function write(name: string, text: string): Promise<string> {
  const file = join(folder, name);
  await writeFile(file, text);
  return file;
}

it('finds strings with their plurals, contexts and comments', async () => {
  const file = await write(
    'a.tsx',
    `const a = __('Plain', 'altscribe');
    /* translators: %s: a number. */
    const b = sprintf(_n('%s image', '%s images', n, 'altscribe'), n);
    const c = n > 1
      ? /* translators: 1: a name,
           2: a place. */
        sprintf(_x('%1$s in %2$s', 'where', 'altscribe'), x, y)
      : <p>{__('In JSX', 'altscribe')}</p>;
    const d = <a
      /* translators: %s: a title. */
      aria-label={sprintf(__('Edit %s', 'altscribe'), title)}
    />;`,
  );
  expect(readScriptStrings(file, folder)).toEqual([
    { msgid: 'Plain', comment: '', reference: 'a.tsx' },
    {
      msgid: '%s image',
      msgid_plural: '%s images',
      comment: 'translators: %s: a number.',
      reference: 'a.tsx',
    },
    {
      msgid: '%1$s in %2$s',
      msgctxt: 'where',
      comment: 'translators: 1: a name, 2: a place.',
      reference: 'a.tsx',
    },
    { msgid: 'In JSX', comment: '', reference: 'a.tsx' },
    { msgid: 'Edit %s', comment: 'translators: %s: a title.', reference: 'a.tsx' },
  ]);
});

it('refuses a string that is not a literal', async () => {
  const file = await write('b.ts', 'export const text = (name: string) => __(name, "altscribe");');
  expect(() => readScriptStrings(file, folder)).toThrow('needs a plain string');
});

it('refuses a string of another text domain, which would stay in English', async () => {
  const file = await write('c.ts', "export const text = __('Plain', 'other');");
  expect(() => readScriptStrings(file, folder)).toThrow('needs our text domain');
});

it('lists each import of an entry once, including dynamic ones', async () => {
  await write('shared.ts', `import { createElement } from '@wordpress/element';`);
  await write('late.ts', `export * from './shared.ts';`);
  const entry = await write(
    'entry.ts',
    `import './shared.ts';
    import './style.css';
    const load = () => import('./late.ts');`,
  );
  expect(listModules(entry).map((file) => basename(file))).toEqual([
    'entry.ts',
    'shared.ts',
    'late.ts',
  ]);
});
