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
