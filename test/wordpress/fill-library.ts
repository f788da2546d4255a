import type { PhpRunner } from './php-runner.ts';

const rowsInRequest = 1_000;

/**
 * Adds many images to the library: a third without a text, one third with a finding and one third with a
 * good text; or all without a text.
 *
 * @param file - the file of all of them, in the uploads folder; by default, each has one that does not exist.
 */
export async function fillLibrary(
  php: PhpRunner,
  count: number,
  { withTexts = true, file = '' } = {},
): Promise<void> {
  for (let done = 0; done < count; done += rowsInRequest) {
    await php(
      `global $wpdb;
      $wpdb->query( 'START TRANSACTION' );
      for ( $i = $args['from']; $i < $args['to']; $i++ ) {
        $wpdb->insert( $wpdb->posts, array(
          'guid' => 'http://altscribe-queue/', 'post_type' => 'attachment', 'post_status' => 'inherit', 'post_mime_type' => 'image/jpeg',
          'post_title' => "Image $i", 'post_name' => "image-$i", 'post_author' => 1,
          'post_date' => '2026-01-01 00:00:00', 'post_date_gmt' => '2026-01-01 00:00:00',
          'post_modified' => '2026-01-01 00:00:00', 'post_modified_gmt' => '2026-01-01 00:00:00',
          'post_content' => '', 'post_excerpt' => '', 'to_ping' => '', 'pinged' => '', 'post_content_filtered' => '',
        ) );
        $id   = $wpdb->insert_id;
        $meta = array( '_wp_attached_file' => $args['file'] ? $args['file'] : "2026/01/image-$i.jpg" );
        if ( $args['with_texts'] && $i % 3 ) { $meta['_wp_attachment_image_alt'] = $i % 3 > 1 ? 'IMG_2034' : "Boat number $i below a bridge"; }
        foreach ( $meta as $key => $value ) {
          $wpdb->insert( $wpdb->postmeta, array( 'post_id' => $id, 'meta_key' => $key, 'meta_value' => $value ) );
        }
      }
      $wpdb->query( 'COMMIT' );`,
      { from: done, to: Math.min(done + rowsInRequest, count), with_texts: withTexts, file },
    );
  }
}
