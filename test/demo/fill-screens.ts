import type { PhpRunner } from '../wordpress/php-runner.ts';
import { upload } from './draft.ts';

/**
 * Publishes a post, because Tools > Alt text report only counts images of published content, and generates two texts
 * that wait for a decision on Media > Alt text > To review.
 */
export async function fillScreens(php: PhpRunner, post: number): Promise<void> {
  const photographs = await upload(php, ['northern-buttercups-flowers', 'vash-gon-square']);
  await php(
    `wp_publish_post( $args['post'] );
    \\Altscribe\\Posts\\Uses_Index::read_uses( 20 );
    $settings = get_option( 'altscribe_settings' );
    update_option( 'altscribe_settings', array( 'review_new_texts' => true ) + $settings );
    \\Altscribe\\Batches\\Start::start_batch( array( 'ids' => $args['ids'] ) );
    \\Altscribe\\Batches\\Worker::work_on_queue( 20 );
    update_option( 'altscribe_settings', $settings );`,
    { post, ids: Object.values(photographs).map(({ id }) => id) },
    'admin',
  );
}
