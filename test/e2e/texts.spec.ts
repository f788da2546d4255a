import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { createPost, setOption } from '../wordpress/content.ts';
import { pathForWpCli } from '../wordpress/wp-cli.ts';
import { cover, image, inlineImage, mediaText, paragraph } from './support/blocks.ts';
import { startFront } from './support/front.ts';
import { MediaLibrary } from './support/media-library.ts';
import { runQueue } from './support/queue.ts';
import type { Site } from './support/site.ts';
import { expect, test } from './support/test.ts';
import { runAll } from './support/wp-cli.ts';

/** Texts that could be mistaken for markup, an escape or a placeholder. */
const texts = [
  'Is 5 < 6?',
  'I <3 boats, really',
  'Is 5 <6 then?',
  'x <y = 3',
  'if x <y and z = 3 then a > b',
  '7 > 2 & 1 < 3 &amp; 8',
  'Save 50%af, 25%25 or %d',
  String.raw`C:\new\table, \1 and a slash at the end\\`,
  'Costs $1, ${2} or $&',
  `Says "Hello", 'bye' and “so”`,
  '--> An arrow, and one more -->',
  'The family 👨‍👩‍👧 waves ✌🏽',
  'שלום (1) \u200Fעולם',
  '« Un bateau » à voile',
  'The <b> key, not <i>',
];

const all = texts.join(' | ');

/** The text as visitors see it: neither the editor nor WordPress escapes an existing entity again. */
const asShown = (text: string) => text.replace('&amp;', '&');

/** The service responds with the text of each attachment, in every test route. */
async function serve(site: Site, textOf: Readonly<Record<number, string>>): Promise<void> {
  await writeFile(
    join(site.folder, 'wp-content/mu-plugins/altscribe-texts.php'),
    `<?php add_filter( 'altscribe_alt_text', function ( $text, $target ) {
      $texts = get_option( 'altscribe_test_texts', array() );
      return isset( $texts[ $target['attachment_id'] ] ) ? $texts[ $target['attachment_id'] ] : $text;
    }, 10, 2 );`,
  );
  await setOption(site.php, 'altscribe_test_texts', textOf);
}

test.afterEach(({ site }) => serve(site, {}));

test('A text is the same in the database, whichever way it is written', async ({
  site,
  backend,
}) => {
  await backend.connect({ credits: 20 });
  const found = (await runQueue(
    site.php,
    `$texts = $args['texts'];
    $found = array();
    $ids   = images( count( $texts ) );
    $read  = function () use ( $ids ) { return array_map( 'alt', $ids ); };
    $clear = function () use ( $ids ) { array_map( function ( $id ) { delete_post_meta( $id, '_wp_attachment_image_alt' ); }, $ids ); };
    $call  = function ( $route, $params ) {
      $request = new WP_REST_Request( 'POST', $route );
      $request->set_header( 'Content-Type', 'application/json' );
      $request->set_body( wp_json_encode( $params ) );
      return rest_do_request( $request )->get_data();
    };
    serve( function ( $id ) use ( $ids, $texts ) { return text( $texts[ array_search( $id, $ids, true ) ] ); } );

    \\Altscribe\\Batches\\Start::start_batch( array( 'ids' => $ids ) );
    work_through();
    $found['batch'] = $read();
    foreach ( $ids as $index => $id ) {
      $call( "/altscribe/v1/batch-items/$id", array( 'alt_text' => $texts[ count( $texts ) - 1 - $index ] ) );
    }
    $found['edited item'] = array_reverse( $read() );

    $clear();
    foreach ( $ids as $index => $id ) { $call( "/altscribe/v1/images/$id", array( 'previous_text' => '', 'alt_text' => $texts[ $index ] ) ); }
    $found['row of the list'] = $read();

    $clear();
    foreach ( $ids as $index => $id ) { $call( "/wp/v2/media/$id", array( 'alt_text' => $texts[ $index ], 'altscribe_exact_text' => true ) ); }
    $found['WordPress’s route'] = $read();

    $found['shown'] = array_map( function ( $id ) {
      $tags = new WP_HTML_Tag_Processor( wp_get_attachment_image( $id ) );
      return $tags->next_tag() ? $tags->get_attribute( 'alt' ) : null;
    }, $ids );

    $file = fopen( 'php://temp', 'w+b' );
    \\Altscribe\\Csv\\Export::export( $file );
    rewind( $file );
    $csv = stream_get_contents( $file );
    $clear();
    $preview = $call( '/altscribe/v1/import/preview', array( 'csv' => $csv ) );
    $call( '/altscribe/v1/import', array( 'rows' => $preview['rows'] ) );
    $found['CSV'] = $read();

    foreach ( $ids as $id ) {
      $found['ability'][] = wp_get_ability( 'altscribe/generate-alt-text' )->execute( array( 'attachment_id' => $id ) )['alt_text'];
    }
    foreach ( $ids as $id ) {
      $src     = wp_get_attachment_url( $id );
      $content = "<!-- wp:image {\\"id\\":$id} -->\\n<figure class=\\"wp-block-image\\"><img src=\\"$src\\" alt=\\"\\" class=\\"wp-image-$id\\"/></figure>\\n<!-- /wp:image -->";
      $post    = wp_insert_post( array( 'post_content' => $content, 'post_status' => 'draft' ) );
      \\Altscribe\\Posts\\Fill::fill_posts( $id, array( $post ) );
      $tags = new WP_HTML_Tag_Processor( get_post( $post )->post_content );
      $tags->next_tag( 'img' );
      $found['fill'][] = $tags->get_attribute( 'alt' );
      wp_delete_post( $post, true );
    }
    return $found;`,
    { args: { texts } },
  )) as Record<string, string[]>;
  const ways = ['batch', 'edited item', 'row of the list', 'WordPress’s route', 'CSV'];
  for (const way of [...ways, 'ability', 'fill']) expect.soft(found[way], way).toEqual(texts);
  expect(found.shown).toEqual(texts.map(asShown));
});

test('A text contains no line breaks, control characters or scripts', async ({ site }) => {
  const cleaned = await site.php(
    `echo wp_json_encode( array_map( 'Altscribe\\Core\\Text::clean', $args ) );`,
    [
      ' A boat\r\non a\tlake\u0000 \u2028',
      'A boat<script>alert(1)</script>',
      '<img title="<" onerror=alert(1)>A boat',
      '<scr<script>ipt>A boat',
      'I <3 boats, x<y',
      'if x <y and z = 3 then stop',
      '<a title="Open',
      '<svg/x="1"onload=alert(1)>A boat',
      '<a ="><img src=x onerror=alert(1)>A boat"',
      "A boat <iframe src='javascript:alert(1)'",
    ],
  );
  expect(JSON.parse(cleaned)).toEqual([
    'A boat on a lake',
    'A boatalert(1)',
    'A boat',
    'A boat',
    'I <3 boats, x<y',
    'if x <y and z = 3 then stop',
    '',
    'A boat',
    '<a =">A boat"',
    'A boat',
  ]);
});

test('A text is the same from the command line', async ({ site, backend }) => {
  await backend.connect();
  const { green, blue } = site.images;
  const [one, other] = [all, texts.at(-1) ?? ''];
  await serve(site, { [green.id]: one, [blue.id]: other });
  const csv = join(pathForWpCli(site.folder), 'difficult-texts.csv');
  const stored = async () =>
    JSON.parse(
      await site.php(
        `echo wp_json_encode( array_map( 'Altscribe\\Library\\Alt_Text::get', $args ) );`,
        [green.id, blue.id],
      ),
    ) as string[];
  const [generated] = await runAll(site, [
    `altscribe generate ${green.id} ${blue.id} --format=json`,
    `altscribe export ${csv}`,
  ]);
  expect(await stored()).toEqual([one, other]);
  const rows = JSON.parse(generated?.stdout ?? '') as { id: number; alt_text: string }[];
  expect(rows.find(({ id }) => id === green.id)?.alt_text).toBe(one);
  await site.php(
    `foreach ( $args as $id ) { delete_post_meta( $id, '_wp_attachment_image_alt' ); }`,
    [green.id, blue.id],
  );
  await runAll(site, [`altscribe import ${csv} --yes`]);
  expect(await stored()).toEqual([one, other]);
});

test('A text is the same for visitors, in blocks and WordPress’s own patterns, as featured image and in the library', async ({
  editor,
  backend,
  site,
  page,
}) => {
  const front = await startFront(backend.service.url);
  try {
    await backend.connect({ url: front.url });
    // The images of patterns are the theme's, which the service may not fetch from this machine.
    front.intercept(({ url }, response) => {
      if (!url?.includes('generate')) return false;
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ altText: all, CreditsAvailable: 40, plan_type: 'pro' }));
      return true;
    });
    const patterns = await site.php(
      `$names = array( 'overlapped-images', 'services-3-col', 'hero-full-width-image', 'heading-and-paragraph-with-image' );
    foreach ( $names as $name ) {
      $pattern = WP_Block_Patterns_Registry::get_instance()->get_registered( "twentytwentyfive/$name" );
      echo preg_replace( array( '/"alt":"[^"]*",/', '/ alt="[^"]*"/' ), array( '', ' alt=""' ), $pattern['content'] ), "\n\n";
    }`,
    );
    const inPatterns = patterns.split('<img ').length - 1;
    expect(inPatterns).toBeGreaterThan(5);
    const count = 5 + inPatterns;
    const { large, green, blue, yellow } = site.images;
    const images = [large, green, blue, yellow];
    await serve(site, Object.fromEntries(images.map(({ id }) => [id, all])));
    const post = await editor.openPost(
      [
        image(green),
        cover(blue, paragraph('Over it')),
        mediaText(yellow, paragraph('Beside it')),
        paragraph(`In a text: ${inlineImage(green)}`),
        patterns,
      ],
      { meta_input: { _thumbnail_id: large.id }, post_status: 'publish' },
    );
    await editor.generateAll.click();
    await editor.sidebar
      .getByRole('button', { name: `One per place, ${String(count)} credits` })
      .click();
    await expect(editor.sidebar).toContainText(`${String(count)} alt texts added.`);
    const library = new MediaLibrary(page, site);
    // The text of the featured image is saved on its own; meanwhile, WordPress saves nothing else.
    await expect.poll(() => library.texts(large.id)).toEqual([all]);
    await editor.save();
    const shown = Array.from({ length: count }, () => asShown(all));
    expect(await altsOnPage(page, site, post)).toEqual(shown);
    // Authors may not post all HTML: WordPress filters their content.
    await site.session('author');
    await site.php(
      `wp_update_post( array( 'ID' => $args, 'post_content' => wp_slash( get_post( $args )->post_content ) ) );`,
      post,
      'author',
    );
    expect(await altsOnPage(page, site, post)).toEqual(shown);

    await library.openDetails(green.id);
    await library.generate.click();
    await expect(library.controls).toContainText('Alt text added.');
    await expect.poll(() => library.texts(green.id)).toEqual([all]);
    await expect(page.locator('#attachment-details-two-column-alt-text')).toHaveValue(all);
    const filled = await createPost(site.php, {
      post_content: [image(green), cover(green, paragraph('Over it'))].join('\n\n'),
      post_status: 'publish',
    });
    await site.php(
      `\\Altscribe\\Posts\\Fill::fill_posts( $args[0], array( $args[1] ) );`,
      [green.id, filled],
      'admin',
    );
    expect(await altsOnPage(page, site, filled)).toEqual([all, all]);
    await site.php(`array_map( 'wp_delete_post', $args );`, [post, filled]);
  } finally {
    front.stop();
  }
});

/** The texts of the images of a post in a visitor's browser. */
async function altsOnPage(page: Page, site: Site, post: number): Promise<(string | null)[]> {
  await page.goto(`${site.url}/?p=${String(post)}`);
  return page
    .locator('img.wp-post-image, .entry-content img')
    .evaluateAll((images) => images.map((one) => one.getAttribute('alt')));
}
