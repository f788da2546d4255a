import { execFile } from 'node:child_process';
import { chmod, mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { serviceProcess } from './service.ts';
import { temporaryFolder } from './temporary-folder.ts';

const repository = join(import.meta.dirname, '../..');

/** The shell of a host with the installed package, which adds the command `altscribe`. */
export interface HostShell {
  /** Its working folder, only for this test. */
  readonly folder: string;
  /** The environment for its programs. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /**
   * Runs a script until it ends or a command fails.
   *
   * @param env Additional environment variables.
   * @throws Error if it fails.
   */
  run(script: string, env?: object): Promise<{ stdout: string; stderr: string }>;
}

/** Opens a shell with the built service installed. */
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
