import { withoutChanging } from '../support/changing.ts';
import { runQueue } from './support/queue.ts';
import { helpers } from './support/suggestions.ts';
import { expect, test } from './support/test.ts';
import { changingInWorld, world } from './support/world.ts';

const reads = `
  $waits   = \\Altscribe\\Batches\\Start::start_batch( array( 'ids' => array( $names['linked'] ), 'origin' => 'bulk' ) );
  $asked = array( 'images', 'images/counts', 'suggestions/counts', 'batches', 'batches/current', "batches/$batch", "batches/$batch/items", "batches/$waits/items", 'settings', "attachments/{$names['missing']}/posts", "attachments/{$names['linked']}/posts", 'batches/0', 'images/1' );
  foreach ( $names as $id ) { $asked[] = "images/$id"; }
  add_shortcode( 'prints', function () { echo '<img src="https://example.com/printed.jpg" alt="Printed">'; return '<img src="https://example.com/returned.jpg" alt="">'; } );
  $answers = array();
  $note    = function ( $method, $route, $params, $name ) use ( $ask, &$answers ) {
    $response = $ask( $method, $route, $params );
    $answers[ trim( "$name $method $route " . ( $params ? wp_json_encode( $params ) : '' ) ) ] = array( $response->get_status(), array_diff_key( $response->get_headers(), array( 'Link' => 1 ) ), $response->get_data() );
  };
  $filters = array( array( 'state' => 'missing' ), array( 'state' => 'suggested' ), array( 'state' => 'unread' ), array( 'state' => 'check' ), array( 'state' => 'decorative' ), array( 'state' => 'good' ), array( 'used' => true ), array( 'used' => false ), array( 'mime_type' => 'image/png' ), array( 'after' => '2026-02-15' ), array( 'before' => '2026-02-15' ), array( 'language' => 'fr_FR' ), array( 'per_page' => 2, 'page' => 2 ) );
  foreach ( array( 'admin' => get_user_by( 'login', 'admin' )->ID, 'editor' => $editor ) as $name => $who ) {
    wp_set_current_user( $who );
    foreach ( $asked as $route ) { $note( 'GET', $route, array(), $name ); }
    foreach ( 'admin' === $name ? $filters : array() as $filter ) { $note( 'GET', 'images/counts', $filter, $name ); $note( 'GET', 'images', $filter + array( 'after' => '2026-01-15', 'before' => '2026-03-15' ), $name ); }
    foreach ( array( array(), array( 'state' => 'decided' ), array( 'context' => 'edit' ), array( 'post' => $post_a ), array( 'author' => $editor ), array( 'type' => 'library' ), array( 'type' => 'post' ), array( 'waiting' => 'live' ), array( 'waiting' => 'suggested' ), array( 'finding' => 'redundant-prefix' ), array( 'exclude' => array( $waiting ) ) ) as $filter ) { $note( 'GET', 'suggestions', $filter, $name ); }
    foreach ( array( array( 'ids' => array( $names['missing'], $names['decorative'] ) ), array( 'filters' => array( 'state' => 'missing' ), 'limit' => 2 ), array( 'filters' => array( 'state' => 'check' ), 'overwrite' => true, 'regenerate' => true ) ) as $params ) {
      $note( 'POST', 'batches/preview', $params, $name );
      $note( 'POST', 'batches/estimate', $params, $name );
    }
    $note( 'POST', 'context', array( 'post_id' => $post_a, 'attachment_id' => $names['missing'], 'place' => "core/image#{$names['missing']}#1", 'seo_keywords' => 'pier', 'hint' => 'At dawn' ), $name );
    $note( 'POST', 'rendered-images', array( 'post_id' => $post_a, 'content' => get_post( $post_a )->post_content . '[prints]' ), $name );
    $note( 'POST', 'import/preview', array( 'csv' => "id,alt_text,decorative\\n{$names['missing']},A pier,0\\n{$names['good']},,1\\n{$names['good']},x,0\\nx,y,0\\n{$names['faulty']},IMG_2034.jpg,0\\n", 'first_line' => 2 ), $name );
  }
  return $answers;`;

test('Each route answers the same in the same world', async ({ site }) => {
  const answers = (await runQueue(site.php, helpers + world + reads)) as Record<string, unknown>;
  const lines = Object.entries(answers).map(
    ([asked, answer]) => `${asked}\n${JSON.stringify(answer)}\n`,
  );
  // Before the patterns that replace only the time in it.
  const timeless = lines.join('\n').replaceAll(/\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\dZ?/g, 'AT');
  const said = withoutChanging(timeless, [
    ...changingInWorld,
    [/\b1[789]\d{8}\b/g, 'AT'],
    [/"value":"20\d{4}"/g, '"value":"MONTH"'],
  ]);
  expect(said).toMatchSnapshot('answers.txt');
});
