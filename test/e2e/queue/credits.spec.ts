import { startService } from '../../support/service.ts';
import { serviceEnv } from '../support/backend.ts';
import { runQueue } from '../support/queue.ts';
import { expect, test } from '../support/test.ts';

const settings = null;

test('Credits run out at the 300th image: nothing is lost or failed, and it goes on from there', async ({
  site,
  backend,
}) => {
  const service = await startService({
    ...serviceEnv(backend.providers),
    RATE_LIMIT_PER_MINUTE: '10000',
  });
  try {
    const account = await backend.connect({ service, credits: 299 });
    await runQueue(
      site.php,
      `$file = get_post_meta( $args['id'], '_wp_attached_file', true );
      $GLOBALS['wpdb']->query( 'START TRANSACTION' );
      $ids = images( 310 );
      foreach ( $ids as $id ) { update_post_meta( $id, '_wp_attached_file', $file ); }
      $GLOBALS['wpdb']->query( 'COMMIT' );
      altscribe_start_batch( array( 'ids' => $ids, 'regenerate' => true ) );`,
      { args: { id: site.pictures.green.id }, settings },
    );
    /** Three work until they find no more to do. */
    const work = async (before = '') => {
      await runQueue(site.php, before, { settings, goOn: true });
      const worker = `altscribe_work_on_queue( 45 );`;
      await Promise.all([1, 2, 3].map(() => runQueue(site.php, worker, { settings, goOn: true })));
      return runQueue(
        site.php,
        `$batch = altscribe_current_batch(); $counts = $batch['counts'];
        return array( $batch['state'], $batch['reason'] ? $batch['reason']['message'] : '', $counts['written'], $counts['waiting'], $counts['written'] + $counts['waiting'] );`,
        { settings, goOn: true },
      );
    };
    const resume = `altscribe_resume_batch( altscribe_current_batch()['id'] );`;
    const sentence = `You have no credits left. Ask the owner of ${account.userId} to add some.`;

    const started = Date.now();
    expect(await work()).toEqual(['halted', sentence, 299, 11, 310]);
    console.log('299 images', Date.now() - started);
    // Without credits it comes no further.
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
