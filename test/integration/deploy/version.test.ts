import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { readVersion } from '../../../service/config/package.ts';
import { runCliWith } from '../../support/run-to-end.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

/** The first match of a pattern in a file. */
async function find(path: string, pattern: RegExp): Promise<string | undefined> {
  return pattern.exec(await readFile(path, 'utf8'))?.[1];
}

test('package, changelogs, plugin and command have the same version', async () => {
  const { stdout } = await runCliWith({}, await temporaryFolder(), '--version');
  const versions = {
    'package-lock.json': await find('package-lock.json', /"version": "(.*)"/),
    'CHANGELOG.md': await find('CHANGELOG.md', /^## (\d.*)$/m),
    'the header of the plugin': await find('plugin/altscribe.php', /^ \* Version: (.*)$/m),
    ALTSCRIBE_VERSION: await find('plugin/altscribe.php', /'ALTSCRIBE_VERSION', '(.*)'/),
    'the stable tag of readme.txt': await find('plugin/readme.txt', /^Stable tag: (.*)$/m),
    'the changelog of readme.txt': await find('plugin/readme.txt', /^= (\d[\d.]*) =$/m),
    'altscribe --version': stdout.trim(),
  };
  const different = Object.entries(versions).filter(([, version]) => version !== readVersion());
  expect(different).toEqual([]);
});
