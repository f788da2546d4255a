import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdir, readdir, realpath, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { getCachedFolder } from '../wordpress/cached-folder.ts';
import { unpackDebianPackages } from '../wordpress/debian-packages.ts';

const execute = promisify(execFile);

/** The packages in a minimal image of Debian, and the libraries of Node.js. */
const packages = [
  ...['base-files', 'base-passwd', 'bash', 'coreutils', 'dash', 'findutils', 'grep', 'gzip'],
  ...['libatomic1', 'libc-bin', 'libstdc++6', 'passwd', 'sed', 'tar'],
];

interface RunOptions {
  readonly cwd?: string;
  /** `10001:10001`; root by default. */
  readonly user?: string | undefined;
  readonly env?: Readonly<Record<string, string>>;
}

/** A Debian in a folder: the base of a container, in which commands run. */
export interface DebianRoot {
  readonly folder: string;
  /**
   * Runs a command in a shell.
   *
   * @returns its standard output
   * @throws Error if it fails
   */
  run(command: string, options?: RunOptions): Promise<string>;
  /** Adds packages of the suite, without those that they need. */
  install(packages: readonly string[]): Promise<void>;
}

/**
 * Creates a root folder with a minimal Debian, and with this machine's Node.js and npm in
 * `/usr/local`, as in the image `node`. npm uses this machine's cache. Needs Debian, and root or
 * user namespaces with a range of ids (the package `uidmap`), because a Dockerfile changes owners.
 *
 * @param folder where to create it; it must not exist
 * @param suite such as `trixie`
 */
export async function createDebianRoot(folder: string, suite: string): Promise<DebianRoot> {
  await requireUserIds();
  const base = await getCachedFolder(`container-${suite}`, (workFolder) =>
    unpack(workFolder, suite),
  );
  await mkdir(folder);
  for (const name of await readdir(base)) {
    // No program edits files in /usr in place, so linking them saves most of the work.
    await (name === 'usr' ? linkTree : copyTree)(join(base, name), join(folder, name));
  }
  const npm = await describeNpm();
  const mounts: Mount[] = [
    { from: '/proc', to: '/proc' },
    { from: '/dev/null', to: '/dev/null' },
    { from: '/dev/urandom', to: '/dev/urandom' },
    { from: process.execPath, to: '/usr/local/bin/node' },
    ...npm.mounts,
  ];
  for (const { from, to } of mounts) await makePlace(join(folder, to), from);
  const cli = '#!/bin/sh\nexec node /usr/local/lib/node_modules/npm/bin/npm-cli.js "$@"\n';
  await writeFile(join(folder, 'usr/local/bin/npm'), cli, { mode: 0o755 });
  return {
    folder,
    async run(command, { cwd = '/', user, env = {} } = {}) {
      const script = [
        ...mounts.map(({ from, to }) => `mount --rbind '${from}' '${join(folder, to)}'`),
        `exec chroot ${user ? `--userspec=${user}` : ''} '${folder}' sh -c 'cd "$1" && eval "$2"' sh "$@"`,
      ].join(' && ');
      const { stdout } = await execute(
        'unshare',
        [...namespaces, '--mount', '--propagation=private', 'sh', '-c', script, 'sh', cwd, command],
        {
          env: {
            PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
            HOME: '/root',
            ...npm.env,
            ...env,
          },
          maxBuffer: 16 * 1024 * 1024,
        },
      );
      return stdout;
    },
    async install(added) {
      const from = await getCachedFolder(['container', suite, ...added].join('-'), (workFolder) =>
        unpackDebianPackages(workFolder, suite, added),
      );
      await copyTree(`${from}/.`, folder);
    },
  };
}

/** Copies a file or folder. */
async function copyTree(from: string, to: string): Promise<void> {
  await execute('cp', ['-a', from, to]);
}

/** Makes hard links to the files of a folder; on another file system, copies. */
export async function linkTree(from: string, to: string): Promise<void> {
  await execute('cp', ['-al', from, to]).catch(async () => {
    await rm(to, { recursive: true, force: true });
    await copyTree(from, to);
  });
}

interface Mount {
  readonly from: string;
  readonly to: string;
}

const isRoot = process.getuid?.() === 0;

const namespaces = isRoot ? [] : ['--user', '--map-root-user', '--map-auto'];

/** A test with a missing requirement must fail, not be skipped. */
async function requireUserIds(): Promise<void> {
  try {
    await execute('unshare', [...namespaces, '--mount', 'true']);
  } catch (cause) {
    throw new Error(
      "The instructions of the Dockerfile change owners and mount folders: run this test as root, or install Debian's package uidmap and have a range of ids in /etc/subuid and /etc/subgid.",
      { cause },
    );
  }
}

/** Unpacks the packages, and does the few things that their scripts would. */
async function unpack(workFolder: string, suite: string): Promise<string> {
  const options = { withDependencies: true, withLibc: true };
  const root = await unpackDebianPackages(workFolder, suite, packages, options);
  for (const name of ['passwd', 'group']) {
    await cp(join(root, `usr/share/base-passwd/${name}.master`), join(root, 'etc', name));
  }
  for (const name of ['shadow', 'gshadow']) await writeFile(join(root, 'etc', name), '');
  return root;
}

/** The folder of npm, and the settings for installing from this machine's cache and registry. */
async function describeNpm(): Promise<{ mounts: Mount[]; env: Record<string, string> }> {
  // Starting npm takes a quarter of a second, each time.
  const { prefix, cache, registry, cafile } = await (npmSettings ??= readNpmSettings());
  const npm = join(await realpath(join(prefix, 'lib/node_modules')), 'npm');
  if (!existsSync(join(npm, 'bin/npm-cli.js'))) throw new Error(`There is no npm in ${npm}.`);
  const certificates = cafile ?? '';
  const files = ['/etc/resolv.conf', '/etc/hosts', certificates].filter((file) => existsSync(file));
  return {
    mounts: [
      { from: npm, to: '/usr/local/lib/node_modules/npm' },
      { from: cache, to: '/npm-cache' },
      ...files.map((file) => ({ from: file, to: file })),
    ],
    env: {
      npm_config_cache: '/npm-cache',
      npm_config_registry: registry,
      npm_config_prefer_offline: 'true',
      ...(existsSync(certificates) && { npm_config_cafile: certificates }),
    },
  };
}

interface NpmSettings {
  readonly prefix: string;
  readonly cache: string;
  readonly registry: string;
  readonly cafile: string | null;
}

let npmSettings: Promise<NpmSettings> | undefined;

async function readNpmSettings(): Promise<NpmSettings> {
  const { stdout } = await execute('npm', ['config', 'list', '--global', '--json']);
  return JSON.parse(stdout) as NpmSettings;
}

/** Creates a mount point. */
async function makePlace(path: string, like: string): Promise<void> {
  if ((await stat(like)).isDirectory()) await mkdir(path, { recursive: true });
  else {
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, '', { flag: 'a' });
  }
}
