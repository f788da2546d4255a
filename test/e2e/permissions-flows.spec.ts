import { createPost } from '../wordpress/content.ts';
import { visit } from '../wordpress/session.ts';
import { makeFiles, phpOf } from './support/permissions.ts';
import type { Site } from './support/site.ts';
import { expect, test } from './support/test.ts';

// Flows of several requests, in the same world as the table of permissions: its images and posts
// are full of words that only users who may read them may see.

const helpers = `
  /** A request as a user; responds with its data. */
  $ask = function ( $user, $method, $route, $params = array() ) {
    wp_set_current_user( $user );
    return rest_do_request( request( $method, $route, 'GET' === $method ? $params : array(), array(), 'GET' === $method ? array() : $params ) )->get_data();
  };
  $user   = $GLOBALS['world']['user'];
  $editor = wp_insert_user( array( 'user_login' => uniqid( 'editor' ), 'user_pass' => 'x', 'role' => 'editor' ) );
  $person = new Person( $user, false );
  /** The words in some data that the user may not see, or not send to a model. */
  $secrets = function ( $data, $may = 'may_see' ) use ( $person ) { return array_values( array_filter( words_in( $data ), function ( $word ) use ( $person, $may ) { return ! $person->$may( $word ); } ) ); };
  /** The texts that wait for an image in the media library, regardless of permissions. */
  $waiting = function ( $key ) { return $GLOBALS['wpdb']->get_results( $GLOBALS['wpdb']->prepare( 'SELECT new_text, model, findings FROM %i WHERE post_id = 0 AND attachment_id = %d', \\Altscribe\\Suggestions\\Store::table(), world( 'image', $key ) ), ARRAY_A ); };
  $forget = function () { $GLOBALS['wpdb']->query( 'DELETE FROM ' . \\Altscribe\\Suggestions\\Store::table() ); };
  $sent   = array();
  add_filter( 'pre_http_request', function ( $answer, $call, $url ) use ( &$sent ) {
    if ( false !== strpos( $url, 'alt.example.com' ) ) { $sent[] = $call['body']; }
    return array( 'headers' => array(), 'cookies' => array(), 'response' => array( 'code' => 200, 'message' => '' ), 'body' => wp_json_encode( array( 'altText' => 'Image of two ships', 'CreditsAvailable' => 7, 'plan_type' => 'pro' ) ) );
  }, 20, 3 );
`;

/** Runs PHP in the world of a user with that role, and returns its result. */
async function inWorld(site: Site, role: string, code: string): Promise<unknown> {
  const printed = await site.php(
    `${phpOf('permission-world', 'permission-cells')}
    $GLOBALS['wpdb']->query( 'START TRANSACTION' );
    try {
      $GLOBALS['world'] = make_world( $args['role'], false, $args['files'] );
      ${helpers}
      $run = function () use ( $ask, $user, $editor, $secrets, $waiting, $forget, &$sent ) { ${code} };
      echo "\\n" . wp_json_encode( $run() );
    } finally {
      $GLOBALS['wpdb']->query( 'ROLLBACK' );
      remove_files();
    }`,
    { role, files: await makeFiles() },
    'admin',
  );
  return JSON.parse(printed.split('\n').at(-1) ?? '');
}

for (const role of ['contributor', 'author']) {
  test(`A text that a post of ${role} no longer has a place for is offered only for their own images`, async ({
    site,
  }) => {
    const found = await inWorld(
      site,
      role,
      `$draft = world( 'post', 'own' );
      foreach ( array( 'suggestions', 'generate' ) as $way ) {
        foreach ( array( 'the user', 'an editor' ) as $who ) {
          foreach ( array( 'unattached', 'draft', 'own' ) as $key ) {
            $forget();
            $sent  = array( 'post_id' => $draft, 'attachment_id' => world( 'image', $key ), 'place' => 'core/image#' . world( 'image', $key ) . '#1' );
            $more  = 'generate' === $way ? array( 'previous_text' => 'A boat' ) : array( 'text' => 'Image of two ships', 'model' => 'invented-9' );
            $told  = $ask( $user, 'POST', "/altscribe/v1/$way", $sent + $more );
            $ask( 'the user' === $who ? $user : $editor, 'POST', "/wp/v2/posts/$draft", array( 'content' => "Saved by $who" ) );
            // 30 days later.
            $GLOBALS['wpdb']->query( 'UPDATE ' . \\Altscribe\\Suggestions\\Store::table() . " SET decided = 1 WHERE state = 'away'" );
            \\Altscribe\\Suggestions\\Decisions::end_old_places();
            $found["$way, saved by $who"][ $key ] = $waiting( $key );
            $found['secrets'][] = $secrets( $told );
            $found['secrets'][] = $secrets( $ask( $user, 'GET', '/altscribe/v1/suggestions', array( 'type' => 'library' ) ) );
          }
        }
      }
      $found['secrets'] = array_values( array_unique( array_merge( ...$found['secrets'] ) ) );
      return $found;`,
    );
    // A text with findings keeps them, and a caller cannot say which model wrote it.
    const own = [{ new_text: 'Image of two ships', model: '', findings: ',redundant-phrase,' }];
    const moved = { unattached: [], draft: [], own };
    expect(found).toEqual({
      'suggestions, saved by the user': moved,
      'suggestions, saved by an editor': moved,
      'generate, saved by the user': moved,
      'generate, saved by an editor': moved,
      secrets: [],
    });
  });
}

test('The queue takes texts and context for an upload only from posts that the author may read', async ({
  site,
}) => {
  const found = await inWorld(
    site,
    'author',
    `$shown = array( 'inprivate', 'indraft', 'inpassword' );
    $ids   = array_map( function ( $key ) { return world( 'image', $key ); }, $shown );
    $GLOBALS['wpdb']->query( 'DELETE FROM ' . \\Altscribe\\Batches\\Store::items_table() );
    wp_set_current_user( $user );
    \\Altscribe\\Batches\\Start::start_batch( array( 'ids' => $ids, 'origin' => 'upload' ) );
    // The background worker has no user.
    wp_set_current_user( 0 );
    \\Altscribe\\Batches\\Worker::work_on_queue( 30 );
    $texts = array_map( function ( $id, $key ) use ( $waiting ) { return array( \\Altscribe\\Library\\Alt_Text::get_clean( $id ), $waiting( $key ) ); }, $ids, $shown );
    return array( 'requests' => count( $sent ), 'sent' => $secrets( $sent, 'may_send' ), 'texts' => $secrets( $texts ), 'told' => $secrets( $ask( $user, 'GET', '/altscribe/v1/batch-items', array( 'ids' => $ids ) ) ) );`,
  );
  expect(found).toEqual({ requests: 3, sent: [], texts: [], told: [] });
});

test('An editor, who may read all posts, gets the texts of private ones in a batch', async ({
  site,
}) => {
  const found = await inWorld(
    site,
    'editor',
    `$id = world( 'image', 'inprivate' );
    $GLOBALS['wpdb']->query( 'DELETE FROM ' . \\Altscribe\\Batches\\Store::items_table() );
    $ask( $user, 'POST', '/altscribe/v1/batches', array( 'ids' => array( $id ) ) );
    wp_set_current_user( 0 );
    \\Altscribe\\Batches\\Worker::work_on_queue( 30 );
    return array( count( $sent ), words_in( $waiting( 'inprivate' ) ) );`,
  );
  expect(found).toEqual([0, ['secret-post-private-blockalt']]);
});

test('The text of a copy is only for users who may read the copy', async ({ site }) => {
  const found = await inWorld(
    site,
    'author',
    `foreach ( array( 'private', 'foreign' ) as $key ) {
      $file = get_attached_file( world( 'image', $key ) );
      $name = str_replace( '-file', '-again', $file );
      // Without the text in the file, which would be found first.
      file_put_contents( $file, 'bytes' );
      copy( $file, $name );
      $copy = wp_insert_attachment( array( 'post_title' => 'Copy', 'post_name' => get_post( world( 'image', $key ) )->post_name . '-2', 'post_author' => $user, 'post_mime_type' => 'image/webp' ), $name );
      $told = $ask( $user, 'GET', "/altscribe/v1/images/$copy" );
      $found[ $key ] = array_map( 'array_values', array( preg_grep( '/-alt$/', words_in( $told ) ), preg_grep( '/-alt$/', $secrets( $told ) ) ) );
    }
    return $found;`,
  );
  expect(found).toEqual({ private: [[], []], foreign: [['secret-image-foreign-alt'], []] });
});

test('Over HTTP, with cookies and nonces, the same is refused', async ({ site, backend }) => {
  const { credits } = await backend.connect();
  const green = site.images.green.id;
  const contributor = await site.session('contributor');
  const author = await site.session('author');
  const editor = await site.session('editor');
  const ids = await site.php(
    `$of    = function ( $login ) { return get_user_by( 'login', $login )->ID; };
    $post  = function ( $login, $status ) use ( $of ) { return wp_insert_post( array( 'post_title' => 'admin' === $login ? 'A secret post' : 'Own', 'post_content' => 'A paragraph', 'post_status' => $status, 'post_author' => $of( $login ) ) ); };
    $add   = function ( $attachment_id, $post_id = 0, $of_whom = '' ) { return altscribe_add_suggestion( array( 'attachment_id' => $attachment_id, 'post_id' => $post_id, 'place' => $post_id ? "core/image#$attachment_id#1" : '', 'new_text' => 'own' === $of_whom ? 'A text' : 'A secret text' ) ); };
    $ids   = array( 'own' => $post( 'contributor', 'draft' ), 'private' => $post( 'admin', 'private' ) );
    update_option( 'altscribe_settings', array( 'limit_roles' => true, 'generate_roles' => array( 'author', 'contributor' ) ) + get_option( 'altscribe_settings' ) );
    echo wp_json_encode( $ids + array( 'suggested' => $add( $args ), 'in own' => $add( $args, $ids['own'], 'own' ), 'in private' => $add( $args, $ids['private'] ) ) );`,
    green,
  );
  const { own, private: foreign, suggested, ...places } = JSON.parse(ids) as Record<string, number>;
  const v1 = '/wp-json/altscribe/v1';
  const json = (body: object) => ({
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
  const form = (body: Record<string, string>) => ({
    method: 'POST',
    body: new URLSearchParams(body),
  });
  const post = { method: 'POST' };
  const withoutNonce = { headers: { 'X-WP-Nonce': 'invalid' } };
  const calls = {
    'a post and an own suggestion': () =>
      contributor.fetch(`${v1}/suggestions?post=${foreign}&id=${places['in own']}`),
    'the same without a nonce': () =>
      visit(site.url).fetch(`${v1}/suggestions?post=${foreign}&id=${places['in own']}`),
    'own in the path, foreign in the address': () =>
      contributor.fetch(
        `${v1}/suggestions/${places['in own']}?id=${places['in private']}`,
        json({ decision: 'reject' }),
      ),
    'own in the path, foreign in JSON': () =>
      contributor.fetch(
        `${v1}/suggestions/${places['in own']}/undo`,
        json({ id: places['in private'] }),
      ),
    'own in the address, foreign in a form': () =>
      contributor.fetch(`${v1}/context?post_id=${own}`, form({ post_id: String(foreign) })),
    'a foreign image': () => author.fetch(`${v1}/attachments/${green}/generate`, post),
    'a role that may not generate': () =>
      editor.fetch(`${v1}/suggestions/${suggested}/rewrite`, post),
    'in upper case': () => editor.fetch(`${v1}/SUGGESTIONS/${suggested}/REWRITE`, post),
    'all in upper case': () =>
      editor.fetch(`/wp-json${`/altscribe/v1/suggestions/${suggested}/long`.toUpperCase()}`, post),
    'as a parameter': () =>
      editor.fetch(`/?rest_route=/altscribe/v1/Suggestions/${suggested}/Rewrite`, post),
    'as another method': () => editor.fetch(`${v1}/suggestions/${suggested}/REWRITE?_method=POST`),
    'with a wrong nonce': () => editor.fetch(`${v1}/images`, withoutNonce),
    'a visitor': () => visit(site.url).fetch(`${v1}/suggestions/${suggested}/rewrite`, post),
  };
  const statuses: Record<string, number> = {};
  const told: string[] = [];
  for (const [name, call] of Object.entries(calls)) {
    const response = await call();
    statuses[name] = response.status;
    if ((await response.text()).includes('secret')) told.push(name);
  }
  expect({ told, ...statuses }).toEqual({
    told: [],
    ...Object.fromEntries(Object.keys(calls).map((name) => [name, 403])),
    // The path counts.
    'own in the path, foreign in the address': 200,
    // That post does not show the image of its suggestion.
    'own in the path, foreign in JSON': 410,
    'the same without a nonce': 401,
    'a visitor': 401,
  });
  expect(await credits()).toBe(10);
  const pending = await site.php(
    `echo $GLOBALS['wpdb']->get_var( 'SELECT COUNT(*) FROM ' . \\Altscribe\\Suggestions\\Store::table() . " WHERE state IN ( 'pending', 'away' )" );`,
  );
  expect(pending).toBe('3');

  // Allowed requests succeed, with the same cookies and nonces.
  const draft = await createPost(site.php, { post_title: 'Own' }, 'author');
  const generated = await author.rest('POST', '/altscribe/v1/generate', {
    post_id: draft,
    attachment_id: green,
  });
  expect(generated).toMatchObject({ status: 200, body: { alt_text: 'A text by OpenAI' } });
  expect(await credits()).toBe(9);
});
