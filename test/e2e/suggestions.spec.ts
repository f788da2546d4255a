import { runQueue } from './support/queue.ts';
import { expect, test } from './support/test.ts';

/** Functions for PHP: requests as the current user, posts and pending suggestions. */
const helpers = `
  $ask = function ( $method, $route, $params = array() ) {
    $request = new WP_REST_Request( $method, "/altscribe/v1/$route" );
    $request->{ 'GET' === $method ? 'set_query_params' : 'set_body_params' }( $params );
    return rest_do_request( $request );
  };
  $get     = function ( $params = array() ) use ( $ask ) { return $ask( 'GET', 'suggestions', $params )->get_data(); };
  $pending = function ( $params = array() ) use ( $get ) { return wp_list_pluck( $get( $params ), 'text' ); };
  $user    = function ( $role ) { return wp_insert_user( array( 'user_login' => uniqid( 'review' ), 'user_pass' => 'x', 'role' => $role, 'display_name' => "The $role" ) ); };
  $block   = function ( $id, $alt = '' ) { return '<!-- wp:image {"id":' . $id . '} --><figure class="wp-block-image"><img src="' . wp_get_attachment_url( $id ) . '" alt="' . $alt . '" class="wp-image-' . $id . '"/></figure><!-- /wp:image -->'; };
  $post    = function ( $content, $fields = array() ) { return wp_insert_post( wp_slash( $fields + array( 'post_title' => 'Harbour', 'post_status' => 'publish', 'post_content' => $content ) ) ); };
`;

test('A suggestion for a place in a post is listed, accepted and undone', async ({ site }) => {
  const found = await runQueue(
    site.php,
    `${helpers}
    $image = image();
    $post  = $post( '<!-- wp:heading --><h2 class="wp-block-heading">Boats</h2><!-- /wp:heading --><!-- wp:paragraph --><p>In the morning.</p><!-- /wp:paragraph -->' . $block( $image ) . $block( $image ) );
    $added = $ask( 'POST', 'suggestions', array( 'post_id' => $post, 'attachment_id' => $image, 'place' => "core/image#$image#2", 'text' => 'Two boats at the pier', 'purpose' => 'informative', 'model' => 'gpt', 'prompt' => 'v1' ) );
    $item  = $get()[0];
    $done  = $ask( 'POST', "suggestions/$item[id]", array( 'decision' => 'accept' ) )->get_data();
    $text  = get_post( $post )->post_content;
    $left  = $pending();
    $back  = $ask( 'POST', "suggestions/$item[id]/undo" )->get_data();
    return array( 'status' => $added->get_status(), 'item' => $item, 'done' => $done['state'], 'alts' => preg_match_all( '/alt="([^"]*)"/', $text, $m ) ? $m[1] : null, 'left' => $left, 'back' => $back['state'] ?? $back, 'after' => false === strpos( get_post( $post )->post_content, 'Two boats' ) );`,
  );
  expect(found).toMatchObject({
    status: 201,
    item: {
      number: 2,
      total: 2,
      surroundings: { heading: 'Boats', before: 'In the morning.', caption: '', after: '' },
      text: 'Two boats at the pier',
      current_text: '',
      declined: false,
      can_be_decorative: true,
    },
    done: 'accepted',
    alts: ['', 'Two boats at the pier'],
    left: [],
    back: 'pending',
    after: true,
  });
});
