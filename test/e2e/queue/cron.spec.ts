import { cp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from '../../support/provider-stand-in.ts';
import { hold } from '../support/hold.ts';
import { runQueue } from '../support/queue.ts';
import type { Site } from '../support/site.ts';
import { expect, test } from '../support/test.ts';

const settings = null;

/** Runs with code in every process of the site, like another plugin. */
async function withPlugin<Result>(
  site: Site,
  code: string,
  run: () => Promise<Result>,
): Promise<Result> {
  const file = join(site.folder, 'wp-content/mu-plugins/altscribe-test-another-plugin.php');
  await writeFile(file, `<?php ${code}`);
  try {
    return await run();
  } finally {
    await rm(file);
  }
}

/** Another process changes an option: this one does not notice. */
const elsewhere = `
  function elsewhere( $option, $value ) {
    $GLOBALS['wpdb']->update( $GLOBALS['wpdb']->options, array( 'option_value' => maybe_serialize( $value ) ), array( 'option_name' => $option ) );
  }
  function schedule_elsewhere() {
    $cron = get_option( 'cron' );
    $cron[ time() + HOUR_IN_SECONDS ]['altscribe_test_elsewhere'][ md5( serialize( array() ) ) ] = array( 'schedule' => false, 'args' => array() );
    elsewhere( 'cron', $cron );
  }
  function is_still_there() {
    \\Altscribe\\Core\\Background::forget_cron();
    $is_there = (bool) wp_next_scheduled( 'altscribe_test_elsewhere' );
    wp_clear_scheduled_hook( 'altscribe_test_elsewhere' );
    return $is_there;
  }`;

/**
 * Otherwise WordPress would look for updates in the same run, and complain about missing responses.
 */
const noUpdates = `foreach ( array( 'wp_version_check', 'wp_update_plugins', 'wp_update_themes' ) as $hook ) {
    wp_clear_scheduled_hook( $hook );
    wp_schedule_event( time() + DAY_IN_SECONDS, 'twicedaily', $hook );
  }`;

for (const [when, code] of Object.entries({
  '': '',
  ', also if one schedules an event for the new text': `add_action( 'added_post_meta', function ( $meta_id, $post_id, $key ) {
    if ( '_wp_attachment_image_alt' === $key ) { wp_schedule_single_event( time() + HOUR_IN_SECONDS, 'altscribe_test_of_a_hook' ); }
  }, 10, 3 );`,
}))
  test(`Events that other plugins schedule during a tick still exist afterwards${when}`, async ({
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
      \\Altscribe\\Batches\\Start::start_batch( array( 'ids' => array( $args['id'] ), 'regenerate' => true ) );
      // The tick itself works, and is not the last event of its process.
      \\Altscribe\\Batches\\Runner::take_worker_slot( 1, '', 100 );
      wp_clear_scheduled_hook( 'altscribe_queue_tick' );
      \\Altscribe\\Batches\\Runner::schedule_tick( -20 );
      wp_schedule_single_event( time() - 10, 'altscribe_test_later_in_the_run' );`,
      { args: { id: site.images.green.id }, settings },
    );
    const post = await withPlugin(site, code, async () => {
      const run = fetch(`${site.url}/wp-cron.php`).then((response) => response.text());
      await held.arrived;
      const scheduled = await runQueue(
        site.php,
        `wp_schedule_single_event( time() + HOUR_IN_SECONDS, 'altscribe_test_of_another_plugin' );
        return wp_insert_post( array( 'post_title' => 'Tomorrow', 'post_status' => 'future', 'post_date' => wp_date( 'Y-m-d H:i:s', time() + DAY_IN_SECONDS ) ) );`,
        { settings, goOn: true },
      );
      held.release();
      await run;
      return scheduled;
    });
    const after = await runQueue(
      site.php,
      `return array(
        'worked' => alt( $args['id'] ),
        'event' => (bool) wp_next_scheduled( 'altscribe_test_of_another_plugin' ),
        'scheduled post' => (bool) wp_next_scheduled( 'publish_future_post', array( $args['post'] ) ),
        'of the same run' => (bool) wp_next_scheduled( 'altscribe_test_later_in_the_run' ),
        'of the hook' => (bool) wp_next_scheduled( 'altscribe_test_of_a_hook' ),
      );`,
      { args: { id: site.images.green.id, post }, settings, goOn: true },
    );
    await site.define({});
    await site.php(`wp_clear_scheduled_hook( 'altscribe_test_of_another_plugin' );
      wp_clear_scheduled_hook( 'altscribe_test_of_a_hook' );`);
    expect(after).toEqual({
      worked: 'A boat',
      event: true,
      'scheduled post': true,
      'of the same run': false,
      'of the hook': code !== '',
    });
  });

test('Other code that writes events starts from the current ones', async ({ site }) => {
  const found = await runQueue(
    site.php,
    `${elsewhere}
    // WordPress itself schedules an event for each post that is published or changed.
    $id   = image( 'A boat' );
    $post = wp_insert_post( array( 'post_title' => 'Boats', 'post_status' => 'publish', 'post_content' => '<img src="' . wp_get_attachment_url( $id ) . '" alt="" class="wp-image-' . $id . '">' ) );
    wp_clear_scheduled_hook( 'do_pings' );
    schedule_elsewhere();
    $filled = \\Altscribe\\Posts\\Fill::fill_posts( $id, array( $post ) )[0]['images'];
    $found  = array( 'filled' => $filled, 'pings' => (bool) wp_next_scheduled( 'do_pings' ), 'after a fill' => is_still_there() );
    wp_clear_scheduled_hook( 'do_pings' );
    wp_delete_post( $post, true );

    delete_option( 'altscribe_checked' );
    wp_clear_scheduled_hook( 'altscribe_check_library' );
    schedule_elsewhere();
    \\Altscribe\\Library\\Findings::schedule_checks();
    $found += array( 'checks' => (bool) wp_next_scheduled( 'altscribe_check_library' ), 'after checks' => is_still_there() );

    \\Altscribe\\Batches\\Start::start_batch( array( 'ids' => images( 1 ) ) );
    elsewhere( 'altscribe_tick_wanted', 0 );
    \\Altscribe\\Batches\\Runner::schedule_tick();
    \\Altscribe\\Core\\Background::forget_cron();
    return $found + array( 'ticks are wanted again' => time() - (int) get_option( 'altscribe_tick_wanted' ) < 60 );`,
  );
  expect(found).toEqual({
    filled: 1,
    pings: true,
    'after a fill': true,
    checks: true,
    'after checks': true,
    'ticks are wanted again': true,
  });
});

test('WP-Cron starts with the request that queues, and needs no visit to finish', async ({
  site,
  backend,
}) => {
  await backend.connect();
  const config = join(site.folder, 'wp-config.php');
  const disabled = await readFile(config, 'utf8');
  await writeFile(config, disabled.replace(`define( 'DISABLE_WP_CRON', true );`, ''));
  // WordPress before 6.9 looks for events at the start of a request, before these are scheduled.
  const found = await withPlugin(site, `remove_action( 'init', 'wp_cron' );`, async () => {
    try {
      await runQueue(
        site.php,
        `${noUpdates}
        delete_transient( 'doing_cron' );
        foreach ( $args['ids'] as $id ) { delete_post_meta( $id, '_wp_attachment_image_alt' ); }
        \\Altscribe\\Batches\\Start::start_batch( array( 'ids' => $args['ids'] ) );`,
        { args: { ids: Object.values(site.images).map(({ id }) => id) }, settings },
      );
      // Checking the site would be a visit.
      await expect.poll(() => backend.providers.calls.length).toBe(4);
      const look = `$batch = \\Altscribe\\Batches\\Store::current_batch(); return array( $batch['state'], $batch['counts']['written'], $batch['cron']['works'] );`;
      await expect
        .poll(() => runQueue(site.php, look, { settings, goOn: true }))
        .toEqual(['finished', 4, true]);
      return await runQueue(
        site.php,
        `return \\Altscribe\\Batches\\Runner::is_wp_cron_disabled();`,
        {
          settings,
          goOn: true,
        },
      );
    } finally {
      await writeFile(config, disabled);
    }
  });
  expect(found).toBe(false);
  // Later tests must not meet a WP-Cron that is still running.
  await expect
    .poll(() => site.php(`echo get_transient( 'doing_cron' ) ? 'running' : 'idle';`))
    .toBe('idle');
  await runQueue(site.php, '');
});

test('One event recurs while the queue is not empty; the tick after the last image removes it', async ({
  site,
}) => {
  const found = await runQueue(
    site.php,
    `$schedule = function () { return wp_get_schedule( 'altscribe_queue_tick' ); };
    \\Altscribe\\Batches\\Start::start_batch( array( 'ids' => images( 2 ) ) );
    $look = array( $schedule() );
    // Only WP-Cron itself and a tick that finds nothing write the option.
    $writes = 0;
    add_action( 'update_option_cron', function () use ( &$writes ) { $writes++; } );
    do_action( 'altscribe_queue_tick' );
    $look[] = $schedule();
    $look[] = $writes;
    // Newly queued images need not wait for the next minute.
    pass( -50 );
    \\Altscribe\\Batches\\Start::start_batch( array( 'ids' => images( 1 ) ) );
    $look[] = wp_next_scheduled( 'altscribe_queue_tick' ) <= time();
    do_action( 'altscribe_queue_tick' );
    do_action( 'altscribe_queue_tick' );
    return array_merge( $look, array( $schedule(), \\Altscribe\\Batches\\Store::current_batch()['state'] ) );`,
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

test('A lost event is scheduled again, without a query if the queue is empty', async ({ site }) => {
  const start = `\\Altscribe\\Batches\\Start::start_batch( array( 'ids' => images( 1 ) ) );
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
    // Another plugin prevents scheduling.
    add_filter( 'pre_schedule_event', '__return_false' );
    $without = \\Altscribe\\Platform\\Site_Health::test_cron_health();
    $works   = \\Altscribe\\Batches\\Store::current_batch()['cron']['works'];
    remove_filter( 'pre_schedule_event', '__return_false' );
    $lost = \\Altscribe\\Platform\\Site_Health::test_cron_health();
    $is_back = (bool) wp_next_scheduled( 'altscribe_queue_tick' );
    work_through();
    do_action( 'altscribe_queue_tick' );
    wp_load_alloptions();
    $queries = $GLOBALS['wpdb']->num_queries;
    \\Altscribe\\Batches\\Runner::watch_ticks();
    $queries -= $GLOBALS['wpdb']->num_queries;
    return array( $without['status'], $works, \\Altscribe\\Batches\\Runner::does_cron_work(), $lost['status'], $is_back, wp_next_scheduled( 'altscribe_queue_tick' ), $queries, \\Altscribe\\Batches\\Store::current_batch()['state'] );`,
  );
  expect(found).toEqual(['recommended', false, true, 'good', true, false, 0, 'finished']);
});

test('A system cron is detected before it has worked on the queue', async ({ site }) => {
  const start = `$batch = \\Altscribe\\Batches\\Start::start_batch( array( 'ids' => images( 1 ) ) );
    return array( batch( $batch )['cron']['works'], \\Altscribe\\Platform\\Site_Health::test_cron_health()['status'] );`;
  // As on a new site: WordPress has scheduled its events, but none has run yet.
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

test('A plugin that reads the schedules before translations may be loaded gets no PHP notice', async ({
  site,
}) => {
  const before = await site.debugLog();
  await withPlugin(site, "add_action( 'plugins_loaded', 'wp_get_schedules' );", async () => {
    expect((await fetch(site.url)).status).toBe(200);
  });
  expect((await site.debugLog()).slice(before.length)).toBe('');
  const schedules = await site.php(
    "echo wp_get_schedules()[ \\Altscribe\\Batches\\Runner::TICK_SCHEDULE ]['display'];",
  );
  expect(schedules).toBe('Every minute');
});

test('With a persistent object cache, background work frees only the memory of its own process', async ({
  site,
}) => {
  const dropIn = join(site.folder, 'wp-content/object-cache.php');
  await cp(join(import.meta.dirname, '../support/object-cache.php'), dropIn);
  const run = (code: string) => runQueue(site.php, code, { goOn: true });
  try {
    await run('wp_cache_flush();');
    const ids = await run(`
      $ids = array();
      for ( $n = 0; $n < 3; $n++ ) {
        $image = image( "A boat number $n" );
        $ids[] = $image;
        $ids[] = wp_insert_post( array( 'post_title' => 'Boats', 'post_status' => 'publish', 'post_content' => '<img src="' . wp_get_attachment_url( $image ) . '" alt="" class="wp-image-' . $image . '">' ) );
      }
      \\Altscribe\\Posts\\Uses::read_noted();
      return $ids;`);
    const found = await runQueue(
      site.php,
      `global $wp_object_cache;
      $log     = Altscribe_Test_Object_Cache::folder() . '/deleted.log';
      $deleted = function () use ( $log ) {
        $lines = file_exists( $log ) ? array_unique( preg_grep( '/^posts |^post_meta |^options alloptions$|^options cron$/', file( $log, FILE_IGNORE_NEW_LINES ) ) ) : array();
        @unlink( $log );
        return array_values( $lines );
      };
      _prime_post_caches( $args['ids'], false, true );
      $deleted();
      \\Altscribe\\Posts\\Uses::read_everything_again();
      \\Altscribe\\Posts\\Uses_Index::read_uses( 30 );
      \\Altscribe\\Library\\Repeated_Texts::check_everything_again();
      \\Altscribe\\Library\\Findings::check_library();
      $read = $deleted();
      $here = $wp_object_cache->cache['posts'] ?? array();
      // Another process schedules an event, and changes the shared cache.
      $other = new Altscribe_Test_Object_Cache();
      $all   = (array) $other->get( 'alloptions', 'options' );
      $cron  = _get_cron_array();
      $cron[ time() + HOUR_IN_SECONDS ]['altscribe_test_elsewhere'][ md5( serialize( array() ) ) ] = array( 'schedule' => false, 'args' => array() );
      $GLOBALS['wpdb']->update( $GLOBALS['wpdb']->options, array( 'option_value' => serialize( $cron + array( 'version' => 2 ) ) ), array( 'option_name' => 'cron' ) );
      $before = (bool) wp_next_scheduled( 'altscribe_test_elsewhere' );
      $other->set( 'alloptions', array( 'cron' => serialize( $cron + array( 'version' => 2 ) ) ) + $all, 'options' );
      \\Altscribe\\Generation\\Ask::ask( array( 'attachment_id' => $args['ids'][0] ) );
      $after = (bool) wp_next_scheduled( 'altscribe_test_elsewhere' );
      // The image itself is read again, because another process may have changed it meanwhile.
      $of_a_call = array_values( array_diff( $deleted(), array( "posts {$args['ids'][0]}", "post_meta {$args['ids'][0]}" ) ) );
      wp_clear_scheduled_hook( 'altscribe_test_elsewhere' );
      return array( 'persistent' => wp_using_ext_object_cache(), 'read' => $read, 'in memory' => count( array_intersect( array_keys( $here ), $args['ids'] ) ), 'event' => array( $before, $after ), 'of a call' => $of_a_call );`,
      { args: { ids }, goOn: true },
    );
    expect(found).toEqual({
      persistent: true,
      read: [],
      'in memory': 0,
      event: [false, true],
      'of a call': [],
    });
  } finally {
    await rm(dropIn);
    await rm(join(site.folder, 'wp-content/altscribe-test-cache'), { recursive: true });
  }
});

test('Background work stops if the database does not store its progress', async ({ site }) => {
  const found = await runQueue(
    site.php,
    `global $wpdb;
    $images  = images( 3 );
    $keep    = function ( $value, $old ) { return $old; };
    $queries = function ( $run ) use ( $wpdb ) { $before = $wpdb->num_queries; $run(); return $wpdb->num_queries - $before < 300; };
    \\Altscribe\\Posts\\Uses::read_everything_again();
    add_filter( 'pre_update_option_altscribe_uses', $keep, 10, 2 );
    $found['uses'] = $queries( 'Altscribe\\Posts\\Uses_Index::run_uses_event' );
    remove_filter( 'pre_update_option_altscribe_uses', $keep );
    \\Altscribe\\Posts\\Uses_Index::read_uses( 30 );
    // A marker of a kind that only a later version knows.
    \\Altscribe\\Posts\\Uses::insert_uses( array( \\Altscribe\\Posts\\Uses::stale_row( 'later', 5 ) ) );
    $found['mark']     = $queries( function () { \\Altscribe\\Posts\\Uses_Index::read_uses( 4 ); } );
    $found['shutdown'] = $queries( 'Altscribe\\Posts\\Uses::read_noted' );
    $wpdb->query( 'DELETE FROM ' . \\Altscribe\\Posts\\Uses::table() . " WHERE object_type = 'later'" );
    update_post_meta( $images[0], '_wp_attachment_image_alt', 'A boat' );
    \\Altscribe\\Library\\Repeated_Texts::check_everything_again();
    foreach ( $wpdb->get_col( "SELECT ID FROM $wpdb->posts WHERE post_type = 'attachment'" ) as $id ) { update_post_meta( $id, '_wp_attachment_image_alt', "A boat $id" ); }
    // As many texts as are checked at a time.
    $wpdb->query( "INSERT INTO $wpdb->postmeta (post_id, meta_key, meta_value) VALUES " . implode( ',', array_map( function ( $n ) { return "($n, '_wp_attachment_image_alt', 'A boat')"; }, range( 900001, 900250 ) ) ) );
    add_filter( 'pre_update_option_altscribe_checked', $keep, 10, 2 );
    add_option( 'altscribe_checked', array() );
    $before = $wpdb->num_queries;
    \\Altscribe\\Library\\Findings::check_library( 4.0 );
    $once = $wpdb->num_queries - $before;
    remove_filter( 'pre_update_option_altscribe_checked', $keep );
    $before = $wpdb->num_queries;
    \\Altscribe\\Library\\Findings::check_library( 4.0 );
    $found['checks'] = $once < 2 * ( $wpdb->num_queries - $before );
    $wpdb->query( "DELETE FROM $wpdb->postmeta WHERE post_id > 900000" );
    // Texts that were written by SQL.
    $wpdb->query( 'DELETE FROM ' . \\Altscribe\\Library\\Repeated_Texts::table() );
    $refuse = function ( $query ) { return 0 === strpos( $query, 'REPLACE INTO' ) ? 'SELECT 1' : $query; };
    add_filter( 'query', $refuse );
    $found['texts'] = $queries( 'Altscribe\\Library\\Findings::sync_texts' );
    remove_filter( 'query', $refuse );
    \\Altscribe\\Library\\Findings::sync_texts();
    return $found;`,
  );
  expect(found).toEqual({ uses: true, mark: true, shutdown: true, checks: true, texts: true });
});
