import { expectRecord } from './support/record.ts';
import { test } from './support/test.ts';

test('Each decision answers and changes the same, for each role', async ({ site }) => {
  await expectRecord(
    site.php,
    'record-decisions',
    `
    $admin = get_user_by( 'login', 'admin' )->ID;
    $to    = function ( $route, $params = array(), $method = 'POST' ) use ( $ask ) { return function () use ( $ask, $method, $route, $params ) { return $ask( $method, $route, $params ); }; };
    $do    = function ( $id, $decision, $params = array() ) use ( $step, $to ) { return $step( "$decision $id " . wp_json_encode( $params ), 'undo' === $decision ? $to( "suggestions/$id/undo" ) : $to( "suggestions/$id", compact( 'decision' ) + $params ) ); };
    $roles = array( 'nobody' => 0, 'editor' => $editor );
    foreach ( array( 'subscriber', 'contributor', 'author' ) as $role ) { $roles[ $role ] = $user( $role ); }
    foreach ( $roles as $role => $who ) {
      wp_set_current_user( $who );
      $step( "$role counts", $to( 'suggestions/counts', array(), 'GET' ) );
      foreach ( array( $waiting, $placed, $framed ) as $id ) {
        $done = $do( $id, 'accept' );
        if ( 200 === $done->get_status() ) { $do( $id, 'undo' ); }
      }
      $step( "$role decides many", $to( 'suggestions/decide', array( 'ids' => array( $waiting, $placed ), 'decision' => 'undo' ) ) );
      $step( "$role adds", $to( 'suggestions', array( 'attachment_id' => $names['french'], 'post_id' => $post_b, 'place' => "core/image#{$names['french']}#1", 'text' => 'Un quai' ) ) );
    }
    wp_set_current_user( $admin );
    // What one is told, and what stays as it is.
    $do( $waiting, 'accept', array( 'shown_text' => 'Another text' ) );
    $do( $waiting, 'accept', array( 'expected_current' => 'Another text' ) );
    $do( $waiting, 'accept', array( 'text' => '  ' ) );
    $do( $waiting, 'perhaps' );
    $do( $done->get_data()['id'] ?? 1, 'undo' );
    $do( 1, 'accept' );
    $do( $framed, 'accept' );
    // In the media library.
    $do( $waiting, 'accept', array( 'text' => ' Boats, at the old  pier ', 'shown_text' => 'Boats at the pier' ) );
    $do( $waiting, 'accept' );
    $do( $waiting, 'undo' );
    $do( $waiting, 'undo' );
    $do( $waiting, 'decorative' );
    $do( $waiting, 'undo' );
    $do( $waiting, 'reject' );
    $do( $waiting, 'undo' );
    $do( $waiting, 'accept', array( 'written' => true ) );
    // In a post.
    $do( $placed, 'accept', array( 'text' => 'The Mathilda' ) );
    $do( $placed, 'undo' );
    $do( $placed, 'decorative' );
    $do( $placed, 'undo' );
    $do( $framed, 'decorative' );
    $do( $framed, 'undo' );
    $do( $placed, 'accept', array( 'written' => true ) );
    $do( $placed, 'reject' );
    $step( 'The text is changed meanwhile', function () use ( $post_a ) { return wp_update_post( wp_slash( array( 'ID' => $post_a, 'post_content' => str_replace( '"A boat"', '"A boat, changed"', get_post( $post_a )->post_content ) ) ) ); } );
    $good = $step( 'Another is added', $to( 'suggestions', array( 'attachment_id' => $names['good'], 'post_id' => $post_a, 'place' => "core/image#{$names['good']}#1", 'previous_text' => 'A boat', 'text' => 'A boat at anchor', 'hint' => 'Anchor' ) ) )->get_data()['id'];
    $do( $good, 'accept' );
    $do( $good, 'accept' );
    $do( $good, 'undo' );
    // By the address of the image, a declined one, a long one, without an image, and one that is too long.
    $linked = $post( '<!-- wp:image --><figure class="wp-block-image"><img src="https://images.example.com/a.jpg" alt=""/></figure><!-- /wp:image --><p>The end.</p>', $own + array( 'post_title' => 'By address' ) );
    $there  = array( 'post_id' => $linked, 'place' => 'core/image#https://images.example.com/a.jpg#1', 'image_url' => 'https://images.example.com/a.jpg' );
    $far    = $step( 'By address', $to( 'suggestions', $there + array( 'text' => 'A far boat', 'purpose' => 'informative', 'language' => 'de' ) ) )->get_data()['id'];
    $step( 'By address again', $to( 'suggestions', $there + array( 'text' => '', 'declined' => true, 'origin' => 'grid' ) ) );
    $do( $far, 'accept' );
    $do( $far, 'accept', array( 'text' => 'A far boat' ) );
    $do( $far, 'undo' );
    $step( 'No image', $to( 'suggestions', array( 'post_id' => $linked, 'text' => 'x' ) ) );
    $step( 'Too long', $to( 'suggestions', array( 'post_id' => $linked, 'place' => str_repeat( 'x', 200 ), 'image_url' => 'x', 'text' => 'x' ) ) );
    $long = $suggest( $names['good'], "One sentence.\\n\\nAnother sentence.", $post_a, 1, array( 'purpose' => 'long' ) );
    $step( 'In the editor', $to( 'suggestions', array( 'post' => $post_a, 'context' => 'edit' ), 'GET' ) );
    $do( $long, 'decorative' );
    $do( $long, 'accept' );
    $do( $long, 'undo' );
    $do( $long, 'reject' );
    // Several at once.
    $many = array();
    foreach ( array( 'faulty', 'hinted', 'failing', 'decorative', 'french' ) as $name ) { $many[] = $suggest( $names[ $name ], "New $name" ); }
    $bulk = array( 'ids' => $many, 'decision' => 'accept' );
    $step( 'Too many unread', $to( 'suggestions/decide', array( 'ids' => range( 1, 30 ) ) + $bulk ) );
    delete_user_option( $admin, 'altscribe_reads' );
    $step( 'None read', $to( 'suggestions/decide', $bulk + array( 'without_findings' => true ) ) );
    $several = $step( 'Several', $to( 'suggestions/decide', $bulk + array( 'shown_texts' => array( 'New faulty', 'Another' ) ) ) );
    $step( 'Undo them', $to( 'suggestions/decide', array( 'decision' => 'undo', 'bulk' => $several->get_data()['bulk'] ) ) );
    $step( 'Undo nothing', $to( 'suggestions/decide', array( 'decision' => 'undo' ) ) );
    $step( 'Rewritten', $to( "suggestions/$many[1]/rewrite", array( 'hint' => 'Mathilda', 'shown_text' => 'New hinted', 'request_id' => 'a-1' ) ) );
    $step( 'Rewritten after a change', $to( "suggestions/$many[1]/rewrite", array( 'shown_text' => 'New hinted' ) ) );
    $step( 'A decided one rewritten', $to( "suggestions/$long/rewrite" ) );
    $step( 'With a long description', $to( "suggestions/$good/long" ) );
    // Live texts, in the library and in a post.
    $step( 'Filled', $to( "attachments/{$names['missing']}/fill", array( 'post_ids' => array( $post_b, $post_a, 1 ) ) ) );
    $live = array();
    foreach ( $get( array( 'waiting' => 'live' ) ) as $item ) { $live[] = $item['id']; }
    $step( 'Live texts', $to( 'suggestions', array( 'waiting' => 'live' ), 'GET' ) );
    foreach ( array_slice( $live, 0, 2 ) as $id ) {
      foreach ( array( array( 'accept', array( 'expected_current' => 'x' ) ), array( 'accept' ), array( 'undo' ), array( 'accept', array( 'text' => 'Read and changed' ) ), array( 'undo' ), array( 'decorative' ), array( 'undo' ), array( 'reject' ), array( 'undo' ) ) as $what ) { $do( $id, ...$what ); }
      $step( 'Rewritten', $to( "suggestions/$id/rewrite" ) );
    }
    $step( 'Unfilled', $to( "attachments/{$names['missing']}/unfill", array( 'post_ids' => array( $post_b, $post_a ) ) ) );
    // Posts that cannot be changed now, and settings that say where texts go.
    $there = $post( $block( $names['failing'] ) . $block( $names['declined'] ), $own + array( 'post_title' => 'Under way' ) );
    $one   = $suggest( $names['failing'], 'A storm', $there );
    wp_set_current_user( $editor );
    wp_set_post_lock( $there );
    wp_set_current_user( $admin );
    $do( $one, 'accept' );
    delete_post_meta( $there, '_edit_lock' );
    wp_create_post_autosave( array( 'post_ID' => $there, 'post_type' => 'post', 'post_title' => 'Under way', 'post_content' => 'Not saved yet', 'post_excerpt' => '' ) );
    $do( $one, 'accept' );
    foreach ( wp_get_post_revisions( $there ) as $revision ) { wp_delete_post_revision( $revision->ID ); }
    update_option( 'altscribe_settings', array( 'write_to' => 'both' ) + get_option( 'altscribe_settings' ) );
    $do( $one, 'accept' );
    $do( $one, 'undo' );
    wp_trash_post( $there );
    $do( $one, 'accept' );
    wp_untrash_post( $there );
    $wpdb->query( 'DROP TABLE ' . \\Altscribe\\Suggestions\\Store::table() );
    $wpdb->suppress_errors( true );
    $step( 'The table is lost', $to( 'suggestions', array(), 'GET' ) );
    $step( 'It is made again', function () use ( $suggest, $names ) { return $suggest( $names['failing'], 'After the loss' ) > 0; } );
    $wpdb->suppress_errors( false );`,
  );
});

test('Uses and reports follow each change of posts, terms, widgets and settings', async ({
  site,
}) => {
  await expectRecord(
    site.php,
    'record-uses',
    `
    list( 'missing' => $a, 'good' => $b, 'linked' => $c, 'french' => $d ) = $names;
    $url  = 'wp_get_attachment_url';
    $edit = function ( $id, $content, $more = array() ) { return function () use ( $id, $content, $more ) { return wp_update_post( wp_slash( array( 'ID' => $id, 'post_content' => $content ) + $more ) ); }; };
    $new  = function ( $content, $more = array() ) use ( $post, $own ) { return function () use ( $post, $content, $more, $own ) { return $post( $content, $more + $own ); }; };
    $one  = $step( 'A post of each kind of reference', $new( $block( $a, 'A pier' ) . '<p><img src="' . $url( $b ) . '" alt=""><img src="/wp-content/uploads/2026/missing-' . $c . '-300x200.jpg" alt="Cut"><img src="https://cdn.example.com/wp-content/uploads/2026/missing-' . $d . '.jpg"><img src="https://images.example.com/far.jpg"><img src="data:image/png;base64,AA=="></p>[gallery ids="' . "$a,$d" . '"][gallery][[gallery ids="1"]]', array( 'post_excerpt' => '<img src="' . $url( $c ) . '">' ) ) );
    $step( 'An upload is attached', function () use ( $one, $c ) { $done = wp_update_post( array( 'ID' => $c, 'post_parent' => $one ) ); do_action( 'wp_media_attach_action', 'attach', $c, $one ); return $done; } );
    $step( 'A draft', $edit( $one, $block( $a ), array( 'post_status' => 'draft' ) ) );
    $step( 'Published', $edit( $one, $block( $a ) . $block( $a ), array( 'post_status' => 'publish', 'post_excerpt' => '' ) ) );
    $step( 'Private', $edit( $one, $block( $a ), array( 'post_status' => 'private' ) ) );
    $step( 'With a featured image', function () use ( $one, $d ) { return (bool) set_post_thumbnail( $one, $d ); } );
    $step( 'With another', function () use ( $one, $c ) { return (bool) set_post_thumbnail( $one, $c ); } );
    $step( 'Without', function () use ( $one ) { return delete_post_thumbnail( $one ); } );
    $step( 'In the trash', function () use ( $one ) { return (bool) wp_trash_post( $one ); } );
    $step( 'Out of the trash', function () use ( $one ) { return (bool) wp_untrash_post( $one ); } );
    $step( 'A type that is not read', $new( $block( $a ), array( 'post_type' => 'oembed_cache' ) ) );
    $inner = $step( 'A pattern', $new( $block( $b, 'In a pattern' ), array( 'post_type' => 'wp_block', 'post_title' => 'Inner' ) ) );
    $outer = $step( 'A pattern in it', $new( '<!-- wp:block {"ref":' . $inner . '} /-->', array( 'post_type' => 'wp_block', 'post_title' => 'Outer' ) ) );
    $page  = $step( 'A page shows it', $new( '<!-- wp:block {"ref":' . $outer . '} /--><!-- wp:block {"ref":"x"} /-->', array( 'post_type' => 'page', 'post_title' => 'A page' ) ) );
    $step( 'No longer', $edit( $page, '' ) );
    $step( 'The pattern is deleted', function () use ( $inner ) { return (bool) wp_delete_post( $inner, true ); } );
    $template = $step( 'A template', $new( $block( $c, 'In a template' ), array( 'post_type' => 'wp_template', 'post_name' => 'single', 'tax_input' => array( 'wp_theme' => array( get_stylesheet() ) ) ) ) );
    foreach ( array( 'another', get_stylesheet() ) as $theme ) { $step( 'another' === $theme ? 'Another theme' : 'The theme again', function () use ( $theme ) { update_option( 'stylesheet', $theme ); do_action( 'switch_theme', $theme, wp_get_theme(), wp_get_theme() ); } ); }
    $term = $step( 'A term', function () { return wp_insert_term( 'Boats', 'category', array( 'description' => 'All boats' ) )['term_id']; } );
    $step( 'With an image', function () use ( $term, $a ) { return update_term_meta( $term, 'thumbnail_id', $a ) > 0; } );
    $step( 'With another one', function () use ( $term, $b ) { return update_term_meta( $term, 'thumbnail_id', $b ); } );
    $step( 'Without one', function () use ( $term ) { return delete_term_meta( $term, 'thumbnail_id' ); } );
    $step( 'With other meta', function () use ( $term ) { return update_term_meta( $term, 'colour', 5 ) > 0; } );
    $old = get_option( 'sidebars_widgets' );
    $texts = get_option( 'widget_block' );
    $step( 'Widgets', function () use ( $a, $b, $c, $d, $url, $block, $inner ) {
      update_option( 'widget_media_image', array( 2 => array( 'attachment_id' => $a, 'url' => $url( $a ) ), 3 => array( 'url' => $url( $b ) ) ) );
      update_option( 'widget_media_gallery', array( 2 => array( 'ids' => array( $b, $c ) ) ) );
      update_option( 'widget_text', array( 4 => array( 'text' => '<img src="' . $url( $d ) . '">', 'filter' => true ) ) );
      update_option( 'widget_block', array( 2 => array( 'content' => $block( $a ) ), 3 => array( 'content' => '<!-- wp:block {"ref":' . $inner . '} /-->' ) ) );
      return update_option( 'sidebars_widgets', array( 'sidebar-1' => array( 'media_image-2', 'media_image-3', 'media_gallery-2', 'block-2', 'block-3', 'search-1' ), 'wp_inactive_widgets' => array( 'text-4' ), 'array_version' => 3 ) );
    } );
    $step( 'Fewer widgets', function () use ( $old ) { return update_option( 'sidebars_widgets', $old ); } );
    update_option( 'widget_block', $texts );
    wp_delete_term( $term, 'category' );
    $step( 'Logo and icon', function () use ( $a, $b, $c ) { update_option( 'site_logo', $a ); set_theme_mod( 'custom_logo', $c ); return update_option( 'site_icon', $b ); } );
    $step( 'Another option', function () { return update_option( 'blogdescription', uniqid() ); } );
    $step( 'None', function () { remove_theme_mod( 'custom_logo' ); delete_option( 'site_logo' ); return delete_option( 'site_icon' ); } );
    $step( 'By a filter', function () use ( $d, $one, $edit, $block, $a ) {
      add_filter( 'altscribe_image_references', function ( $found, $type, $id ) use ( $d, $one ) { return 'post' === $type && $id === $one ? array_merge( $found, array( array( 'id' => "$d", 'kind' => str_repeat( 'slider', 9 ) ), array( 'url' => 'https://images.example.com/x.jpg' ) ) ) : $found; }, 10, 3 );
      return $edit( $one, $block( $a, 'With a slider' ), array( 'post_status' => 'publish' ) )();
    } );
    $step( 'All is read again', function () { \\Altscribe\\Posts\\Uses_Index::rebuild_uses(); return \\Altscribe\\Posts\\Uses_Index::read_uses( 60 ); } );
    // What becomes of suggestions.
    $step( 'Its image moves', $edit( $post_a, $block( $names['suggested'] ) . '<p>Between</p>' . $block( $a ) . $block( $b, 'A boat' ) ) );
    $step( 'It leaves', $edit( $post_a, $block( $b, 'A boat' ) ) );
    $step( 'It is back', $edit( $post_a, $block( $b, 'A boat' ) . $block( $a ) . $block( $a ) ) );
    $step( 'It has the text', $edit( $post_a, $block( $a, 'Image of a boat' ) ) );
    $step( 'Another waits and gets another text', function () use ( $suggest, $a, $post_a, $edit, $block ) { $suggest( $a, 'One', $post_a ); return $edit( $post_a, $block( $a, 'Two' ) )(); } );
    $step( 'The library gets the text', function () use ( $names ) { return update_post_meta( $names['suggested'], '_wp_attachment_image_alt', 'Boats at the pier' ) > 0; } );
    $step( 'One becomes decorative', function () use ( $suggest, $names ) { $suggest( $names['failing'], 'Waves' ); return update_post_meta( $names['failing'], '_altscribe_decorative', '1' ) > 0; } );
    $step( 'One is written by hand', function () use ( $suggest, $names ) { $suggest( $names['declined'], '', 0, 1, array( 'purpose' => 'declined' ) ); return update_post_meta( $names['declined'], '_wp_attachment_image_alt', 'By hand' ) > 0; } );
    $step( 'A post is deleted', function () use ( $post_b ) { return (bool) wp_delete_post( $post_b, true ); } );
    $step( 'An image is deleted', function () use ( $a ) { return (bool) wp_delete_attachment( $a, true ); } );
    $step( 'A month later', function () use ( $wpdb ) {
      $wpdb->query( "UPDATE {$wpdb->prefix}altscribe_suggestions SET decided = 1, created = 1" );
      do_action( 'altscribe_read_uses' );
      return \\Altscribe\\Posts\\Uses_Index::uses_progress();
    } );`,
  );
});

test('Each request sends the same context of the image, its post and its product', async ({
  site,
}) => {
  await site.define({ ALTSCRIBE_TEST_WOOCOMMERCE: '1' });
  await expectRecord(
    site.php,
    'record-requests',
    `
    list( 'missing' => $a, 'good' => $b, 'linked' => $c, 'french' => $d ) = $names;
    $url  = 'wp_get_attachment_url';
    $sent = array();
    add_filter( 'pre_http_request', function ( $answer, $call, $to ) use ( &$sent ) {
      $body   = json_decode( is_string( $call['body'] ) ? $call['body'] : '', true );
      $sent[] = array( $call['method'] ?? '', $to, array_diff_key( $call['headers'] ?? array(), array( 'Idempotency-Key' => 1, 'User-Agent' => 1 ) ), is_array( $body ) ? array_map( function ( $value ) { return is_string( $value ) && strlen( $value ) > 6000 ? 'long' : $value; }, $body ) : $call['body'] );
      return $answer;
    }, 19, 3 );
    $to = function ( $name, $route, $params = array() ) use ( $ask, $step, &$sent ) {
      return $step( $name, function () use ( $ask, $route, $params, &$sent ) { $sent = array(); return array( 'says' => $ask( 'POST', $route, $params )->get_data(), 'sent' => $sent ); } );
    };
    define( 'WPSEO_VERSION', '1.0' );
    $content = '<!-- wp:heading --><h2 class="wp-block-heading">Harbour &amp; pier</h2><!-- /wp:heading --><!-- wp:paragraph --><p>Before the first. It is <em>early</em>.</p><!-- /wp:paragraph -->'
      . "\n" . '<!-- wp:image {"id":' . $a . ',"linkDestination":"custom"} --><figure class="wp-block-image"><a href="https://example.com/boats?x=1&amp;y=2" rel="noopener">Words <img src="' . $url( $a ) . '" alt="" class="wp-image-' . $a . '"/></a><figcaption class="wp-element-caption">The <b>first</b></figcaption></figure><!-- /wp:image -->'
      . "\n" . '<!-- wp:paragraph --><p>After the first.</p><!-- /wp:paragraph --><!-- wp:columns --><div class="wp-block-columns"><!-- wp:column --><div class="wp-block-column">' . $block( $b, 'Old text' ) . '</div><!-- /wp:column --></div><!-- /wp:columns -->'
      . "\n" . '<!-- wp:media-text {"mediaId":' . $c . ',"mediaType":"image","linkDestination":"media"} --><div class="wp-block-media-text"><figure class="wp-block-media-text__media"><a href="' . $url( $c ) . '"><img src="' . $url( $c ) . '" alt="" class="wp-image-' . $c . '"/></a></figure><div class="wp-block-media-text__content"><!-- wp:paragraph --><p>Beside it.</p><!-- /wp:paragraph --></div></div><!-- /wp:media-text -->'
      . "\n" . '<!-- wp:cover {"url":"' . $url( $d ) . '","id":' . $d . '} --><div class="wp-block-cover"><img class="wp-block-cover__image-background wp-image-' . $d . '" alt="" src="' . $url( $d ) . '"/><div class="wp-block-cover__inner-container"><!-- wp:heading --><h2>On it</h2><!-- /wp:heading --></div></div><!-- /wp:cover -->'
      . "\n" . '<!-- wp:cover {"url":"' . $url( $b ) . '","id":' . $b . ',"hasParallax":true} --><div class="wp-block-cover"><div role="img" class="wp-block-cover__image-background wp-image-' . $b . ' has-parallax" style="background-image:url(' . $url( $b ) . ')"></div></div><!-- /wp:cover -->'
      . "\n" . '<!-- wp:cover {"url":"' . $url( $c ) . '","id":' . $c . ',"alt":"Fixed","isRepeated":true} --><div class="wp-block-cover"><div class="wp-block-cover__image-background is-repeated" role="img" aria-label="Fixed" style="background-image:url(' . $url( $c ) . ')"></div></div><!-- /wp:cover -->'
      . "\n" . '<!-- wp:gallery --><figure class="wp-block-gallery">' . $block( $a ) . $block( $c, '', '<figcaption class="wp-element-caption">In the gallery</figcaption>' ) . '<figcaption class="blocks-gallery-caption">All</figcaption></figure><!-- /wp:gallery -->'
      . "\n" . '<!-- wp:paragraph --><p>Within <img src="' . $url( $b ) . '" alt="" class="wp-image-' . $b . '"/> a text. ' . str_repeat( 'A long sentence that goes on. ', 90 ) . '</p><!-- /wp:paragraph -->'
      . "\n" . '<!-- wp:jetpack/slideshow {"images":[{"id":' . $a . ',"url":"' . $url( $a ) . '","alt":"","caption":"First"},{"id":' . $c . ',"url":"' . $url( $c ) . '","alt":"","caption":"Second"}]} /-->'
      . "\n" . '<!-- wp:generateblocks/media {"mediaId":' . $d . ',"htmlAttributes":{"src":"' . $url( $d ) . '","alt":""},"linkHtmlAttributes":{"href":"https://example.com/there"}} /-->'
      . "\n" . '<!-- wp:html --><a href="/self"><img src="' . $url( $a ) . '"></a><img src="https://images.example.com/far.jpg" alt=\\'\\'><!-- /wp:html -->'
      . "\n" . '<!-- wp:acme/card {"media":{"photo":"' . $url( $c ) . '"}} /-->';
    $all  = $post( $content, $own + array( 'post_title' => 'All <i>kinds</i>', 'post_excerpt' => 'In short' ) );
    update_post_meta( $all, '_yoast_wpseo_focuskw', 'pier' );
    foreach ( array( $a => array( 'post_content' => 'A description', 'post_excerpt' => 'A caption', 'post_title' => 'The old pier' ), $b => array( 'post_title' => 'IMG_2034' ) ) as $id => $fields ) { wp_update_post( array( 'ID' => $id ) + $fields ); }
    update_option( 'altscribe_settings', array( 'style' => array( array( 'language' => '', 'how' => 'Short', 'glossary' => 'e-bike → pedelec' ), array( 'language' => 'fr', 'how' => 'Court', 'glossary' => '' ) ) ) + get_option( 'altscribe_settings' ) );
    // Each place gets a text and loses it.
    $editing = $step( 'The places', function () use ( $all ) { return array_map( function ( $image ) { return array_diff_key( $image, array( 'tag' => 1, 'delimiter' => 1, 'span' => 1 ) ); }, \\Altscribe\\Posts\\Places::list_places( get_post( $all ) ) ); } );
    foreach ( $editing as $n => $image ) {
      $place = $image['places'][0] ?? '';
      $id    = $suggest( $image['attachment_id'], "Text $n", $all, 1, array( 'place' => $place, 'image_url' => $image['attachment_id'] ? '' : $image['url'], 'previous_text' => $image['text'] ) );
      foreach ( array( 'accept', 'undo', 'decorative', 'undo' ) as $decision ) {
        $step( "$decision of $place", function () use ( $ask, $id, $decision ) { return array_intersect_key( $ask( 'POST', 'undo' === $decision ? "suggestions/$id/undo" : "suggestions/$id", compact( 'decision' ) )->get_data(), array( 'state' => 1, 'code' => 1, 'message' => 1 ) ); } );
      }
      $to( "Rewritten: $place", "suggestions/$id/rewrite", $n % 2 ? array( 'hint' => 'It is the Mathilda', 'regenerate' => true ) : array() );
    }
    foreach ( $editing as $n => $image ) {
      $place = $image['places'][0] ?? '';
      $long  = $suggest( $image['attachment_id'], "First line $n.\n\nSecond line.", $all, 1, array( 'place' => $place, 'image_url' => $image['attachment_id'] ? '' : $image['url'], 'purpose' => 'long' ) );
      foreach ( array( 'accept', 'undo' ) as $decision ) {
        $step( "Long description at $place: $decision", function () use ( $ask, $long, $decision ) { return array_intersect_key( $ask( 'POST', 'undo' === $decision ? "suggestions/$long/undo" : "suggestions/$long", compact( 'decision' ) )->get_data(), array( 'state' => 1, 'code' => 1, 'message' => 1 ) ); } );
      }
    }
    $to( 'A long description', "suggestions/$id/long", array( 'request_id' => 'b-2' ) );
    foreach ( array( $a, $b, $c, $d, $names['hinted'] ) as $image ) {
      $to( "Of the library: $image", "attachments/$image/generate" );
      $to( "Of the library, in the post: $image", "attachments/$image/generate", array( 'post_id' => $all, 'title' => 'Unsaved', 'seo_keywords' => 'quay, sea', 'hint' => 'Dawn', 'image_context' => "Line one: x\\nLine two", 'regenerate' => true, 'surroundings' => array( 'caption' => 'Ours', 'link_target' => str_repeat( 'x', 400 ), 'before' => 'Before' ) ) );
    }
    foreach ( array( array( 'attachment_id' => $a, 'place' => "core/image#$a#1" ), array( 'image_url' => 'https://images.example.com/far.jpg', 'language' => 'de_DE' ), array( 'attachment_id' => $b, 'text_length' => 'short' ), array( 'attachment_id' => $b, 'text_length' => 'long' ), array( 'attachment_id' => $b, 'text_length' => 'detailed', 'previous_text' => 'Old text' ), array(), array( 'attachment_id' => 1 ), array( 'attachment_id' => $a, 'language' => '?' ) ) as $params ) {
      $to( 'Of the editor: ' . wp_json_encode( $params ), 'generate', array( 'post_id' => $all ) + $params );
      $to( 'Its context', 'context', array( 'post_id' => $all ) + $params );
    }
    // Products, terms, pages, and what several posts have in common.
    $terms   = wp_insert_term( 'Hats & caps', 'product_cat', array( 'description' => 'For bad weather' ) )['term_id'];
    $product = $post( '', array( 'post_type' => 'product', 'post_title' => 'Sou’wester', 'post_excerpt' => '<p>Keeps the <b>rain</b> off.</p>' ) + $own );
    wp_set_object_terms( $product, array( (int) $terms ), 'product_cat' );
    wp_set_object_terms( $product, 'Nordkap', 'product_brand' );
    wp_set_object_terms( $product, array( 'rain', 'sea' ), 'product_tag' );
    $attribute = function ( $value, $is_visible ) { return array( 'value' => $value, 'is_visible' => $is_visible, 'is_variation' => false ); };
    update_post_meta( $product, '_product_attributes', array( 'pa_material' => $attribute( 'Oilskin | Cotton', true ), 'supplier' => $attribute( 'A secret', false ), 'note' => $attribute( '', true ) ) );
    $shown = array_map( function ( $title ) { return image( '', array( 'post_title' => $title ) ); }, array( 'main' => 'Main', 'gallery' => 'Gallery', 'variation' => 'Variation', 'term' => 'Term', 'page' => 'Page', 'both' => 'Both', 'uploaded' => 'Uploaded', 'alone' => 'Alone' ) );
    set_post_thumbnail( $product, $shown['main'] );
    update_post_meta( $product, '_product_image_gallery', "4711,$shown[gallery]" );
    $variation = $post( '', array( 'post_type' => 'product_variation', 'post_parent' => $product, 'post_title' => 'Yellow' ) + $own );
    update_post_meta( $variation, '_product_attributes', array( 'pa_colour' => array( 'value' => 'Yellow' ) ) );
    update_post_meta( $variation, '_thumbnail_id', $shown['variation'] );
    update_term_meta( $terms, 'thumbnail_id', $shown['term'] );
    $post( $block( $shown['page'] ), array( 'post_type' => 'page', 'post_title' => 'A page' ) + $own );
    foreach ( array( 'One', 'Two' ) as $title ) { update_post_meta( $post( $block( $shown['both'] ), array( 'post_title' => $title ) + $own ), '_yoast_wpseo_focuskw', "sea, $title" ); }
    wp_update_post( array( 'ID' => $shown['uploaded'], 'post_parent' => $all ) );
    \\Altscribe\\Posts\\Uses::read_noted();
    foreach ( $shown as $name => $image ) {
      $to( "Of $name", "attachments/$image/generate" );
      $to( "Of $name in the product", "attachments/$image/generate", array( 'post_id' => $product, 'title' => 'New name' ) );
    }
    $to( 'All of the product', "products/$product/generate", array( 'title' => 'New name' ) );
    $to( 'Some of the product', "products/$product/generate", array( 'images' => array( $shown['alone'], 1 ) ) );
    $to( 'Not a product', "products/$all/generate" );
    $to( 'A product without images', 'products/' . $post( '', array( 'post_type' => 'product' ) + $own ) . '/generate' );
    // What waits or is elsewhere comes first, and each answer of the service.
    $written = image( '', array( 'post_title' => 'Written' ) );
    $source  = $post( $block( $written, 'Three boats at the old pier' ) . $block( $written ), array( 'post_title' => 'Its post' ) + $own );
    \\Altscribe\\Posts\\Uses::read_noted();
    $to( 'A text of a post', "attachments/$written/generate" );
    $to( 'It waits, and is copied to a place', 'generate', array( 'post_id' => $source, 'attachment_id' => $written, 'place' => "core/image#$written#2" ) );
    $decide( altscribe_find_suggestion( $written )['id'], 'reject' );
    $to( 'A rejected text of a post', "attachments/$written/generate" );
    update_option( 'altscribe_settings', array( 'review_new_texts' => true ) + get_option( 'altscribe_settings' ) );
    $to( 'Texts are held', 'generate', array( 'post_id' => $source, 'attachment_id' => $shown['alone'], 'place' => "core/image#$shown[alone]#1" ) );
    $number = 0;
    foreach ( array( 'declined' => $declined(), 'decorative' => text( '', 'decorative' ), 'no credits' => no_credits(), 'broken' => broken(), 'busy' => respond( 429, array( 'message' => 'No' ), array( 'retry-after' => '7' ) ), 'the limit' => respond( 429, array( 'message' => 'No', 'code' => 'daily_limit_reached' ) ), 'not a text' => respond( 200, array( 'altText' => 5 ) ), 'not JSON' => array( 'body' => '<html>' ) + respond( 200, array() ), 'a wrong key' => respond( 401, array( 'message' => 'No' ) ), 'no connection' => new WP_Error( 'http_request_failed', 'cURL error 7' ), 'doubts' => respond( 200, array( 'altText' => 'A red boat', 'CreditsAvailable' => 1, 'plan_type' => 'pro' ), array( 'altscribe-purpose' => 'complex', 'altscribe-model' => 'gpt', 'altscribe-prompt' => '7', 'age' => '5' ) ) ) as $name => $answer ) {
      serve( function () use ( $answer ) { return $answer; } );
      ++$number;
      $to( "The service answers: $name", 'generate', array( 'post_id' => $source, 'attachment_id' => $shown['alone'], 'place' => "core/image#$shown[alone]#1", 'title' => "Title $number", 'regenerate' => true ) );
    }
    serve();
    update_option( 'altscribe_settings', array( 'daily_credit_limit' => 1 ) + get_option( 'altscribe_settings' ) );
    $to( 'The limit of the site', "attachments/$shown[alone]/generate", array( 'regenerate' => true ) );
    update_option( 'altscribe_settings', array( 'daily_credit_limit' => 0 ) + get_option( 'altscribe_settings' ) );
    // Fields of WordPress's own routes, and the list of products.
    foreach ( array( "posts/$all", "posts/$source", "media/$a", "media/$d" ) as $route ) {
      $step( "Fields of $route", function () use ( $route ) {
        $request = new WP_REST_Request( 'GET', "/wp/v2/$route" );
        $request->set_param( 'context', 'edit' );
        return array_filter( rest_do_request( $request )->get_data(), function ( $name ) { return 'meta' === $name || false !== strpos( $name, 'altscribe' ) || 'alt_text' === $name; }, ARRAY_FILTER_USE_KEY );
      } );
    }
    foreach ( array( 'fr_FR', '?', '' ) as $language ) {
      $step( "Language of a post: $language", function () use ( $all, $language ) {
        $request = new WP_REST_Request( 'POST', "/wp/v2/posts/$all" );
        $request->set_body_params( array( 'altscribe_language' => $language, 'meta' => array( '_altscribe_seo_keywords' => "quay <b>$language</b>" ) ) );
        $data = rest_do_request( $request )->get_data();
        return array_intersect_key( $data, array( 'code' => 1, 'data' => 1, 'altscribe_language' => 1, 'altscribe_automatic_language' => 1, 'meta' => 1 ) );
      } );
    }
    $often = image( '', array( 'post_title' => 'Often' ) );
    foreach ( array( 'Two white boats at sea', '', '', '', '', '' ) as $alt ) { $post( $block( $often, $alt ), $own ); }
    \\Altscribe\\Posts\\Uses::read_noted();
    $to( 'A text in the sixth post only', "attachments/$often/generate" );
    foreach ( array( 'altscribe_generate', 'trash' ) as $action ) { $step( "Bulk action $action", function () use ( $action, $product, $all ) { return apply_filters( 'handle_bulk_actions-edit-product', 'edit.php?post_type=product', $action, array( $product, $all ) ); } ); }
    foreach ( array( '', 'missing', 'x' ) as $state ) {
      $_REQUEST['altscribe_state'] = $_GET['altscribe_state'] = $state;
      foreach ( array( 'product', 'post' ) as $type ) { $step( "Filter of $type: $state", function () use ( $type ) { do_action( 'restrict_manage_posts', $type, 'top' ); } ); }
    }
    wp_set_current_user( $editor );
    foreach ( array( 'alone', 'uploaded' ) as $name ) { $to( "An editor, of $name", "attachments/$shown[$name]/generate" ); }
    wp_set_current_user( $user( 'contributor' ) );
    $to( 'A contributor', "attachments/$a/generate" );
    $to( 'A contributor, in a post', 'generate', array( 'post_id' => $all, 'attachment_id' => $a ) );`,
  );
});

test('Settings, Site Health, the dashboard and privacy tools say the same in each state', async ({
  site,
}) => {
  await expectRecord(
    site.php,
    'record-platform',
    `
    require_once ABSPATH . 'wp-admin/includes/admin.php';
    require_once ABSPATH . 'wp-admin/includes/dashboard.php';
    $admin = get_user_by( 'login', 'admin' );
    $get   = function ( $route ) use ( $ask ) { return function () use ( $ask, $route ) { return $ask( 'GET', $route ); }; };
    $set   = function ( $params, $route = 'settings' ) use ( $ask, $step ) { return $step( "$route " . wp_json_encode( $params ), function () use ( $ask, $route, $params ) { return $ask( 'POST', $route, $params ); } ); };
    $screens = function ( $name ) use ( $step, $get ) {
      foreach ( apply_filters( 'site_status_tests', array() ) as $kind => $tests ) {
        foreach ( $tests as $test => $does ) { $step( "$name: $test", function () use ( $does ) { return array( array_diff_key( $does, array( 'test' => 1, 'async_direct_test' => 1 ) ), call_user_func( $does['async_direct_test'] ?? $does['test'] ) ); } ); }
      }
      $step( "$name: debug information", function () { return array_intersect_key( apply_filters( 'debug_information', array() ), array( 'altscribe' => 1 ) ); } );
      $step( "$name: connection", $get( 'site-health/connection' ) );
      $step( "$name: account", $get( 'account' ) );
      $step( "$name: settings", $get( 'settings' ) );
      foreach ( array( 'dashboard', 'upload', 'edit-post', 'settings_page_altscribe' ) as $screen ) {
        $step( "$name: notices at $screen", function () use ( $screen ) { set_current_screen( $screen ); do_action( 'admin_notices' ); } );
      }
      $step( "$name: widget", function () { global $wp_meta_boxes; set_current_screen( 'dashboard' ); $wp_meta_boxes = array(); do_action( 'wp_dashboard_setup' ); foreach ( $wp_meta_boxes['dashboard']['normal']['core'] ?? array() as $box ) { if ( 'altscribe_alt_text' === $box['id'] ) { echo $box['title'], ': '; call_user_func( $box['callback'] ); } } } );
    };
    $credits = function ( $number, $plan = 'pro' ) { serve( function () use ( $number, $plan ) { return respond( 200, array( 'altText' => 'x', 'CreditsAvailable' => $number, 'plan_type' => $plan, 'userDetails' => array( 'credits_available' => $number, 'plan_type' => $plan, 'user_id' => 'site@example.com' ) ) ); } ); foreach ( array( 'transient', 'site_transient' ) as $kind ) { $GLOBALS['wpdb']->query( "DELETE FROM {$GLOBALS['wpdb']->options} WHERE option_name LIKE '%$kind%altscribe%'" ); } wp_cache_flush(); };
    add_filter( 'pre_http_request', function ( $answer, $call ) { return false !== strpos( $call['headers']['x-api-key'] ?? '', 'wrong' ) ? respond( 401, array( 'message' => 'No' ) ) : $answer; }, 21, 2 );
    $credits( 47 );
    $screens( 'Connected' );
    $step( 'A batch waits', function () use ( $names ) { return \\Altscribe\\Batches\\Start::start_batch( array( 'ids' => array( $names['linked'] ), 'origin' => 'bulk' ) ); } );
    foreach ( array( time(), 1 ) as $tick ) {
      update_option( 'altscribe_last_tick', $tick );
      $step( 'Cron ran ' . ( 1 === $tick ? 'long ago' : 'now' ), function () { return call_user_func( apply_filters( 'site_status_tests', array() )['direct']['altscribe_cron']['test'] ); } );
    }
    $credits( 1 );
    $screens( 'Low' );
    $step( 'Dismissed', function () use ( $admin ) { return update_user_option( $admin->ID, 'altscribe_low_credits_dismissed', time() ) > 0; } );
    $credits( 0 );
    $screens( 'None' );
    $credits( -1, 'unlimited' );
    $screens( 'Unlimited' );
    foreach ( array( 401, 403, 404, 429, 500 ) as $status ) {
      $credits( 0 );
      serve( function () use ( $status ) { return respond( $status, array( 'message' => 'No' ) ); } );
      $step( "Status $status", $get( 'site-health/connection' ) );
    }
    $credits( 47 );
    wp_set_current_user( $editor );
    $screens( 'An editor' );
    wp_set_current_user( $admin->ID );
    // Odd input.
    foreach ( array( array( 'service_url' => ' https://alt.example.com/dashboard/login ' ), array( 'service_url' => 'ftp://alt.example.com' ), array( 'service_url' => 'https://a:b@alt.example.com' ), array( 'service_url' => 'https://alt.example.com/?x=1' ), array( 'service_url' => 'https://dashboard.example.com/dashboards/' ), array( 'service_url' => 'nonsense' ), array( 'service_url' => 5 ), array( 'api_key' => 'ä' ), array( 'api_key' => str_repeat( 'k', 200 ) ), array( 'api_key' => str_repeat( 'k', 201 ) ), array( 'api_key' => 'short' ), array( 'api_key' => ' alt_sixteen_chars ' ), array( 'user_id' => 'nobody' ), array( 'user_id' => 'a@b@c' ), array( 'user_id' => str_repeat( 'x', 250 ) . '@a.b' ), array( 'user_id' => str_repeat( 'x', 251 ) . '@a.b' ), array( 'user_id' => ' me@intranet ' ), array( 'language' => '?' ), array( 'language' => 'de_DE' ), array( 'language' => 'zh-Hans-x-y-z' ), array( 'language' => 'a' ), array( 'write_to' => 'nowhere' ), array( 'write_to' => 'both' ), array( 'review_new_texts' => 'yes' ), array( 'review_new_texts' => '1' ), array( 'lock_publishing_roles' => array( 'editor', 'editor' ) ), array( 'lock_publishing_roles' => array( 'editor', 'author' ), 'lock_until_read' => true ), array( 'daily_credit_limit' => -1 ), array( 'daily_credit_limit' => 1000001 ), array( 'daily_credit_limit' => '7' ), array( 'low_credits_at' => 1000000 ), array( 'low_credits_at' => 1.5 ), array( 'generate_roles' => 'editor,author', 'limit_roles' => true ), array( 'style' => 'x' ), array( 'style' => array( array( 'language' => '', 'how' => str_repeat( 'x', 500 ), 'glossary' => "a → b\\n c→d " ) ) ), array( 'style' => array( array( 'language' => '', 'how' => str_repeat( 'x', 501 ), 'glossary' => '' ) ) ), array( 'style' => array( array( 'language' => 'de', 'how' => '', 'glossary' => 'no arrow' ) ) ), array( 'style' => array( array( 'language' => 'de', 'how' => 'Kurz', 'glossary' => '' ), array( 'language' => 'de', 'how' => 'Lang', 'glossary' => '' ) ) ), array( 'style' => array( array( 'language' => '?', 'how' => 'x', 'glossary' => '' ) ) ), array( 'style' => array( array( 'how' => 'x' ) ) ), array( 'unknown' => 1 ), array( 'service_url' => '', 'api_key' => '', 'user_id' => '' ) ) as $params ) { $set( $params ); }
    $screens( 'Not connected' );
    $connect = array( 'service_url' => 'https://alt.example.com', 'api_key' => 'alt_another-stored-key', 'user_id' => 'site@example.com' );
    $set( $connect, 'account' );
    $set( $connect + array( 'keep_working' => true ) );
    $set( array( 'service_url' => 'https://other.example.com' ) );
    $set( array( 'service_url' => 'https://other.example.com' ), 'account' );
    $set( array( 'api_key' => 'alt_wrong-key-0000001', 'keep_working' => true ) );
    $set( array( 'api_key' => 'alt_wrong-key-0000001' ), 'account' );
    $set( array( 'api_key' => 'alt_wrong-key-0000001' ) );
    // Stored by hand.
    $step( 'Odd stored settings', function () use ( $get ) { update_option( 'altscribe_settings', array( 'service_url' => array( 1 ), 'write_to' => 'x', 'low_credits_at' => 'y', 'style' => 5, 'limit_roles' => '1', 'api_key_origin' => 'https://alt.example.com' ) ); return $get( 'settings' )(); } );
    // Privacy.
    foreach ( array( 'wp_privacy_personal_data_exporters', 'wp_privacy_personal_data_erasers' ) as $filter ) { $step( $filter, function () use ( $filter ) { return array_diff_key( apply_filters( $filter, array() )['altscribe'], array( 'callback' => 1 ) ); } ); }
    wp_update_user( array( 'ID' => $editor, 'user_email' => 'edith@example.com' ) );
    wp_set_current_user( $editor );
    $decide( $waiting );
    $decide( $placed, 'accept', array( 'text' => 'Boats in the harbour' ) );
    $step( 'Edith waits for another', function () use ( $suggest, $names ) { return $suggest( $names['faulty'], 'A gull', 0, 1, array( 'hint' => 'It is a gull' ) ); } );
    wp_set_current_user( $admin->ID );
    foreach ( array( 'nobody@example.com', 'edith@example.com', $admin->user_email ) as $email ) {
      foreach ( array( 1, 2 ) as $page ) { $step( 'Export of ' . strtok( $email, '@' ) . " $page", function () use ( $email, $page ) { return call_user_func( apply_filters( 'wp_privacy_personal_data_exporters', array() )['altscribe']['callback'], $email, $page ); } ); }
    }
    foreach ( array( 'nobody@example.com', 'edith@example.com', $admin->user_email ) as $email ) { $step( 'Erasure of ' . strtok( $email, '@' ), function () use ( $email ) { return call_user_func( apply_filters( 'wp_privacy_personal_data_erasers', array() )['altscribe']['callback'], $email, 1 ); } ); }
    // Abilities.
    $run = function ( $name, $input ) use ( $step ) { $step( "$name " . wp_json_encode( $input ), function () use ( $name, $input ) { return wp_get_ability( "altscribe/$name" )->execute( $input ); } ); };
    update_option( 'altscribe_settings', $connect + array( 'api_key_origin' => 'https://alt.example.com' ) );
    $run( 'generate-alt-text', array( 'attachment_id' => $names['faulty'] ) );
    $run( 'generate-alt-text', array( 'attachment_id' => 1 ) );
    foreach ( array( array( 'text' => 'IMG_2034.jpg' ), array( 'text' => 'A boat at the pier', 'language' => 'en' ), array( 'text' => '' ), array( 'text' => 'Image of a boat', 'language' => 'de', 'attachment_id' => $names['good'] ) ) as $input ) { $run( 'check-alt-text', $input ); }
    foreach ( array( array(), array( 'per_page' => 2, 'page' => 2 ), array( 'per_page' => 0 ) ) as $input ) { $run( 'list-missing', $input ); }
    wp_set_current_user( 0 );
    foreach ( array( 'generate-alt-text' => array( 'attachment_id' => 7000001 ), 'check-alt-text' => array( 'text' => 'x' ), 'list-missing' => array() ) as $name => $input ) { $run( $name, $input ); }`,
  );
});
