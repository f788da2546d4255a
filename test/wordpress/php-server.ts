/** The versions of PHP that the plugin supports, oldest to newest, as the playground has them. */
export type PhpVersion = '7.4' | '8.0' | '8.1' | '8.2' | '8.3' | '8.4';

export interface PhpServerOptions {
  /** Folder with WordPress; it is written to. */
  wordpress: string;
  port: number;
  /** Folder shown inside WordPress as the plugin `altscribe`. */
  pluginFolder?: string | undefined;
  /** Constants, as if written in wp-config.php. */
  constants: Record<string, string | boolean>;
}

/** A process that serves WordPress. */
export interface PhpServer {
  /** Settles only if the process ends by itself, with what it wrote last: as an error. */
  crashed: Promise<never>;
  stop(): Promise<void>;
}
