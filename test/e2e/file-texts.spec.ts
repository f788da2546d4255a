import { plainImage } from '../support/images.ts';
import { imageWithXmp, writeXmp, type XmpTexts } from '../support/xmp.ts';
import { image } from './support/blocks.ts';
import { ClassicEditor, img } from './support/classic-editor.ts';
import type { Site } from './support/site.ts';
import { expect, test } from './support/test.ts';

const texts: XmpTexts = {
  alt: {
    'x-default': 'Two red kayaks on a grey lake',
    'en-US': 'Two red kayaks on a grey lake',
    'de-DE': 'Zwei rote Kajaks auf einem grauen See',
  },
  headline: 'Regatta in the rain',
  city: 'Constance',
  persons: ['Ada Example'],
};

/** Uploads a file, and removes the alt text that WordPress 7.0 and later take from it. */
async function upload(site: Site, xmp: string): Promise<{ id: number; url: string; alt: string }> {
  const bytes = await imageWithXmp(xmp);
  const printed = await site.php(
    `$file = wp_tempnam( 'kayaks' );
    file_put_contents( $file, base64_decode( $args ) );
    $id  = media_handle_sideload( array( 'name' => 'kayaks.webp', 'tmp_name' => $file ), 0 );
    $alt = \\Altscribe\\Library\\Alt_Text::get( $id );
    $source = altscribe_get_source( $id );
    delete_post_meta( $id, '_wp_attachment_image_alt' );
    echo wp_json_encode( array( 'id' => $id, 'url' => wp_get_attachment_url( $id ), 'alt' => $alt . ( $source ? " ({$source['source']})" : '' ) ) );`,
    bytes.toString('base64'),
    'admin',
  );
  return JSON.parse(printed) as { id: number; url: string; alt: string };
}

test("The file's own alt text is offered for free, in the post and in the library", async ({
  editor,
  backend,
  site,
  page,
}) => {
  const { credits } = await backend.connect({ credits: 5 });
  const photo = await upload(site, writeXmp(texts));
  const atUpload = await site.php(`echo function_exists( 'wp_get_image_alttext' ) ? 'yes' : 'no';`);
  expect(photo.alt).toBe(atUpload === 'yes' ? 'Two red kayaks on a grey lake (file)' : '');
  const read = (code: string) => site.php(code, photo.id, 'admin');

  await test.step('visitors do not see it', async () => {
    const route = `/wp/v2/media/${String(photo.id)}`;
    const answered = await site.php(
      `wp_set_current_user( 0 );
      $answer = rest_do_request( new WP_REST_Request( 'GET', $args ) );
      echo $answer->get_status(), wp_json_encode( $answer->get_data()['altscribe_file_texts'] ?? null );`,
      route,
    );
    expect(answered).toBe('200null');
  });

  await test.step('in the post, with its source', async () => {
    const post = await editor.openPost([image({ id: photo.id, url: photo.url })]);
    await expect(editor.row(1)).toContainText(
      'This file contains alt text: “Two red kayaks on a grey lake”',
    );
    await editor.row(1).getByRole('button', { name: 'Accept' }).click();
    await expect(editor.row(1)).toContainText('No problems found');
    await editor.save();
    const sources = await site.php(
      `echo implode( ' ', wp_list_pluck( altscribe_get_post_sources( $args ), 'source' ) );`,
      post,
    );
    expect(sources).toBe('file');
    await site.php(`wp_delete_post( $args, true );`, post);
  });

  await test.step('in the classic editor', async () => {
    await site.define({ ALTSCRIBE_TEST_CLASSIC: 'yes' });
    const classic = new ClassicEditor(page, site);
    const post = await classic.open(img(photo), 'text');
    await expect(classic.row(1)).toContainText(
      'This file contains alt text: “Two red kayaks on a grey lake”',
    );
    await classic.row(1).getByRole('button', { name: 'Accept' }).click();
    await expect(classic.textTab).toHaveValue(img(photo, 'Two red kayaks on a grey lake'));
    await page.locator('#save-post').click();
    await expect(page.locator('#message')).toBeVisible();
    expect(
      await site.php(
        `echo implode( ' ', wp_list_pluck( altscribe_get_post_sources( $args ), 'source' ) );`,
        post,
      ),
    ).toBe('file');
    await site.php(`wp_delete_post( $args, true );`, post);
    await site.define({});
  });

  await test.step('in the library, where a user decides', async () => {
    expect(
      await read(`echo \\Altscribe\\Media_Page\\Images::image_to_array( $args )['text_in_file'];`),
    ).toBe('Two red kayaks on a grey lake');
    const offered = await read(
      `$answer = \\Altscribe\\Generation\\Ask::ask( array( 'attachment_id' => $args ) );
      $row     = altscribe_decide_suggestion( $answer['suggestion_id'], 'accept' );
      echo $answer['alt_text'], '|', $row['origin'], '|', altscribe_get_source( $args )['source'], '|', \\Altscribe\\Library\\Alt_Text::get( $args );`,
    );
    expect(offered).toBe('Two red kayaks on a grey lake|file|file|Two red kayaks on a grey lake');
    expect(await credits()).toBe(5);
    expect(backend.providers.calls).toHaveLength(0);
  });

  await test.step('the headline and the city are context, names only if the site says so', async () => {
    const context = () =>
      read(`echo \\Altscribe\\Generation\\Context::attachment_context( $args )['image_context'];`);
    expect(await context()).toContain('Headline in the file: Regatta in the rain');
    expect(await context()).toContain('City in the file: Constance');
    expect(await context()).not.toContain('Ada');
    const named = (code: string) =>
      read(
        `${code} echo \\Altscribe\\Generation\\Context::attachment_context( $args )['image_context'];`,
      );
    expect(
      await named(`add_filter( 'altscribe_send_names_in_files', '__return_true' );`),
    ).toContain('People in the image: Ada Example');
    expect(
      await named(`\\Altscribe\\Core\\Settings::save( array( 'send_names' => true ) );`),
    ).toContain('People in the image: Ada Example');
    expect(
      await named(`\\Altscribe\\Core\\Settings::save( array( 'send_names' => false ) );`),
    ).not.toContain('Ada');
  });
  await read(`wp_delete_attachment( $args, true );`);
});

test('Only texts in the language of the image are offered, and none from broken or hostile files', async ({
  site,
}) => {
  const german = await upload(site, writeXmp({ alt: { 'de-DE': 'Zwei rote Kajaks' } }));
  const unnamed = await upload(site, writeXmp({ alt: { 'x-default': 'Two kayaks on a lake' } }));
  const offered = (id: number) =>
    site.php(
      `echo \\Altscribe\\Generation\\Free_Texts::find_offered_text( $args )['text'] ?? 'none';`,
      id,
    );
  expect(await offered(german.id)).toBe('none');
  expect(await offered(unnamed.id)).toBe('Two kayaks on a lake');
  const parse = (xmp: string) =>
    site.php(`echo wp_json_encode( \\Altscribe\\Library\\File_Texts::parse_xmp( $args ) );`, xmp);
  const whole = writeXmp(texts);
  const entity = '<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa">]>';
  expect(await parse(whole.replace('<rdf:RDF', `${entity}<rdf:RDF`))).toBe('[]');
  expect(await parse(whole.replace('</rdf:Alt>', ''))).toBe('[]');
  expect(await parse(whole.slice(0, -20))).toBe('[]');
  expect(await parse('no XMP')).toBe('[]');
  for (const { id } of [german, unnamed])
    await site.php(`wp_delete_attachment( $args, true );`, id);
});

test('The text of a copy is offered for free, and both may have it', async ({ backend, site }) => {
  await backend.connect({ credits: 5 });
  const [first, second, other] = [
    await upload(site, writeXmp({ headline: 'Regatta' })),
    await upload(site, writeXmp({ headline: 'Regatta' })),
    await upload(site, writeXmp({ headline: 'Race' })),
  ];
  const offer = (id: number) =>
    site.php(
      `$image = \\Altscribe\\Media_Page\\Images::image_to_array( $args ); echo "{$image['text_of_copy']}|{$image['text_in_file']}";`,
      id,
      'admin',
    );
  expect(await offer(second.id)).toBe('|');
  await site.php(
    `update_post_meta( $args, '_wp_attachment_image_alt', 'Two red kayaks on a grey lake' );`,
    first.id,
  );
  expect(await offer(second.id)).toBe('Two red kayaks on a grey lake|');
  expect(await offer(other.id)).toBe('|');

  const decided = await site.php(
    `$answer = \\Altscribe\\Generation\\Ask::ask( array( 'attachment_id' => $args[1] ) );
    $row     = altscribe_decide_suggestion( $answer['suggestion_id'], 'accept' );
    echo $row['origin'], '|', \\Altscribe\\Library\\Alt_Text::get( $args[1] ), '|';
    foreach ( array_map( 'Altscribe\\Media_Page\\Images::image_to_array', $args ) as $image ) { echo implode( ',', $image['findings'] ), '|'; }`,
    [first.id, second.id],
    'admin',
  );
  expect(decided).toBe('copy|Two red kayaks on a grey lake|||');
  expect(backend.providers.calls).toHaveLength(0);
});

test('The long description in a file is inserted for free', async ({ backend, site }) => {
  await backend.connect({ credits: 5 });
  const photo = await upload(site, writeXmp({ long: 'Two red kayaks. The left one is empty.' }));
  const printed = await site.php(
    `$request = new WP_REST_Request( 'POST', '/altscribe/v1/generate' );
    $request->set_body_params( array(
      'post_id'       => wp_insert_post( array( 'post_title' => 'Lakes', 'post_content' => 'x' ) ),
      'attachment_id' => $args,
      'text_length'   => 'long',
    ) );
    echo wp_json_encode( rest_do_request( $request )->get_data() );`,
    photo.id,
    'admin',
  );
  const answer = JSON.parse(printed) as { alt_text: string; details: string };
  expect(answer.alt_text).toBe(
    'Description of the image\n\nTwo red kayaks. The left one is empty.',
  );
  expect(answer.details).toContain('<p>Two red kayaks. The left one is empty.</p>');
  expect(answer).toMatchObject({ credits_available: 5, is_from_cache: true });
  expect(backend.providers.calls).toHaveLength(0);
});

/** Adds an attachment with that file, as a plugin that imports many may do. */
const addFile = `
  $add = function ( $name, $bytes, $padding = 0 ) {
    $folder = wp_upload_dir()['path'];
    $file   = $folder . '/' . wp_unique_filename( $folder, $name );
    file_put_contents( $file, base64_decode( $bytes ) );
    file_put_contents( $file, str_repeat( "\\0", $padding ), FILE_APPEND );
    return wp_insert_attachment( array( 'post_title' => 'Kayaks', 'post_mime_type' => wp_check_filetype( $name )['type'] ), $file );
  };
  $known = function ( $id ) { return wp_list_pluck( \\Altscribe\\Library\\File_Texts::list( $id ), 'text' ); };`;

/** Adds XMP to a PNG file as Adobe's programs do: after its head, uncompressed. The checksum does not matter here. */
function addToPng(png: Buffer, xmp: string): Buffer {
  const content = Buffer.from(`XML:com.adobe.xmp\0\0\0\0\0${xmp}`);
  const size = Buffer.alloc(4);
  size.writeUInt32BE(content.length);
  const part = [size, Buffer.from('iTXt'), content, Buffer.alloc(4)];
  return Buffer.concat([png.subarray(0, 33), ...part, png.subarray(33)]);
}

test('Only the metadata of a file is read, in every format', async ({ site }) => {
  const xmp = writeXmp({ alt: { 'en-US': 'Two red kayaks' } });
  const svg = `<svg xmlns="http://www.w3.org/2000/svg"><metadata>${xmp}</metadata></svg>`;
  const files: Record<string, Buffer> = {
    'kayaks.jpeg': await imageWithXmp(xmp, 'jpeg'),
    'kayaks.webp': await imageWithXmp(xmp),
    'kayaks.avif': await imageWithXmp(xmp, 'avif'),
    'kayaks.tiff': await imageWithXmp(xmp, 'tiff'),
    'kayaks.png': addToPng(
      await plainImage('png', { width: 8, height: 8, colour: '#446688' }),
      xmp,
    ),
    // Split between two pieces of the file.
    'kayaks.gif': Buffer.from(`GIF89a${'\0'.repeat(65_526)}${xmp}`),
    'kayaks.svg': Buffer.from(svg),
  };
  const printed = await site.php(
    `${addFile}
    add_filter( 'upload_mimes', function ( $types ) { return $types + array( 'svg' => 'image/svg+xml' ); } );
    foreach ( $args as $name => $bytes ) {
      $ids[ $name ]           = $add( $name, $bytes );
      $found['texts'][ $name ] = implode( array_column( \\Altscribe\\Library\\File_Texts::read( $ids[ $name ] )['alt'] ?? array(), 'text' ) );
    }
    // After the image, and without XMP: files that would have to be read completely.
    foreach ( array( 'small' => 20000, 'large' => 8 * MB_IN_BYTES ) as $size => $bytes ) {
      foreach ( array( 'kayaks.jpeg' => '', 'empty.jpeg' => base64_encode( "\xff\xd8\xff\xda" ), 'empty.gif' => base64_encode( 'GIF89a' ) ) as $name => $content ) {
        $id = $add( $name, $content ? $content : $args[ $name ], $bytes );
        delete_post_meta( $id, \\Altscribe\\Library\\File_Texts::KEY );
        get_post_meta( $id );
        memory_reset_peak_usage();
        $before = memory_get_usage();
        \\Altscribe\\Library\\File_Texts::read( $id );
        $found['memory']["$size $name"] = (int) ceil( ( memory_get_peak_usage() - $before ) / MB_IN_BYTES );
        wp_delete_attachment( $id, true );
      }
    }
    array_map( 'wp_delete_attachment', $ids );
    echo wp_json_encode( $found );`,
    Object.fromEntries(
      Object.entries(files).map(([name, bytes]) => [name, bytes.toString('base64')]),
    ),
    'admin',
  );
  const found = JSON.parse(printed) as Record<string, Record<string, unknown>>;
  expect(found.texts).toEqual(
    Object.fromEntries(Object.keys(files).map((name) => [name, 'Two red kayaks'])),
  );
  // In MB.
  expect(new Set(Object.values(found.memory ?? {}))).toEqual(new Set([1]));
});

test('A file is read when it is uploaded, otherwise in the background, and never for a list', async ({
  site,
}) => {
  const file = await imageWithXmp(writeXmp({ alt: { 'en-US': 'Two red kayaks' } }));
  const printed = await site.php(
    `${addFile}
    $id    = $add( 'kayaks.webp', $args );
    $found = array( 'uploaded' => $known( $id ) );
    $lists = array(
      'media'        => function () {
        $request = new WP_REST_Request( 'GET', '/wp/v2/media' );
        $request->set_query_params( array( 'context' => 'edit', 'per_page' => 100 ) );
        return rest_do_request( $request );
      },
      'editor'       => function () use ( $id ) { return \\Altscribe\\Editor\\Block_Editor::editor_attachments( (object) array( 'ID' => 0, 'post_content' => '<img class="wp-image-' . $id . '">' ) ); },
      'media window' => function () use ( $id ) { return wp_prepare_attachment_for_js( $id ); },
      'Alt text'     => function () use ( $id ) { return \\Altscribe\\Media_Page\\Images::images_to_array( array( $id ) ); },
      'estimate'     => function () { return \\Altscribe\\Batches\\Start::estimate_batch(); },
    );
    $forget = function () use ( $id ) {
      delete_post_meta( $id, \\Altscribe\\Library\\File_Texts::KEY );
    };
    foreach ( $lists as $name => $list ) {
      $forget();
      $list();
      $found[ $name ] = $known( $id );
    }
    $forget();
    \\Altscribe\\Posts\\Uses_Index::rebuild_uses();
    \\Altscribe\\Posts\\Uses_Index::read_uses( 30 );
    $found['background'] = $known( $id );
    $forget();
    $found['worked on'] = \\Altscribe\\Generation\\Free_Texts::offer_free_text( $id )['new_text'];
    // Other bytes in the same file, as after an edit.
    file_put_contents( get_attached_file( $id ), str_replace( 'Two red', 'Six red', base64_decode( $args ) ) . '!' );
    clearstatcache();
    altscribe_note_change( 'file', $id );
    \\Altscribe\\Posts\\Uses::read_noted();
    $found['replaced'] = $known( $id );
    // Where originals are removed to save space.
    update_post_meta( $id, '_wp_attachment_metadata', array( 'original_image' => 'gone.webp' ) );
    $forget();
    \\Altscribe\\Library\\File_Texts::read( $id );
    $found['original gone'] = $known( $id );
    wp_delete_attachment( $id, true );
    echo wp_json_encode( $found );`,
    file.toString('base64'),
    'admin',
  );
  const read = ['Two red kayaks'];
  expect(JSON.parse(printed)).toEqual({
    ...{ uploaded: read, media: [], editor: [], 'media window': [], 'Alt text': [], estimate: [] },
    ...{ background: read, 'worked on': 'Two red kayaks', replaced: ['Six red kayaks'] },
    'original gone': ['Six red kayaks'],
  });
});
