import { plainPicture } from '../../support/pictures.ts';
import type { PhpRunner } from '../../wordpress/php-runner.ts';

/** An image of the media library. */
export interface Picture {
  readonly id: number;
  readonly url: string;
}

/** `large` has smaller sizes, the others are small enough to have only a thumbnail. */
export type Pictures = Readonly<Record<'large' | 'green' | 'blue' | 'yellow', Picture>>;

/**
 * Puts the pictures into the media library, in one request. Each is a minute younger than the one before:
 * WordPress orders them by time, and those of the same second as they come.
 */
export async function uploadPictures(php: PhpRunner): Promise<Pictures> {
  const files = {
    large: await plainPicture('jpeg', { width: 1600, height: 1200, colour: '#aa3322' }),
    green: await plainPicture('png', { width: 240, height: 160, colour: '#228844' }),
    blue: await plainPicture('png', { width: 200, height: 200, colour: '#223388' }),
    yellow: await plainPicture('webp', { width: 180, height: 240, colour: '#ddbb22' }),
  };
  const extensions = { large: 'jpg', green: 'png', blue: 'png', yellow: 'webp' };
  const printed = await php(
    `$pictures = array();
    foreach ( $args['files'] as $name => $base64 ) {
      $file = wp_tempnam( $name );
      file_put_contents( $file, base64_decode( $base64 ) );
      $id = media_handle_sideload(
        array( 'name' => $name . '.' . $args['extensions'][ $name ], 'tmp_name' => $file ),
        0,
        null,
        array( 'post_date' => gmdate( 'Y-m-d H:i:s', strtotime( '-1 hour' ) + 60 * count( $pictures ) ) )
      );
      $pictures[ $name ] = array( 'id' => $id, 'url' => wp_get_attachment_url( $id ) );
    }
    echo wp_json_encode( $pictures );`,
    {
      files: Object.fromEntries(
        Object.entries(files).map(([name, bytes]) => [name, bytes.toString('base64')]),
      ),
      extensions,
    },
    'admin',
  );
  return JSON.parse(printed) as Pictures;
}
