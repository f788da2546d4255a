import type { Site } from './site.ts';

/** Functions for PHP: requests as the current user, users, posts and pending suggestions. */
export const helpers = `
  $ask = function ( $method, $route, $params = array() ) {
    $request = new WP_REST_Request( $method, "/altscribe/v1/$route" );
    $request->{ 'GET' === $method ? 'set_query_params' : 'set_body_params' }( $params );
    return rest_do_request( $request );
  };
  $get     = function ( $params = array() ) use ( $ask ) { return $ask( 'GET', 'suggestions', $params )->get_data(); };
  $pending = function ( $params = array() ) use ( $get ) { return wp_list_pluck( $get( $params ), 'text' ); };
  $code    = function ( $response ) { $data = $response->get_data(); return $data['code'] ?? $data['state'] ?? $response->get_status(); };
  $decide  = function ( $id, $decision = 'accept', $params = array() ) use ( $ask ) { return $ask( 'POST', "suggestions/$id", compact( 'decision' ) + $params ); };
  $user    = function ( $role ) { return wp_insert_user( array( 'user_login' => uniqid( 'review' ), 'user_pass' => 'x', 'role' => $role, 'display_name' => "The $role" ) ); };
  $block   = function ( $id, $alt = '', $after = '' ) { return '<!-- wp:image {"id":' . $id . '} -->' . "\\n" . '<figure class="wp-block-image"><img src="' . wp_get_attachment_url( $id ) . '" alt="' . $alt . '" class="wp-image-' . $id . '"/>' . $after . "</figure>\\n<!-- /wp:image -->"; };
  $post    = function ( $content, $fields = array() ) { return wp_insert_post( wp_slash( $fields + array( 'post_title' => 'Harbour', 'post_status' => 'publish', 'post_content' => $content ) ) ); };
  $suggest = function ( $image, $text, $post = 0, $number = 1, $more = array() ) { return altscribe_add_suggestion( $more + array( 'attachment_id' => $image, 'post_id' => $post, 'place' => $post ? "core/image#$image#$number" : '', 'new_text' => $text, 'previous_text' => $post ? '' : alt( $image ) ) ); };
  $alts    = function ( $post ) { return preg_match_all( '/alt="([^"]*)"/', get_post( $post )->post_content, $m ) ? $m[1] : array(); };
  $declined = function () { return respond( 500, array( 'success' => false, 'message' => 'Internal server error', 'error' => 'openai: refused to describe the image' ) ); };
`;

/** A waiting suggestion, with the fields that tests check. */
export interface Made {
  id: number;
  post: number;
  text: string;
}

/**
 * Makes posts with three images each, and a suggestion for each image, until there are as many as
 * asked. All earlier ones are deleted. Every fifth text is "Image of …", which has a finding; the
 * images of the first post have a caption.
 */
export async function makeSuggestions(site: Site, count: number, user = 'admin'): Promise<Made[]> {
  const printed = await site.php(
    `global $wpdb;
    \\Altscribe\\Suggestions\\Store::make_table( true );
    $wpdb->query( 'DELETE FROM ' . \\Altscribe\\Suggestions\\Store::table() );
    delete_metadata( 'user', 0, $wpdb->get_blog_prefix() . 'altscribe_reads', '', true );
    $made = array();
    foreach ( range( 0, max( 0, $args['count'] - 1 ) ) as $n ) {
      if ( $n >= $args['count'] ) break;
      $ids = $args['images'];
      if ( 0 === $n % 3 ) {
        $content = '<!-- wp:heading --><h2 class="wp-block-heading">In the greenhouse</h2><!-- /wp:heading -->';
        foreach ( $ids as $i => $id ) {
          $content .= '<!-- wp:paragraph --><p>The path turns left behind the palms, where it is warm ' . $i . '.</p><!-- /wp:paragraph -->'
            . '<!-- wp:image {"id":' . $id . '} --><figure class="wp-block-image"><img src="' . wp_get_attachment_url( $id ) . '" alt="" class="wp-image-' . $id . '"/>' . ( 0 === $n ? '<figcaption class="wp-element-caption">In June</figcaption>' : '' ) . '</figure><!-- /wp:image -->';
        }
        $post = wp_insert_post( wp_slash( array( 'post_title' => 'From the greenhouse to the reef ' . ( 1 + intdiv( $n, 3 ) ), 'post_status' => 'publish', 'post_content' => $content ) ) );
      }
      $id   = $ids[ $n % 3 ];
      $text = ( 4 === $n % 5 ? 'Image of ' : '' ) . "white calla lilies against a grey wall, number $n";
      $made[] = array( 'id' => altscribe_add_suggestion( array( 'attachment_id' => $id, 'post_id' => $post, 'place' => "core/image#$id#1", 'image_url' => wp_get_attachment_url( $id ), 'new_text' => $text, 'purpose' => 'informative', 'model' => 'gpt-5.4-mini', 'prompt' => 'v1', 'origin' => 'batch' ) ), 'post' => $post, 'text' => $text );
    }
    echo wp_json_encode( $made );`,
    { count, images: [site.images.large.id, site.images.green.id, site.images.yellow.id] },
    user,
  );
  return JSON.parse(printed) as Made[];
}

/** How many suggestions are in each state. */
export async function suggestionStates(site: Site): Promise<Record<string, number>> {
  const printed = await site.php(
    `global $wpdb;
    echo wp_json_encode( (object) array_map( 'intval', wp_list_pluck( $wpdb->get_results( 'SELECT state, COUNT(*) AS number FROM ' . \\Altscribe\\Suggestions\\Store::table() . ' GROUP BY state' ), 'number', 'state' ) ) );`,
  );
  return JSON.parse(printed) as Record<string, number>;
}
