/**
 * `npm run bench:queue`: what a batch costs a site with 10,000 images, in queries, memory and time.
 * Everything is on loopback; it ends by itself.
 */
import { print } from '../../../service/cli/print.ts';
import { startWordPress } from '../../wordpress/start-wordpress.ts';
import { runQueue } from '../../e2e/support/queue.ts';
import { fillLibrary } from '../../wordpress/fill-library.ts';
import { measureCommand } from './command-memory.ts';

const plugin = new URL('../../../plugin', import.meta.url).pathname;
const standIn = new URL('stand-in.php', import.meta.url).pathname;
const images = 10_000;

/** What a piece of work took. */
interface Cost {
  queries: number;
  /** Most memory in use beyond what was in use before. */
  kilobytes: number;
  milliseconds: number;
}

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
  $costs['start a batch of 10,000 images'] = cost( function () { altscribe_start_batch(); } );
  $costs['read the batch'] = cost( function () { altscribe_current_batch(); } );
  $costs['list 20 items'] = cost( function () { altscribe_list_batch_items( altscribe_current_batch()['id'] ); } );
  $costs['the first 10 images'] = cost( function () { altscribe_work_on_queue( 60, 10 ); } );
  for ( $i = 0; $i < 8; $i++ ) { altscribe_work_on_queue( 60, 25 ); }
  $costs['10 images, after 200 in the same process'] = cost( function () { altscribe_work_on_queue( 60, 10 ); } );
  $costs['stop'] = cost( function () { altscribe_stop_batch( altscribe_current_batch()['id'] ); } );
  $costs['undo of 220 texts'] = cost( function () { altscribe_undo_batch( altscribe_current_batch()['id'], 0, 60 ); } );
  $costs['a tick with nothing to do'] = cost( function () { altscribe_work_on_queue( 20 ); } );
  return $costs;`;

/**
 * Undoing a batch that wrote all images: each slice as the page asks for it. The first and the last one
 * that was full show whether they stay the same.
 */
const undo = `${measure}
  global $wpdb;
  $queue = altscribe_queue_table();
  altscribe_tidy_queue();
  $batch = altscribe_start_batch();
  $wpdb->query( 'START TRANSACTION' );
  $wpdb->query( "INSERT INTO $wpdb->postmeta (post_id, meta_key, meta_value) SELECT attachment_id, '_wp_attachment_image_alt', 'A boat below a bridge' FROM $queue WHERE batch_id = $batch" );
  $wpdb->query( "UPDATE $queue SET state = 'written', new_text = 'A boat below a bridge' WHERE batch_id = $batch" );
  $wpdb->query( 'COMMIT' );
  altscribe_finish_batch( $batch );
  $slices = array();
  $slice  = array( 'after' => 0 );
  do {
    $costs = cost( function () use ( $batch, &$slice ) { $slice = altscribe_undo_batch( $batch, $slice['after'] ); } );
    $slices[] = $costs + $slice;
  } while ( $slice['left'] > 0 );
  return $slices;`;

interface Slice extends Cost {
  undone: number;
  left: number;
}

const wordpress = await startWordPress({
  version: '7.1',
  php: 'native',
  mustUsePlugins: [standIn],
  plugin: { kind: 'folder', path: plugin },
  constants: { DISABLE_WP_CRON: true },
});
try {
  const { php } = wordpress;
  await fillLibrary(php, images, { withTexts: false });
  const costs = (await runQueue(php, work)) as Record<string, Cost>;
  const rows = Object.entries(costs).map(([what, { queries, kilobytes, milliseconds }]) => ({
    what,
    queries,
    kilobytes: Math.round(kilobytes),
    milliseconds: Math.round(milliseconds),
  }));
  console.log(`\n${images} images without alt text (SQLite)\n`);
  print(rows, false);

  const slices = (await runQueue(php, undo)) as Slice[];
  console.log(`\nUndo of ${images} texts: ${slices.length} requests\n`);
  print(
    slices.map(({ undone, left, queries, kilobytes, milliseconds }, index) => ({
      request: index + 1,
      undone,
      left,
      'queries for each': Math.round((10 * queries) / undone) / 10,
      kilobytes: Math.round(kilobytes),
      milliseconds: Math.round(milliseconds),
    })),
    false,
  );

  const samples = await measureCommand(wordpress.folder);
  console.log('\nwp altscribe generate --missing\n');
  print(samples, false);
} finally {
  await wordpress.stop();
}
