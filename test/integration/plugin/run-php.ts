import { createRequire } from 'node:module';
import { join } from 'node:path';

interface Php {
  mkdir(path: string): void;
  mount(path: string, handler: object): Promise<unknown>;
  run(script: { code: string }): Promise<{ text: string; errors: string; exitCode: number }>;
}

const plugin = join(import.meta.dirname, '../../../plugin');
// The PHP of the playground. The types of these packages cannot be resolved from here.
const require = createRequire(
  createRequire(import.meta.url).resolve('@wp-playground/cli/package.json'),
);
const { loadNodeRuntime, createNodeFsMountHandler } = require('@php-wasm/node') as {
  loadNodeRuntime(version: string, options: object): Promise<number>;
  createNodeFsMountHandler(folder: string): object;
};
const { PHP } = require('@php-wasm/universal') as { PHP: new (runtime: number) => Php };

const interpreters = new Map<string, Promise<Php>>();

async function load(version: string): Promise<Php> {
  const options = { extensions: ['intl'], emscriptenOptions: { processId: 1 } };
  const php = new PHP(await loadNodeRuntime(version, options));
  php.mkdir('/plugin');
  await php.mount('/plugin', createNodeFsMountHandler(plugin));
  return php;
}

/**
 * Runs PHP code without WordPress, the plugin's folder at `/plugin`. Each version is loaded once, and each
 * script begins without the functions and variables of others.
 *
 * @returns the last line of the output, parsed as JSON
 */
export async function runPhp(version: string, code: string): Promise<unknown> {
  const loading = interpreters.get(version) ?? load(version);
  interpreters.set(version, loading);
  const php = await loading;
  const { text, errors, exitCode } = await php.run({ code });
  if (exitCode !== 0) throw new Error(`PHP ended with ${exitCode}: ${text}${errors}`);
  return JSON.parse(text.trim().split('\n').at(-1) ?? '');
}
