import { readExample } from '../support/doc-examples.ts';
import { locking } from './support/lock.ts';
import { runQueue } from './support/queue.ts';
import { expect, test } from './support/test.ts';
import { support } from './support/uses.ts';

test('An image is found in every form of HTML, by its id or by any of its addresses', async ({
  site,
}) => {
  const found = await runQueue(
    site.php,
    `${support}
    \\Altscribe\\Posts\\Uses_Index::read_uses( 60 );
    picture( 'other' );
    $a    = picture( 'a', array( 'original_image' => 'a-original.jpg' ) );
    update_post_meta( $a, '_wp_attachment_backup_sizes', array( 'full-orig' => array( 'file' => 'before.jpg' ) ) );
    $b    = picture( 'b-scaled' );
    $c    = picture( 'c-e1700000000000' );
    $url  = url( 'a' );
    $path = wp_parse_url( $url, PHP_URL_PATH );
    $gone = $a + 1000;
    $stale = $GLOBALS['pictures']['other'];
    $forms = array(
      'no class'         => "<img src=\\"$url\\">",
      'single quotes'    => "<p><img alt='' src='$url' class='wp-image-$a'></p>",
      'uppercase'        => "<IMG SRC=$url>",
      'unclosed'         => "<p>Text</p><img src=\\"$url\\" alt=\\"\\"",
      'unclosed, bare'   => "<img src=$url",
      'no url'           => "<img class='wp-image-$a'>",
      'id of another'    => "<img src='$url' class='wp-image-$stale'>",
      'id of nothing'    => "<img src='$url' class='wp-image-$gone'>",
      'size'             => "<img src='" . url( 'a-300x200' ) . "'>",
      'earlier size'     => "<img src='" . url( 'a-77x55' ) . "'>",
      'edited'           => "<img src='" . url( 'a-e1699999999999' ) . "'>",
      'edited size'      => "<img src='" . url( 'a-e1699999999999-300x200' ) . "'>",
      'before the edit'  => "<img src='" . url( 'before' ) . "'>",
      'original'         => "<img src='" . url( 'a-original' ) . "'>",
      'https'            => "<img src='" . str_replace( 'http:', 'https:', $url ) . "'>",
      'without scheme'   => "<img src='" . str_replace( 'http:', '', $url ) . "'>",
      'without host'     => "<img src='$path'>",
      'other host'       => "<img src='https://old.example$path'>",
      'Photon'           => "<img src='https://i0.wp.com/old.example$path?resize=300%2C200&amp;ssl=1'>",
      'other folder'     => "<img src='https://old.example/wp-content/uploads/2025/01/a.jpg'>",
      'only a name'      => "<img src='https://old.example/wp-content/uploads/a.jpg' class='wp-image-$a'>",
      'gallery'          => "[gallery columns=2 ids=\\"$a\\"]",
      'gallery, bare'    => "[gallery include=$a]",
      'gallery, escaped' => "[[gallery ids=$a]]",
      'image block'      => "<!-- wp:image {\\"id\\":$stale} --><figure class='wp-block-image'><img src='$url' class='wp-image-$stale'/></figure><!-- /wp:image -->",
      'cover'            => "<!-- wp:cover {\\"url\\":\\"$url\\",\\"id\\":$stale} --><div class='wp-block-cover' style='background-image:url($url)'></div><!-- /wp:cover -->",
      'old gallery'      => "<!-- wp:gallery {\\"ids\\":[$a]} /-->",
      'list'             => "<!-- wp:jetpack/slideshow {\\"images\\":[{\\"id\\":\\"$gone\\",\\"url\\":\\"$url\\",\\"alt\\":\\"\\"}]} /-->",
      'nested'           => "<!-- wp:generateblocks/media {\\"mediaId\\":$stale,\\"htmlAttributes\\":{\\"src\\":\\"$url\\"}} /-->",
      'unknown block'    => "<!-- wp:acme/card {\\"media\\":{\\"imageId\\":$a}} /-->",
      'unknown, by url'  => "<!-- wp:acme/card {\\"media\\":{\\"photo\\":\\"$url\\"}} /-->",
      'scaled'           => "<img src='" . url( 'b' ) . "'><img src='" . url( 'b-1024x683' ) . "'>",
      'of an edited one' => "<img src='" . url( 'c' ) . "'>",
      'no image'         => "<p>wp-image-$a &lt;img src='$url'&gt; $url</p><!-- <img src='$url'> -->",
    );
    $found = array( 'excerpt' => null );
    $id    = post( '', array( 'post_excerpt' => "<img src='$url'>" ) );
    $found['excerpt'] = used();
    wp_delete_post( $id, true );
    return $found + array_map( 'image_of', $forms );`,
  );
  const { scaled, ...others } = found as Record<string, string>;
  expect(scaled).toBe('b-scaled');
  const none = ['other folder', 'only a name', 'gallery, escaped', 'no image'];
  expect(others).toEqual(
    Object.fromEntries(
      Object.keys(others).map((form) => [
        form,
        none.includes(form) ? '' : form === 'of an edited one' ? 'c-e1700000000000' : 'a',
      ]),
    ),
  );
});

test('An image is found in products, categories, widgets, templates and settings', async ({
  site,
}) => {
  await site.define({ ALTSCRIBE_TEST_WOOCOMMERCE: '1' });
  const found = await runQueue(
    site.php,
    `${support}
    \\Altscribe\\Posts\\Uses_Index::read_uses( 60 );
    register_taxonomy( 'product_brand', 'product' );
    $show = function ( $name, $set, $unset ) use ( &$found ) {
      $id    = picture( str_replace( array( ' ', ',' ), '-', $name ) );
      $undo  = $set( $id );
      $found[ $name ] = array( used() );
      $unset( $undo );
      $found[ $name ][] = used();
    };
    $delete  = function ( $id ) { wp_delete_post( $id, true ); };
    $product = post( '', array( 'post_type' => 'product' ) );
    $meta    = function ( $key, $before = '' ) use ( $product ) {
      return function ( $id ) use ( $key, $before, $product ) { update_post_meta( $product, $key, $before . $id ); return $key; };
    };
    $unset_meta = function ( $key ) use ( $product ) { delete_post_meta( $product, $key ); };
    $show( 'featured', $meta( '_thumbnail_id' ), $unset_meta );
    $show( 'product gallery', $meta( '_product_image_gallery', '4711,' ), $unset_meta );
    foreach ( array( '_thumbnail_id', '_product_image_gallery' ) as $key ) {
      $show( "variation $key", function ( $id ) use ( $key, $product ) {
        return wp_insert_post( array( 'post_type' => 'product_variation', 'post_status' => 'publish', 'post_parent' => $product, 'post_title' => 'One', 'meta_input' => array( $key => $id ) ) );
      }, $delete );
    }
    $show( 'variation of a product in the trash', function ( $id ) use ( $product ) {
      wp_insert_post( array( 'post_type' => 'product_variation', 'post_status' => 'publish', 'post_parent' => $product, 'post_title' => 'One', 'meta_input' => array( '_thumbnail_id' => $id ) ) );
    }, function () use ( $product ) { wp_trash_post( $product ); } );
    foreach ( array( 'category', 'product_cat', 'product_brand' ) as $taxonomy ) {
      $show( $taxonomy, function ( $id ) use ( $taxonomy ) {
        $term = wp_insert_term( "Term $id", $taxonomy )['term_id'];
        update_term_meta( $term, 'thumbnail_id', $id );
        return array( $term, $taxonomy );
      }, function ( $term ) { wp_delete_term( ...$term ); } );
    }
    // Without other settings of the theme, WordPress keeps its own copy.
    $show( 'logo', function ( $id ) { set_theme_mod( 'custom_logo', $id ); }, function () { remove_theme_mod( 'custom_logo' ); delete_option( 'site_logo' ); } );
    $show( 'icon', function ( $id ) { update_option( 'site_icon', $id ); }, function () { delete_option( 'site_icon' ); } );
    $before = get_option( 'sidebars_widgets' );
    $widgets = array(
      'block'         => function ( $id ) { return array( 'content' => "<!-- wp:image {\\"id\\":$id} --><figure><img src='" . wp_get_attachment_url( $id ) . "'/></figure><!-- /wp:image -->" ); },
      'media_image'   => function ( $id ) { return array( 'attachment_id' => $id, 'url' => wp_get_attachment_url( $id ) ); },
      'media_gallery' => function ( $id ) { return array( 'ids' => array( 4711, $id ) ); },
      'text'          => function ( $id ) { return array( 'text' => "<img class='wp-image-$id'>" ); },
      'custom_html'   => function ( $id ) { return array( 'content' => "<IMG SRC='" . wp_get_attachment_url( $id ) . "'>" ); },
    );
    foreach ( $widgets as $base => $instance ) {
      $show( "widget $base", function ( $id ) use ( $base, $instance, $before ) {
        update_option( "widget_$base", array( 9 => $instance( $id ), '_multiwidget' => 1 ) );
        update_option( 'sidebars_widgets', array_merge( $before, array( 'footer' => array( "$base-9" ) ) ) );
        return $base;
      }, function ( $base ) use ( $before ) {
        update_option( 'sidebars_widgets', array_merge( $before, array( 'wp_inactive_widgets' => array( "$base-9" ) ) ) );
      } );
    }
    update_option( 'sidebars_widgets', $before );
    foreach ( array( 'wp_template', 'wp_template_part', 'wp_navigation', 'page' ) as $type ) {
      $show( $type, function ( $id ) use ( $type ) {
        $post = post( "<!-- wp:image {\\"id\\":$id} --><img src='" . wp_get_attachment_url( $id ) . "'/><!-- /wp:image -->", array( 'post_type' => $type ) );
        wp_set_object_terms( $post, get_stylesheet(), 'wp_theme' );
        return $post;
      }, $delete );
    }
    $show( 'template of another theme', function ( $id ) {
      $post = post( "<img src='" . wp_get_attachment_url( $id ) . "'/>", array( 'post_type' => 'wp_template' ) );
      wp_set_object_terms( $post, 'other', 'wp_theme' );
      return $post;
    }, $delete );
    $show( 'gallery of uploads', function ( $id ) {
      $post = post( 'Look: [gallery columns="2"]' );
      wp_update_post( array( 'ID' => $id, 'post_parent' => $post ) );
      return $post;
    }, $delete );
    ${readExample('docs/hooks.md', '// The images in a custom field.')}
    $show( 'filter', function ( $id ) {
      return post( '', array( 'meta_input' => array( 'photo' => $id ) ) );
    }, $delete );
    add_filter( 'altscribe_image_references', function ( $references ) { return array_merge( $references, array( array( 'url' => url( 'by-url-300x200' ), 'kind' => str_repeat( 'k', 99 ) ), array() ) ); } );
    $show( 'by url', function () { return post( '' ); }, function ( $id ) { remove_all_filters( 'altscribe_image_references' ); wp_delete_post( $id, true ); } );
    return $found;`,
  );
  await site.define({});
  const sources = found as Record<string, string[]>;
  expect(sources).toEqual(
    Object.fromEntries(
      Object.keys(sources).map((source) => [
        source,
        [source === 'template of another theme' ? '' : source.replaceAll(' ', '-'), ''],
      ]),
    ),
  );
});

test('Uses that cannot be filled are listed with the reason, and the row counts the listed ones', async ({
  site,
  page,
}) => {
  const { green } = site.images;
  const listed = (await runQueue(
    site.php,
    `${support}${locking}
    $id  = $args['id'];
    $url = wp_get_attachment_url( $id );
    update_post_meta( $id, '_wp_attachment_image_alt', 'A boat' );
    $img = "<img src='$url' alt=''>";
    $image = function ( $attributes, $html ) { return "<!-- wp:image $attributes --><figure>$html</figure><!-- /wp:image -->"; };
    $contents = array(
      'fillable'      => "<p>$img</p><!-- wp:acme/card -->$img<!-- /wp:acme/card -->",
      'decorative'    => $image( '{"isDecorative":true}', $img ),
      'presentation'  => "<img src='$url' alt='' role='presentation'>",
      'bound'         => $image( '{"metadata":{"bindings":{"alt":{"source":"core/post-meta"}}}}', $img ),
      'override'      => $image( '{"metadata":{"bindings":{"__default":{"source":"core/pattern-overrides"}}}}', $img ),
      'repeated'      => '<!-- wp:post-template -->' . $image( '{}', $img ) . '<!-- /wp:post-template -->',
      'background'    => "<!-- wp:cover {\\"url\\":\\"$url\\"} --><div style='background-image:url($url)'></div><!-- /wp:cover -->",
      'unknown_block' => "<!-- wp:acme/card -->$img<!-- /wp:acme/card -->",
      'not listed'    => "<img src='$url' alt='Mine'><img src='$url' aria-label='Mine'>[gallery ids=$id]",
    );
    foreach ( $contents as $title => $content ) { $posts[ $title ] = post( $content, array( 'post_title' => $title ) ); }
    $posts['excerpt']  = post( '', array( 'post_title' => 'excerpt', 'post_excerpt' => $img ) );
    $posts['template'] = post( $img, array( 'post_title' => 'template', 'post_type' => 'wp_template' ) );
    $posts['language'] = post( $img, array( 'post_title' => 'language', 'meta_input' => array( '_altscribe_language' => 'fr_FR' ) ) );
    $posts['locked']   = post( $img, array( 'post_title' => 'locked' ) );
    $locker = wp_insert_user( array( 'user_login' => 'locker', 'user_pass' => 'x', 'role' => 'editor' ) );
    lock( $posts['locked'], $locker );
    $posts['private'] = post( $img, array( 'post_title' => 'secret', 'post_status' => 'private' ) );
    $by_sql = array( 'changed' => post( $img ), 'gone' => post( $img ) );
    $term = wp_insert_term( 'Harbour', 'category' )['term_id'];
    update_term_meta( $term, 'thumbnail_id', $id );
    update_option( 'site_icon', $id );
    $widgets = get_option( 'sidebars_widgets' );
    update_option( 'widget_custom_html', array( 9 => array( 'content' => $img ), '_multiwidget' => 1 ) );
    update_option( 'widget_media_image', array( 9 => array( 'attachment_id' => $id, 'url' => $url ), '_multiwidget' => 1 ) );
    update_option( 'sidebars_widgets', array_merge( $widgets, array( 'footer' => array( 'custom_html-9', 'media_image-9' ) ) ) );
    \\Altscribe\\Posts\\Uses_Index::read_uses( 60 );
    // As other software does, which the index does not notice.
    $GLOBALS['wpdb']->update( $GLOBALS['wpdb']->posts, array( 'post_content' => '' ), array( 'ID' => $by_sql['changed'] ) );
    $GLOBALS['wpdb']->delete( $GLOBALS['wpdb']->posts, array( 'ID' => $by_sql['gone'] ) );
    array_map( 'clean_post_cache', $by_sql );
    $ask = function () use ( $id ) { $data = \\Altscribe\\Posts\\Places::rest_list_posts( array( 'id' => $id, 'before' => 0, 'per_page' => 50 ) ); return $data; };
    $all = $ask();
    // Another user of this image, who may edit only own posts.
    $author = wp_insert_user( array( 'user_login' => 'painter', 'user_pass' => 'x', 'role' => 'author' ) );
    wp_set_current_user( $author );
    $limited = $ask();
    wp_set_current_user( 1 );
    update_option( 'altscribe_test_left', array( $posts, $term, $widgets, $author, $locker ) );
    return array(
      'reasons' => array_column( $all['posts'], 'reason', 'title' ),
      'images'  => array_sum( array_column( $all['posts'], 'images' ) ),
      'others'  => array_column( $all['others'], 'reason', 'title' ),
      'words'   => array_map( function ( $use ) { return "$use[title] ($use[reason]): $use[message]"; }, array_merge( $all['posts'], $all['others'] ) ),
      'limited' => array_column( $limited['posts'], 'reason', 'title' ),
      'links'   => array_filter( array_merge( array_column( $limited['posts'], 'edit_link' ), array_column( $limited['others'], 'edit_link' ) ) ),
    );`,
    { args: { id: green.id } },
  )) as Record<string, Record<string, string | null>>;
  expect(listed.reasons).toEqual({
    fillable: null,
    decorative: 'decorative',
    presentation: 'decorative',
    bound: 'bound',
    override: 'bound',
    repeated: 'repeated',
    background: 'background',
    unknown_block: 'unknown_block',
    excerpt: 'excerpt',
    template: 'template',
    language: 'other_language',
    locked: 'locked',
    'Private: secret': null,
  });
  // Categories and widgets come by their ids.
  expect(
    Object.values(listed.words ?? {})
      .toSorted()
      .join('\n'),
  ).toMatchSnapshot('uses.txt');
  expect(listed.others).toEqual({
    'Category: Harbour': 'term',
    'Site icon': 'setting',
    Widget: 'widget',
  });
  expect(listed.limited).toMatchObject({
    fillable: 'not_allowed',
    '(a post that you cannot read)': 'not_allowed',
  });
  expect(listed.limited).not.toHaveProperty('Private: secret');
  expect(listed.links).toEqual([]);

  await page.goto(`${site.url}/wp-admin/upload.php?page=altscribe-media&tab=images`);
  const row = page
    .getByRole('row')
    .filter({ has: page.getByRole('button', { name: 'Also in other posts: green' }) });
  const toggle = page.getByRole('button', { name: 'Also in other posts: green' });
  // A deleted post does not count.
  await expect(row.getByText('Also in 6 posts without alt text')).toBeVisible();
  await toggle.click();
  const list = page.locator('.altscribe-other-posts');
  // The list has just read the posts.
  await expect(row.getByText('Also in 5 posts without alt text')).toBeVisible();
  await expect(list.getByText('locker is editing this post.')).toBeVisible();
  await expect(list.getByText('This image is marked as decorative in this post.')).toHaveCount(2);
  await expect(list.getByText('Also used here:')).toBeVisible();
  await expect(list.getByText('Category: Harbour')).toBeVisible();
  await expect(list.getByRole('link', { name: 'Edit “Category: Harbour”' })).toBeVisible();
  await page.setViewportSize({ width: 320, height: 900 });
  await list.getByText('Also used here:').scrollIntoViewIfNeeded();
  await expect(list.getByRole('button', { name: 'Add to 2 posts' })).toBeVisible();
  await site.php(
    `${locking} list( $posts, , , , $locker ) = get_option( 'altscribe_test_left' );
    end_lock( $posts['locked'], $locker );`,
  );
  await toggle.click();
  await toggle.click();
  await list.getByRole('button', { name: 'Add to 3 posts' }).click();
  await expect(row.getByText('Also in 2 posts without alt text')).toBeVisible();
  await expect(row.getByText('Added to 3 posts.', { exact: true })).toBeVisible();
  await page.reload();
  await expect(row.getByText('Added to 3 posts.', { exact: true })).toBeVisible();
  // The index still has the post that was changed by SQL.
  await expect(row.getByText('Also in 3 posts without alt text')).toBeVisible();
  await toggle.click();
  await expect(row.getByText('Also in 2 posts without alt text')).toBeVisible();
  await list.getByRole('button', { name: 'Undo' }).click();
  await expect(row.getByText('Also in 5 posts without alt text')).toBeVisible();
  await expect(row.getByText(/^Added to/)).toHaveCount(0);
  await list.getByRole('button', { name: 'Add to 3 posts' }).click();
  await expect(row.getByText('Added to 3 posts.', { exact: true })).toBeVisible();
  // Without a text, there is nothing to add.
  await site.php(`delete_post_meta( $args, '_wp_attachment_image_alt' );`, green.id);
  await page.reload();
  await toggle.click();
  await list.getByRole('button', { name: 'Undo' }).click();
  await expect(row.getByText(/^Added to/)).toHaveCount(0);
  await expect(row.getByText('without alt text')).toHaveCount(0);
  await site.php(
    `list( $posts, $term, $widgets, $author, $locker ) = get_option( 'altscribe_test_left' );
    foreach ( $posts as $id ) { wp_delete_post( $id, true ); }
    wp_delete_term( $term, 'category' );
    update_option( 'sidebars_widgets', $widgets );
    delete_option( 'site_icon' );
    require_once ABSPATH . 'wp-admin/includes/user.php';
    wp_delete_user( $author );
    wp_delete_user( $locker );`,
    {},
    'admin',
  );
});
