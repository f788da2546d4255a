import { plainImage } from '../../support/images.ts';
import type { PhpRunner } from '../../wordpress/php-runner.ts';

/** An image of the media library. */
export interface Image {
  readonly id: number;
  readonly url: string;
}

/** `large` has smaller sizes; the others are so small that they only have a thumbnail. */
export type Images = Readonly<Record<'large' | 'green' | 'blue' | 'yellow', Image>>;

/**
 * Adds the images to the media library, in one request. Each is a minute younger than the previous one,
 * because WordPress sorts them by time, with no order within a second.
 */
export async function uploadImages(php: PhpRunner): Promise<Images> {
  const files = {
    large: await plainImage('jpeg', { width: 1100, height: 825, colour: '#aa3322' }),
    green: await plainImage('png', { width: 240, height: 160, colour: '#228844' }),
    blue: await plainImage('png', { width: 200, height: 200, colour: '#223388' }),
    yellow: await plainImage('webp', { width: 180, height: 240, colour: '#ddbb22' }),
  };
  const extensions = { large: 'jpg', green: 'png', blue: 'png', yellow: 'webp' };
  const printed = await php(
    `$images = array();
    foreach ( $args['files'] as $name => $base64 ) {
      $file = wp_tempnam( $name );
      file_put_contents( $file, base64_decode( $base64 ) );
      $id = media_handle_sideload(
        array( 'name' => $name . '.' . $args['extensions'][ $name ], 'tmp_name' => $file ),
        0,
        null,
        array( 'post_date' => gmdate( 'Y-m-d H:i:s', strtotime( '-1 hour' ) + 60 * count( $images ) ) )
      );
      $images[ $name ] = array( 'id' => $id, 'url' => wp_get_attachment_url( $id ) );
    }
    echo wp_json_encode( $images );`,
    {
      files: Object.fromEntries(
        Object.entries(files).map(([name, bytes]) => [name, bytes.toString('base64')]),
      ),
      extensions,
    },
    'admin',
  );
  return JSON.parse(printed) as Images;
}
