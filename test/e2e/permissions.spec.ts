import { readExample } from '../support/doc-examples.ts';
import { runQueue } from './support/queue.ts';
import type { Site } from './support/site.ts';
import { expect, test } from './support/test.ts';

/** Each role includes the ones before it. */
const roles = ['administrator', 'editor', 'author', 'contributor', 'subscriber'] as const;
type Lowest = (typeof roles)[number] | 'nobody';

// The routes, abilities and fields are in permissions-table.spec.ts.

/**
 * The lowest role that is allowed, the request, and the action of the nonce. `$image` is the administrator's.
 */
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
  $image  = image();
  $become = function ( $role ) {
    wp_set_current_user( wp_insert_user( array( 'user_login' => uniqid( 'may' ), 'user_pass' => 'x', 'role' => $role ) ) );
  };`;

/** Whether each role was allowed. */
function expectedOf(rows: Record<string, readonly [Lowest, ...unknown[]]>) {
  return Object.fromEntries(
    roles.map((role) => [
      role,
      Object.fromEntries(
        Object.entries(rows).map(([name, [lowest]]) => [
          name,
          lowest !== 'nobody' && roles.indexOf(role) <= roles.indexOf(lowest),
        ]),
      ),
    ]),
  );
}

test('A capability filter only adds a requirement, on every action', async ({ site }) => {
  const returning = (value: string) =>
    `add_filter( 'altscribe_capability', function () { return ${value}; } );`;
  const example = readExample('docs/hooks.md', "add_filter( 'altscribe_capability'");
  // A capability of everyone, one of authors, and values that are not capabilities.
  for (const before of [returning(`'read'`), example, returning('null')]) {
    expect((await tryActions(site, before)).with).toEqual(expectedOf(actions));
  }
  const administrators = Object.fromEntries(
    Object.entries(actions).map(([name, [lowest]]) => [
      name,
      [lowest === 'nobody' ? lowest : 'administrator'] as const,
    ]),
  );
  const before = returning(`'manage_options'`);
  expect((await tryActions(site, before)).with).toEqual(expectedOf(administrators));
});

test('Every action of a form or script needs its nonce, and allows the right roles', async ({
  site,
}) => {
  expect(await tryActions(site)).toEqual({
    names: Object.keys(actions).toSorted(),
    without: [403],
    with: expectedOf(actions),
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
    { args: { roles } },
  );
  return found as { with: unknown };
}
