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
      altscribe_start_batch( array( 'ids' => $ids, 'regenerate' => true ) );`,
      { settings },
    );
    /** Three workers, until they find nothing to do. */
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
    const sentence = `You have no credits left. Ask the account owner (${account.userId}) to add credits.`;

    expect(await work()).toEqual(['halted', sentence, 299, 11, 310]);
    // Without credits it gets no further.
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
