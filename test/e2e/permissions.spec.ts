import { readExample } from '../support/doc-examples.ts';
import { runQueue } from './support/queue.ts';
import type { Site } from './support/site.ts';
import { expect, test } from './support/test.ts';

/** Each role includes the ones before it. */
const roles = ['administrator', 'editor', 'author', 'contributor', 'subscriber', ''] as const;
type Lowest = (typeof roles)[number] | 'nobody';

/**
 * The lowest role that is allowed, and the request. `$image` and `$post` are the administrator's,
 * `$batch` is for that image.
 */
const routes: Record<string, readonly [lowest: Lowest, url: string, params?: string]> = {
  'GET /account': ['administrator', '/account'],
  'POST /account': ['administrator', '/account'],
  'GET /attachments/{id}/posts': ['editor', '/attachments/$image/posts'],
  'POST /attachments/{id}/fill': [
    'editor',
    '/attachments/$image/fill',
    `'post_ids' => array( $post )`,
  ],
  'POST /attachments/{id}/unfill': [
    'editor',
    '/attachments/$image/unfill',
    `'post_ids' => array( $post )`,
  ],
  'POST /attachments/{id}/generate': ['editor', '/attachments/$image/generate'],
  'GET /batch-items': ['author', '/batch-items', `'ids' => array( $image )`],
  'POST /batch-items/{attachment_id}': ['editor', '/batch-items/$image', `'alt_text' => 'A'`],
  'PUT /batch-items/{attachment_id}': ['editor', '/batch-items/$image', `'alt_text' => 'A'`],
  'POST /batch-items/{attachment_id}/dismiss': ['editor', '/batch-items/$image/dismiss'],
  'POST /batch-items/{attachment_id}/retry': ['editor', '/batch-items/$image/retry'],
  'POST /batch-items/{attachment_id}/undo': ['editor', '/batch-items/$image/undo'],
  'GET /batches': ['editor', '/batches'],
  'POST /batches': ['editor', '/batches', `'ids' => array( $image )`],
  'GET /batches/{id}': ['editor', '/batches/$batch'],
  'POST /batches/{id}/{action}': ['editor', '/batches/$batch/pause'],
  'GET /batches/{id}/items': ['editor', '/batches/$batch/items'],
  'POST /batches/{id}/undo': ['editor', '/batches/$batch/undo'],
  'POST /batches/{id}/unfill': ['editor', '/batches/$batch/unfill'],
  'POST /batches/{id}/work': ['editor', '/batches/$batch/work'],
  'GET /batches/current': ['editor', '/batches/current'],
  'POST /batches/estimate': ['editor', '/batches/estimate'],
  'POST /batches/preview': ['editor', '/batches/preview'],
  'POST /context': ['editor', '/context', `'post_id' => $post, 'attachment_id' => $image`],
  'POST /generate': ['editor', '/generate', `'post_id' => $post, 'attachment_id' => $image`],
  'GET /images': ['editor', '/images'],
  'GET /images/{id}': ['editor', '/images/$image'],
  'POST /images/{id}': ['editor', '/images/$image', `'previous_text' => ''`],
  'POST /images/{id}/read': ['editor', '/images/$image/read'],
  'GET /images/counts': ['editor', '/images/counts'],
  'POST /import': ['editor', '/import', `'rows' => array()`],
  'POST /import/preview': ['editor', '/import/preview', `'csv' => 'id,alt_text'`],
  'POST /products/{id}/generate': ['editor', '/products/$product/generate'],
  'POST /rendered-images': ['editor', '/rendered-images', `'post_id' => $post, 'content' => ''`],
  'GET /report': ['editor', '/report'],
  'GET /suggestions': ['contributor', '/suggestions'],
  'POST /suggestions': ['editor', '/suggestions', `'attachment_id' => $image, 'text' => 'A'`],
  'POST /suggestions/{id}': ['editor', '/suggestions/$suggestion', `'decision' => 'accept'`],
  'POST /suggestions/{id}/long': ['editor', '/suggestions/$suggestion/long'],
  'POST /suggestions/{id}/rewrite': ['editor', '/suggestions/$suggestion/rewrite'],
  'POST /suggestions/{id}/undo': ['editor', '/suggestions/$suggestion/undo'],
  'GET /suggestions/counts': ['contributor', '/suggestions/counts'],
  'POST /suggestions/decide': [
    'contributor',
    '/suggestions/decide',
    `'ids' => array( $suggestion ), 'decision' => 'reject'`,
  ],
  'GET /settings': ['administrator', '/settings'],
  'POST /settings': ['administrator', '/settings'],
  'GET /site-health/connection': ['administrator', '/site-health/connection'],
};

/** The lowest role that is allowed, the request, and the action of the nonce. */
const actions: Record<string, readonly [lowest: Lowest, params: string, nonce: string]> = {
  admin_post_altscribe_export: ['editor', '', 'altscribe_export'],
  admin_post_altscribe_mark_decorative: [
    'editor',
    `'attachment' => $image`,
    'altscribe_mark_$image',
  ],
  admin_post_altscribe_report: ['editor', '', 'altscribe_report'],
  admin_post_altscribe_mark_read: ['editor', `'attachment' => $image`, 'altscribe_mark_$image'],
  // Only networks have users who may do this.
  network_admin_edit_altscribe: ['nobody', '', 'altscribe_network'],
  wp_ajax_altscribe_dismiss_low_credits: ['administrator', '', 'altscribe_dismiss_low_credits'],
};

const setUp = `
  register_post_type( 'product', array( 'public' => true ) );
  $image   = image();
  $post    = wp_insert_post( array( 'post_title' => 'Boats', 'post_status' => 'publish' ) );
  $product = wp_insert_post( array( 'post_title' => 'Boat', 'post_status' => 'publish', 'post_type' => 'product' ) );
  $batch   = altscribe_start_batch( array( 'ids' => array( $image ) ) );
  $suggestion = altscribe_add_suggestion( array( 'attachment_id' => image(), 'new_text' => 'A' ) );
  $become  = function ( $role ) {
    wp_set_current_user( $role ? wp_insert_user( array( 'user_login' => uniqid( 'may' ), 'user_pass' => 'x', 'role' => $role ) ) : 0 );
  };`;

/** Whether each role was allowed. */
function expectedOf(rows: Record<string, readonly [Lowest, ...unknown[]]>, loggedOut: boolean) {
  const asked = roles.filter((role) => role !== '' || loggedOut);
  return Object.fromEntries(
    asked.map((role) => [
      role || 'logged out',
      Object.fromEntries(
        Object.entries(rows).map(([name, [lowest]]) => [
          name,
          lowest !== 'nobody' && roles.indexOf(role) <= roles.indexOf(lowest),
        ]),
      ),
    ]),
  );
}

test('Every REST route allows the right roles: a new one needs a row', async ({ site }) => {
  const registered = await runQueue(
    site.php,
    `$names = array();
    foreach ( rest_get_server()->get_routes( 'altscribe/v1' ) as $route => $handlers ) {
      foreach ( '/altscribe/v1' === $route ? array() : $handlers as $handler ) {
        foreach ( array_keys( $handler['methods'] ) as $method ) { $names[] = $method . ' ' . preg_replace( array( '#^/altscribe/v1#', '/\\(\\?P<(\\w+)>[^)]*\\)/' ), array( '', '{$1}' ), $route ); }
      }
    }
    return array_values( array_unique( $names ) );`,
  );
  expect((registered as string[]).toSorted()).toEqual(Object.keys(routes).toSorted());

  expect(await tryRoutes(site)).toEqual(expectedOf(routes, true));
});

/** The routes that each role may use, after PHP that runs first. */
function tryRoutes(site: Site, before = ''): Promise<unknown> {
  const calls = Object.entries(routes).map(
    ([name, [, url, params = '']]) =>
      `'${name}' => array( '${name.split(' ')[0]}', "/altscribe/v1${url}", array( ${params} ) ),`,
  );
  return runQueue(
    site.php,
    `${setUp}
    ${before}
    $found = array();
    foreach ( $args['roles'] as $role ) {
      $become( $role );
      foreach ( array( ${calls.join('\n')} ) as $name => list( $method, $route, $params ) ) {
        $request = new WP_REST_Request( $method, $route );
        $request->set_query_params( 'GET' === $method ? $params : array() );
        $request->set_body_params( 'GET' === $method ? array() : $params );
        $response = rest_do_request( $request );
        $status   = $response->get_status();
        $is_wrong = in_array( $status, array( 400, 401, 403, 500 ), true ) || 'rest_no_route' === ( $response->get_data()['code'] ?? '' );
        $found[ $role ? $role : 'logged out' ][ $name ] = ( $role ? 403 : 401 ) === $status ? false : ( $is_wrong ? $status : true );
      }
    }
    return $found;`,
    { args: { roles } },
  );
}

test('A capability filter only adds a requirement, on every route and action', async ({ site }) => {
  const returning = (value: string) =>
    `add_filter( 'altscribe_capability', function () { return ${value}; } );`;
  const example = readExample('docs/hooks.md', "add_filter( 'altscribe_capability'");
  // A capability of everyone, one of authors, and values that are not capabilities.
  for (const before of [returning(`'read'`), example, returning('null')]) {
    expect(await tryRoutes(site, before)).toEqual(expectedOf(routes, true));
    const { with: let_in } = await tryActions(site, before);
    expect(let_in).toEqual(expectedOf(actions, false));
  }
  // These lists are empty, because there is no image that they may use.
  const empty = [
    'GET /batch-items',
    'GET /suggestions',
    'GET /suggestions/counts',
    'POST /suggestions/decide',
  ];
  const administrators = <Row extends readonly [Lowest, ...unknown[]]>(rows: Record<string, Row>) =>
    Object.fromEntries(
      Object.entries(rows).map(([name, [lowest]]) => [
        name,
        [empty.includes(name) || lowest === 'nobody' ? lowest : 'administrator'] as const,
      ]),
    );
  const before = returning(`'manage_options'`);
  expect(await tryRoutes(site, before)).toEqual(expectedOf(administrators(routes), true));
  expect((await tryActions(site, before)).with).toEqual(expectedOf(administrators(actions), false));
});

test('Every action of a form or script needs its nonce, and allows the right roles', async ({
  site,
}) => {
  expect(await tryActions(site)).toEqual({
    names: Object.keys(actions).toSorted(),
    without: [403],
    with: expectedOf(actions, false),
  });
});

/** All actions, and those that each role may use with its nonce, after PHP that runs first. */
async function tryActions(site: Site, before = ''): Promise<{ with: unknown }> {
  const found = await runQueue(
    site.php,
    `${setUp}
    ${before}
    $names = preg_grep( '/^(wp_ajax_|admin_post_|network_admin_edit_|admin_action_)(nopriv_)?altscribe/', array_keys( $GLOBALS['wp_filter'] ) );
    $end = function ( $status ) { throw new Exception( (string) $status ); };
    $die = function () use ( $end ) { return function ( $message, $title, $args ) use ( $end ) { $end( isset( $args['response'] ) ? $args['response'] : ( is_int( $title ) ? $title : 'done' ) ); }; };
    add_filter( 'wp_die_handler', $die );
    add_filter( 'wp_die_ajax_handler', $die );
    add_filter( 'wp_redirect', function () use ( $end ) { $end( 'done' ); } );
    add_filter( 'nocache_headers', function ( $headers ) use ( $end ) { if ( 'admin_post_altscribe_export' === current_action() || doing_action( 'admin_post_altscribe_export' ) ) { $end( 'done' ); } return $headers; } );
    add_filter( 'wp_doing_ajax', '__return_true' );
    $try = function ( $name, $params, $nonce ) {
      $_GET = $params; $_POST = $params;
      $_REQUEST = $params + array( '_wpnonce' => $nonce, '_ajax_nonce' => $nonce );
      $level = ob_get_level();
      try { ob_start(); do_action( $name ); return 'nothing'; } catch ( Exception $ended ) { return $ended->getMessage(); } finally { while ( ob_get_level() > $level ) { ob_end_clean(); } }
    };
    $found = array();
    foreach ( $args['roles'] as $role ) {
      $become( $role );
      foreach ( array( ${Object.entries(actions)
        .map(([name, [, params, nonce]]) => `'${name}' => array( array( ${params} ), "${nonce}" ),`)
        .join('\n')} ) as $name => list( $params, $nonce ) ) {
        $found['without'][ $try( $name, $params, wp_create_nonce( 'another' ) ) ] = true;
        $status = $try( $name, $params, wp_create_nonce( $nonce ) );
        $found['with'][ $role ][ $name ] = 'done' === $status ? true : ( '403' === $status ? false : $status );
      }
    }
    sort( $names );
    return array( 'names' => $names, 'without' => array_keys( $found['without'] ), 'with' => $found['with'] );`,
    { args: { roles: roles.filter((role) => role !== '') } },
  );
  return found as { with: unknown };
}
