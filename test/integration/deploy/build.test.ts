import { execFile } from 'node:child_process';
import { appendFile, cp, mkdir, readdir, readFile, symlink, utimes } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const run = promisify(execFile);

/** The parts of the repository after `npm ci --omit=dev` that building the service needs. */
async function withoutTypes(): Promise<string> {
  const folder = await temporaryFolder();
  for (const name of ['service', 'shared', 'package.json', 'package-lock.json']) {
    await cp(name, join(folder, name), { recursive: true });
  }
  await cp('tsconfig.base.json', join(folder, 'tsconfig.base.json'));
  await mkdir(join(folder, 'node_modules'));
  for (const name of await readdir('node_modules')) {
    if (name === '@types') continue;
    await symlink(resolve('node_modules', name), join(folder, 'node_modules', name));
  }
  return folder;
}

test('the service builds without types, and a build leaves the files of running services in place', async () => {
  const folder = await withoutTypes();
  const build = () => run(process.execPath, ['service/build.js'], { cwd: folder });
  await build();
  const program = join(folder, 'build/service/cli/altscribe.cjs');
  const { stdout } = await run(process.execPath, [program, '--version']);
  const { version } = JSON.parse(await readFile('package.json', 'utf8')) as { version: string };
  expect(stdout).toBe(`${version}\n`);

  const chunkFolder = join(folder, 'build/service/chunks');
  const chunks = () => readdir(chunkFolder);
  const first = await chunks();
  // A service that has run longer than the age of the replaced files is kept.
  const old = new Date(Date.now() - 30 * 86_400_000);
  for (const name of first) await utimes(join(chunkFolder, name), old, old);
  await appendFile(
    join(folder, 'service/accounts/password-estimator.ts'),
    '\nexport const changed = true;\n',
  );
  await build();
  expect(await chunks()).toEqual(expect.arrayContaining(first));
  expect(await readdir(join(folder, 'build'))).toEqual(['service']);

  // They are removed a week after they were replaced.
  const current = await readFile(join(folder, 'build/service/built'), 'utf8');
  const [recent = '', ...others] = first.filter((name) => !current.includes(name));
  expect(others).not.toEqual([]);
  for (const name of await chunks()) {
    if (name !== recent) await utimes(join(chunkFolder, name), old, old);
  }
  await build();
  const left = await chunks();
  expect(left).toContain(recent);
  expect(others.filter((name) => left.includes(name))).toEqual([]);
  for (const path of current.split('\n').filter((name) => name.startsWith('chunks/')))
    expect(left).toContain(basename(path));
}, 120_000);
