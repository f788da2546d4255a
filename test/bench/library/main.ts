/**
 * `npm run bench:library`: how long each screen of a library with 10,000 images takes, with the plugin and
 * without it, in turns. Everything is on loopback; it ends by itself.
 */
import { print } from '../../../service/cli/print.ts';
import { logIn } from '../../wordpress/session.ts';
import { startWordPress } from '../../wordpress/start-wordpress.ts';
import { fillLibrary } from '../../wordpress/fill-library.ts';
import { listScreens, type Screen } from './screens.ts';

const plugin = new URL('../../../plugin', import.meta.url).pathname;
const counter = new URL('count.php', import.meta.url).pathname;
const images = 10_000;
const visits = 9;

interface Cost {
  readonly ms: number;
  readonly queries: number;
  readonly mb: number;
}

const wordpress = await startWordPress({
  version: '7.1',
  php: 'native',
  plugin: { kind: 'folder', path: plugin },
  mustUsePlugins: [counter],
  constants: { DISABLE_WP_CRON: true },
});
try {
  const { php, url } = wordpress;
  await fillLibrary(php, images);
  const session = await logIn(url, 'admin', 'password');
  const last = Number(
    await php(`global $wpdb; echo (int) $wpdb->get_var( "SELECT MAX(ID) FROM $wpdb->posts" );`),
  );

  const open = async (screen: Screen): Promise<Cost> => {
    const response = await screen.open(session);
    const cost = response.headers.get('x-bench');
    await response.arrayBuffer();
    if (!response.ok || cost === null) {
      throw new Error(`${screen.name} did not open: ${response.status}`);
    }
    return JSON.parse(cost) as Cost;
  };
  const setActive = (isActive: boolean) =>
    php(`update_option( 'active_plugins', $args );`, isActive ? ['altscribe/altscribe.php'] : []);
  /** The middle one; the first two visits, which fill caches, do not count. */
  const middle = (costs: Cost[]) =>
    costs.slice(2).toSorted((a, b) => a.ms - b.ms)[Math.floor((visits - 2) / 2)];

  const checking = await php(
    `$start = microtime( true ); $memory = memory_get_usage();
    while ( ! altscribe_check_next_texts( 200 ) ) {}
    printf( '%.1f s, %.1f MB more', microtime( true ) - $start, ( memory_get_peak_usage() - $memory ) / 1048576 );`,
  );
  const rows: Record<string, string | number | undefined>[] = [];
  for (const screen of listScreens(last, url)) {
    const withPlugin: Cost[] = [];
    const without: Cost[] = [];
    for (let visit = 0; visit < visits; visit += 1) {
      await setActive(true);
      withPlugin.push(await open(screen));
      if (!screen.isOwn) {
        await setActive(false);
        without.push(await open(screen));
      }
    }
    const [own, bare] = [middle(withPlugin), middle(without)];
    rows.push({
      screen: screen.name,
      ...own,
      'ms without': bare?.ms,
      'queries without': bare?.queries,
      'mb without': bare?.mb,
    });
  }
  console.log(`\n${images} images, SQLite\n`);
  print(rows, false);
  console.log(`\nChecking all texts once: ${checking}`);
} finally {
  await wordpress.stop();
}
