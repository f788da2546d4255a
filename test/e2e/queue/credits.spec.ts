import { startService } from '../../support/service.ts';
import { fillLibrary } from '../../wordpress/fill-library.ts';
import { serviceEnv } from '../support/backend.ts';
import { runQueue } from '../support/queue.ts';
import { expect, test } from '../support/test.ts';

const settings = null;

test('Credits run out at the 300th image: nothing is lost or failed, and it continues from there', async ({
  site,
  backend,
}) => {
  const service = await startService({
    ...serviceEnv(backend.providers),
    RATE_LIMIT_PER_MINUTE: '10000',
  });
  try {
    const account = await backend.connect({ service, credits: 299 });
    const file = await site.php(
      `echo get_post_meta( $args, '_wp_attached_file', true );`,
      site.images.green.id,
    );
    await fillLibrary(site.php, 310, { withTexts: false, file });
    await runQueue(
      site.php,
      `$ids = $GLOBALS['wpdb']->get_col( "SELECT ID FROM {$GLOBALS['wpdb']->posts} WHERE guid LIKE '%altscribe-queue%'" );
      \\Altscribe\\Batches\\Start::start_batch( array( 'ids' => $ids, 'regenerate' => true ) );`,
      { settings },
    );
    /** Three workers, until they find nothing to do. */
    const work = async (before = '') => {
      await runQueue(site.php, before, { settings, goOn: true });
      const worker = `\\Altscribe\\Batches\\Worker::work_on_queue( 45 );`;
      await Promise.all([1, 2, 3].map(() => runQueue(site.php, worker, { settings, goOn: true })));
      return runQueue(
        site.php,
        `$batch = \\Altscribe\\Batches\\Store::current_batch(); $counts = $batch['counts'];
        return array( $batch['state'], $batch['reason'] ? $batch['reason']['message'] : '', $counts['written'], $counts['waiting'], $counts['written'] + $counts['waiting'] );`,
        { settings, goOn: true },
      );
    };
    const resume = `\\Altscribe\\Batches\\Control::resume_batch( \\Altscribe\\Batches\\Store::current_batch()['id'] );`;
    const sentence = `You have no credits left. Ask the account owner (${account.userId}) to add credits.`;

    expect(await work()).toEqual(['halted', sentence, 299, 11, 310]);
    // Without credits, it makes no progress.
    expect(await work(resume)).toEqual(['halted', sentence, 299, 11, 310]);
    await account.addCredits(1);
    expect(await work(resume)).toEqual(['halted', sentence, 300, 10, 310]);
    await account.addCredits(11);
    expect(await work(resume)).toEqual(['finished', '', 310, 0, 310]);
    expect(await account.credits()).toBe(1);
    expect(backend.providers.calls).toHaveLength(310);
  } finally {
    await service.dispose();
  }
});

test('The number of free texts is known before a batch, and its cost afterwards', async ({
  site,
}) => {
  const batch = await runQueue(
    site.php,
    `$known  = image();
    $line   = image( '', array( 'post_title' => 'x' ) );
    update_post_meta( $line, '_wp_attached_file', '2026/page-divider-2.png' );
    $cached = image();
    $new    = image();
    $url    = wp_get_attachment_url( $known );
    wp_insert_post( array( 'post_status' => 'publish', 'post_title' => 'Boats', 'post_content' => '<!-- wp:image {"id":' . $known . '} --><figure class="wp-block-image"><img src="' . $url . '" alt="Two boats in the harbour at dawn" class="wp-image-' . $known . '"/></figure><!-- /wp:image -->' ) );
    \\Altscribe\\Posts\\Uses_Index::read_uses( 30 );
    $args     = array( 'ids' => array( $known, $line, $cached, $new ) );
    $estimate = \\Altscribe\\Batches\\Start::estimate_batch( $args );
    serve( function ( $id ) use ( $cached ) {
      return respond( 200, array( 'altText' => "Text of $id", 'CreditsAvailable' => 7, 'plan_type' => 'pro' ), $id === $cached ? array( 'age' => '5' ) : array() );
    } );
    $id = \\Altscribe\\Batches\\Start::start_batch( $args );
    work_through();
    $done = batch( $id );
    return array( 'estimate' => $estimate, 'credits' => $done['credits'], 'counts' => array_filter( $done['counts'] ) );`,
    { settings: {} },
  );
  expect(batch).toEqual({
    estimate: { images: 4, checked: 4, free: 1, decorative: 1 },
    credits: 2,
    counts: { written: 3, suggested: 1 },
  });
});

test('Bulk actions ask first if the credits do not suffice, and generate for as many images', async ({
  site,
}) => {
  const run = (credits: number) =>
    runQueue(
      site.php,
      `serve( function () use ( $args ) {
        return respond( 200, array( 'userDetails' => array( 'user_id' => 'site@example.com', 'plan_type' => 'pro', 'credits_available' => $args['credits'] ) ) );
      } );
      $ids    = images( 14 );
      $act    = function ( $ids ) { return \\Altscribe\\Media_Library\\Actions::handle_bulk_action( 'upload.php', 'altscribe_generate', $ids ); };
      $queued = function () { $batch = \\Altscribe\\Batches\\Store::current_batch(); return $batch ? $batch['total'] : 0; };
      $asked  = array( $act( $ids ), $queued() );
      set_current_screen( 'upload' );
      $_GET['altscribe_notice'] = 'failed';
      ob_start();
      \\Altscribe\\Media_Library\\Actions::render_library_notice();
      $notice = ob_get_clean();
      parse_str( html_entity_decode( preg_match( '/href="[^"]*[?]([^"]*)"/', $notice, $link ) ? $link[1] : '' ), $query );
      $media = array_map( 'intval', $query['media'] ?? array() );
      return array( $asked, trim( wp_strip_all_tags( $notice ) ), $media === array_slice( array_reverse( $ids ), 0, 3 ), (bool) wp_verify_nonce( $query['_wpnonce'] ?? '', 'bulk-media' ), $media ? array( $act( $media ), $queued() ) : null );`,
      { args: { credits }, settings: { user_id: `bulk-${credits}@example.com` } },
    );
  expect(await run(3)).toEqual([
    ['upload.php?altscribe_notice=failed', 0],
    'This costs at most 14 credits. You have 3 left. Generate 3 alt texts',
    true,
    true,
    ['upload.php?altscribe_notice=started', 3],
  ]);
  expect(await run(0)).toEqual([
    ['upload.php?altscribe_notice=failed', 0],
    'You have no credits left. Ask the account owner (site@example.com) to add credits.',
    false,
    false,
    null,
  ]);
  expect(await run(14)).toContainEqual(['upload.php?altscribe_notice=started', 14]);
});

test('After a top-up, a batch goes on by itself: within five minutes, or when a screen reads the account', async ({
  site,
}) => {
  const found = await runQueue(
    site.php,
    `$GLOBALS['credits'] = 1;
    $GLOBALS['read']    = 0;
    add_filter( 'pre_http_request', function ( $answer, $call, $url ) {
      if ( false === strpos( $url, 'get-user-details-api' ) ) { return $answer; }
      ++$GLOBALS['read'];
      return respond( 200, array( 'userDetails' => array( 'user_id' => 'top-up@example.com', 'plan_type' => 'pro', 'credits_available' => $GLOBALS['credits'] ) ) );
    }, 30, 3 );
    serve( function ( $id, $number ) {
      static $last = 0;
      if ( $number === $last ) { return null; }
      $last = $number;
      return --$GLOBALS['credits'] < 0 ? no_credits() : respond( 200, array( 'altText' => "Text of $id", 'CreditsAvailable' => $GLOBALS['credits'], 'plan_type' => 'pro' ) );
    } );
    $batch = \\Altscribe\\Batches\\Start::start_batch( array( 'ids' => images( 4 ) ) );
    $work  = function ( $credits ) use ( $batch ) {
      $GLOBALS['credits'] = $credits;
      $before             = array( count( $GLOBALS['calls'] ), $GLOBALS['read'] );
      \\Altscribe\\Batches\\Worker::work_on_queue( 30 );
      $now = batch( $batch );
      return array( $now['state'], $now['counts']['written'], count( $GLOBALS['calls'] ) - $before[0], $GLOBALS['read'] - $before[1], $now['retry_after'] > 290 );
    };
    $steps = array( $work( 1 ) );
    pass( 290 );
    $steps[] = $work( 0 );
    pass( 11 );
    $steps[] = $work( 0 );
    pass( 301 );
    $steps[] = $work( 1 );
    $GLOBALS['credits'] = 5;
    \\Altscribe\\Service\\Account::get( \\Altscribe\\Core\\Settings::get() );
    $steps[] = $work( 5 );
    return $steps;`,
    { settings: { user_id: 'top-up@example.com' } },
  );
  // State, texts written so far, images tried, readings of the account, and whether the next check is in five minutes.
  expect(found).toEqual([
    ['halted', 1, 2, 0, true],
    ['halted', 1, 0, 0, false],
    ['halted', 1, 0, 1, true],
    ['halted', 2, 2, 1, true],
    ['finished', 4, 2, 0, false],
  ]);
});

test('After a new daily limit, a batch goes on at once; the service’s limit is asked about each hour', async ({
  site,
}) => {
  const found = await runQueue(
    site.php,
    `$GLOBALS['is_over'] = false;
    serve( function () { return $GLOBALS['is_over'] ? respond( 429, array( 'code' => 'daily_limit_reached', 'message' => 'x' ), array( 'retry-after' => '40000' ) ) : null; } );
    $batch = \\Altscribe\\Batches\\Start::start_batch( array( 'ids' => images( 3 ) ) );
    $work  = function () use ( $batch ) {
      \\Altscribe\\Batches\\Worker::work_on_queue( 30 );
      $now = batch( $batch );
      return array( $now['state'], $now['reason']['code'] ?? '', $now['counts']['written'] );
    };
    $steps = array( $work() );
    \\Altscribe\\Core\\Settings::save( array( 'language' => 'de_DE' ) );
    $steps[] = $work();
    $GLOBALS['is_over'] = true;
    \\Altscribe\\Core\\Settings::save( array( 'daily_credit_limit' => 5 ) );
    $steps[] = $work();
    $GLOBALS['is_over'] = false;
    $steps[] = $work();
    pass( 3601 );
    $steps[] = $work();
    \\Altscribe\\Core\\Settings::save( array( 'daily_credit_limit' => 0, 'language' => '' ) );
    return $steps;`,
    { settings: { daily_credit_limit: 1 } },
  );
  expect(found).toEqual([
    ['halted', 'altscribe_daily_limit', 1],
    ['halted', 'altscribe_daily_limit', 1],
    ['halted', 'altscribe_service_limit', 1],
    ['halted', 'altscribe_service_limit', 1],
    ['finished', '', 3],
  ]);
});
