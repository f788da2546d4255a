import { text } from '../../support/provider-stand-in.ts';
import { hold } from '../support/hold.ts';
import { runQueue } from '../support/queue.ts';
import { expect, test } from '../support/test.ts';

const settings = null;

/** WordPress itself would look for updates in the same run, and complain that nothing answers. */
const noUpdates = `foreach ( array( 'wp_version_check', 'wp_update_plugins', 'wp_update_themes' ) as $hook ) {
    wp_clear_scheduled_hook( $hook );
    wp_schedule_event( time() + DAY_IN_SECONDS, 'twicedaily', $hook );
  }`;

test('Events that other plugins schedule while a tick works are still there afterwards', async ({
  site,
  backend,
}) => {
  await backend.connect();
  const held = hold(text('A boat'));
  backend.providers.set({ openai: held.behaviour });
  await site.define({ ALTSCRIBE_TEST_CONCURRENCY: '1' });
  await runQueue(
    site.php,
    `${noUpdates}
    altscribe_start_batch( array( 'ids' => array( $args['id'] ), 'regenerate' => true ) );
    // The tick works itself, and is not the last event of its process.
    altscribe_take_place( 1, '', 100 );
    wp_clear_scheduled_hook( 'altscribe_queue_tick' );
    altscribe_schedule_tick( -20 );
    wp_schedule_single_event( time() - 10, 'altscribe_test_later_in_the_run' );`,
    { args: { id: site.images.green.id }, settings },
  );
  const run = fetch(`${site.url}/wp-cron.php`).then((response) => response.text());
  await held.arrived;
  const post = await runQueue(
    site.php,
    `wp_schedule_single_event( time() + HOUR_IN_SECONDS, 'altscribe_test_of_another_plugin' );
    return wp_insert_post( array( 'post_title' => 'Tomorrow', 'post_status' => 'future', 'post_date' => wp_date( 'Y-m-d H:i:s', time() + DAY_IN_SECONDS ) ) );`,
    { settings, goOn: true },
  );
  held.release();
  await run;
  const after = await runQueue(
    site.php,
    `return array(
      'worked' => alt( $args['id'] ),
      'event' => (bool) wp_next_scheduled( 'altscribe_test_of_another_plugin' ),
      'scheduled post' => (bool) wp_next_scheduled( 'publish_future_post', array( $args['post'] ) ),
      'of the same run' => (bool) wp_next_scheduled( 'altscribe_test_later_in_the_run' ),
    );`,
    { args: { id: site.images.green.id, post }, settings, goOn: true },
  );
  await site.define({});
  await site.php(`wp_clear_scheduled_hook( 'altscribe_test_of_another_plugin' );`);
  expect(after).toEqual({
    worked: 'A boat',
    event: true,
    'scheduled post': true,
    'of the same run': false,
  });
});

test('One event recurs while something waits; the tick after the last image removes it', async ({
  site,
}) => {
  const found = await runQueue(
    site.php,
    `$schedule = function () { return wp_get_schedule( 'altscribe_queue_tick' ); };
    altscribe_start_batch( array( 'ids' => images( 2 ) ) );
    $look = array( $schedule() );
    // Only WP-Cron itself and a tick that finds nothing write the option.
    $writes = 0;
    add_action( 'update_option_cron', function () use ( &$writes ) { $writes++; } );
    do_action( 'altscribe_queue_tick' );
    $look[] = $schedule();
    $look[] = $writes;
    // Who queues more need not wait for the next minute.
    pass( -50 );
    altscribe_start_batch( array( 'ids' => images( 1 ) ) );
    $look[] = wp_next_scheduled( 'altscribe_queue_tick' ) <= time();
    do_action( 'altscribe_queue_tick' );
    do_action( 'altscribe_queue_tick' );
    return array_merge( $look, array( $schedule(), altscribe_current_batch()['state'] ) );`,
  );
  expect(found).toEqual([
    'altscribe_every_minute',
    'altscribe_every_minute',
    0,
    true,
    false,
    'finished',
  ]);
});

test('An event that was lost comes back, without a query where nothing waits', async ({ site }) => {
  const start = `altscribe_start_batch( array( 'ids' => images( 1 ) ) );
    wp_clear_scheduled_hook( 'altscribe_queue_tick' );`;
  const look = `return (bool) wp_next_scheduled( 'altscribe_queue_tick' );`;
  await runQueue(site.php, start);
  const administrator = await site.session('administrator');
  expect((await administrator.fetch('/wp-admin/index.php')).status).toBe(200);
  expect(await runQueue(site.php, look, { goOn: true })).toBe(true);

  const found = await runQueue(
    site.php,
    `${start}
    update_option( 'altscribe_last_tick', time() );
    // Where another plugin keeps it from being scheduled.
    add_filter( 'pre_schedule_event', '__return_false' );
    $without = altscribe_test_cron_health();
    remove_filter( 'pre_schedule_event', '__return_false' );
    $lost = altscribe_test_cron_health();
    $is_back = (bool) wp_next_scheduled( 'altscribe_queue_tick' );
    work_through();
    do_action( 'altscribe_queue_tick' );
    wp_load_alloptions();
    $queries = $GLOBALS['wpdb']->num_queries;
    altscribe_watch_ticks();
    $queries -= $GLOBALS['wpdb']->num_queries;
    return array( $without['status'], $lost['status'], $is_back, wp_next_scheduled( 'altscribe_queue_tick' ), $queries, altscribe_current_batch()['state'] );`,
  );
  expect(found).toEqual(['recommended', 'good', true, false, 0, 'finished']);
});

test('The cron of the system counts before it has worked on the queue', async ({ site }) => {
  const start = `$batch = altscribe_start_batch( array( 'ids' => images( 1 ) ) );
    return array( batch( $batch )['cron']['works'], altscribe_test_cron_health()['status'] );`;
  // As on a new site: WordPress has scheduled its events, and none has ever run.
  expect(await runQueue(site.php, start)).toEqual([false, 'recommended']);
  await runQueue(site.php, noUpdates);
  await fetch(`${site.url}/wp-cron.php`).then((response) => response.text());
  expect(await runQueue(site.php, start, { goOn: true })).toEqual([true, 'good']);
  // It ran today, but has stopped since.
  const stopped = `wp_clear_scheduled_hook( 'wp_privacy_delete_old_export_files' );
    wp_schedule_event( time() - 2 * HOUR_IN_SECONDS, 'hourly', 'wp_privacy_delete_old_export_files' );`;
  expect(await runQueue(site.php, stopped + start, { goOn: true })).toEqual([false, 'recommended']);
  await runQueue(site.php, '');
});
