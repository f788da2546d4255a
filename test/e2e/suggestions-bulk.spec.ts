import { runQueue } from './support/queue.ts';
import { helpers } from './support/suggestions.ts';
import { expect, test } from './support/test.ts';

test('All without findings are accepted after 20 single decisions, and undone together', async ({
  site,
}) => {
  const found = await runQueue(
    site.php,
    `${helpers}
    delete_user_option( get_current_user_id(), 'altscribe_reads' );
    $kinds  = array( 'red', 'green', 'blue', 'white', 'old', 'new', 'small', 'large' );
    $images = images( 24 );
    foreach ( $images as $n => $image ) { $suggest( $image, 'A ' . $kinds[ $n % 8 ] . ' boat number ' . $n . ' at the pier' ); }
    $vague  = image();
    $suggest( $vague, 'image' );
    $all    = function () use ( $ask ) { return $ask( 'POST', 'suggestions/decide', array( 'without_findings' => true, 'decision' => 'accept' ) ); };
    $ids    = wp_list_pluck( $get( array( 'per_page' => 100 ) ), 'id' );
    for ( $n = 0; $n < 19; $n++ ) { $decide( $ids[ $n ], 0 === $n ? 'reject' : 'accept' ); }
    $early  = $all();
    $decide( $ids[19] );
    $counts = $ask( 'GET', 'suggestions/counts' )->get_data();
    $people = array_column( $counts['authors'], 'name' );
    $done   = $all()->get_data();
    $texts  = array( alt( $images[23] ), alt( $vague ), count( $get( array( 'state' => 'decided', 'bulk' => $done['bulk'] ) ) ), $pending() );
    $other  = $user( 'author' );
    $admin  = get_current_user_id();
    wp_set_current_user( $other );
    $foreign = $ask( 'POST', 'suggestions/decide', array( 'ids' => array( $get()[0]['id'] ?? end( $ids ) ), 'decision' => 'reject' ) )->get_data()['errors'];
    wp_set_current_user( $admin );
    $back   = $ask( 'POST', 'suggestions/decide', array( 'bulk' => $done['bulk'], 'decision' => 'undo' ) )->get_data();
    return array( 'early' => $early->get_data()['code'], 'people' => $people, 'reads' => $counts['reads'], 'clean' => array( $counts['pending'], $counts['without_findings'] ), 'finding' => $counts['findings'][0]['slug'], 'month' => strlen( $counts['months'][0]['value'] ), 'done' => array( count( $done['items'] ), $done['errors'], $done['left'] ), 'texts' => $texts, 'foreign' => count( $foreign ), 'back' => count( $back['items'] ), 'alt' => alt( $images[23] ), 'vague' => $pending( array( 'finding' => $counts['findings'][0]['slug'] ) ) );`,
  );
  expect(found).toEqual({
    early: 'altscribe_not_read',
    people: ['admin'],
    reads: 20,
    clean: [5, 4],
    finding: 'vague',
    month: 6,
    done: [4, [], 0],
    texts: ['A large boat number 23 at the pier', '', 4, ['image']],
    foreign: 1,
    back: 4,
    alt: '',
    vague: ['image'],
  });
});

test('Accepting many at once follows the filters, and needs 20 single decisions', async ({
  site,
}) => {
  const found = await runQueue(
    site.php,
    `${helpers}
    delete_user_option( get_current_user_id(), 'altscribe_reads' );
    $kinds  = array( 'red', 'green', 'blue', 'white' );
    $images = images( 12 );
    $id     = $post( $block( $images[0] ) . $block( $images[1] ) );
    foreach ( $images as $n => $image ) { $suggest( $image, 'A ' . $kinds[ $n % 4 ] . ' boat at pier ' . $n, $n < 2 ? $id : 0 ); }
    $ids    = wp_list_pluck( $get(), 'id' );
    $many   = function ( $params ) use ( $ask ) { return $ask( 'POST', 'suggestions/decide', $params + array( 'decision' => 'accept' ) )->get_data(); };
    $early  = array( $many( array( 'ids' => array_slice( $ids, 0, 11 ) ) )['code'], $many( array( 'ids' => array_slice( $ids, 0, 11 ), 'decision' => 'decorative' ) )['code'] );
    $verdicts = images( 11 );
    foreach ( $verdicts as $image ) { altscribe_add_suggestion( array( 'attachment_id' => $image, 'new_text' => 'A line', 'purpose' => 'decorative' ) ); }
    $marked = count( $many( array( 'ids' => wp_list_pluck( $get( array( 'finding' => 'decorative' ) ), 'id' ), 'decision' => 'decorative' ) )['items'] );
    $ten    = $many( array( 'ids' => array_slice( $ids, 2 ) ) );
    $undone = count( $many( array( 'ids' => wp_list_pluck( $ten['items'], 'id' ), 'decision' => 'undo' ) )['items'] );
    update_user_option( get_current_user_id(), 'altscribe_reads', array( 'count' => 20, 'time' => time() ) );
    $counts = function ( $params = array() ) use ( $ask ) { $data = $ask( 'GET', 'suggestions/counts', $params )->get_data(); return array( $data['pending'], $data['without_findings'] ); };
    $counted = array( $counts(), $counts( array( 'post' => $id ) ), $counts( array( 'finding' => 'vague' ) ) );
    $day     = function ( $days ) { return wp_date( 'Y-m-d', time() + $days * DAY_IN_SECONDS ); };
    foreach ( array( array( 'after' => $day( -1 ) ), array( 'after' => $day( 1 ) ), array( 'before' => $day( -1 ) ), array( 'before' => $day( 1 ) ) ) as $dates ) { $dated[] = $counts( $dates )[1]; }
    $none   = $many( array( 'without_findings' => true, 'finding' => 'vague' ) )['items'];
    $done   = array( count( $many( array( 'without_findings' => true, 'post' => $id ) )['items'] ), count( $pending() ), count( $many( array( 'ids' => array_slice( $ids, 2 ) ) )['items'] ) );
    $suggest( $images[11], 'Of the administrator' );
    wp_set_current_user( $user( 'author' ) );
    return compact( 'early', 'marked', 'undone', 'counted', 'dated', 'none', 'done' ) + array( 'ten' => count( $ten['items'] ), 'of others' => $get( array( 'any' => '1' ) ) );`,
  );
  expect(found).toEqual({
    early: ['altscribe_not_read', 'altscribe_not_read'],
    marked: 11,
    ten: 10,
    undone: 10,
    counted: [
      [12, 12],
      [12, 2],
      [12, 0],
    ],
    dated: [12, 0, 0, 12],
    none: [],
    done: [2, 10, 10],
    'of others': [],
  });
});

/** Adds images without a text, each with a suggestion, by SQL. */
const manySuggestions = `
  $many = function ( $number ) {
    global $wpdb;
    $first = 1 + (int) $wpdb->get_var( "SELECT MAX(ID) FROM $wpdb->posts" );
    $posts = $rows = array();
    for ( $id = $first; $id < $first + $number; $id++ ) {
      $posts[] = "($id, 1, '2026-01-01 00:00:00', '2026-01-01 00:00:00', '', 'Boat $id', '', 'inherit', 'boat-$id', '', '', '2026-01-01 00:00:00', '2026-01-01 00:00:00', '', 'http://altscribe-queue/', 'attachment', 'image/jpeg')";
      $rows[]  = "('" . md5( (string) $id ) . "', $id, 'A boat at pier $id', '" . ( ( $id - $first ) % 4 ? '' : ',vague,' ) . "', '', '', '', '', '', " . 1790000000 . ')';
    }
    $wpdb->query( "INSERT INTO $wpdb->posts (ID, post_author, post_date, post_date_gmt, post_content, post_title, post_excerpt, post_status, post_name, to_ping, pinged, post_modified, post_modified_gmt, post_content_filtered, guid, post_type, post_mime_type) VALUES " . implode( ',', $posts ) );
    $wpdb->query( 'INSERT INTO ' . \\Altscribe\\Suggestions\\Store::table() . ' (pending_key, attachment_id, new_text, findings, image_url, previous_text, hint, decided_text, undo_data, created) VALUES ' . implode( ',', $rows ) );
  };
  /** The number of queries of a request, and the most rows that one of them returns. */
  $measure = function ( $run ) {
    global $wpdb;
    $most  = 0;
    $look  = function ( $query ) use ( &$most, $wpdb ) { $most = max( $most, count( (array) $wpdb->last_result ) ); return $query; };
    wp_cache_flush();
    $run();
    wp_cache_flush();
    $wpdb->flush();
    $before = $wpdb->num_queries;
    add_filter( 'query', $look );
    $run();
    $look( '' );
    remove_filter( 'query', $look );
    return array( $wpdb->num_queries - $before, $most );
  };`;

test('Undoing a decision about several undoes no other one, whichever suggestions it is about', async ({
  site,
}) => {
  const found = await runQueue(
    site.php,
    `${helpers}
    $images = images( 5 );
    $ids    = array_map( function ( $image ) use ( $suggest ) { return $suggest( $image, 'A red boat' ); }, $images );
    $many   = function ( $params ) use ( $ask ) { return $ask( 'POST', 'suggestions/decide', $params + array( 'decision' => 'accept' ) )->get_data(); };
    $first  = $many( array( 'ids' => array( $ids[0], $ids[1] ) ) );
    // The same decision goes on in another request.
    $next   = $many( array( 'ids' => array( $ids[2] ), 'bulk' => $first['bulk'], 'after_id' => $first['after_id'] ) );
    $ask( 'POST', "suggestions/$ids[0]/undo" );
    $second = $many( array( 'ids' => array( $ids[0], $ids[3], $ids[4] ) ) );
    $undo   = function ( $bulk ) use ( $many ) { return wp_list_pluck( $many( array( 'decision' => 'undo', 'bulk' => $bulk ) )['items'], 'id' ); };
    $undone = array( $undo( $second['bulk'] ), $undo( $first['bulk'] ) );
    return array( 'ids' => $ids, 'is_one' => $next['bulk'] === $first['bulk'], 'undone' => $undone );`,
  );
  const { ids, ...rest } = found as { ids: number[] };
  expect(rest).toEqual({
    is_one: true,
    undone: [
      [ids[0], ids[3], ids[4]],
      [ids[1], ids[2]],
    ],
  });
});

test('The work of a request does not grow with the number of suggestions', async ({ site }) => {
  const found = await runQueue(
    site.php,
    `${helpers} ${manySuggestions}
    update_user_option( get_current_user_id(), 'altscribe_reads', array( 'count' => 20, 'time' => time() ) );
    $requests = array(
      'list'     => function () use ( $ask ) { $ask( 'GET', 'suggestions', array( 'per_page' => 10 ) ); },
      'counts'   => function () use ( $ask ) { $ask( 'GET', 'suggestions/counts', array( 'finding' => 'vague' ) ); },
      'page'     => function () { \\Altscribe\\Suggestions\\Lists::count(); },
      'batch'    => function () { \\Altscribe\\Batches\\Start::list_refused_images( array() ); },
    );
    // Callbacks of other plugins that do not check posts.
    eval( 'namespace Automattic\\\\Jetpack\\\\Connection; class Manager { public function jetpack_connection_custom_caps( $caps ) { return $caps; } }' );
    foreach ( array( 'wc_modify_map_meta_cap', 'wc_customer_has_capability', 'wc_shop_manager_has_capability' ) as $name ) { eval( "function $name( \\$all ) { return \\$all; }" ); }
    add_filter( 'map_meta_cap', array( new \\Automattic\\Jetpack\\Connection\\Manager(), 'jetpack_connection_custom_caps' ), 1, 4 );
    add_filter( 'map_meta_cap', 'wc_modify_map_meta_cap', 10, 4 );
    add_filter( 'user_has_cap', 'wc_customer_has_capability', 10, 3 );
    add_filter( 'user_has_cap', 'wc_shop_manager_has_capability', 10, 4 );
    $many( 30 );
    $few   = array_map( $measure, $requests );
    $many( 1200 );
    $after = array_map( $measure, $requests );
    $taken = $measure( function () use ( $ask, &$left, &$once ) { if ( ! $once ) { $once = true; return; } $left = $ask( 'POST', 'suggestions/decide', array( 'without_findings' => true, 'decision' => 'reject' ) )->get_data()['left']; } );
    $counts = \\Altscribe\\Suggestions\\Lists::count();
    return array( 'same' => $few === $after ? true : array( $few, $after ), 'decide' => $taken[1] < 1000, 'left' => $left, 'pending' => $counts['pending'], 'findings' => wp_list_pluck( $counts['findings'], 'count', 'slug' ), 'months' => wp_list_pluck( $counts['months'], 'value' ) );`,
  );
  expect(found).toEqual({
    same: true,
    decide: true,
    left: 872,
    pending: 1180,
    findings: { vague: 308 },
    months: ['202609'],
  });
});

test('Lists and counts have the suggestions that each user may decide, whatever grants the permission', async ({
  site,
}) => {
  const found = await runQueue(
    site.php,
    `${helpers}
    global $wpdb;
    add_filter( 'doing_it_wrong_trigger_error', '__return_false' );
    register_post_type( 'note', array( 'public' => true, 'capability_type' => 'note', 'map_meta_cap' => true ) );
    register_post_type( 'plan', array( 'public' => true, 'capability_type' => 'plan', 'map_meta_cap' => false ) );
    $rights = array(
      'reader'  => array( 'read' ),
      'writer'  => array( 'read', 'edit_posts', 'edit_notes', 'edit_published_notes' ),
      'chief'   => array( 'read', 'edit_posts', 'edit_others_posts', 'edit_others_notes', 'edit_private_notes', 'edit_pages' ),
      'planner' => array( 'read', 'edit_posts', 'edit_plan', 'edit_others_pages', 'edit_published_pages' ),
    );
    foreach ( $rights as $role => $capabilities ) { add_role( $role, $role, array_fill_keys( $capabilities, true ) ); }
    $add = function ( $fields ) use ( $wpdb ) {
      $wpdb->insert( $wpdb->posts, $fields + array( 'post_title' => 'Harbour', 'post_content' => '', 'post_excerpt' => '', 'to_ping' => '', 'pinged' => '', 'post_content_filtered' => '', 'post_mime_type' => 'image/jpeg', 'guid' => 'http://altscribe-queue/' ) );
      $id = (int) $wpdb->insert_id;
      $of = 'attachment' === $fields['post_type'] ? array( 'attachment_id' => $id ) : array( 'post_id' => $id, 'place' => "core/image#$id#1" );
      \\Altscribe\\Suggestions\\Store::insert( $of + array( 'attachment_id' => 0, 'new_text' => 'A boat' ) );
      return $id;
    };
    $differences = array();
    $lists       = array();
    $compare = function ( $name ) use ( &$differences, &$lists, &$ids ) {
      $listed  = array_map( 'Altscribe\\Suggestions\\Store::post_of', \\Altscribe\\Suggestions\\Lists::list( array(), 1, 1000 )['rows'] );
      $may     = array_values( array_filter( $ids, 'Altscribe\\Core\\Permissions::may_work_on_post' ) );
      $refused = \\Altscribe\\Batches\\Start::list_refused_images( array( 'filters' => array( 'state' => 'all' ) ) );
      $images  = array_filter( $ids, function ( $id ) { return 'attachment' === get_post_type( $id ); } );
      sort( $listed ); sort( $refused );
      $counted = \\Altscribe\\Suggestions\\Lists::count()['pending'];
      $lists[] = count( $may );
      $not     = array_values( array_diff( $images, $may ) );
      if ( $listed !== $may || $counted !== count( $may ) || array_values( array_intersect( $ids, $refused ) ) !== $not ) { $differences[ $name ] = array( $listed, $may, $counted, $refused, $not ); }
    };
    $other = $user( 'editor' );
    $me    = $user( 'author' );
    $ids   = array();
    foreach ( array( 'post', 'page', 'note', 'plan', 'forgotten', 'attachment' ) as $type ) {
      foreach ( 'attachment' === $type ? array( 'inherit', 'private', 'publish' ) : array( 'publish', 'draft', 'private', 'archived' ) as $status ) {
        foreach ( array( $me, $other, 0 ) as $author ) {
          $ids[] = $add( array( 'post_type' => $type, 'post_status' => $status, 'post_author' => $author ) );
          $ids[] = $add( array( 'post_type' => $type, 'post_status' => $status, 'post_author' => $author ) );
        }
      }
    }
    // A revision has the permissions of its post, and the privacy policy those of a setting.
    $ids[] = $add( array( 'post_type' => 'revision', 'post_status' => 'inherit', 'post_author' => $me, 'post_parent' => $ids[0] ) );
    $ids[] = $add( array( 'post_type' => 'revision', 'post_status' => 'inherit', 'post_author' => $me, 'post_parent' => $ids[2] ) );
    $policy = $add( array( 'post_type' => 'page', 'post_status' => 'publish', 'post_author' => $me ) );
    $ids[] = $policy;
    update_option( 'wp_page_for_privacy_policy', $policy );
    // Those in the trash are not listed.
    $add( array( 'post_type' => 'post', 'post_status' => 'trash', 'post_author' => $me ) );
    foreach ( array( 'administrator', 'editor', 'author', 'contributor', 'subscriber', 'reader', 'writer', 'chief', 'planner' ) as $role ) {
      ( new WP_User( $me ) )->set_role( $role );
      wp_set_current_user( 0 );
      wp_set_current_user( $me );
      $compare( $role );
      $filters = array(
        'altscribe_capability' => function ( $capability, $id ) { return $id % 2 ? 'manage_options' : $capability; },
        'map_meta_cap'         => function ( $caps, $cap, $user_id, $args ) { return 'edit_post' === $cap && 0 === $args[0] % 3 ? array( 'do_not_allow' ) : $caps; },
        'user_has_cap'         => function ( $all, $caps, $args ) { return 'edit_post' === $args[0] && 0 === $args[2] % 3 ? array_fill_keys( $caps, true ) + $all : $all; },
      );
      foreach ( in_array( $role, array( 'administrator', 'author', 'chief' ), true ) ? $filters : array() as $hook => $filter ) {
        add_filter( $hook, $filter, 10, 4 );
        $compare( "$role $hook" );
        remove_filter( $hook, $filter, 10 );
      }
    }
    foreach ( array_keys( $rights ) as $role ) { remove_role( $role ); }
    delete_option( 'wp_page_for_privacy_policy' );
    return array( 'differences' => $differences, 'kinds' => count( array_unique( $lists ) ) );`,
  );
  expect(found).toMatchObject({ differences: [] });
  // Otherwise all users would be alike.
  expect((found as { kinds: number }).kinds).toBeGreaterThan(8);
});

test('Two editors who decide or undo at the same moment do not spoil each other’s decision', async ({
  site,
}) => {
  const found = await runQueue(
    site.php,
    `${helpers}
    $images = images( 5 );
    $id     = $post( $block( $images[4] ) );
    /** Does something as another process before that query. */
    $before = function ( $pattern, $does ) {
      $act = function ( $query ) use ( $pattern, $does, &$act ) {
        if ( preg_match( $pattern, $query ) ) {
          remove_filter( 'query', $act );
          $does();
        }
        return $query;
      };
      add_filter( 'query', $act );
    };
    $table = \\Altscribe\\Suggestions\\Store::table();
    $undo  = function ( $row ) use ( $ask, $code ) { return $code( $ask( 'POST', "suggestions/$row/undo" ) ); };
    // Both accept: in the media library, and in a post. The other one is faster after this one has read the suggestion.
    foreach ( array( array( $images[0], 0 ), array( $images[4], $id ) ) as list( $image, $in ) ) {
      $row = $suggest( $image, 'A boat', $in );
      $accept = function () use ( $decide, $row, &$accept ) {
        remove_action( 'pre_post_update', $accept );
        $decide( $row );
      };
      if ( $in ) { add_action( 'pre_post_update', $accept ); } else { $before( '~SELECT .*_postmeta~s', $accept ); }
      wp_cache_flush();
      $lost = $code( $decide( $row ) );
      $texts = array( $in ? $alts( $in )[0] : alt( $image ), $undo( $row ), $in ? $alts( $in )[0] : alt( $image ) );
      $results['accept'][] = array( $lost, $texts );
    }
    // Both mark it as decorative.
    $row = $suggest( $images[1], '' );
    $before( "~UPDATE .*$table~s", function () use ( $decide, $row ) { $decide( $row, 'decorative' ); } );
    $lost = $code( $decide( $row, 'decorative' ) );
    $results['decorative'] = array( $lost, $undo( $row ), (bool) get_post_meta( $images[1], '_altscribe_decorative', true ) );
    // Both undo a rejection.
    $row = $suggest( $images[2], 'A pier' );
    $decide( $row, 'reject' );
    $before( "~DELETE .*$table~s", function () use ( $undo, $row ) { $undo( $row ); } );
    $results['undo'] = array( $undo( $row ), $pending() );
    // The other one rejects it before this one's row is there: nothing is written.
    $row = $suggest( $images[3], 'A mast' );
    $before( "~UPDATE .*$table~s", function () use ( $decide, $row ) { $decide( $row, 'reject' ); } );
    $results['reject'] = array( $code( $decide( $row ) ), alt( $images[3] ), $undo( $row ), alt( $images[3] ) );
    // Both accept texts in one post, with and without records of earlier ones: each has its own.
    $three = images( 3 );
    $id    = $post( implode( '', array_map( $block, $three ) ) );
    $rows  = array_map( function ( $image ) use ( $suggest, $id ) { return $suggest( $image, "Boat $image", $id ); }, $three );
    $before( '~^(INSERT|UPDATE) .*_altscribe_sources~s', function () use ( $decide, $rows, $before ) {
      $before( '~^(INSERT|UPDATE) .*_altscribe_sources~s', function () use ( $decide, $rows ) { $decide( $rows[2] ); } );
      $decide( $rows[1] );
    } );
    $decide( $rows[0] );
    wp_cache_flush();
    $results['records'] = array( $alts( $id ) === array_map( function ( $image ) { return "Boat $image"; }, $three ), count( altscribe_get_post_sources( $id ) ) );
    $four = image();
    wp_update_post( array( 'ID' => $id, 'post_content' => wp_slash( get_post( $id )->post_content . $block( $four ) ) ) );
    $decide( $suggest( $four, 'A mast', $id ) );
    $results['records'][] = count( altscribe_get_post_sources( $id ) );
    return $results;`,
  );
  expect(found).toEqual({
    accept: [
      ['altscribe_text_changed', ['A boat', 'pending', '']],
      // This one's row was there before the other one's request.
      ['accepted', ['A boat', 'pending', '']],
    ],
    decorative: ['altscribe_already_decided', 'pending', false],
    undo: ['pending', ['A boat', 'A boat', '', 'A pier']],
    reject: ['altscribe_already_decided', '', 'pending', ''],
    records: [true, 3, 4],
  });
});
