import { readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { debianLibraries, getDebianProgram } from './debian-program.ts';

/** How to start Debian's reverse proxy with our example, on a loopback port. */
export interface ProxyCommand {
  readonly program: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

export interface ProxyOptions {
  /** An empty folder for its files. */
  readonly folder: string;
  readonly port: number;
  /** Where the service listens: `127.0.0.1:3000`. */
  readonly hosts: readonly string[];
}

/** Caddy without TLS, which would need a host name. */
export async function caddyCommand({ folder, port, hosts }: ProxyOptions): Promise<ProxyCommand> {
  const program = await getDebianProgram('caddy', 'usr/bin/caddy');
  const path = join(folder, 'Caddyfile');
  await writeFile(path, `{\n\tadmin off\n}\n${await readFile('deploy/Caddyfile', 'utf8')}`);
  return {
    program,
    args: ['run', '--config', path, '--adapter', 'caddyfile'],
    env: {
      DOMAIN: `http://127.0.0.1:${port}`,
      UPSTREAM: hosts.join(' '),
      XDG_DATA_HOME: folder,
      XDG_CONFIG_HOME: folder,
    },
  };
}

/** HAProxy without TLS, which would need a certificate. */
export async function haproxyCommand({ folder, port, hosts }: ProxyOptions): Promise<ProxyCommand> {
  const program = await getDebianProgram('haproxy', 'usr/sbin/haproxy', {
    withDependencies: true,
  });
  const path = join(folder, 'haproxy.cfg');
  const servers = hosts.map((host, i) => `\tserver machine-${i} ${host}\n`);
  const example = (await readFile('deploy/haproxy.cfg', 'utf8'))
    .replace(/bind .*/, `bind 127.0.0.1:${port}`)
    .replace(/(\tserver .*\n)+/, servers.join(''));
  await writeFile(path, example);
  const env = await debianLibraries(join(dirname(program), '../..'));
  return { program, args: ['-db', '-f', path], env };
}
