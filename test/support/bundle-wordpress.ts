import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';

const root = join(import.meta.dirname, '../..');
const lock = createHash('sha256').update(readFileSync(join(root, 'package-lock.json')));
const cache = join(root, 'node_modules/.cache/altscribe');
const folder = join(cache, `wordpress-${lock.digest('hex').slice(0, 16)}`);

/** The packages of WordPress that the plugin's code uses; in WordPress, they are globals. */
const names = [
  'a11y',
  'api-fetch',
  'block-editor',
  'blocks',
  'components',
  'compose',
  'core-data',
  'data',
  'dom',
  'editor',
  'element',
  'hooks',
  'i18n',
  'icons',
  'keyboard-shortcuts',
  'notices',
  'rich-text',
];

/** Each package, and its bundle. */
export const wordpressAliases = names.map((name) => ({
  find: new RegExp(`^@wordpress/${name}$`),
  replacement: join(folder, `${name}.js`),
}));

/**
 * Bundles these packages as WordPress does, so that a test can open the real editor: Node.js cannot
 * load them as they are, and a file takes seconds to find its thousands of modules.
 */
export async function setup(): Promise<void> {
  if (existsSync(folder)) {
    return;
  }
  mkdirSync(cache, { recursive: true });
  const outdir = mkdtempSync(`${folder}-`);
  await build({
    absWorkingDir: root,
    entryPoints: Object.fromEntries(names.map((name) => [name, `@wordpress/${name}`])),
    outdir,
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    mainFields: ['module', 'main'],
    external: ['react', 'react-dom'],
    banner: {
      js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);",
    },
    logLevel: 'warning',
  });
  renameSync(outdir, folder);
}
