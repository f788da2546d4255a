/**
 * Builds the service where a source is newer than what was built. What is up to date is not
 * touched: the user of a service need not be able to write there.
 */
import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const sources = ['service', 'shared', 'tsconfig.base.json', 'package-lock.json'];
const require = createRequire(import.meta.url);
const stamp = join(root, 'build/service/built');

if (!isUpToDate()) build();

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

function build() {
  const startedAt = new Date();
  // Without the packages for development there are no types to check with.
  if (existsSync(join(root, 'node_modules/@types/koa'))) compile();
  else transpile();
  const isAsset = (path) => !path.endsWith('.ts');
  cpSync(join(root, 'service/dashboard/assets'), join(root, 'build/service/dashboard/assets'), {
    recursive: true,
    filter: isAsset,
  });
  copyScalar();
  writeFileSync(stamp, '');
  // What has changed during the build is not in it.
  utimesSync(stamp, startedAt, startedAt);
}

/** The page at /docs needs one file of Scalar's, and none of the packages that it is made of. */
function copyScalar() {
  const file = join(root, 'node_modules/@scalar/api-reference/dist/browser/standalone.js');
  if (existsSync(file)) cpSync(file, join(root, 'build/service/http/docs/scalar.js'));
}

function compile() {
  const tsc = join(dirname(require.resolve('typescript/package.json')), 'bin/tsc');
  const options = { cwd: root, stdio: 'inherit' };
  const { status } = spawnSync(process.execPath, [tsc, '-b', 'service'], options);
  if (status !== 0) process.exit(status ?? 1);
}

/** Takes the types out of each file, unchecked. */
function transpile() {
  const ts = require('typescript');
  const compilerOptions = {
    target: 'ES2023',
    verbatimModuleSyntax: true,
    rewriteRelativeImportExtensions: true,
    jsx: 'react-jsx',
    jsxImportSource: 'preact',
  };
  for (const path of ['service', 'shared'].flatMap(listPaths)) {
    if (!/(?<!\.d)\.(ts|tsx|cts)$/.test(path)) continue;
    const name = relative(root, path).replace('dashboard/browser/', 'dashboard/assets/');
    const target = join(root, 'build', name.replace(/\.(c?)tsx?$/, '.$1js'));
    const module = path.endsWith('.cts') ? 'NodeNext' : 'ES2022';
    const input = readFileSync(path, 'utf8');
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(
      target,
      ts.transpileModule(input, { fileName: path, compilerOptions: { ...compilerOptions, module } })
        .outputText,
    );
  }
}
