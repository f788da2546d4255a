import { randomBytes } from 'node:crypto';
import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { unzipSync } from 'fflate';
import type { Php } from './get-php.ts';
import type { PhpServer, PhpServerOptions } from './php-server.ts';
import { startServerProcess } from './server-process.ts';

const phpServers = join(import.meta.dirname, 'php-servers.ts');
const router = join(import.meta.dirname, 'router.php');

/** In the wp-config.php of each site on a native PHP. */
export const nativeMark = '// For a native PHP.';

const START_TIMEOUT_MS = 30_000;

/** Starts PHP's own server with the WordPress folder on 127.0.0.1; it may not respond yet. */
export async function startNativePhp(options: PhpServerOptions, native: Php): Promise<PhpServer> {
  const { wordpress, port, pluginFolder, mariaDb } = options;
  const php = await shareCompiled(native, wordpress);
  if (!mariaDb) await addSqlite(wordpress);
  await writeFile(join(wordpress, 'wp-config.php'), configure(options));
  if (pluginFolder) await symlink(pluginFolder, join(wordpress, 'wp-content/plugins/altscribe'));
  const commandLine = [php.program, ...php.args, '-t', wordpress, router];
  const tsx = import.meta.resolve('tsx');
  return startServerProcess(
    ['--import', tsx, phpServers, String(port), wordpress, ...commandLine],
    php.env,
  );
}

/** Lets all processes of one WordPress share its compiled scripts: they are thousands. */
export async function shareCompiled(php: Php, wordpress: string): Promise<Php> {
  const folder = join(wordpress, '.opcache');
  await mkdir(folder, { recursive: true });
  // No other program writes there, so the files need no checksums.
  const settings = [`opcache.file_cache=${folder}`, 'opcache.file_cache_consistency_checks=0'];
  return { ...php, args: [...php.args, ...settings.flatMap((setting) => ['-d', setting])] };
}

/** Installs WordPress like its own screen, once the server accepts requests. */
export async function installWordPress(url: string): Promise<void> {
  const password = 'password';
  const form = new URLSearchParams({
    weblog_title: 'My WordPress Website',
    user_name: 'admin',
    admin_password: password,
    admin_password2: password,
    pw_weak: '1',
    admin_email: 'admin@localhost.com',
    language: '',
  });
  const deadline = Date.now() + START_TIMEOUT_MS;
  for (;;) {
    try {
      const screen = `${url}/wp-admin/install.php?step=2`;
      const answer = await fetch(screen, { method: 'POST', body: form });
      // The screen begins before WordPress is installed, and ends after it.
      await answer.text();
      return;
    } catch (error) {
      if (Date.now() > deadline) throw error;
      await sleep(100);
    }
  }
}

/** WordPress's own plugin for SQLite, which is included in the playground. */
async function addSqlite(wordpress: string): Promise<void> {
  const manifest = createRequire(import.meta.url).resolve('@wp-playground/cli/package.json');
  const zip = unzipSync(await readFile(join(dirname(manifest), 'sqlite-database-integration.zip')));
  const folder = join(wordpress, 'wp-content/plugins/sqlite-database-integration');
  for (const [name, bytes] of Object.entries(zip)) {
    if (name.endsWith('/')) continue;
    const path = join(folder, ...name.split('/').slice(1));
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, bytes);
  }
  const dropIn = await readFile(join(folder, 'db.copy'), 'utf8');
  await writeFile(
    join(wordpress, 'wp-content/db.php'),
    dropIn
      .replaceAll('{SQLITE_IMPLEMENTATION_FOLDER_PATH}', folder)
      .replaceAll('{SQLITE_PLUGIN}', 'sqlite-database-integration/load.php'),
  );
}

function configure({ constants, mariaDb }: PhpServerOptions): string {
  const salts = ['AUTH', 'SECURE_AUTH', 'LOGGED_IN', 'NONCE'].flatMap((name) =>
    ['KEY', 'SALT'].map((kind) => [`${name}_${kind}`, randomBytes(32).toString('hex')] as const),
  );
  const database = Object.entries({
    DB_NAME: mariaDb?.name ?? 'wordpress',
    DB_USER: 'root',
    DB_PASSWORD: '',
    DB_HOST: mariaDb?.host ?? '',
  });
  const all = [...salts, ...database, ['DB_CHARSET', 'utf8mb4'], ['DB_COLLATE', '']] as const;
  const lines = [...all, ...Object.entries(constants)].map(
    ([name, value]) => `define( '${name}', ${toPhp(value)} );`,
  );
  return `<?php
${nativeMark}
${lines.join('\n')}
$table_prefix = 'wp_';
if ( ! defined( 'ABSPATH' ) ) {
	define( 'ABSPATH', __DIR__ . '/' );
}
require_once ABSPATH . 'wp-settings.php';
`;
}

function toPhp(value: string | boolean): string {
  if (typeof value === 'boolean') return String(value);
  return `'${value.replace(/[\\']/g, '\\$&')}'`;
}
