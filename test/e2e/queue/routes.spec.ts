import { runQueue } from '../support/queue.ts';
import { visit } from '../../wordpress/session.ts';
import { expect, test } from '../support/test.ts';

/** Each route with its parameters; `$own` is the user's own image, `$foreign` the administrator's. */
const requests = `array(
  'preview' => array( 'POST', '/batches/preview', array( 'ids' => array( $foreign ) ) ),
  'start' => array( 'POST', '/batches', array( 'ids' => array( image() ) ) ),
  'current' => array( 'GET', '/batches/current', array() ),
  'read' => array( 'GET', "/batches/$batch", array() ),
  'items' => array( 'GET', "/batches/$batch/items", array() ),
  'work' => array( 'POST', "/batches/$batch/work", array() ),
  'pause' => array( 'POST', "/batches/$batch/pause", array() ),
  'resume' => array( 'POST', "/batches/$batch/resume", array() ),
  'look' => array( 'GET', '/batch-items', array( 'ids' => array( $foreign, $own ) ) ),
  'edit' => array( 'PUT', "/batch-items/$foreign", array( 'alt_text' => 'By hand' ) ),
  'undo item' => array( 'POST', "/batch-items/$foreign/undo", array() ),
  'retry' => array( 'POST', "/batch-items/$foreign/retry", array() ),
  'edit own' => array( 'POST', "/batch-items/$own", array( 'alt_text' => 'By hand' ) ),
  'stop' => array( 'POST', "/batches/$batch/stop", array() ),
  'undo' => array( 'POST', "/batches/$batch/undo", array() ),
)`;

/** The status of each, and how many images the user sees. */
const callAll = `
  $user = $args['role'] ? wp_insert_user( array( 'user_login' => uniqid( 'queue' ), 'user_pass' => 'x', 'role' => $args['role'] ) ) : 0;
  $foreign = image();
  $own     = image( '', array( 'post_author' => $user ) );
  $batch   = \\Altscribe\\Batches\\Start::start_batch( array( 'ids' => array( $foreign, $own ) ) );
  $requests = ${requests};
  wp_set_current_user( $user );
  $statuses = array();
  foreach ( $requests as $name => list( $method, $route, $params ) ) {
    $request = new WP_REST_Request( $method, "/altscribe/v1$route" );
    $request->set_query_params( 'GET' === $method ? $params : array() );
    $request->set_body_params( 'GET' === $method ? array() : $params );
    $response = rest_do_request( $request );
    $statuses[ $name ] = $response->get_status();
    if ( 'look' === $name && 200 === $response->get_status() ) { $statuses['seen'] = count( $response->get_data() ); }
  }
  return $statuses;`;

test('Only users who may edit others’ images start and control batches', async ({ site }) => {
  const names = [...requests.matchAll(/'([a-z ]+)' => array\( '(?:POST|GET|PUT)'/g)].map(
    (match) => match[1] ?? '',
  );
  expect(names).toHaveLength(15);
  const all = (status: number) => Object.fromEntries(names.map((name) => [name, status]));
  const may = { ...all(200), start: 201, seen: 2 };
  const expected = {
    administrator: may,
    editor: may,
    // A retry of their own image would reopen another user's batch.
    author: { ...all(403), look: 200, seen: 1 },
    contributor: all(403),
    subscriber: all(403),
    '': all(401),
  };
  for (const [role, statuses] of Object.entries(expected)) {
    const found = await runQueue(site.php, callAll, { args: { role } });
    expect({ role, ...(found as object) }).toEqual({ role, ...statuses });
  }
  // A cookie without its nonce is not a login.
  const { cookies } = await site.session('administrator');
  const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
  const response = await fetch(`${site.url}/wp-json/altscribe/v1/batches`, {
    method: 'POST',
    headers: { cookie },
  });
  expect(response.status).toBe(401);
});

test('A batch of the whole library, and its undo, skip images that the user may not edit', async ({
  site,
}) => {
  const found = await runQueue(
    site.php,
    `$editor = get_role( 'editor' )->capabilities;
    unset( $editor['edit_private_posts'] );
    add_role( 'altscribe_half', 'Half', $editor );
    $user    = wp_insert_user( array( 'user_login' => uniqid( 'half' ), 'user_pass' => 'x', 'role' => 'altscribe_half' ) );
    $owner   = wp_insert_user( array( 'user_login' => uniqid( 'owner' ), 'user_pass' => 'x', 'role' => 'author' ) );
    $admin   = get_current_user_id();
    $image   = function ( $fields = array() ) use ( $owner ) { return image( '', $fields + array( 'post_author' => $owner ) ); };
    $ids     = array( $image(), $image(), $image() );
    $private = $image( array( 'post_status' => 'private' ) );
    // Another plugin restricts an image to its author.
    add_filter( 'map_meta_cap', function ( $caps, $cap, $user_id, $of ) use ( $ids, $user ) {
      return 'edit_post' === $cap && $user === $user_id && (int) $of[0] === $ids[0] ? array( 'do_not_allow' ) : $caps;
    }, 10, 4 );
    $filters = array( 'author' => $owner );
    $ask     = function ( $route, $params = array() ) {
      $request = new WP_REST_Request( 'POST', "/altscribe/v1/$route" );
      $request->set_body_params( $params );
      return rest_do_request( $request )->get_data();
    };
    wp_set_current_user( $user );
    $refused = $ask( 'batches', compact( 'ids' ) );
    wp_set_current_user( $admin );
    $all = \\Altscribe\\Batches\\Start::start_batch( array( 'filters' => $filters ) );
    work_through();
    $written = batch( $all )['counts']['written'];
    wp_set_current_user( $user );
    $undo  = $ask( "batches/$all/undo" )['undo'];
    $after = array_map( function ( $id ) { return '' === alt( $id ); }, array_merge( $ids, array( $private ) ) );
    wp_set_current_user( $admin );
    $ask( "batches/$all/undo" );
    wp_set_current_user( $user );
    $preview = $ask( 'batches/preview', array( 'filters' => $filters ) );
    $batch   = $ask( 'batches', array( 'filters' => $filters ) );
    $own     = array_map( 'item', array_merge( $ids, array( $private ) ) );
    $count   = function ( $number ) use ( $ask, $filters, $image ) {
      foreach ( range( 1, $number ) as $n ) { $image(); }
      wp_cache_flush();
      $before = $GLOBALS['wpdb']->num_queries;
      $images = $ask( 'batches/preview', array( 'filters' => $filters ) )['images'];
      return array( $images, $GLOBALS['wpdb']->num_queries - $before );
    };
    wp_set_current_user( $admin );
    $few  = $count( 5 );
    $many = $count( 50 );
    remove_role( 'altscribe_half' );
    return array(
      'refused' => array( $refused['code'], $refused['data']['status'] ),
      'written' => $written, 'undo' => array_diff_key( $undo, array( 'after' => 0 ) ), 'undone' => $after,
      'preview' => array( $preview['images'], $preview['credits_at_most'] ), 'total' => $batch['total'], 'items' => $own,
      'more images' => $many[0] - $few[0], 'no more queries' => $many[1] - $few[1] <= 2,
    );`,
  );
  expect(found).toEqual({
    refused: ['rest_cannot_edit', 403],
    written: 4,
    undo: { undone: 2, kept: 2, left: 0 },
    undone: [false, true, true, false],
    preview: [2, 2],
    total: 2,
    items: ['undone', 'waiting', 'waiting', 'undone'],
    'more images': 50,
    'no more queries': true,
  });
});

test('Errors in a request are reported immediately, and cost nothing', async ({ site }) => {
  const session = await site.session('administrator');
  const wrong = {
    ids: ['x'],
    filters: { state: 'bad', after: 'yesterday', colour: 'red' },
    language: '!',
  };
  const { status, body } = await session.rest('POST', '/altscribe/v1/batches', wrong);
  expect(status).toBe(400);
  const { params } = (body as { data: { params: Record<string, string> } }).data;
  expect(Object.keys(params).sort()).toEqual(['filters', 'ids', 'language']);
  const missing = await session.rest('GET', '/altscribe/v1/batches/999999');
  expect([missing.status, (missing.body as { code: string }).code]).toEqual([
    404,
    'altscribe_batch_not_found',
  ]);
  await runQueue(site.php, '', { settings: { api_key: '' } });
  const unconnected = await session.rest('POST', '/altscribe/v1/batches', {});
  expect(unconnected.body).toMatchObject({ code: 'altscribe_not_connected' });
  expect((await visit(site.url).rest('POST', '/altscribe/v1/batches/preview', {})).status).toBe(
    401,
  );
});

test('Two administrators and three workers in parallel: each image once, for one credit', async ({
  site,
  backend,
}) => {
  const { credits } = await backend.connect();
  const ids = Object.values(site.images).map(({ id }) => id);
  await runQueue(
    site.php,
    `foreach ( $args['ids'] as $id ) { delete_post_meta( $id, '_wp_attachment_image_alt' ); }`,
    {
      args: { ids },
      settings: null,
    },
  );
  const one = await site.session('administrator');
  const other = await site.session('editor');
  const preview = await one.rest('POST', '/altscribe/v1/batches/preview', { ids });
  expect(preview.body).toEqual({
    images: 4,
    credits_at_most: 4,
    suggested: { images: 0, batch_id: 0 },
    credits_left: 10,
    is_unlimited: false,
    error: null,
    languages: [],
    reading: null,
  });
  const started = await Promise.all(
    [one, other].map((session) => session.rest('POST', '/altscribe/v1/batches', { ids })),
  );
  const batch = started.find(({ status }) => status === 201)?.body as { id: number };
  expect(started.map(({ status }) => status).sort()).toEqual([201, 409]);

  const work = () => one.rest('POST', `/altscribe/v1/batches/${batch.id}/work`, { limit: 3 });
  await Promise.all([work(), work(), work()]);
  await work();
  const done = await other.rest('GET', `/altscribe/v1/batches/${batch.id}`);
  expect(done.body).toMatchObject({ state: 'finished', counts: { written: 4, failed: 0 } });
  expect(backend.providers.calls).toHaveLength(4);
  expect(await credits()).toBe(6);
});

test('WP-Cron itself works on the queue, without a user', async ({ site, backend }) => {
  await backend.connect();
  const id = site.images.green.id;
  // Otherwise WordPress would look for updates in the same run, and complain about missing
  // responses.
  const later = `foreach ( array( 'wp_version_check', 'wp_update_plugins', 'wp_update_themes' ) as $hook ) {
      wp_clear_scheduled_hook( $hook );
      wp_schedule_event( time() + DAY_IN_SECONDS, 'twicedaily', $hook );
    }`;
  const start = `${later}
    update_post_meta( $args['id'], '_wp_attachment_image_alt', '' );
    wp_update_post( array( 'ID' => $args['id'], 'post_parent' => wp_insert_post( array( 'post_title' => 'Secret', 'post_status' => 'private' ) ) ) );
    \\Altscribe\\Batches\\Start::start_batch( array( 'ids' => array( $args['id'] ) ) );`;
  await runQueue(site.php, start, { args: { id }, settings: null });
  await (await fetch(`${site.url}/wp-cron.php`)).text();
  const look = `return array( item( $args['id'] ), alt( $args['id'] ), \\Altscribe\\Batches\\Store::current_batch()['cron']['works'] );`;
  const found = await runQueue(site.php, look, { args: { id }, settings: null, goOn: true });
  expect(found).toEqual(['written', 'A text by OpenAI', true]);
});

test('A worker that dies after the response: the next one gets it again, for free', async ({
  site,
  backend,
}) => {
  const { credits } = await backend.connect();
  const id = site.images.green.id;
  const options = { args: { id }, settings: null };
  await runQueue(
    site.php,
    `delete_post_meta( $args['id'], '_wp_attachment_image_alt' );
    \\Altscribe\\Batches\\Start::start_batch( array( 'ids' => array( $args['id'] ), 'regenerate' => true ) );
    add_filter( 'http_response', function () { echo 'null'; exit; } );
    \\Altscribe\\Batches\\Worker::work_on_queue( 30 );`,
    options,
  );
  const found = await runQueue(
    site.php,
    `$before = item( $args['id'] ); pass( 121 ); work_through();
    return array( $before, item( $args['id'] ), alt( $args['id'] ) );`,
    { ...options, goOn: true },
  );
  expect(found).toEqual(['running', 'written', 'A text by OpenAI']);
  expect(backend.providers.calls).toHaveLength(1);
  expect(await credits()).toBe(9);
});

test('WP-Cron continues automatically; if it never runs, the batch reports it', async ({
  site,
}) => {
  const found = await runQueue(
    site.php,
    `$tick = function () { $next = wp_next_scheduled( 'altscribe_queue_tick' ); return false === $next ? null : $next - time(); };
    $batch = \\Altscribe\\Batches\\Start::start_batch( array( 'ids' => images( 3 ) ) );
    $at_start = array( $tick(), batch( $batch )['cron']['works'] );
    serve( function ( $id, $number ) use ( $tick ) {
      if ( 1 === $number ) { $GLOBALS['meanwhile'] = $tick(); }
      return 2 === $number ? respond( 429, array( 'message' => 'x' ), array( 'retry-after' => '90' ) ) : null;
    } );
    // Like WP-Cron: the next event is scheduled before the tick works.
    $run = function () {
      wp_reschedule_event( wp_next_scheduled( 'altscribe_queue_tick' ), 'altscribe_every_minute', 'altscribe_queue_tick' );
      wp_unschedule_event( wp_next_scheduled( 'altscribe_queue_tick' ), 'altscribe_queue_tick' );
      do_action( 'altscribe_queue_tick' );
    };
    $run();
    $waits = array( $tick(), batch( $batch )['cron']['works'] );
    pass( 4000 );
    $silent = batch( $batch )['cron']['works'];
    $run();
    $state = batch( $batch )['state'];
    $run();
    return array( $at_start, $GLOBALS['meanwhile'] > 55, $waits[0] > 55, $waits[1], $silent, $tick(), $state );`,
  );
  // These sites have DISABLE_WP_CRON: until a tick has run, a system cron cannot be detected.
  expect(found).toEqual([[0, false], true, true, true, false, null, 'finished']);
});
