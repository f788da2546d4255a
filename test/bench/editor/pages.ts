import { execFileSync } from 'node:child_process';
import { uploadPictures } from '../../e2e/support/pictures.ts';
import { createPost } from '../../wordpress/content.ts';
import { logIn } from '../../wordpress/session.ts';
import { startWordPress } from '../../wordpress/start-wordpress.ts';
import { median, round } from '../measure.ts';
import { atMost, type Part } from '../part.ts';
import { withServers } from '../parts/with-servers.ts';
import { spread } from '../rounds.ts';
import { bigPost } from './big-post.ts';

const root = new URL('../../../', import.meta.url).pathname;
const counter = new URL('../library/count.php', import.meta.url).pathname;
const images = 300;
const visits = 12;
/** They fill caches of PHP and WordPress, and do not count. */
const warmUps = 2;
/** What the editor loads where the plugin is active. */
const script = 'altscribe/build/editor.js';

/** What a page has taken, as the counter says it. */
interface Cost {
  readonly ms: number;
  readonly queries: number;
}

/** What the plugin adds to the editor's page and to one that visitors see, in turns. */
export const pages: Part = {
  name: 'pages',
  title: `Pages of WordPress, with the plugin and without: a post of ${images} images`,
  async measure() {
    execFileSync('npm', ['run', '--silent', 'build:plugin'], { cwd: root, stdio: 'ignore' });
    const costs = await measurePages();
    const rows = costs.map(({ page, own, bare }) => ({
      page,
      'ms with': round(median(own.map(({ ms }) => ms))),
      'ms without': round(median(bare.map(({ ms }) => ms))),
      'queries with': median(own.map(({ queries }) => queries)),
      'queries without': median(bare.map(({ queries }) => queries)),
    }));
    const visitors = costs.filter(({ isPublic }) => isPublic);
    const added = visitors.flatMap(({ own, bare }) =>
      own.map(({ queries }, n) => queries - (bare[n]?.queries ?? NaN)),
    );
    return { rows, targets: [atMost('queries added to a front-end page', 0, spread(added))] };
  },
};

function measurePages() {
  return withServers(async (keep) => {
    const wordpress = await keep(
      startWordPress({
        version: '7.1',
        php: 'native',
        plugin: { kind: 'folder', path: `${root}plugin` },
        mustUsePlugins: [counter],
        constants: { DISABLE_WP_CRON: true },
      }),
    );
    const { php, url } = wordpress;
    const post_content = bigPost(await uploadPictures(php), images);
    const post = await createPost(php, {
      post_title: 'Boats',
      post_content,
      post_status: 'publish',
    });
    const session = await logIn(url, 'admin', 'password');
    const editor = `/wp-admin/post.php?post=${post}&action=edit`;
    const all = [
      { page: 'editor', isPublic: false, open: () => session.fetch(editor) },
      { page: 'post, for visitors', isPublic: true, open: () => fetch(`${url}/?p=${post}`) },
    ].map((one) => ({ ...one, own: [] as Cost[], bare: [] as Cost[] }));
    for (let visit = 0; visit < visits; visit += 1) {
      for (const isActive of [true, false]) {
        await php(
          `update_option( 'active_plugins', $args );`,
          isActive ? ['altscribe/altscribe.php'] : [],
        );
        for (const { page, isPublic, open, own, bare } of all) {
          const response = await open();
          const html = await response.text();
          const cost = response.headers.get('x-bench');
          if (!response.ok || cost === null) throw new Error(`${page}: ${response.status}`);
          if (html.includes(script) !== (isActive && !isPublic)) {
            throw new Error(`${page}: it has the plugin's script where it should not, or has not.`);
          }
          if (visit >= warmUps) (isActive ? own : bare).push(JSON.parse(cost) as Cost);
        }
      }
    }
    return all;
  });
}
