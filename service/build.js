/**
 * Builds the service where a source is newer than what was built. What is up to date is not
 * touched: the user of a service need not be able to write there.
 */
import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as esbuild from 'esbuild';

const root = fileURLToPath(new URL('..', import.meta.url));
const sources = ['service', 'shared', 'tsconfig.base.json', 'package-lock.json'];
const require = createRequire(import.meta.url);
const target = join(root, 'build/service');
/** Has the names of the files of the last build, one a line. */
const stamp = join(target, 'built');
const bundling = { bundle: true, format: 'esm', logLevel: 'warning' };

/** How long a service may go on that was started before a build, in milliseconds. */
const keptMs = 7 * 86_400_000;

if (!isUpToDate()) await build();

function isUpToDate() {
  if (!existsSync(stamp)) return false;
  const builtAt = statSync(stamp).mtimeMs;
  return sources.every((name) => listPaths(name).every((path) => statSync(path).mtimeMs < builtAt));
}

/** Folders are listed, too: they change when a file in them is removed. */
function listPaths(name) {
  const path = join(root, name);
  if (!statSync(path).isDirectory()) return [path];
  return [path, ...readdirSync(path, { recursive: true }).map((inside) => join(path, inside))];
}

async function build() {
  const startedAt = new Date();
  // Without the packages for development there are no types to check with.
  if (existsSync(join(root, 'node_modules/@types/koa'))) checkTypes();
  mkdirSync(join(root, 'build'), { recursive: true });
  const folder = mkdtempSync(`${target}-`);
  try {
    await bundlePrograms(folder);
    await bundlePageScripts(folder);
    for (const name of ['cli/altscribe.cjs', 'dashboard/assets']) {
      cpSync(join(root, 'service', name), join(folder, name), { recursive: true });
    }
    copyScalar(folder);
    putInPlace(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  // What has changed during the build is not in it.
  utimesSync(stamp, startedAt, startedAt);
}

/**
 * Puts what was built beside the build before it, since a service that runs loads parts of that yet:
 * their names have a hash of what is in them. What no build had for a week is removed.
 */
function putInPlace(folder) {
  const before = existsSync(stamp) ? readFileSync(stamp, 'utf8').split('\n') : [];
  // Chunks come first in the alphabet: what is there can be loaded at any moment.
  const names = listFiles(folder).sort();
  for (const name of names) {
    mkdirSync(dirname(join(target, name)), { recursive: true });
    renameSync(join(folder, name), join(target, name));
  }
  const kept = new Set([...names, ...before, 'built']);
  for (const name of listFiles(target).filter((one) => !kept.has(one))) {
    const path = join(target, name);
    if (statSync(path).mtimeMs < Date.now() - keptMs) rmSync(path);
  }
  writeFileSync(stamp, names.join('\n'));
}

function listFiles(folder) {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)));
}

function checkTypes() {
  const tsc = join(dirname(require.resolve('typescript/package.json')), 'bin/tsc');
  const options = { cwd: root, stdio: 'inherit' };
  const { status } = spawnSync(process.execPath, [tsc, '-b', 'service'], options);
  if (status !== 0) process.exit(status ?? 1);
}

/**
 * Puts the 1,500 files that the service is made of into a few, with the packages: to find and read
 * each of them takes half of the time to start. Packages with machine code in them stay where they are.
 */
async function bundlePrograms(folder) {
  await esbuild.build({
    ...bundling,
    entryPoints: ['main.ts', 'cli/main.ts'].map((name) => join(root, 'service', name)),
    outbase: join(root, 'service'),
    outdir: folder,
    chunkNames: 'chunks/[name]-[hash]',
    splitting: true,
    platform: 'node',
    target: 'node20.19',
    external: ['sharp', 'fs-native-extensions', 'pg-native'],
    // For the places of errors in the log.
    sourcemap: true,
    sourcesContent: false,
    // V8 keeps the source, and in two bytes a character where comments are not all Latin-1.
    minifyWhitespace: true,
    lineLimit: 500,
    // Packages of CommonJS ask for Node.js's own modules in this way.
    banner: {
      js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);",
    },
  });
}

async function bundlePageScripts(folder) {
  await esbuild.build({
    ...bundling,
    entryPoints: [join(root, 'service/dashboard/browser/*.ts')],
    outdir: join(folder, 'dashboard/assets'),
    target: 'es2023',
  });
}

/** The page at /docs needs one file of Scalar's, and none of the packages that it is made of. */
function copyScalar(folder) {
  const file = join(root, 'node_modules/@scalar/api-reference/dist/browser/standalone.js');
  if (existsSync(file)) cpSync(file, join(folder, 'http/docs/scalar.js'));
}
