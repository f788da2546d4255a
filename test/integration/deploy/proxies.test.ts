import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { debianLibraries, getDebianProgram } from '../../support/debian-program.ts';
import { caddyCommand, haproxyCommand } from '../../support/proxy-examples.ts';
import {
  startServiceWithProviders,
  type ServiceWithProviders,
} from '../../support/service-with-providers.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { findFreePort } from '../../wordpress/free-port.ts';

/** The first download of the programs may take a while. */
const timeout = 300_000;

let whole: ServiceWithProviders;

beforeAll(async () => {
  whole = await startServiceWithProviders({ env: { TRUST_PROXY: 'true' } });
});
afterAll(() => whole.dispose());

/** Runs a proxy until the test ends. */
function start(program: string, args: readonly string[], env: Record<string, string> = {}) {
  const child = spawn(program, args, { env: { ...process.env, ...env }, stdio: 'pipe' });
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()));
  const ended = once(child, 'exit');
  onTestFinished(async () => {
    child.kill();
    await ended;
  });
  void ended.then(() => (said += ' It has ended.'));
  return () => said;
}

/** The behaviour that hosts expect of a proxy in front of the service. */
async function expectProxy(url: string, said: () => string): Promise<void> {
  const live = () =>
    fetch(`${url}/healthz`).then(
      ({ status }) => status,
      () => said(),
    );
  await expect.poll(live, { timeout: 20_000 }).toBe(200);
  // Nearly the maximum size: 9.9 MB, which is 13.2 MB in the body. It is not an image.
  const image_file = `data:image/png;base64,${Buffer.alloc(9_900_000).toString('base64')}`;
  const large = await fetch(`${url}/v1/generate-alt-text-api`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-api-key': whole.key,
      // A client that pretends to have another address.
      'x-forwarded-for': '203.0.113.9',
    },
    body: JSON.stringify({ user_id: whole.userId, image_file }),
  });
  expect(large.status).toBe(400);
  expect(await large.json()).toMatchObject({ errors: [{ path: 'image_file' }] });
  // The response may arrive before the log line, and the log also contains the proxy's own
  // requests.
  const logged = () =>
    whole.service
      .log()
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as object)
      .findLast((line) => 'user' in line);
  await expect.poll(logged).toMatchObject({ status: 400, client: '127.0.0.1' });
  const tooLarge = await fetch(`${url}/v1/generate-alt-text-api`, {
    method: 'POST',
    headers: { 'x-api-key': whole.key },
    body: Buffer.alloc(16_000_000),
  }).then(
    ({ status }) => status,
    () => 'connection closed',
  );
  // 413 from the proxy, or 400 from the service, which may detect the size first.
  expect([400, 413, 'connection closed']).toContain(tooLarge);
  for (const path of ['metrics', 'Metrics', 'METRICS', 'metrics/', '/metrics', '%6Detrics'])
    expect((await fetch(`${url}/${path}`)).status, path).toBe(404);
}

describe('a reverse proxy from Debian, with our example', () => {
  test('nginx', { timeout }, async () => {
    const nginx = await getDebianProgram('nginx', 'usr/sbin/nginx', { withDependencies: true });
    const folder = await temporaryFolder();
    const [port, plainPort] = [await findFreePort(), await findFreePort()];
    const service = new URL(whole.service.url).host;
    // TLS needs the host's certificate; everything else is unchanged.
    const site = (await readFile('deploy/nginx.conf', 'utf8'))
      .replace('127.0.0.1:3000', service)
      .replace('listen 443 ssl', `listen 127.0.0.1:${port}`)
      .replace('listen 80', `listen 127.0.0.1:${plainPort}`)
      .replace(/^\s*(listen \[::\]|ssl_).*\n/gm, '');
    // Otherwise its workers run as the user nobody, who cannot read the folder.
    const user = process.getuid?.() === 0 ? 'user root;' : '';
    const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
      (name) => `${name}_temp_path ${folder}/${name};`,
    );
    await mkdir(join(folder, 'logs'));
    await writeFile(
      join(folder, 'nginx.conf'),
      `${user} pid ${folder}/pid; error_log stderr; daemon off; events {}
       http { access_log off; ${temporary.join(' ')} ${site} }`,
    );
    const env = await debianLibraries(join(nginx, '../../..'));
    const said = start(nginx, ['-p', folder, '-e', 'stderr', '-c', 'nginx.conf'], env);
    await expectProxy(`http://127.0.0.1:${port}`, said);
    const plain = await fetch(`http://127.0.0.1:${plainPort}/dashboard?a=b`, {
      redirect: 'manual',
    });
    expect([plain.status, plain.headers.get('location')]).toEqual([
      301,
      'https://127.0.0.1/dashboard?a=b',
    ]);
  });

  test.each([
    ['Caddy', caddyCommand],
    ['HAProxy', haproxyCommand],
  ])('%s', { timeout }, async (_name, commandOf) => {
    const port = await findFreePort();
    const hosts = [new URL(whole.service.url).host];
    const { program, args, env } = await commandOf({
      folder: await temporaryFolder(),
      port,
      hosts,
    });
    await expectProxy(`http://127.0.0.1:${port}`, start(program, args, env));
  });
});
