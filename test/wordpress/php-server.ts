import type { MariaDb } from './mariadb.ts';

/** The versions of PHP that the plugin supports, oldest to newest, as in the playground. */
export type PhpVersion = '7.4' | '8.0' | '8.1' | '8.2' | '8.3' | '8.4';

export interface PhpServerOptions {
  /** Folder with WordPress; it is written to. */
  wordpress: string;
  port: number;
  /** Folder that WordPress sees as the plugin `altscribe`. */
  pluginFolder?: string | undefined;
  /** Constants, as if written in wp-config.php. */
  constants: Record<string, string | boolean>;
  /** SQLite without it. */
  mariaDb?: MariaDb | undefined;
}

/** A process that serves WordPress. */
export interface PhpServer {
  /** Only settles if the process ends on its own: rejects with its last output. */
  crashed: Promise<never>;
  stop(): Promise<void>;
}
