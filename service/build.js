/** Builds the service into build/service. */
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
import { basename, dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as esbuild from 'esbuild';

const root = fileURLToPath(new URL('..', import.meta.url));
const target = join(root, 'build/service');
/** Lists the files of the newest build, one per line. */
const list = join(target, 'built');
const bundling = { bundle: true, format: 'esm', logLevel: 'warning' };

/** Only loaded if tracing is on; prom-client always loads the API of OpenTelemetry. */
const tracing = [
  '@opentelemetry/context-async-hooks',
  '@opentelemetry/core',
  '@opentelemetry/exporter-trace-otlp-http',
  '@opentelemetry/resources',
  '@opentelemetry/sdk-trace',
];

/** How long a running service can still load the files of an older build, in milliseconds. */
const keptMs = 7 * 86_400_000;

mkdirSync(join(root, 'build'), { recursive: true });
const folder = mkdtempSync(`${target}-`);
try {
  await bundlePrograms(folder);
  await bundlePageScripts(folder);
  for (const name of ['cli/altscribe.cjs', 'dashboard/assets']) {
    cpSync(join(root, 'service', name), join(folder, name), { recursive: true });
  }
  copySwaggerUi(folder);
  putInPlace(folder);
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/**
 * Adds the new build to the previous one, because a running service still loads parts of that; the
 * names of the parts contain a hash of their content. The files of a replaced build are removed
 * after a week.
 */
function putInPlace(folder) {
  const before = existsSync(list) ? readFileSync(list, 'utf8').split('\n') : [];
  // Chunks come first in the alphabet, so a program is never there before the chunks it loads.
  const names = listFiles(folder).sort();
  for (const name of names) {
    mkdirSync(dirname(join(target, name)), { recursive: true });
    renameSync(join(folder, name), join(target, name));
  }
  writeFileSync(list, names.join('\n'));
  const now = Date.now();
  const current = new Set([...names, basename(list)]);
  for (const name of listFiles(target).filter((one) => !current.has(one))) {
    const path = join(target, name);
    if (before.includes(name)) utimesSync(path, new Date(now), new Date(now));
    else if (statSync(path).mtimeMs < now - keptMs) rmSync(path);
  }
}

function listFiles(folder) {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)));
}

/**
 * Bundles the service's 1,500 files and its packages into a few files, because finding and reading
 * them takes half of the start-up time. Packages with native code stay where they are.
 */
async function bundlePrograms(folder) {
  const shared = {
    outdir: folder,
    platform: 'node',
    target: 'node20.19',
    // For the locations of errors in the log.
    sourcemap: true,
    sourcesContent: false,
    // V8 keeps the source in memory, at two bytes per character if any comment isn't Latin-1.
    minifyWhitespace: true,
    lineLimit: 500,
  };
  await esbuild.build({
    ...bundling,
    ...shared,
    entryPoints: ['main.ts', 'cli/main.ts'].map((name) => join(root, 'service', name)),
    outbase: join(root, 'service'),
    chunkNames: 'chunks/[name]-[hash]',
    splitting: true,
    // Packages bring four versions of this table; only its newest is bundled.
    alias: { 'mime-db': join(root, 'node_modules/mime-db') },
    external: ['sharp', 'fs-native-extensions', 'pg-native', ...tracing],
  });
  // Node.js starts in two thirds of the processor time if they are CommonJS, but esbuild only
  // splits ECMAScript modules.
  await esbuild.build({
    ...shared,
    entryPoints: listFiles(folder)
      .filter((name) => name.endsWith('.js'))
      .map((name) => join(folder, name)),
    outbase: folder,
    allowOverwrite: true,
    format: 'cjs',
    define: { 'import.meta.dirname': '__dirname' },
    supported: { 'dynamic-import': false },
  });
  writeFileSync(join(folder, 'package.json'), '{ "type": "commonjs" }\n');
}

async function bundlePageScripts(folder) {
  await esbuild.build({
    ...bundling,
    entryPoints: [join(root, 'service/dashboard/browser/*.ts')],
    outdir: join(folder, 'dashboard/assets'),
    target: 'es2023',
  });
}

/** The page at /docs needs two files of Swagger UI. */
function copySwaggerUi(folder) {
  for (const name of ['swagger-ui-bundle.js', 'swagger-ui.css']) {
    const file = join(root, 'node_modules/swagger-ui-dist', name);
    if (existsSync(file)) cpSync(file, join(folder, 'http/docs', name));
  }
}
