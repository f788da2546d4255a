import { randomBytes } from 'node:crypto';
import { copyFile, cp, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { findFreePort } from './free-port.ts';
import { getPhp, type Php } from './get-php.ts';
import { getWordPress, type WordPressVersion } from './get-wordpress.ts';
import { type PhpRunner, createPhpRunner } from './php-runner.ts';
import { installWordPress, startNativePhp } from './native-php.ts';
import { startMariaDb, type MariaDb } from './mariadb.ts';
import type { PhpServer, PhpServerOptions, PhpVersion } from './php-server.ts';
import { startPlayground } from './playground.ts';
import { run } from './run.ts';

export interface WordPressOptions {
  version: WordPressVersion;
  /** `native`: that of this machine's Debian if available, otherwise 8.3. Default 8.3. 7.4 is also Debian's. */
  php?: PhpVersion | 'native';
  /** Extensions that a native PHP must not have. */
  without?: readonly string[] | undefined;
  /** `folder`: mounted, so changes show immediately. `zip`: installed as an administrator would. */
  plugin: { kind: 'folder' | 'zip'; path: string };
  /** A free one by default. */
  port?: number;
  /** Whether a native PHP uses a MariaDB. By default, and where PHP is WebAssembly, it is SQLite. */
  hasMariaDb?: boolean;
  /** Constants, as if written in wp-config.php. */
  constants?: Record<string, string | boolean>;
  /** The files of WordPress are links, which is fast. The site never updates itself. */
  linksFiles?: boolean;
  /** PHP files to put into mu-plugins. */
  mustUsePlugins?: readonly string[];
  /** Called with a short description of each step, for a console. */
  onProgress?: (message: string) => void;
}

/** A real WordPress, running on this machine until `stop()` or until this process ends. */
export interface WordPress {
  /** Without a slash at the end, such as `http://127.0.0.1:9400`. */
  url: string;
  /** Its files on disk, a copy that `stop()` removes. */
  folder: string;
  /** Runs PHP inside WordPress. */
  php: PhpRunner;
  /** Ends every process it started and removes its files. May be called twice. */
  stop(): Promise<void>;
}

const START_TIMEOUT_MS = 120_000;
const BACKDOOR = fileURLToPath(new URL('backdoor.php', import.meta.url));

/**
 * Starts a real WordPress on a copy of its files, with the plugin active. The administrator is
 * `admin` with the password `password`.
 *
 * @throws Error with WordPress's last output, if it does not start within two minutes.
 */
export async function startWordPress(options: WordPressOptions): Promise<WordPress> {
  const { version, plugin, php = '8.3', onProgress } = options;
  const source = await getWordPress(version, onProgress);
  onProgress?.(`Starting WordPress ${version}`);
  const folder = await mkdtemp(join(tmpdir(), 'altscribe-wordpress-'));
  let server: PhpServer | undefined;
  let mariaDb: MariaDb | undefined;
  const stop = async () => {
    await server?.stop();
    await mariaDb?.stop();
    await rm(folder, { recursive: true, force: true, maxRetries: 3 });
  };
  try {
    if (options.linksFiles) await linkWordPress(source, folder);
    else await cp(source, folder, { recursive: true });
    await addMustUsePlugins(folder, [BACKDOOR, ...(options.mustUsePlugins ?? [])]);
    const secret = randomBytes(24).toString('hex');
    const port = options.port ?? (await findFreePort());
    const native = await getPhp({ version: php, without: options.without });
    if (native && options.hasMariaDb) mariaDb = await startMariaDb(native);
    server = await startServer(php, native, {
      wordpress: folder,
      port,
      pluginFolder: plugin.kind === 'folder' ? plugin.path : undefined,
      mariaDb,
      constants: {
        ...options.constants,
        ALTSCRIBE_BACKDOOR_SECRET: secret,
        // It would write into linked files, which are those of all sites.
        ...(options.linksFiles && { AUTOMATIC_UPDATER_DISABLED: true }),
      },
    });
    const url = `http://127.0.0.1:${port}`;
    const runner = createPhpRunner(url, secret);
    await Promise.race([
      waitUntilReady(runner),
      server.crashed,
      ...(mariaDb ? [mariaDb.crashed] : []),
    ]);
    if (plugin.kind === 'zip') await installZip(runner, plugin.path, folder);
    await activatePlugin(runner);
    return { url, folder, php: runner, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Links the files of WordPress, or copies them where that is not possible, as to another disk. */
async function linkWordPress(source: string, target: string): Promise<void> {
  await run('cp', ['-al', `${source}/.`, target]).catch(() =>
    cp(source, target, { recursive: true }),
  );
}

/** Starts a server; WordPress is installed next. */
async function startServer(
  php: PhpVersion | 'native',
  native: Php | undefined,
  options: PhpServerOptions,
): Promise<PhpServer> {
  if (!native) return startPlayground(options, php === 'native' ? '8.3' : php);
  const server = await startNativePhp(options, native);
  await Promise.race([installWordPress(`http://127.0.0.1:${options.port}`), server.crashed]);
  return server;
}

async function addMustUsePlugins(folder: string, files: readonly string[]): Promise<void> {
  const target = join(folder, 'wp-content', 'mu-plugins');
  await mkdir(target, { recursive: true });
  for (const file of files) await cp(file, join(target, file.split(/[\\/]/).at(-1) ?? file));
}

/** With pretty permalinks, which an installation chooses itself if it may call its site. */
const readyWithPermalinks = `
  if ( ! is_blog_installed() ) { exit; }
  if ( ! get_option( 'permalink_structure' ) ) {
    $GLOBALS['wp_rewrite']->set_permalink_structure( '/%year%/%monthnum%/%day%/%postname%/' );
    flush_rewrite_rules();
  }
  echo 'ready';`;

async function waitUntilReady(php: PhpRunner): Promise<void> {
  const deadline = Date.now() + START_TIMEOUT_MS;
  let problem: unknown;
  while (Date.now() < deadline) {
    try {
      if ((await php(readyWithPermalinks)) === 'ready') return;
    } catch (error) {
      problem = error;
    }
    await sleep(200);
  }
  throw new Error(`WordPress did not start in time (${String(problem)}).`);
}

/** As by Plugins > Add New > Upload. */
async function installZip(php: PhpRunner, zip: string, folder: string): Promise<void> {
  const name = 'altscribe-upload.zip';
  await copyFile(zip, join(folder, name));
  const answer = await php(
    `require_once ABSPATH . 'wp-admin/includes/class-wp-upgrader.php';
    $upgrader = new Plugin_Upgrader( new Automatic_Upgrader_Skin() );
    $answer = $upgrader->install( ABSPATH . $args['name'] );
    echo true === $answer ? 'installed' : wp_json_encode( $upgrader->skin->get_upgrade_messages() );`,
    { name },
    'admin',
  );
  await rm(join(folder, name), { force: true });
  if (!answer.endsWith('installed')) throw new Error(`The plugin was not installed: ${answer}`);
}

async function activatePlugin(php: PhpRunner): Promise<void> {
  const answer = await php(
    `$answer = activate_plugin( 'altscribe/altscribe.php' );
    echo is_wp_error( $answer ) ? $answer->get_error_message() : 'active';`,
  );
  if (answer !== 'active') throw new Error(`The plugin could not be activated: ${answer}`);
}
