import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createUser, hideWelcomeGuide, type Role } from '../../wordpress/content.ts';
import type { WordPressVersion } from '../../wordpress/get-wordpress.ts';
import type { PhpVersion } from '../../wordpress/php-server.ts';
import { logIn, type Session } from '../../wordpress/session.ts';
import { startWordPress, type WordPress } from '../../wordpress/start-wordpress.ts';
import { pluginZip } from './build.ts';
import { uploadImages, type Images } from './images.ts';

export interface SiteOptions {
  readonly version: WordPressVersion;
  readonly php: PhpVersion | 'native';
  /** Extensions that a native PHP must not have. */
  readonly without?: readonly string[] | undefined;
}

/** A WordPress with the plugin, images in its media library, and users of every role. */
export interface Site extends WordPress {
  readonly images: Images;
  /** Logs in as a user of that role; always the same session. */
  session(role: Role): Promise<Session>;
  /** Defines constants, as if written in wp-config.php, until the next call. */
  define(constants: Record<string, string>): Promise<void>;
  /** PHP's complaints so far. */
  debugLog(): Promise<string>;
}

/** Constants first: the others only act if a constant asks for it. */
const mustUsePlugins = ['constants', 'polylang', 'woocommerce', 'wpml'].map((name) =>
  join(import.meta.dirname, `${name}.php`),
);

export async function startSite({ version, php, without }: SiteOptions): Promise<Site> {
  const wordpress = await startWordPress({
    version,
    php,
    without,
    hasMariaDb: true,
    linksFiles: true,
    plugin: { kind: 'zip', path: pluginZip },
    mustUsePlugins,
    constants: {
      WP_DEBUG: true,
      WP_DEBUG_LOG: true,
      WP_DEBUG_DISPLAY: false,
      DISABLE_WP_CRON: true,
    },
  });
  const debugLog = () =>
    readFile(join(wordpress.folder, 'wp-content/debug.log'), 'utf8').catch(() => '');
  await wordpress.php(`error_log( 'The tests begin.' );`);
  if (!(await debugLog()).includes('The tests begin.')) throw new Error('PHP writes no log.');
  const sessions = new Map<Role, Promise<Session>>();
  return {
    ...wordpress,
    images: await uploadImages(wordpress.php),
    session(role) {
      const session = sessions.get(role) ?? enter(wordpress, role);
      sessions.set(role, session);
      return session;
    },
    async define(constants) {
      await wordpress.php(`update_option( 'altscribe_test_constants', $args );`, constants);
    },
    debugLog,
  };
}

async function enter({ url, php }: WordPress, role: Role): Promise<Session> {
  const login = role === 'administrator' ? 'admin' : role;
  if (login === role) await createUser(php, role);
  await hideWelcomeGuide(php);
  return logIn(url, login, 'password');
}
