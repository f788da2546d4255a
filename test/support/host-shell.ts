import { execFile } from 'node:child_process';
import { chmod, mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { serviceProcess } from './service.ts';
import { temporaryFolder } from './temporary-folder.ts';

const repository = join(import.meta.dirname, '../..');

/** The shell of a host who has installed the package: `altscribe` is a command there. */
export interface HostShell {
  /** Its working folder, of the test's own. */
  readonly folder: string;
  /** The environment for starting a program there. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /**
   * Runs a script to its end or its first failure.
   * @param env variables beside those of the shell
   * @throws Error when it fails
   */
  run(script: string, env?: object): Promise<{ stdout: string; stderr: string }>;
}

/** Opens a shell in which the service as it is built is installed. */
export async function openHostShell(variables: object = {}): Promise<HostShell> {
  const prefix = await temporaryFolder();
  const folder = await temporaryFolder();
  await mkdir(join(prefix, 'bin'));
  await mkdir(join(prefix, 'lib/node_modules'), { recursive: true });
  await symlink(repository, join(prefix, 'lib/node_modules/altscribe'));
  const altscribe = join(prefix, 'bin/altscribe');
  const program = join(repository, 'build/service/cli/altscribe.cjs');
  await writeFile(altscribe, `#!/bin/sh\nexec '${process.execPath}' '${program}' "$@"\n`);
  await chmod(altscribe, 0o755);
  const { env: inherited } = serviceProcess({ npm_config_prefix: prefix, ...variables });
  const env = { ...inherited, PATH: `${join(prefix, 'bin')}:${process.env['PATH']}` };
  return {
    folder,
    env,
    run: (script, more = {}) =>
      promisify(execFile)('sh', ['-e', '-c', script], { cwd: folder, env: { ...env, ...more } }),
  };
}
