import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { readVersion } from '../../../service/config/package.ts';
import { runCliWith } from '../../support/run-to-end.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

/** The first match of a pattern in a file. */
async function find(path: string, pattern: RegExp): Promise<string | undefined> {
  return pattern.exec(await readFile(path, 'utf8'))?.[1];
}

/** A build between releases: it belongs to no section of the changelog yet. */
const isBetweenReleases = readVersion().endsWith('-dev');

test('package, changelogs, plugin and command have the same version', async () => {
  const newest = await find('CHANGELOG.md', /^## (\d.*)$/m);
  const released = isBetweenReleases ? newest : readVersion();
  // What people can install from wordpress.org, and what changed there, is the last release.
  const ofRelease = {
    'the stable tag of readme.txt': await find('plugin/readme.txt', /^Stable tag: (.*)$/m),
    'the changelog of readme.txt': await find('plugin/readme.txt', /^= (\d[\d.]*) =$/m),
    'CHANGELOG.md': newest,
  };
  expect(Object.entries(ofRelease).filter(([, one]) => one !== released)).toEqual([]);
  const ofBuild = {
    'the header of the plugin': await find('plugin/altscribe.php', /^ \* Version: (.*)$/m),
    'package-lock.json': await find('package-lock.json', /"version": "(.*)"/),
    'README.md': await find('README.md', /builds `altscribe-(.*)\.tgz`/),
  };
  expect(Object.entries(ofBuild).filter(([, one]) => one !== readVersion())).toEqual([]);
});

test('a build between releases has its own version, in the command and doctor', async () => {
  const newest = (await find('CHANGELOG.md', /^## (\d.*)$/m)) ?? '';
  const isUnreleased = (await find('CHANGELOG.md', /^## (Unreleased)$/m)) !== undefined;
  expect(isBetweenReleases).toBe(isUnreleased);
  if (isUnreleased) expect(readVersion()).not.toContain(newest);

  const folder = await temporaryFolder();
  const command = await runCliWith({}, folder, '--version');
  expect(command.stdout.trim()).toBe(readVersion());
  const doctor = await runCliWith({}, folder, 'doctor');
  expect(doctor.stdout).toContain(`version ${readVersion()}, `);
});
