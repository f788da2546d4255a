import { execFile } from 'node:child_process';
import { cp, readdir, readFile, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { writePackage } from '../../../deploy/write-package.ts';
import { createClient } from '../../../shared/client.ts';
import { buildContainer, type Stage } from '../../support/build-container.ts';
import { commandLines } from '../../support/command-lines.ts';
import { readExample } from '../../support/doc-examples.ts';
import { startProviderStandIn, text } from '../../support/provider-stand-in.ts';
import { dataUri, plainImage } from '../../support/images.ts';
import { providerEnv } from '../../support/service-with-providers.ts';
import { serviceProcess, startService } from '../../support/service.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const run = promisify(execFile);

/**
 * npm in the build stage. A real build takes two minutes, and is already done by `npm ci`, the
 * tests of the build and those of the plugin. Any other command is refused.
 */
const buildingNpm = `#!/bin/sh
case "$*" in
  'ci --ignore-scripts') test -f package-lock.json && touch installed ;;
  'run --silent package') test -f installed && cp /built/altscribe-*.tgz . ;;
  *) echo "unexpected: npm $*" >&2; exit 1 ;;
esac
`;

function getStage(stages: ReadonlyMap<string, Stage>, name: string): Stage {
  const stage = stages.get(name);
  if (!stage) throw new Error(`There is no stage ${name}.`);
  return stage;
}

test('the service runs after installing its package', { timeout: 300_000 }, async () => {
  const folder = await temporaryFolder();
  const zip = join(folder, 'altscribe.zip');
  await writeFile(zip, 'the plugin');
  const path = await writePackage(folder, zip);
  expect(path).toMatch(/altscribe-\d+\.\d+\.\d+(-dev)?\.tgz$/);

  // Each RUN of the Dockerfile, in Debian's packages.
  const stages = await buildContainer(await readFile('Dockerfile', 'utf8'), {
    folder,
    async copyContext(target) {
      await cp('package-lock.json', join(target, 'package-lock.json'));
      await cp(path, join(target, '../built', basename(path)));
    },
    npmOf: { package: buildingNpm },
  });
  const image = getStage(stages, '');
  const { version } = JSON.parse(await readFile('package.json', 'utf8')) as { version: string };
  const inImage = (command: string) => image.root.run(command, image);
  expect(await inImage('altscribe --version')).toBe(`${version}\n`);
  expect(await inImage('echo $(id -u) $(id -g) $(pwd) $(stat -c "%u %g %a" "$DATA_DIR")')).toBe(
    '10001 10001 /var/lib/altscribe 10001 10001 700\n',
  );
  // Without a font, each letter is the same box.
  const draw = `const draw = (letter) => require('sharp')(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 30 30"><text y="25">' + letter + '</text></svg>')).raw().toBuffer();
    Promise.all(['l', 'm'].map(draw)).then(([l, m]) => console.log(l.equals(m)))`;
  const escaped = draw.replaceAll('"', '\\"');
  expect(await inImage(`cd /usr/local/lib/node_modules/altscribe && node -e "${escaped}"`)).toBe(
    'false\n',
  );
  await inImage('altscribe account create --user-id a@example.com --plan pro --credits 3');
  expect(await inImage('altscribe account list --json')).toContain('"a@example.com"');
  // In a user namespace, this user could not remove them.
  await image.root.run('rm -rf /var/lib/altscribe');

  const prefix = join(getStage(stages, 'install').root.folder, 'usr/local');
  const env = { ...process.env, npm_config_prefix: prefix, npm_config_prefer_offline: 'true' };
  const installed = join(prefix, 'lib/node_modules/altscribe');
  const files = await readdir(installed, { recursive: true });
  const own = files.filter((file) => !file.startsWith('node_modules/'));
  expect(own.filter((file) => /\.(ts|tsx|tsbuildinfo|php)$/.test(file))).toEqual([]);
  expect(own.filter((file) => /(^|\/)(test|plugin\/src)(\/|$)/.test(file))).toEqual([]);
  expect(files.filter((file) => file.includes('esbuild'))).toEqual([]);
  expect(await readFile(join(installed, 'altscribe.zip'), 'utf8')).toBe('the plugin');

  const altscribe = join(prefix, 'bin/altscribe');
  expect((await run(altscribe, ['--version'])).stdout).toBe(`${version}\n`);

  // As in the docs, over an existing installation, as in an upgrade.
  const [install = '', serve = ''] = readExample('README.md', 'npm install --global').split('\n');
  const page = readExample('docs/install.md', 'npm install --global ./').replace(
    '<version>',
    version,
  );
  const [installOfPage = '', serveOfPage = ''] = page.split('\n');
  expect(install).toContain(installOfPage);
  expect(serve).toContain(serveOfPage);
  await run('sh', ['-c', install], { cwd: folder, env });

  const providers = await startProviderStandIn({ openai: text('A red boat') });
  onTestFinished(() => providers.stop());
  const service = await startService(
    { ...providerEnv(providers), PATH: `${join(prefix, 'bin')}:${process.env['PATH']}` },
    ['sh', '-c', `exec env ${serve.replaceAll('…', 'key')}`],
  );
  onTestFinished(() => service.dispose());
  expect(await commandLines(service.pid)).toContainEqual(
    expect.stringMatching(/^\S*node --heap-growing-percent=100 \S*altscribe serve$/),
  );
  const port = new URL(service.url).port;
  const cliEnv = serviceProcess({ DATA_DIR: service.dataDir, PORT: port }).env;
  await run(altscribe, ['health'], { env: cliEnv });
  const account = ['--user-id', 'a@example.com', '--plan', 'pro', '--credits', '3'];
  const { stdout } = await run(altscribe, ['account', 'create', ...account, '--json'], {
    env: cliEnv,
  });
  const { api_key: key } = JSON.parse(stdout) as { api_key: string };
  const client = createClient({ url: service.url, apiKey: key });
  const body = { user_id: 'a@example.com', image_file: dataUri(await plainImage()) };
  const result = await client.generateAltText(body);
  expect(result).toMatchObject({ altText: 'A red boat', CreditsAvailable: 2 });
  for (const path of ['/dashboard/sign-in', '/docs', '/docs/swagger-ui-bundle.js']) {
    expect((await fetch(service.url + path)).status, path).toBe(200);
  }
  expect(await service.stop('SIGHUP')).toBe(0);
  await expect(run(altscribe, ['health'], { env: cliEnv })).rejects.toThrow(/no response/);
});
