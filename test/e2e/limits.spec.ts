import { runQueue } from './support/queue.ts';
import { helpers } from './support/suggestions.ts';
import { expect, test } from './support/test.ts';

test('A text is found in the fifth newest post, not in the sixth', async ({ site }) => {
  const found = await runQueue(
    site.php,
    `${helpers}
    $image = image();
    $posts = array_map( function ( $text ) use ( $block, $post, $image ) { return $post( $block( $image, $text ) ); }, array( 'A boat at the pier', '', '', '', '', '' ) );
    \\Altscribe\\Posts\\Uses::read_noted();
    $sixth = altscribe_find_text_in_posts( $image );
    wp_delete_post( $posts[5], true );
    \\Altscribe\\Posts\\Uses::read_noted();
    wp_cache_flush();
    return array( $sixth, altscribe_find_text_in_posts( $image )['text'] ?? null );`,
  );
  expect(found).toEqual([null, 'A boat at the pier']);
});

test('The text of a copy with the number 9 is offered, not that of one with 10', async ({
  site,
}) => {
  const found = await runQueue(
    site.php,
    `${helpers}
    $file  = get_attached_file( ${String(site.images.green.id)} );
    $texts = array();
    foreach ( array( 10, 9 ) as $number ) {
      $ids = array();
      foreach ( array( "pier$number", "pier$number-$number" ) as $n => $name ) {
        $copy = wp_get_upload_dir()['basedir'] . "/$name.png";
        copy( $file, $copy );
        $ids[ $n ] = wp_insert_attachment( array( 'post_title' => 'Pier', 'post_name' => $name, 'post_mime_type' => 'image/png' ), $copy );
      }
      update_post_meta( $ids[1], '_wp_attachment_image_alt', 'Harbour' );
      $texts[ $number ] = wp_array_slice_assoc( $ask( 'POST', "attachments/{$ids[0]}/generate" )->get_data(), array( 'alt_text', 'findings' ) );
    }
    return $texts;`,
  );
  expect(found).toEqual({
    10: { alt_text: expect.stringMatching(/^Text of /) as unknown },
    9: { alt_text: 'Harbour', findings: ['single-word'] },
  });
});
