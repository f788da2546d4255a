/**
 * Builds the service where a source is newer than what was built. What is up to date is not
 * touched: the user of a service need not be able to write there.
 */
import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  readdirSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as esbuild from 'esbuild';

const root = fileURLToPath(new URL('..', import.meta.url));
const sources = ['service', 'shared', 'tsconfig.base.json', 'package-lock.json'];
const require = createRequire(import.meta.url);
const target = join(root, 'build/service');
const stamp = join(target, 'built');
const bundling = { bundle: true, format: 'esm', logLevel: 'warning' };

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
  rmSync(target, { recursive: true, force: true });
  await bundlePrograms();
  await bundlePageScripts();
  for (const name of ['cli/altscribe.cjs', 'dashboard/assets']) {
    cpSync(join(root, 'service', name), join(target, name), { recursive: true });
  }
  copyScalar();
  writeFileSync(stamp, '');
  // What has changed during the build is not in it.
  utimesSync(stamp, startedAt, startedAt);
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
async function bundlePrograms() {
  await esbuild.build({
    ...bundling,
    entryPoints: ['main.ts', 'cli/main.ts'].map((name) => join(root, 'service', name)),
    outbase: join(root, 'service'),
    outdir: target,
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

async function bundlePageScripts() {
  await esbuild.build({
    ...bundling,
    entryPoints: [join(root, 'service/dashboard/browser/*.ts')],
    outdir: join(target, 'dashboard/assets'),
    target: 'es2023',
  });
}

/** The page at /docs needs one file of Scalar's, and none of the packages that it is made of. */
function copyScalar() {
  const file = join(root, 'node_modules/@scalar/api-reference/dist/browser/standalone.js');
  if (existsSync(file)) cpSync(file, join(target, 'http/docs/scalar.js'));
}
