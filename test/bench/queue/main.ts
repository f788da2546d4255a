/**
 * `npm run bench:queue`: what a batch costs a site with 10,000 images, in queries, memory and time, and what the
 * plugin costs a page that visitors see. Everything is on loopback; it ends by itself.
 */
import { print } from '../../../service/cli/print.ts';
import type { PhpRunner } from '../../wordpress/php-runner.ts';
import { startWordPress } from '../../wordpress/start-wordpress.ts';
import { runQueue } from '../../e2e/support/queue.ts';

const plugin = new URL('../../../plugin', import.meta.url).pathname;

/** What a piece of work took. */
interface Cost {
  queries: number;
  /** Most memory in use beyond what was in use before. */
  kilobytes: number;
  milliseconds: number;
}

/** Adds images in large statements: WordPress itself would take minutes. */
const addImages = `global $wpdb;
  for ( $chunk = 0; $chunk < 20; $chunk++ ) {
    $posts = array(); $meta = array();
    for ( $n = 0; $n < 500; $n++ ) {
      $id = 10000 + 500 * $chunk + $n;
      $posts[] = "($id, 1, '2026-01-01 00:00:00', '2026-01-01 00:00:00', '', 'Boat $id', '', 'inherit', '', '', '', '2026-01-01 00:00:00', '2026-01-01 00:00:00', '', 'attachment', 'image/jpeg')";
      $meta[]  = "($id, '_wp_attached_file', '2026/01/boat-$id.jpg')";
      if ( 0 === $n % 4 ) { $meta[] = "($id, '_wp_attachment_image_alt', 'A boat')"; }
    }
    $wpdb->query( "INSERT INTO $wpdb->posts (ID, post_author, post_date, post_date_gmt, post_content, post_title, post_excerpt, post_status, to_ping, pinged, post_name, post_modified, post_modified_gmt, post_content_filtered, post_type, post_mime_type) VALUES " . implode( ',', $posts ) );
    $wpdb->query( "INSERT INTO $wpdb->postmeta (post_id, meta_key, meta_value) VALUES " . implode( ',', $meta ) );
  }`;

const measure = `
  function cost( $work ) {
    global $wpdb;
    gc_collect_cycles();
    memory_reset_peak_usage();
    list( $queries, $bytes, $started ) = array( $wpdb->num_queries, memory_get_usage(), microtime( true ) );
    $work();
    return array( 'queries' => $wpdb->num_queries - $queries, 'kilobytes' => ( memory_get_peak_usage() - $bytes ) / 1024, 'milliseconds' => 1000 * ( microtime( true ) - $started ) );
  }`;

const work = `${measure}
  $costs = array();
  $costs['count for a preview'] = cost( function () { altscribe_count_for_batch(); } );
  $costs['start a batch of 7,500 images'] = cost( function () { altscribe_start_batch(); } );
  $costs['read the batch'] = cost( function () { altscribe_current_batch(); } );
  $costs['list 20 items'] = cost( function () { altscribe_list_batch_items( altscribe_current_batch()['id'] ); } );
  $costs['the first 10 images'] = cost( function () { altscribe_work_on_queue( 60, 10 ); } );
  for ( $i = 0; $i < 8; $i++ ) { altscribe_work_on_queue( 60, 25 ); }
  $costs['10 images, after 200 in the same process'] = cost( function () { altscribe_work_on_queue( 60, 10 ); } );
  $costs['stop'] = cost( function () { altscribe_stop_batch( altscribe_current_batch()['id'] ); } );
  $costs['undo of 220 texts'] = cost( function () { altscribe_undo_batch( altscribe_current_batch()['id'] ); } );
  return $costs;`;

/** The front page, as a visitor gets it. */
const visit = `$_SERVER['REQUEST_URI'] = '/';
  ob_start();
  wp();
  require ABSPATH . WPINC . '/template-loader.php';
  ob_end_clean();
  header( 'Content-Type: text/plain' );
  echo wp_json_encode( array( 'queries' => $GLOBALS['wpdb']->num_queries, 'milliseconds' => 1000 * ( microtime( true ) - $_SERVER['REQUEST_TIME_FLOAT'] ) ) );`;

/** The fastest of 15 visits: the others waited for something else. */
async function visitOften(php: PhpRunner): Promise<Omit<Cost, 'kilobytes'>> {
  const visits: Omit<Cost, 'kilobytes'>[] = [];
  for (let number = 0; number < 15; number++) {
    visits.push(JSON.parse(await php(visit)) as Omit<Cost, 'kilobytes'>);
  }
  return {
    queries: Math.min(...visits.map(({ queries }) => queries)),
    milliseconds: Math.min(...visits.map(({ milliseconds }) => milliseconds)),
  };
}

const wordpress = await startWordPress({
  version: '7.1',
  plugin: { kind: 'folder', path: plugin },
  constants: { DISABLE_WP_CRON: true },
});
try {
  const { php } = wordpress;
  await runQueue(php, addImages);
  const costs = (await runQueue(php, work)) as Record<string, Cost>;
  const rows = Object.entries(costs).map(([what, { queries, kilobytes, milliseconds }]) => ({
    what,
    queries,
    kilobytes: Math.round(kilobytes),
    milliseconds: Math.round(milliseconds),
  }));
  console.log(
    '\nA site with 10,000 images, 7,500 of them without alt text (PHP as WebAssembly, SQLite)\n',
  );
  print(rows, false);

  const withPlugin = await visitOften(php);
  await php(`deactivate_plugins( 'altscribe/altscribe.php' );`);
  const without = await visitOften(php);
  console.log('\nThe front page of that site\n');
  const pages = { 'with the plugin': withPlugin, without };
  print(
    Object.entries(pages).map(([what, { queries, milliseconds }]) => ({
      what,
      queries,
      milliseconds: Math.round(milliseconds),
    })),
    false,
  );
} finally {
  await wordpress.stop();
}
