import { randomBytes } from 'node:crypto';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { PhpRunner } from '../wordpress/php-runner.ts';
import { startWordPress } from '../wordpress/start-wordpress.ts';

const plugin = fileURLToPath(new URL('../../plugin', import.meta.url));
const openDraft = fileURLToPath(new URL('open-draft.php', import.meta.url));
const lookMs = 2_000;

export const wordpressVersion = '7.1';

/** The WordPress of the demo. */
export interface Site {
  /** Without a slash at the end. */
  readonly url: string;
  readonly php: PhpRunner;
  /** Rejects when it has ended. */
  readonly crashed: Promise<never>;
  /** A URL that logs in and opens the post in the editor. */
  linkTo(post: number): string;
}

/** Starts a WordPress with the plugin; with `isDemo`, the editor says that there is no AI model. */
export async function startSite(
  isDemo: boolean,
  onProgress: (message: string) => void,
): Promise<Site> {
  const key = randomBytes(8).toString('hex');
  const { url, php } = await startWordPress({
    version: wordpressVersion,
    plugin: { kind: 'folder', path: plugin },
    constants: { ALTSCRIBE_DEMO_KEY: key, ...(isDemo && { ALTSCRIBE_DEMO: true }) },
    mustUsePlugins: [openDraft],
    onProgress,
  });
  const crashed = watch(url);
  crashed.catch(() => undefined);
  return { url, php, crashed, linkTo: (post) => `${url}/?altscribe-demo=${key}&post=${post}` };
}

async function watch(url: string): Promise<never> {
  while (await isListening(url)) await sleep(lookMs);
  throw new Error('WordPress ended.');
}

function isListening(url: string): Promise<boolean> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname);
    const settle = (answer: boolean) => {
      socket.destroy();
      resolve(answer);
    };
    socket.once('connect', () => settle(true)).once('error', () => settle(false));
  });
}
