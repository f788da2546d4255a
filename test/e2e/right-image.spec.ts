import { createPost } from '../wordpress/content.ts';
import { plainImage } from '../support/images.ts';
import { callRoutes, connect, type RouteOptions, type RouteResult } from './support/routes.ts';
import type { Site } from './support/site.ts';
import { expect, test } from './support/test.ts';

interface Asked {
  readonly id?: number;
  readonly url?: string;
}

/** The image in each request: the path of a file below the uploads folder, or a URL. */
async function sentImages(
  site: Site,
  asked: readonly Asked[],
  { user = 'admin', before = '' }: RouteOptions = {},
): Promise<string[]> {
  const post = await createPost(site.php, { post_title: 'Boats' }, user);
  const results = await callRoutes(
    site,
    asked.map(({ id, url }) => ({
      route: '/altscribe/v1/generate',
      params: {
        post_id: post,
        ...(id !== undefined && { attachment_id: id }),
        ...(url !== undefined && { image_url: url }),
      },
    })),
    { user, before },
  );
  return namesOf(site, results);
}

async function namesOf(site: Site, results: readonly RouteResult[]): Promise<string[]> {
  const files = JSON.parse(
    await site.php(`
      $files  = array();
      $folder = wp_get_upload_dir()['basedir'];
      foreach ( new RecursiveIteratorIterator( new RecursiveDirectoryIterator( $folder, FilesystemIterator::SKIP_DOTS ) ) as $file ) {
        $files[ md5_file( $file ) ] = wp_basename( $file );
      }
      echo wp_json_encode( $files );`),
  ) as Record<string, string>;
  return Promise.all(results.map((result) => nameOf(site, result, files)));
}

async function nameOf(site: Site, { status, body, sent }: RouteResult, files: object) {
  if (status !== 200) return (body as { code: string }).code;
  const { image_file: file, image_url: url } = sent[0]?.body ?? {};
  if (file === undefined) return url ?? '';
  expect(file).toMatch(/^data:image\/(jpeg|png|svg\+xml);base64,/);
  const md5 = await site.php(
    `echo md5( base64_decode( substr( strstr( $args['file'], ',' ), 1 ) ) );`,
    { file },
  );
  return (files as Record<string, string>)[md5] ?? 'a file from elsewhere';
}

test('An SVG file is sent as it is', async ({ site }) => {
  await connect(site);
  const id = await site.php(
    `$file = wp_get_upload_dir()['path'] . '/sign.svg';
    file_put_contents( $file, $args );
    echo wp_insert_attachment( array( 'post_title' => 'Sign', 'post_mime_type' => 'image/svg+xml' ), $file );`,
    '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><circle r="4"/></svg>',
  );
  expect(await sentImages(site, [{ id: Number(id) }])).toEqual(['sign.svg']);
});

test('An id that belongs to another image is ignored', async ({ site }) => {
  await connect(site);
  const { green, blue } = site.images;
  const elsewhere = 'https://old.example.com/wp-content/uploads/2019/03/harbour.png';
  const ownSuffix = green.url.replace(/green(?=[^/]*$)/, 'my-green');
  expect(
    await sentImages(site, [
      { id: blue.id, url: green.url },
      { id: blue.id, url: elsewhere },
      { id: green.id, url: ownSuffix },
      { id: 999_999, url: green.url },
      { id: green.id },
    ]),
  ).toEqual(['green.png', elsewhere, ownSuffix, 'green.png', 'green.png']);
});

test('Every variant of an attachment is recognised by its id', async ({ site }) => {
  await connect(site);
  const { large, green } = site.images;
  const { edited, original, size, stale, accented, accentedUrl } = JSON.parse(
    await site.php(
      `function add( $name, $base64 ) {
        $file = wp_tempnam( $name );
        file_put_contents( $file, base64_decode( $base64 ) );
        return media_handle_sideload( array( 'name' => $name, 'tmp_name' => $file ) );
      }
      $id  = add( 'edited.png', $args['first'] );
      $url = wp_get_attachment_url( $id );
      // As the image editor of the media library crops.
      $file    = get_attached_file( $id );
      $cropped = str_replace( 'edited.png', 'edited-e1700000000000.png', $file );
      file_put_contents( $cropped, base64_decode( $args['second'] ) );
      update_attached_file( $id, $cropped );
      $metadata = wp_get_attachment_metadata( $id );
      update_post_meta( $id, '_wp_attachment_backup_sizes', array( 'full-orig' => array( 'file' => 'edited.png', 'width' => 300, 'height' => 200 ) ) );
      wp_update_attachment_metadata( $id, array_merge( $metadata, array( 'file' => _wp_relative_upload_path( $cropped ) ) ) );
      $accented = add( 'boot.png', $args['third'] );
      $renamed  = str_replace( 'boot.png', 'böot.png', get_attached_file( $accented ) );
      rename( get_attached_file( $accented ), $renamed );
      update_attached_file( $accented, $renamed );
      wp_update_attachment_metadata( $accented, array( 'file' => _wp_relative_upload_path( $renamed ), 'width' => 90, 'height' => 60 ) );
      echo wp_json_encode( array(
        'edited'      => $id,
        'original'    => $url,
        'size'        => wp_get_attachment_image_url( $args['large'], 'medium' ),
        'stale'       => str_replace( '.jpg', '-640x480.jpg', wp_get_attachment_url( $args['large'] ) ),
        'accented'    => $accented,
        'accentedUrl' => str_replace( 'böot', rawurlencode( 'böot' ), wp_get_attachment_url( $accented ) ),
      ) );`,
      {
        large: large.id,
        first: (await plainImage('png', { colour: '#101010' })).toString('base64'),
        second: (await plainImage('png', { colour: '#202020' })).toString('base64'),
        third: (await plainImage('png', { colour: '#303030' })).toString('base64'),
      },
      'admin',
    ),
  ) as Record<'original' | 'size' | 'stale' | 'accentedUrl', string> &
    Record<'edited' | 'accented', number>;
  const cdn = (url: string) => url.replace(site.url, 'https://cdn.example.com');
  const crop = original.replace('edited.png', 'edited-e1700000000000.png');
  const images = await sentImages(site, [
    { id: green.id, url: `${green.url.replace('http:', 'https:')}?w=300#top` },
    { id: green.id, url: cdn(green.url) },
    { id: large.id, url: size },
    { id: large.id, url: cdn(size) },
    { id: large.id, url: stale },
    { id: accented, url: accentedUrl },
    { id: edited, url: crop },
    // The post still shows the image from before the crop.
    { id: edited, url: original },
  ]);
  const sent = images.map((name) => name.replace(/-\d+x\d+/, ''));
  expect(sent).toEqual([
    'green.png',
    'green.png',
    'large.jpg',
    'large.jpg',
    'large.jpg',
    'böot.png',
    'edited-e1700000000000.png',
    'edited.png',
  ]);
});

test('An image is recognised by the address that another plugin gives it', async ({ site }) => {
  await connect(site);
  const { green, large } = site.images;
  const name = green.url.replace(/.*\//, '');
  const host = 'https://media.example.com';
  const elsewhere = `${host}/of-someone-else/${name}`;
  const asked = [
    { id: green.id, url: `${host}/${green.id}/${name}?w=300` },
    { id: large.id, url: `${host}/${large.id}/large-300x200.jpg` },
    { id: green.id, url: elsewhere },
  ];
  const before = `add_filter( 'wp_get_attachment_url', function ( $url, $id ) {
    return "${host}/$id/" . wp_basename( $url );
  }, 10, 2 );`;
  const [own, size, other] = await sentImages(site, asked, { before });
  expect([own, size?.replace(/-\d+x\d+/, ''), other]).toEqual([
    'green.png',
    'large.jpg',
    elsewhere,
  ]);
});

test('A long image is sent in a size in which its words can be read', async ({ site }) => {
  await connect(site);
  const long = {
    infographic: await plainImage('png', { width: 800, height: 3_200 }),
    panorama: await plainImage('jpeg', { width: 3_200, height: 600 }),
    phone: await plainImage('jpeg', { width: 1_080, height: 2_400 }),
    strip: await plainImage('png', { width: 1_500, height: 60 }),
    photo: await plainImage('jpeg', { width: 1_800, height: 1_200 }),
    edited: await plainImage('png', { width: 700, height: 3_000 }),
  };
  const ids = JSON.parse(
    await site.php(
      `$ids = array();
      foreach ( $args['files'] as $name => $base64 ) {
        $file = wp_tempnam( $name );
        file_put_contents( $file, base64_decode( $base64 ) );
        $ids[ $name ] = media_handle_sideload( array( 'name' => $name . '.' . ( "\xff" === base64_decode( $base64 )[0] ? 'jpg' : 'png' ), 'tmp_name' => $file ) );
      }
      // As the image editor of the media library turns the scaled version around.
      $scaled = get_attached_file( $ids['edited'] );
      $turned = str_replace( '-scaled.', '-scaled-e1700000000000.', $scaled );
      copy( $scaled, $turned );
      update_attached_file( $ids['edited'], $turned );
      echo wp_json_encode( $ids );`,
      {
        files: Object.fromEntries(
          Object.entries(long).map(([name, bytes]) => [name, bytes.toString('base64')]),
        ),
      },
      'admin',
    ),
  ) as Record<keyof typeof long, number>;
  const { infographic, panorama, phone, strip, photo, edited } = ids;
  const sent = await sentImages(
    site,
    [infographic, panorama, phone, strip, photo, edited].map((id) => ({ id })),
  );
  expect(sent.slice(0, 5)).toEqual([
    'infographic-768x3072.png',
    'panorama.jpg',
    'phone-768x1707.jpg',
    'strip.png',
    'photo-1024x683.jpg',
  ]);
  // The same bytes, so either name.
  expect(sent[5]).toMatch(/^edited-scaled/);
});

test('Uploads outside the media library are only read for users who may upload', async ({
  site,
}) => {
  await connect(site);
  await site.session('contributor');
  await site.session('author');
  const { url } = JSON.parse(
    await site.php(
      `wp_mkdir_p( wp_get_upload_dir()['basedir'] . '/forms' );
      file_put_contents( wp_get_upload_dir()['basedir'] . '/forms/passport.png', base64_decode( $args['bytes'] ) );
      echo wp_json_encode( array( 'url' => wp_get_upload_dir()['baseurl'] . '/forms/passport.png' ) );`,
      { bytes: (await plainImage('png', { colour: '#404040' })).toString('base64') },
    ),
  ) as { url: string };
  expect(await sentImages(site, [{ url }], { user: 'contributor' })).toEqual([url]);
  expect(await sentImages(site, [{ url }], { user: 'author' })).toEqual(['passport.png']);
});

test('No file outside the uploads folder is read', async ({ site }) => {
  await connect(site);
  const uploads = `${site.url}/wp-content/uploads`;
  await site.php(
    `file_put_contents( WP_CONTENT_DIR . '/secret.png', base64_decode( $args['bytes'] ) );
    symlink( '../secret.png', WP_CONTENT_DIR . '/uploads/link.png' );
    if ( ! is_file( WP_CONTENT_DIR . '/uploads/link.png' ) ) { throw new Exception( 'The link leads nowhere.' ); }`,
    { bytes: (await plainImage('png', { colour: '#505050' })).toString('base64') },
  );
  const urls = ['link.png', '../secret.png', '%2e%2e/secret.png', '..%2fsecret.png'].map(
    (path) => `${uploads}/${path}`,
  );
  const images = await sentImages(
    site,
    urls.map((url) => ({ url })),
  );
  await site.php(`unlink( WP_CONTENT_DIR . '/uploads/link.png' );`);
  for (const image of images) expect(image).toMatch(/^http/);
});

test('Users who may not see a private image cannot have it read', async ({ site }) => {
  await connect(site);
  await site.session('author');
  const { id, url, size } = JSON.parse(
    await site.php(
      `$post = wp_insert_post( array( 'post_title' => 'Private', 'post_status' => 'private' ) );
      $file = wp_tempnam( 'private.png' );
      file_put_contents( $file, base64_decode( $args['bytes'] ) );
      $id = media_handle_sideload( array( 'name' => 'private.png', 'tmp_name' => $file ), $post );
      echo wp_json_encode( array(
        'id'   => $id,
        'url'  => wp_get_attachment_url( $id ),
        'size' => wp_get_attachment_image_url( $id, 'medium' ),
      ) );`,
      {
        bytes: (await plainImage('png', { width: 900, height: 600, colour: '#606060' })).toString(
          'base64',
        ),
      },
      'admin',
    ),
  ) as { id: number; url: string; size: string };
  const detour = url.replace('/private.png', '/./private.png').replace('/uploads/', '/uploads//');
  const asked = [{ id }, { id, url }, { url }, { url: size }, { url: detour }];
  expect(await sentImages(site, asked, { user: 'author' })).toEqual(
    asked.map(() => 'altscribe_image_unreadable'),
  );
  expect(await sentImages(site, [{ id, url }])).toEqual(['private.png']);
});

const imageBlock = (url: string, id = 0) =>
  `<!-- wp:image {"id":${String(id)}} --><figure class="wp-block-image"><img src="${url}" alt=""/></figure><!-- /wp:image -->`;

interface Suggesting extends RouteOptions {
  /** The content of the post. */
  readonly content: string;
  /** Of the suggestion. */
  readonly sent: object;
  /** Whether the post has its content before the suggestion is sent. */
  readonly isSaved?: boolean;
}

/** Sends a suggestion for a post, then asks for another text and for a long description of its image. */
async function askForSuggestion(
  site: Site,
  { content, sent, isSaved = true, ...options }: Suggesting,
): Promise<{ id: number; attachment: number; images: string[] }> {
  const id = await createPost(
    site.php,
    { post_title: 'Boats', post_content: isSaved ? content : '' },
    options.user,
  );
  const suggestions = '/altscribe/v1/suggestions';
  const params = { post_id: id, text: 'By hand', ...sent };
  const [added] = await callRoutes(site, [{ route: suggestions, params }], options);
  const row = added?.body as { id: number; attachment_id: number };
  await site.php(`wp_update_post( wp_slash( $args ) );`, { ID: id, post_content: content });
  const asked = ['rewrite', 'long'].map((action) => ({
    route: `${suggestions}/${String(row.id)}/${action}`,
  }));
  const results = await callRoutes(site, asked, options);
  return { id: row.id, attachment: row.attachment_id, images: await namesOf(site, results) };
}

test('A suggestion has no other file read than that of its place', async ({ site }) => {
  await connect(site);
  await site.session('contributor');
  const { green } = site.images;
  const { form, hidden, own } = JSON.parse(
    await site.php(
      `$post = wp_insert_post( array( 'post_title' => 'Private', 'post_status' => 'private' ) );
      $file = wp_tempnam( 'hidden.png' );
      file_put_contents( $file, base64_decode( $args['hidden'] ) );
      $hidden = wp_get_attachment_url( media_handle_sideload( array( 'name' => 'hidden.png', 'tmp_name' => $file ), $post ) );
      $public = get_attached_file( $args['public'] );
      file_put_contents( dirname( $public ) . '/form.png', base64_decode( $args['form'] ) );
      $read   = Altscribe\\Library\\Images::read_attachment_image( $args['public'], $hidden );
      echo wp_json_encode( array(
        'hidden' => $hidden,
        'form'   => dirname( wp_get_attachment_url( $args['public'] ) ) . '/form.png',
        'own'    => md5_file( $public ) === md5( base64_decode( substr( strstr( $read['image_file'], ',' ), 1 ) ) ),
      ) );`,
      {
        public: green.id,
        hidden: (await plainImage('png', { colour: '#707070' })).toString('base64'),
        form: (await plainImage('png', { colour: '#808080' })).toString('base64'),
      },
      'admin',
    ),
  ) as { form: string; hidden: string; own: boolean };
  const ask = async (url: string, isSaved: boolean) => {
    const sent = { attachment_id: green.id, place: `core/image#${url}#1` };
    const content = imageBlock(url);
    return (await askForSuggestion(site, { content, sent, isSaved, user: 'contributor' })).images;
  };
  const refused = 'altscribe_image_unreadable';
  for (const isSaved of [true, false]) {
    expect(await ask(hidden, isSaved)).toEqual([refused, refused]);
    // Only its address is sent.
    expect(await ask(form, isSaved)).toEqual([form, form]);
  }
  expect(own).toBe(true);
});

test('The text for an imported block is not that of the attachment that has its id here', async ({
  site,
}) => {
  await connect(site, { write_to: 'both' });
  const { green, blue } = site.images;
  const place = `core/image#${String(green.id)}#1`;
  const ask = async (url: string) => {
    const sent = { attachment_id: green.id, image_url: url, place };
    return askForSuggestion(site, { content: imageBlock(url, green.id), sent });
  };
  const elsewhere = 'https://old.example.com/wp-content/uploads/2019/03/harbour.png';
  expect(await ask(elsewhere)).toMatchObject({ attachment: 0, images: [elsewhere, elsewhere] });
  expect(await ask(green.url)).toMatchObject({
    attachment: green.id,
    images: ['green.png', 'green.png'],
  });
  const { id, ...imported } = await ask(blue.url);
  expect(imported).toEqual({ attachment: 0, images: ['blue.png', 'blue.png'] });
  const decided = await site.php(
    `global $wpdb;
    // As an earlier version stored it.
    $wpdb->update( Altscribe\\Suggestions\\Store::table(), array( 'attachment_id' => $args['green'] ), array( 'id' => $args['id'] ) );
    $row = Altscribe\\Suggestions\\Decisions::decide( $args['id'], 'accept' );
    echo wp_json_encode( array( $row['state'], Altscribe\\Library\\Alt_Text::get( $args['green'] ) ) );`,
    { id, green: green.id },
    'admin',
  );
  expect(JSON.parse(decided)).toEqual(['accepted', '']);
});
