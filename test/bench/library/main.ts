/**
 * `npm run bench:library`: what the plugin costs the list of a media library with 10,000 images,
 * beside the same list without it. Everything is on loopback; it ends by itself.
 */
import { print } from '../../../service/cli/print.ts';
import { logIn } from '../../wordpress/session.ts';
import { startWordPress } from '../../wordpress/start-wordpress.ts';
import { fillLibrary } from './fill-library.ts';

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
  plugin: { kind: 'folder', path: plugin },
  mustUsePlugins: [counter],
  constants: { DISABLE_WP_CRON: true },
});
try {
  const { php, url } = wordpress;
  await fillLibrary(php, images);
  const session = await logIn(url, 'admin', 'password');

  /** The middle of several visits; the first ones, which fill caches, do not count. */
  const measure = async (screen: string, query = ''): Promise<Record<string, string | number>> => {
    const costs: Cost[] = [];
    for (let visit = 0; visit < visits; visit += 1) {
      const page = await session.fetch(`/wp-admin/upload.php?mode=list${query}`);
      const cost = /<!-- bench (.*?) -->/.exec(await page.text())?.[1];
      if (cost === undefined) throw new Error(`${screen} did not open: ${page.status}`);
      costs.push(JSON.parse(cost) as Cost);
    }
    const middle = costs.slice(2).toSorted((a, b) => a.ms - b.ms)[Math.floor((visits - 2) / 2)];
    return { screen, ...middle };
  };

  const checking = await php(
    `$start = microtime( true ); $memory = memory_get_usage();
    while ( ! altscribe_check_next_texts( 200 ) ) {}
    printf( '%.1f s, %.1f MB more', microtime( true ) - $start, ( memory_get_peak_usage() - $memory ) / 1048576 );`,
  );
  const counting = await php(
    `$start = microtime( true ); $counts = altscribe_count_states();
    printf( '%d ms: %s', 1000 * ( microtime( true ) - $start ), wp_json_encode( $counts ) );`,
  );
  const rows = [
    await measure('list, with the plugin'),
    await measure('missing', '&altscribe_state=missing'),
    await measure('needs a check', '&altscribe_state=check'),
    await measure('decorative', '&altscribe_state=decorative'),
    await measure('sorted by alt text', '&orderby=altscribe_alt_text&order=asc'),
    await measure('a check, sorted', '&altscribe_state=check&orderby=altscribe_alt_text&order=desc'),
  ];
  await php(`deactivate_plugins( 'altscribe/altscribe.php' );`);
  rows.unshift(await measure('list, without the plugin'));
  console.log(`\n${images} images, PHP as WebAssembly, SQLite\n`);
  print(rows, false);
  console.log(`\nChecking all texts once: ${checking}\nCounting the states: ${counting}`);
} finally {
  await wordpress.stop();
}
