import { text } from '../../support/provider-stand-in.ts';
import { runWpCli } from '../../wordpress/wp-cli.ts';
import { runQueue } from '../support/queue.ts';
import { expect, test } from '../support/test.ts';

const look = `$batch = \\Altscribe\\Batches\\Store::current_batch();
  return array( $batch['state'], $batch['counts']['written'], $batch['cron']['works'] );`;

test('One visit of WP-Cron: three workers continue until all is done, together with the page and WP-CLI', async ({
  site,
  backend,
}) => {
  const { credits } = await backend.connect({ credits: 100 });
  const calls = { now: 0, most: 0 };
  const answer = text('A boat');
  backend.providers.set({
    openai: (call, response) => {
      calls.most = Math.max(calls.most, ++calls.now);
      // A model takes its time.
      setTimeout(() => {
        calls.now -= 1;
        void answer(call, response);
      }, 500);
    },
  });
  const settings = null;
  // Otherwise WordPress would look for updates in the same run, and complain about missing
  // responses.
  await runQueue(
    site.php,
    `foreach ( array( 'wp_version_check', 'wp_update_plugins', 'wp_update_themes' ) as $hook ) {
      wp_clear_scheduled_hook( $hook );
      wp_schedule_event( time() + DAY_IN_SECONDS, 'twicedaily', $hook );
    }
    $file   = get_post_meta( $args['id'], '_wp_attached_file', true );
    $secret = wp_insert_post( array( 'post_title' => 'Secret', 'post_status' => 'private' ) );
    $ids    = array();
    for ( $number = 0; $number < 40; $number++ ) {
      $ids[] = image( '', array( 'post_parent' => $secret ) );
      update_post_meta( end( $ids ), '_wp_attached_file', $file );
      wp_update_attachment_metadata( end( $ids ), wp_get_attachment_metadata( $args['id'] ) );
    }
    \\Altscribe\\Batches\\Start::start_batch( array( 'ids' => $ids, 'regenerate' => true ) );`,
    { args: { id: site.images.green.id }, settings },
  );
  const session = await site.session('administrator');
  const [, , cli] = await Promise.all([
    fetch(`${site.url}/wp-cron.php`).then((response) => response.text()),
    // The page is open for a while.
    (async () => {
      const { body } = await session.rest('GET', '/altscribe/v1/batches/current');
      const work = `/altscribe/v1/batches/${(body as { id: number }).id}/work`;
      await Promise.all([1, 2, 3].map(() => session.rest('POST', work, { limit: 2 })));
    })(),
    runWpCli(site.folder, ['altscribe', 'queue', 'run']),
  ]);
  expect([cli.code, cli.stderr]).toEqual([0, '']);
  await expect
    .poll(() => runQueue(site.php, look, { settings, goOn: true }))
    .toEqual(['finished', 40, true]);
  expect(calls.most).toBe(3);
  expect(backend.providers.calls).toHaveLength(40);
  expect(await credits()).toBe(60);
});

test('A worker passes its slot on once, and only to its successor', async ({ site }) => {
  const found = await runQueue(
    site.php,
    `$ids   = images( 4 );
    $batch = \\Altscribe\\Batches\\Start::start_batch( array( 'ids' => $ids ) );
    add_filter( 'cron_request', function ( $request ) { $request['url'] .= '&inside=1'; return $request; } );
    \\Altscribe\\Batches\\Runner::start_workers();
    \\Altscribe\\Batches\\Runner::start_workers();
    $sent  = $GLOBALS['sent'];
    $first = \\Altscribe\\Batches\\Runner::read_worker_slot( 1 );
    add_filter( 'altscribe_queue_concurrency', function () { return 1; } );
    // Another worker takes the third image meanwhile, so this one finds nothing more to do.
    serve( function ( $id, $number ) use ( $ids ) {
      if ( 2 === $number ) { \\Altscribe\\Batches\\Store::update_item( $ids[1], array( 'state' => 'running', 'lease_token' => 'x', 'lease_expires' => time() + 60 ) ); }
    } );
    \\Altscribe\\Batches\\Runner::run_worker( 1, $first );
    $handed_on = \\Altscribe\\Batches\\Runner::read_worker_slot( 1 );
    return array(
      count( $sent ), count( array_unique( $sent ) ), count( $GLOBALS['sent'] ) - count( $sent ), $handed_on !== $first,
      false !== strpos( end( $GLOBALS['sent'] ), explode( ' ', $handed_on )[1] ), batch( $batch )['counts']['written'],
      \\Altscribe\\Batches\\Runner::take_worker_slot( 1, $first, 60 ), false !== strpos( $sent[0], '&inside=1' ), $sent[0],
    );`,
  );
  expect((found as unknown[]).slice(0, 8)).toEqual([3, 3, 1, true, true, 2, null, true]);
  // The token of a worker that has passed its slot on, a wrong one, and none.
  const old = new URL(String((found as unknown[])[8]));
  const before = await runQueue(
    site.php,
    `return \\Altscribe\\Batches\\Runner::read_worker_slot( 1 );`,
    {
      goOn: true,
    },
  );
  for (const token of [old.searchParams.get('token'), 'x', '']) {
    const url = `${site.url}/wp-cron.php?altscribe_worker=1&token=${token ?? ''}`;
    expect((await fetch(url)).status).toBe(200);
  }
  // The right one, at another URL.
  const token = String(before).split(' ')[1] ?? '';
  await fetch(`${site.url}/?altscribe_worker=1&token=${token}`);
  const after = await runQueue(
    site.php,
    `return array( \\Altscribe\\Batches\\Runner::read_worker_slot( 1 ), \\Altscribe\\Batches\\Store::current_batch()['counts']['waiting'] );`,
    { goOn: true },
  );
  expect(after).toEqual([before, 1]);
});

test('A worker that continues after an outage starts the others again', async ({ site }) => {
  const found = await runQueue(
    site.php,
    `$ids   = images( 3 );
    $batch = \\Altscribe\\Batches\\Start::start_batch( array( 'ids' => $ids ) );
    $place = \\Altscribe\\Batches\\Runner::take_worker_slot( 1, '', 60 );
    // While the service fails, only one worker runs. Here it is another one, so this one ends.
    serve( function () use ( $ids, $batch ) {
      \\Altscribe\\Batches\\Store::update_item( $ids[1], array( 'state' => 'running', 'lease_token' => 'x', 'lease_expires' => time() + 60 ) );
      \\Altscribe\\Batches\\Store::update_batch( $batch, array( 'failures' => 1 ) );
    } );
    \\Altscribe\\Batches\\Runner::run_worker( 1, $place );
    return array( batch( $batch )['counts']['written'], count( $GLOBALS['sent'] ) );`,
  );
  expect(found).toEqual([1, 3]);
});

test('If a site’s requests to itself do not arrive, each tick continues alone', async ({
  site,
}) => {
  const found = await runQueue(
    site.php,
    `$batch = \\Altscribe\\Batches\\Start::start_batch( array( 'ids' => images( 3 ) ) );
    serve( function ( $id, $number ) { return 3 === $number ? respond( 429, array( 'message' => 'x' ), array( 'retry-after' => '30' ) ) : null; } );
    do_action( 'altscribe_queue_tick' );
    $first = count( $GLOBALS['sent'] );
    $next  = wp_next_scheduled( 'altscribe_queue_tick' ) - time();
    $state = batch( $batch );
    pass( 30 );
    // Two slots are free because no worker arrived, one because a clock was wrong.
    $GLOBALS['wpdb']->query( "UPDATE {$GLOBALS['wpdb']->options} SET option_value = '1 x' WHERE option_name LIKE 'altscribe_worker_%'" );
    $GLOBALS['wpdb']->query( "UPDATE {$GLOBALS['wpdb']->options} SET option_value = '" . ( time() + 1800 ) . " x' WHERE option_name = 'altscribe_worker_2'" );
    do_action( 'altscribe_queue_tick' );
    return array( $first, $next <= 60, $state['retry_after'] > 25, $state['reason']['code'], count( $GLOBALS['sent'] ), batch( $batch )['state'] );`,
  );
  expect(found).toEqual([3, true, true, 'altscribe_rate_limited', 6, 'finished']);
});

test('While the service asks for a pause, one worker waits for all', async ({ site }) => {
  const found = await runQueue(
    site.php,
    // One second may pass immediately: the queue counts whole ones.
    `$batch = \\Altscribe\\Batches\\Start::start_batch( array( 'ids' => images( 2 ) ) );
    serve( function ( $id, $number ) { return 1 === $number ? respond( 429, array( 'message' => 'x' ), array( 'retry-after' => '2' ) ) : null; } );
    \\Altscribe\\Batches\\Runner::start_workers();
    $places = array( 1 => \\Altscribe\\Batches\\Runner::read_worker_slot( 1 ), \\Altscribe\\Batches\\Runner::read_worker_slot( 2 ), \\Altscribe\\Batches\\Runner::read_worker_slot( 3 ) );
    $sent   = array();
    foreach ( $places as $place => $value ) {
      \\Altscribe\\Batches\\Runner::run_worker( $place, $value );
      $sent[] = count( $GLOBALS['sent'] );
    }
    $wait = \\Altscribe\\Batches\\Worker::seconds_until_work();
    // A long pause is left to WP-Cron.
    \\Altscribe\\Batches\\Failures::hold_batches( 600, \\Altscribe\\Core\\Errors::rate_limited( 600 ) );
    \\Altscribe\\Batches\\Runner::run_worker( 1, \\Altscribe\\Batches\\Runner::read_worker_slot( 1 ) );
    return array( $sent, $wait, count( $GLOBALS['sent'] ), \\Altscribe\\Batches\\Runner::read_worker_slot( 1 ) );`,
  );
  expect(found).toEqual([[3, 3, 6], 0, 6, '']);
});
