import type { Replacement } from '../../support/changing.ts';

/** What users have read and dismissed in other tests. */
export const forgetUsers = `
  foreach ( array( 'altscribe_reads', 'altscribe_low_credits_dismissed' ) as $key ) { delete_metadata( 'user', 0, $GLOBALS['wpdb']->get_blog_prefix() . $key, '', true ); }
`;

/**
 * PHP for `runQueue`, after the helpers for suggestions: images, posts, suggestions and a batch of
 * every kind, always with the same ids.
 */
export const world = `${forgetUsers}
  global $wpdb;
  foreach ( array( $wpdb->posts => 7000001, \\Altscribe\\Suggestions\\Store::table() => 8000001, \\Altscribe\\Batches\\Store::batches_table() => 9000001, $wpdb->users => 6000001, $wpdb->terms => 5000001, $wpdb->term_taxonomy => 5000001 ) as $table => $id ) {
    $wpdb->query( "ALTER TABLE $table AUTO_INCREMENT = $id" );
  }
  $names = array();
  $own   = array( 'post_date' => '2026-03-01 10:00:00' );
  foreach ( array( 'missing' => '', 'good' => 'A boat at the pier', 'faulty' => 'IMG_2034.jpg', 'hinted' => 'Boat', 'decorative' => '', 'unread' => 'A lake in the hills', 'suggested' => '', 'linked' => '', 'french' => 'Un bateau', 'failing' => '', 'declined' => '' ) as $name => $alt ) {
    $names[ $name ] = image( $alt, array( 'post_title' => ucfirst( $name ), 'post_date' => 'good' === $name ? '2026-02-01 10:00:00' : '2026-03-01 10:00:00', 'post_mime_type' => 'hinted' === $name ? 'image/png' : 'image/jpeg' ) );
  }
  update_post_meta( $names['decorative'], '_altscribe_decorative', '1' );
  update_post_meta( $names['french'], '_altscribe_language', 'fr_FR' );
  $editor  = $user( 'editor' );
  wp_update_user( array( 'ID' => $editor, 'display_name' => 'Edith Editor' ) );
  $post_a  = $post( '<!-- wp:heading --><h2 class="wp-block-heading">By the sea</h2><!-- /wp:heading -->' . $block( $names['missing'] ) . $block( $names['good'], 'A boat' ) . $block( $names['suggested'] ), $own + array( 'post_title' => 'The harbour' ) );
  $post_b  = $post( $block( $names['missing'], 'A boat, seen from the pier' ) . $block( $names['linked'] ), $own + array( 'post_title' => 'A draft', 'post_status' => 'draft', 'post_author' => $editor ) );
  set_post_thumbnail( $post_a, $names['good'] );
  \\Altscribe\\Posts\\Uses_Index::read_uses( 60 );
  \\Altscribe\\Library\\Findings::check_library();
  $waiting = $suggest( $names['suggested'], 'Boats at the pier' );
  $placed  = $suggest( $names['missing'], 'Image of a boat', $post_a, 1, array( 'origin' => 'sidebar', 'hint' => 'It is the Mathilda', 'purpose' => 'informative', 'model' => 'gpt', 'prompt' => '4' ) );
  $framed  = $suggest( $names['linked'], '', $post_b, 1, array( 'purpose' => 'decorative', 'origin' => 'batch' ) );
  $done    = $suggest( $names['good'], 'A boat at the quay', $post_a );
  $decide( $done, 'reject' );
  serve( function ( $id ) use ( $names, $declined ) { return $id === $names['failing'] ? respond( 400, array( 'message' => 'The image is damaged.', 'errors' => array( array( 'path' => 'image_file', 'code' => 'image_undecodable', 'message' => 'The image is damaged.' ) ) ) ) : ( $id === $names['declined'] ? $declined() : null ); } );
  $batch   = \\Altscribe\\Batches\\Start::start_batch( array( 'ids' => array( $names['missing'], $names['good'], $names['failing'], $names['declined'] ), 'origin' => 'page' ) );
  work_through();
`;

/** What differs from run to run in that world: users, the day of the test, and what is counted from it. */
export const changingInWorld: readonly Replacement[] = [
  [/\b6000\d{3}\b/g, 'USER'],
  [/\b5000\d{3}\b/g, 'TERM'],
  [/\breview[\da-f]{13}\b/g, 'LOGIN'],
  [/\b20\d\d\/\d\d(?=\/[a-z])/g, 'YEAR/MONTH'],
  [/\b(?!2026-0[123]-)20\d\d-\d\d-\d\d\b/g, 'DAY'],
  [/\b(?:\d+|a|an) (?:second|minute|min|hour)s? ago\b/g, 'AGO'],
];
