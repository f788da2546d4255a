import { visit } from '../wordpress/session.ts';
import { locking } from './support/lock.ts';
import { expect, test } from './support/test.ts';

const text = 'A "green" & <calm> -- boat';
const inHtml = 'A &quot;green&quot; &amp; &lt;calm&gt; -- boat';
const inJson = String.raw`A \u0022green\u0022 \u0026 \u003ccalm\u003e \u002d\u002d boat`;

/** A post with every use of the image, as `[before, after]`; those with one entry stay unchanged. */
function uses(id: number, url: string, other: string): [string, string?][] {
  const image = (attributes: string, img: string) =>
    `<!-- wp:image ${attributes} -->\n<figure class="wp-block-image">${img}</figure>\n<!-- /wp:image -->`;
  const img = (alt: string, rest = '') => `<img src="${url}"${alt} class="wp-image-${id}"${rest}/>`;
  const cover = (alt: string, json: string, background: string) =>
    `<!-- wp:cover {"url":"${url}","id":${id},"dimRatio":50${json}} -->
<div class="wp-block-cover">${background.replace('ALT', alt)}<div class="wp-block-cover__inner-container"></div></div>
<!-- /wp:cover -->`;
  const background = `<img class="wp-block-cover__image-background wp-image-${id}" alt="ALT" src="${url}"/>`;
  const filled = ` alt="${inHtml}"`;
  return [
    [image(`{"id":${id}}`, img(' alt=""')), image(`{"id":${id}}`, img(filled))],
    [
      `<p>Ünï <img src='${url.replace('.png', '-150x150.png')}' alt="" class="wp-image-${id}" > &nbsp;&amp;</p>`,
      `<p>Ünï <img src='${url.replace('.png', '-150x150.png')}' alt="${inHtml}" class="wp-image-${id}" > &nbsp;&amp;</p>`,
    ],
    [
      `<!-- wp:media-text {"mediaId":${id},"mediaType":"image"} --><div><figure>${img(' alt=""')}</figure></div><!-- /wp:media-text -->`,
      `<!-- wp:media-text {"mediaId":${id},"mediaType":"image"} --><div><figure>${img(filled)}</figure></div><!-- /wp:media-text -->`,
    ],
    [cover('', '', background), cover(inHtml, `,"alt":"${inJson}"`, background)],
    [
      `<!-- wp:gallery --><figure>${image(`{"id":${id}}`, img(' alt=""'))}</figure><!-- /wp:gallery -->`,
      `<!-- wp:gallery --><figure>${image(`{"id":${id}}`, img(filled))}</figure><!-- /wp:gallery -->`,
    ],
    // After an import: found by its address. No test has had an image of this id.
    [
      image(`{"id":9999${id}}`, img(' alt=""').replace('wp-image-', 'wp-image-9999')),
      image(`{"id":9999${id}}`, img(filled).replace('wp-image-', 'wp-image-9999')),
    ],
    // Decorative, with its own text, another file with the same id, bound, in a plugin's block.
    [image(`{"id":${id},"isDecorative":true}`, img(' alt=""'))],
    [image(`{"id":${id},"metadata":{"altscribe":{"isDecorative":true}}}`, img(' alt=""'))],
    [`<p>${img(' alt=""', ' role="none"')}</p>`],
    [image(`{"id":${id}}`, img(' alt="Mine"'))],
    [image(`{"id":${id}}`, img(' alt=""').replace(url, other))],
    [
      image(
        `{"id":${id},"metadata":{"bindings":{"alt":{"source":"core/post-meta"}}}}`,
        img(' alt=""'),
      ),
    ],
    [`<!-- wp:acme/card {"id":${id}} -->${img(' alt=""')}<!-- /wp:acme/card -->`],
    [
      `<!-- wp:html --><iframe src="https://example.com/"></iframe><script>a < b && '${img('')}'</script><!-- /wp:html -->`,
    ],
  ];
}

interface Fill {
  readonly id: number;
  readonly images: number;
  readonly reason: string | null;
}

test('Posts that show an image without alt text are found, filled and restored', async ({
  site,
}) => {
  const { green, blue } = site.images;
  const all = uses(green.id, green.url, blue.url);
  const before = all.map(([use]) => use).join('\n\n');
  const after = all.map(([use, filled]) => filled ?? use).join('\n\n');
  const ids = JSON.parse(
    await site.php(
      `${locking}
      update_post_meta( $args['image'], '_wp_attachment_image_alt', wp_slash( $args['text'] ) );
      $add = function ( $fields ) use ( $args ) {
        kses_remove_filters();
        return wp_insert_post( wp_slash( $fields + array( 'post_status' => 'publish', 'post_content' => $args['content'] ) ) );
      };
      // Other tests have left posts with the image behind.
      foreach ( get_posts( array( 'post_type' => array( 'post', 'page' ), 'post_status' => 'any', 'numberposts' => -1 ) ) as $left ) {
        wp_delete_post( $left->ID, true );
      }
      $ids = array(
        'boats'   => $add( array( 'post_title' => 'Boats & ships' ) ),
        'draft'   => $add( array( 'post_title' => '', 'post_status' => 'draft', 'post_type' => 'page' ) ),
        'trashed' => $add( array( 'post_title' => 'Gone', 'post_status' => 'trash' ) ),
        'locked'  => $add( array( 'post_title' => 'Locked' ) ),
        'french'  => $add( array( 'post_title' => 'En français', 'meta_input' => array( '_altscribe_language' => 'fr_FR' ) ) ),
        'full'    => $add( array( 'post_title' => 'Nothing missing', 'post_content' => '<img class="wp-image-' . $args['image'] . '" alt="Mine" src="' . $args['url'] . '">' ) ),
      );
      $GLOBALS['wpdb']->query( "DELETE FROM {$GLOBALS['wpdb']->posts} WHERE post_type = 'revision'" );
      $other = wp_insert_user( array( 'user_login' => 'other', 'user_pass' => 'x', 'role' => 'editor', 'display_name' => 'Olga' ) );
      lock( $ids['locked'], $other );
      echo wp_json_encode( $ids );`,
      { image: green.id, url: green.url, text, content: before },
      'admin',
    ),
  ) as Record<'boats' | 'draft' | 'trashed' | 'locked' | 'french' | 'full', number>;
  const content = async (id: number) => site.php(`echo get_post( $args )->post_content;`, id);

  // An editor on this site may not write unfiltered HTML: HTML by others stays anyway.
  const session = await site.session('editor');
  await site.php(`get_role( 'editor' )->remove_cap( 'unfiltered_html' );`);
  const route = `/altscribe/v1/attachments/${green.id}`;
  const found = (await session.rest('GET', `${route}/posts`)).body as {
    posts: object[];
    next: null;
  };
  expect(found.next).toBeNull();
  expect(found.posts).toMatchObject([
    { id: ids.french, images: 6, reason: 'other_language' },
    { id: ids.locked, images: 6, reason: 'locked', message: 'Olga is editing this post.' },
    { id: ids.draft, title: '(no title)', type: 'Page', status: 'Draft', images: 6, reason: null },
    {
      id: ids.boats,
      title: 'Boats & ships',
      type: 'Post',
      status: 'Published',
      images: 6,
      reason: null,
    },
  ]);
  const paged = (await session.rest('GET', `${route}/posts?per_page=3`)).body as {
    posts: Fill[];
    next: number;
  };
  expect(paged.posts).toHaveLength(3);
  const rest = await session.rest('GET', `${route}/posts?per_page=3&before=${paged.next}`);
  expect(rest.body).toMatchObject({ posts: [{ id: ids.boats }], next: null });

  const post_ids = [ids.boats, ids.locked, ids.french, ids.trashed, ids.full, 999_999];
  const filled = (await session.rest('POST', `${route}/fill`, { post_ids })).body as Fill[];
  expect(filled.map(({ images, reason }) => [images, reason])).toEqual([
    [6, null],
    [0, 'locked'],
    [0, 'other_language'],
    [0, 'not_allowed'],
    [0, 'nothing_to_change'],
    [0, 'not_allowed'],
  ]);
  expect(await content(ids.boats)).toBe(after);
  expect(await content(ids.locked)).toBe(before);
  const revisions = await site.php(
    `echo wp_json_encode( array_values( wp_list_pluck( wp_get_post_revisions( $args ), 'post_content' ) ) );`,
    ids.boats,
  );
  expect(JSON.parse(revisions)).toEqual([after, before]);

  // A user writes a text meanwhile: it stays.
  const edited = after.replace(inHtml, 'My own words');
  await site.php(
    `kses_remove_filters(); wp_update_post( wp_slash( array( 'ID' => $args[0], 'post_content' => $args[1] ) ) );`,
    [ids.boats, edited],
  );
  const undone = (await session.rest('POST', `${route}/unfill`, { post_ids: [ids.boats] })).body;
  expect(undone).toMatchObject([{ images: 5, reason: null }]);
  expect(await content(ids.boats)).toBe(
    before.replace(' alt="" class', ' alt="My own words" class'),
  );
  const again = (await session.rest('POST', `${route}/unfill`, { post_ids: [ids.boats] })).body;
  expect(again).toMatchObject([{ images: 0, reason: 'nothing_to_change' }]);

  // Data that other plugins save meanwhile is not changed.
  const log = await site.php(
    `kses_init_filters();
    add_action( 'post_updated', function ( $id ) use ( $args, &$log ) {
      $log = $id === $args['draft'] ? wp_insert_post( array( 'post_content' => 'A <b>note</b><iframe></iframe>' ) ) : $log;
    } );
    $filled = \\Altscribe\\Posts\\Fill::fill_posts( $args['image'], array( $args['draft'] ) );
    echo wp_json_encode( array( $filled[0]['images'], get_post( $log )->post_content ) );
    wp_delete_post( $log, true );`,
    { image: green.id, draft: ids.draft },
    'admin',
  );
  expect(JSON.parse(log)).toEqual([6, 'A <b>note</b>']);
  expect(await content(ids.draft)).toBe(after);

  // No other user may list or fill, including an author who does not own the image.
  for (const other of [
    await site.session('author'),
    await site.session('subscriber'),
    visit(site.url),
  ]) {
    const statuses = [
      (await other.rest('GET', `${route}/posts`)).status,
      (await other.rest('POST', `${route}/fill`, { post_ids: [ids.draft] })).status,
      (await other.rest('POST', `${route}/unfill`, { post_ids: [ids.draft] })).status,
    ];
    expect(new Set(statuses).size).toBe(1);
    expect([401, 403]).toContain(statuses[0]);
  }
  const invalid = await session.rest('POST', `${route}/fill`, { post_ids: [] });
  expect(invalid.status).toBe(400);
  await site.php(`delete_post_meta( $args, '_wp_attachment_image_alt' );`, green.id);
  const textless = await session.rest('POST', `${route}/fill`, { post_ids: [ids.draft] });
  expect([textless.status, textless.body]).toMatchObject([409, { code: 'altscribe_no_text' }]);
  await site.php(
    `foreach ( $args as $id ) { wp_delete_post( $id, true ); } get_role( 'editor' )->add_cap( 'unfiltered_html' );`,
    Object.values(ids),
  );
});

test('The hundred newest of the filled posts are listed', async ({ site }) => {
  const found = JSON.parse(
    await site.php(
      `for ( $n = 0; $n < 101; $n++ ) {
        $ids[] = wp_insert_post( array( 'post_status' => 'draft', 'post_title' => "Post $n" ) );
        \\Altscribe\\Posts\\Filled_Record::set( end( $ids ), array( $args => array( 'A boat' => array( '' ) ) ) );
      }
      $answer = rest_do_request( new WP_REST_Request( 'GET', "/altscribe/v1/attachments/$args/posts" ) )->get_data();
      $listed = wp_list_pluck( $answer['filled'], 'id' );
      array_map( 'wp_delete_post', $ids, array_fill( 0, 101, true ) );
      echo wp_json_encode( array( count( $listed ), array_diff( $ids, $listed ) === array( $ids[0] ) ) );`,
      site.images.green.id,
      'admin',
    ),
  ) as unknown;
  expect(found).toEqual([100, true]);
});
