import { execFile } from 'node:child_process';
import { appendFile, cp, mkdir, readdir, readFile, stat, symlink, utimes } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const run = promisify(execFile);

/** The repository as `npm ci --omit=dev` leaves it, as far as building the service goes. */
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

test('the service is built without types, and only where something has changed', async () => {
  const folder = await withoutTypes();
  const build = () => run(process.execPath, ['service/build.js'], { cwd: folder });
  const program = join(folder, 'build/service/cli/altscribe.cjs');
  await build();
  const { stdout } = await run(process.execPath, [program, '--version']);
  const { version } = JSON.parse(await readFile('package.json', 'utf8')) as { version: string };
  expect(stdout).toBe(`${version}\n`);

  const builtAt = async () => (await stat(program)).mtimeMs;
  const first = await builtAt();
  await build();
  expect(await builtAt()).toBe(first);
  const chunks = () => readdir(join(folder, 'build/service/chunks'));
  const before = await chunks();
  const later = new Date(Date.now() + 1_000);
  const changed = join(folder, 'service/accounts/password-estimator.ts');
  await appendFile(changed, '\nexport const changed = Math.random();\n');
  await utimes(changed, later, later);
  await build();
  expect(await builtAt()).toBeGreaterThan(first);
  // A service that was started before loads these when it needs them.
  expect(await chunks()).toEqual(expect.arrayContaining(before));
  expect((await chunks()).length).toBeGreaterThan(before.length);
  expect(await readdir(join(folder, 'build'))).toEqual(['service']);
}, 60_000);
