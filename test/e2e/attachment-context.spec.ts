import { readExample } from '../support/doc-examples.ts';
import { text } from '../support/provider-stand-in.ts';
import { runWpCli } from '../wordpress/wp-cli.ts';
import { runQueue } from './support/queue.ts';
import { expect, test } from './support/test.ts';

const paths = ['upload', 'batch', 'media', 'window', 'cli', 'ability', 'product'] as const;
type Path = (typeof paths)[number];

test('Saved keywords reach the model on every path', async ({ site, backend }) => {
  await site.define({ SEOPRESS_VERSION: '9', ALTSCRIBE_TEST_WOOCOMMERCE: '1' });
  await backend.connect({ credits: 20 });
  const session = await site.session('administrator');
  // For each path, an image of a post with its own keywords. Yoast SEO is no longer active.
  const ids = JSON.parse(
    await site.php(
      `$ids = array();
      update_option( 'altscribe_settings', array( 'generate_on_upload' => true ) + get_option( 'altscribe_settings' ) );
      foreach ( $args['paths'] as $path ) {
        $post = wp_insert_post( array( 'post_type' => 'product' === $path ? 'product' : 'post', 'post_title' => "A post for $path", 'post_status' => 'publish', 'meta_input' => array(
          '_seopress_analysis_target_kw' => "boats, $path",
          '_yoast_wpseo_focuskw'         => 'outdated',
        ) ) );
        // The image of a media window is not attached yet.
        $image = wp_insert_attachment( array( 'guid' => 'http://altscribe-queue/', 'post_title' => '', 'post_mime_type' => 'image/png', 'post_parent' => 'window' === $path ? 0 : $post ) );
        update_post_meta( $image, '_wp_attached_file', get_post_meta( $args['image'], '_wp_attached_file', true ) );
        wp_update_attachment_metadata( $image, wp_get_attachment_metadata( $args['image'] ) );
        $ids[ $path ] = compact( 'image', 'post' );
        if ( 'upload' === $path ) {
          update_option( 'altscribe_settings', array( 'generate_on_upload' => false ) + get_option( 'altscribe_settings' ) );
        }
      }
      echo wp_json_encode( $ids );`,
      { paths, image: site.images.green.id },
      'admin',
    ),
  ) as Record<Path, { image: number; post: number }>;
  const post = async (route: string, body: object = {}) => {
    const response = await session.rest('POST', `/altscribe/v1/${route}`, body);
    expect(response.status).toBeLessThan(300);
    return response.body as { id: number; batch_id: number };
  };
  const generate = (path: Path, body: object = {}) =>
    post(`attachments/${String(ids[path].image)}/generate`, body);
  const work = (batch: number) => post(`batches/${String(batch)}/work`);
  const ways: Record<Path, () => Promise<unknown>> = {
    upload: () =>
      site.php(
        `\\Altscribe\\Batches\\Store::update_item( $args, array( 'lease_expires' => 0 ) ); \\Altscribe\\Batches\\Worker::work_on_queue( 30 );`,
        ids.upload.image,
      ),
    batch: async () => work((await post('batches', { ids: [ids.batch.image] })).id),
    media: () => generate('media'),
    window: () => generate('window', { post_id: ids.window.post }),
    cli: () => runWpCli(site.folder, ['altscribe', 'generate', String(ids.cli.image)]),
    ability: () =>
      site.php(
        `\\Altscribe\\Platform\\Abilities::run_generate_ability( array( 'attachment_id' => $args ) );`,
        ids.ability.image,
        'admin',
      ),
    product: async () => {
      const form = { images: [ids.product.image], title: 'An unsaved name' };
      await work((await post(`products/${String(ids.product.post)}/generate`, form)).batch_id);
    },
  };
  backend.providers.set({ openai: text('A boat') });
  const { calls } = backend.providers;
  for (const path of paths) {
    const before = calls.length;
    await ways[path]();
    expect([path, calls.length - before, backend.told()]).toEqual([
      path,
      1,
      expect.objectContaining({
        page_title: path === 'product' ? 'An unsaved name' : `A post for ${path}`,
        keywords: `boats, ${path}`,
      }),
    ]);
  }

  // The context of a post is only for users who may edit it.
  const author = await site.session('author');
  const own = await site.php(
    `wp_update_post( array( 'ID' => $args, 'post_author' => get_user_by( 'login', 'author' )->ID ) ); echo $args;`,
    ids.media.image,
  );
  const route = `/altscribe/v1/attachments/${own}/generate`;
  expect((await author.rest('POST', route, { post_id: ids.batch.post })).status).toBe(403);
  await site.define({});
});

test('What posts with the same image have in common is found in a few queries for many images', async ({
  site,
}) => {
  const found = await runQueue(
    site.php,
    `function house( $photo ) {
      register_post_type( 'house', array( 'public' => true ) );
      ${readExample('docs/hooks.md', '// The photo of a house')}
      wp_insert_post( array( 'post_type' => 'house', 'post_title' => 'Mill Lane 7', 'post_status' => 'publish', 'meta_input' => array( 'photo' => $photo, 'town' => 'Whitby', 'search_terms' => 'cottage' ) ) );
      $region = wp_insert_term( 'North', 'category' )['term_id'];
      update_term_meta( $region, 'region', 'Yorkshire' );
      return array_merge( \\Altscribe\\Generation\\Context::attachment_context( $photo ), \\Altscribe\\Generation\\Context::describe_term( get_term( $region ), $photo )['facts'] );
    }
    global $wpdb;
    define( 'AIOSEO_VERSION', '4' );
    define( 'RANK_MATH_VERSION', '1' );
    $wpdb->query( "CREATE TABLE {$wpdb->prefix}aioseo_posts ( id bigint(20) NOT NULL AUTO_INCREMENT, post_id bigint(20) NOT NULL, keyphrases longtext, PRIMARY KEY (id) )" );
    $post = function ( $title, $images, $keywords, $fields = array() ) use ( $wpdb ) {
      $content = implode( '', array_map( function ( $id ) { return '<!-- wp:image {"id":' . $id . '} --><figure class="wp-block-image"><img src="" alt="" class="wp-image-' . $id . '"/></figure><!-- /wp:image -->'; }, $images ) );
      $id = wp_insert_post( $fields + array( 'post_title' => $title, 'post_content' => $content, 'post_status' => 'publish', 'tags_input' => 'A tag' ) );
      $wpdb->insert( $wpdb->prefix . 'aioseo_posts', array( 'post_id' => $id, 'keyphrases' => wp_json_encode( array( 'focus' => array( 'keyphrase' => $keywords ) ) ) ) );
      return $id;
    };
    $make = function () { return image( '', array( 'post_title' => '' ) ); };
    list( $one, $two, $other, $draft, $tagged, $nowhere, $picked ) = $all = array_map( $make, range( 1, 7 ) );
    $many = array_map( $make, range( 1, 40 ) );
    $post( 'Boats', array_merge( array( $one, $two, $other ), $many ), 'boats, sea' );
    $post( 'Waves', array( $two ), 'sea, waves' );
    $post( 'Hills', array( $other ), 'hills' );
    $post( 'A draft', array( $one, $draft ), 'draft', array( 'post_status' => 'draft' ) );
    $post( 'Tags', array( $tagged ), '' );
    $post( 'Pattern', array( $one ), '', array( 'post_type' => 'wp_block' ) );
    $edited = $post( 'Saved title', array(), 'edited' );
    add_filter( 'altscribe_post_context', function ( $facts, $id ) { return $facts + array( 'Place' => array( get_the_title( $id ), 'The <i>coast</i> &amp; the sea', '' ) ); }, 10, 2 );
    \\Altscribe\\Posts\\Uses_Index::read_uses( 30 );
    $contexts = array_map( 'Altscribe\\Generation\\Context::attachment_context', compact( 'one', 'two', 'other', 'draft', 'tagged', 'nowhere' ) );
    $contexts['house'] = house( $make() );
    $contexts['picked'] = \\Altscribe\\Generation\\Context::attachment_context( $picked, array( 'post_id' => $edited, 'title' => 'New title' ) );
    $contexts['is_only'] = \\Altscribe\\Generation\\Context::attachment_context( $one, array( 'post_id' => $edited, 'is_only' => true ) );

    remove_all_filters( 'altscribe_posts_of_image' );
    // As in a worker that has just started.
    $queries = 0;
    add_filter( 'query', function ( $query ) use ( &$queries ) { ++$queries; return $query; } );
    $batch = \\Altscribe\\Batches\\Start::start_batch( array( 'ids' => $many ) );
    $item  = \\Altscribe\\Batches\\Worker::take_item();
    wp_cache_flush();
    get_option( 'altscribe_uses' );
    $queries = 0;
    \\Altscribe\\Batches\\Worker::prepare_next( $item );
    $prepared = $queries;
    $ids = $wpdb->get_col( $wpdb->prepare( 'SELECT attachment_id FROM %i ORDER BY attachment_id DESC LIMIT 20', \\Altscribe\\Batches\\Store::items_table() ) );
    $queries = 0;
    $keywords = array_unique( array_map( function ( $id ) { return \\Altscribe\\Generation\\Context::attachment_context( (int) $id )['seo_keywords']; }, $ids ) );
    $found = array( 'contexts' => array_map( 'array_values', $contexts ), 'prepared' => $prepared < 15, 'later' => $queries, 'keywords' => $keywords );
    $wpdb->query( "DROP TABLE {$wpdb->prefix}aioseo_posts" );
    return $found;`,
  );
  const coast = 'The coast & the sea';
  expect(found).toEqual({
    contexts: {
      one: ['Boats', 'boats, sea', `Page: post\nPlace: Boats; ${coast}`],
      two: ['', 'sea', `Page: post\nPlace: ${coast}`],
      other: ['', '', `Page: post\nPlace: ${coast}`],
      draft: ['A draft', 'draft', `Page: post\nPlace: A draft; ${coast}`],
      tagged: ['Tags', 'A tag', `Page: post\nPlace: Tags; ${coast}`],
      nowhere: ['', '', ''],
      house: [
        'Mill Lane 7',
        'cottage',
        `Page: Post\nPlace: Mill Lane 7; ${coast}\nTown: Whitby`,
        'Category',
        '',
        'Yorkshire',
      ],
      picked: ['New title', 'edited', `Page: post\nPlace: Saved title; ${coast}`],
      is_only: ['Saved title', 'edited', `Page: post\nPlace: Saved title; ${coast}`],
    },
    prepared: true,
    later: 0,
    keywords: ['boats, sea'],
  });
});

test('An image in hundreds of posts leaves the others of its batch their context and free texts', async ({
  site,
}) => {
  const found = await runQueue(
    site.php,
    `list( $one, $logo ) = images( 2 );
    $url   = wp_get_attachment_url( $one );
    $post  = wp_insert_post( array( 'post_title' => 'Harbour', 'post_status' => 'publish', 'post_content' => '<img src="' . $url . '" alt="A boat at the pier" class="wp-image-' . $one . '">' ) );
    \\Altscribe\\Posts\\Uses_Index::read_uses( 30 );
    // Newer posts.
    $uses  = array_map( function ( $n ) use ( $logo, $post ) { return array( 'object_type' => 'post', 'object_id' => $post + $n, 'kind' => 'content', 'attachment_id' => $logo, 'is_published' => 1 ); }, range( 1, 250 ) );
    \\Altscribe\\Posts\\Uses::insert_uses( $uses );
    $found = \\Altscribe\\Posts\\Uses::list_uses_for_context( array( $one, $logo ) );
    \\Altscribe\\Batches\\Start::start_batch( array( 'ids' => array( $one, $logo ) ) );
    work_through();
    $GLOBALS['wpdb']->query( $GLOBALS['wpdb']->prepare( 'DELETE FROM %i WHERE attachment_id = %d', \\Altscribe\\Posts\\Uses::table(), $logo ) );
    return array( $found[ $one ]['post'] === array( $post ), $found[ $logo ]['post'] === range( $post + 250, $post + 151 ), $GLOBALS['calls'] === array( $logo ), item( $one ), \\Altscribe\\Suggestions\\Store::find( $one )['new_text'] );`,
  );
  expect(found).toEqual([true, true, true, 'suggested', 'A boat at the pier']);
});
