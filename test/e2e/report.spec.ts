import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fillScreens } from '../demo/fill-screens.ts';
import { writeDraft } from '../demo/draft.ts';
import { readExample } from '../support/doc-examples.ts';
import { expectAccessible } from './support/barriers.ts';
import { runQueue } from './support/queue.ts';
import { expect, test } from './support/test.ts';
import { support } from './support/uses.ts';
import { runAll, runScript } from './support/wp-cli.ts';

/**
 * A small site. `$site`: ids by name; `counts()`: with text, decorative, missing, AI read, AI not read, findings, of the
 * whole report or of a part of it.
 */
const smallSite = `${support}
  \\Altscribe\\Posts\\Uses_Index::read_uses( 60 );
  $pictures = array_map( 'picture', array( 'a' => 'a', 'b' => 'b', 'c' => 'c', 'd' => 'd', 'e' => 'e', 'f' => 'f' ) );
  update_post_meta( $pictures['d'], '_wp_attachment_image_alt', 'A lighthouse at dusk' );
  update_post_meta( $pictures['e'], '_altscribe_decorative', 1 );
  $anna   = username_exists( 'report-anna' ) ?: wp_insert_user( array( 'user_login' => 'report-anna', 'display_name' => '=Anna', 'user_pass' => 'x', 'role' => 'author' ) );
  $ai     = function ( $id, $text, $read ) { return array( md5( "$id\\n$text" ) => \\Altscribe\\Library\\Provenance::complete( array( 'source' => 'generated', 'read' => $read ), md5( $text ) ) ); };
  $block  = function ( $name, $alt, $json = '', $caption = '' ) use ( $pictures ) {
    $id = $pictures[ $name ];
    return "<!-- wp:image {\\"id\\":$id$json} --><figure class=\\"wp-block-image\\"><img src='" . url( $name ) . "' alt='$alt' class='wp-image-$id'/>" . ( $caption ? "<figcaption>$caption</figcaption>" : '' ) . '</figure><!-- /wp:image -->';
  };
  $site['post'] = post(
    $block( 'a', 'Two boats in a harbour' )
    . $block( 'b', 'A red boat', '', 'A red boat.' )
    . $block( 'c', 'A gull on a post' )
    . $block( 'c', '', ',"isDecorative":true' )
    . "<a href='/'><img src='https://elsewhere.example/x.jpg' alt=''></a><img src='/pixel.gif' width='1' height='1' alt=''>"
    . '<!-- wp:group {"style":{"background":{"backgroundImage":{"url":"' . url( 'a' ) . '","id":' . $pictures['a'] . '}}}} --><div></div><!-- /wp:group -->'
    . '[gallery ids="' . $pictures['d'] . ',' . $pictures['e'] . '"]',
    array( 'post_date' => '2026-03-05 12:00:00', 'post_author' => 1, 'meta_input' => array(
      '_thumbnail_id'      => $pictures['f'],
      '_altscribe_sources' => $ai( $pictures['b'], 'A red boat', 0 ) + $ai( $pictures['c'], 'A gull on a post', time() ) + $ai( $pictures['a'], 'Two boats', 0 ),
    ) )
  );
  $site['pattern']  = post( $block( 'a', '' ), array( 'post_type' => 'wp_block', 'post_date' => '2025-12-31 12:00:00', 'post_author' => 1 ) );
  $site['unused']   = post( $block( 'a', '' ), array( 'post_type' => 'wp_block' ) );
  $site['page']     = post( '<!-- wp:block {"ref":' . $site['pattern'] . "} /--><img src='" . url( 'a-300x200' ) . "' aria-label='Named'><img src='" . url( 'a' ) . "' alt='IMG_2034.jpg'>", array( 'post_type' => 'page', 'post_author' => $anna, 'post_date' => '2026-04-30 23:59:59' ) );
  $site['draft']    = post( $block( 'a', '' ), array( 'post_status' => 'draft' ) );
  $site['private']  = post( $block( 'a', '' ), array( 'post_status' => 'private' ) );
  $site['secret']   = post( $block( 'a', '' ), array( 'post_password' => 'x' ) );
  function counts( $report = null ) {
    // As at the end of a request.
    \\Altscribe\\Posts\\Uses::read_noted();
    $report = $report ?? \\Altscribe\\Report\\Report::get();
    return implode( ' ', array_map( function ( $column ) use ( $report ) { return $report[ $column ]; }, \\Altscribe\\Posts\\Text_Counts::REPORT_COLUMNS ) ) . ( empty( (array) ( $report['findings'] ?? array() ) ) ? '' : ' ' . wp_json_encode( $report['findings'] ) );
  }
`;

test('The report counts the images of public content, and follows each change', async ({
  site,
}) => {
  const found = await runQueue(
    site.php,
    `${smallSite}
    $log    = function ( $step ) use ( &$found ) { $found[ $step ] = counts(); };
    $log( 'at first' );
    $report = \\Altscribe\\Report\\Report::get();
    foreach ( array( 'type', 'author', 'month' ) as $group ) {
      foreach ( $report[ "by_$group" ] as $row ) { $found[ $group ][ $row['name'] ] = $row['posts'] . ': ' . counts( $row ); }
    }
    $found['march to april']   = counts( \\Altscribe\\Report\\Report::get( '2026-03-05', '2026-04-30' ) );
    $found['until 29 april']   = counts( \\Altscribe\\Report\\Report::get( '', '2026-04-29' ) );
    $found['in may']           = counts( \\Altscribe\\Report\\Report::get( '2026-05-01', '2026-05-31' ) );
    update_post_meta( $pictures['f'], '_wp_attachment_image_alt', 'A pier' );
    altscribe_record_source( $pictures['f'], 'A pier', array( 'source' => 'generated', 'read' => 0 ) );
    $log( 'featured image generated' );
    altscribe_record_source( $pictures['f'], 'A pier', array( 'source' => 'generated', 'read' => time() ) );
    $log( 'and read' );
    update_post_meta( $pictures['f'], '_wp_attachment_image_alt', 'A pier in the fog' );
    $log( 'and edited' );
    update_post_meta( $pictures['e'], '_altscribe_decorative', '' );
    $log( 'no longer decorative' );
    update_post_meta( $site['post'], '_altscribe_sources', $ai( $pictures['b'], 'A red boat', time() ) );
    $log( 'read in the post' );
    $waiting = array(
      altscribe_add_suggestion( array( 'attachment_id' => $pictures['e'], 'new_text' => 'A pier' ) ),
      altscribe_add_suggestion( array( 'attachment_id' => $pictures['a'], 'post_id' => $site['pattern'], 'place' => "core/image#{$pictures['a']}#1", 'new_text' => 'Boats' ) ),
    );
    $log( 'two suggested' );
    array_map( 'altscribe_decide_suggestion', $waiting, array( 'reject', 'reject' ) );
    $log( 'and rejected' );
    // The text of the library, generated there, in a post.
    update_post_meta( $pictures['a'], '_wp_attachment_image_alt', 'Boats at a pier' );
    altscribe_record_source( $pictures['a'], 'Boats at a pier', array( 'source' => 'generated', 'read' => 0 ) );
    wp_update_post( wp_slash( array( 'ID' => $site['page'], 'post_content' => get_post( $site['page'] )->post_content . $block( 'a', 'Boats at a pier' ) ) ) );
    $log( 'the page has the text of the library' );
    wp_update_post( array( 'ID' => $site['draft'], 'post_status' => 'publish' ) );
    $log( 'published' );
    wp_delete_post( $site['post'], true );
    $log( 'deleted' );
    foreach ( $site as $id ) { wp_delete_post( $id, true ); }
    $log( 'nothing' );
    $found['rows']    = (int) $GLOBALS['wpdb']->get_var( 'SELECT COUNT(*) FROM ' . \\Altscribe\\Posts\\Uses::report_table() );
    $found['dropped'] = in_array( 'wp_altscribe_report', apply_filters( 'wpmu_drop_tables', array(), 1 ), true );
    return $found;`,
  );
  const post = '{"linked-without-text":1,"repeats-caption":1}';
  const both = '{"file-name":1,"linked-without-text":1,"repeats-caption":1}';
  expect(found).toEqual({
    // The post: a, b, c and d have text, c and e are decorative, the link and f have none. The page: two with a name or text.
    'at first': `6 2 3 1 1 0 ${both}`,
    type: { Posts: '1: 4 2 2 1 1 0', Pages: '1: 2 0 0 0 0 0', Patterns: '1: 0 0 1 0 0 0' },
    author: { admin: '2: 4 2 3 1 1 0', '=Anna': '1: 2 0 0 0 0 0' },
    month: {
      'April 2026': '1: 2 0 0 0 0 0',
      'March 2026': '1: 4 2 2 1 1 0',
      'December 2025': '1: 0 0 1 0 0 0',
    },
    'march to april': `6 2 2 1 1 0 ${both}`,
    'until 29 april': `4 2 3 1 1 0 ${post}`,
    'in may': '0 0 0 0 0 0',
    'featured image generated': `7 2 2 1 2 0 ${both}`,
    'and read': `7 2 2 2 1 0 ${both}`,
    'and edited': `7 2 2 1 1 0 ${both}`,
    'no longer decorative': `7 1 3 1 1 0 ${both}`,
    'read in the post': `7 1 3 1 0 0 ${both}`,
    'two suggested': `7 1 1 1 0 2 ${both}`,
    'and rejected': `7 1 3 1 0 0 ${both}`,
    'the page has the text of the library': `8 1 3 1 1 0 ${both}`,
    published: `8 1 4 1 1 0 ${both}`,
    deleted: '3 0 2 0 1 0 {"file-name":1}',
    nothing: '0 0 0 0 0 0',
    rows: 0,
    dropped: true,
  });
});

test('Page, downloads, REST and WP-CLI have the same numbers, for the right users', async ({
  site,
  page,
}) => {
  const url = `${site.url}/wp-admin/tools.php?page=altscribe-report`;
  await runQueue(site.php, `${smallSite} counts(); return null;`);
  const numbers = {
    images: 11,
    with_text: 6,
    decorative: 2,
    missing: 3,
    generated_read: 1,
    generated_unread: 1,
    suggested: 0,
  };
  const administrator = await site.session('administrator');
  const rest = await administrator.rest('GET', '/altscribe/v1/report');
  expect(rest).toMatchObject({ status: 200, body: { ...numbers, reading: null, posts: 3 } });
  const [wrong, reversed] = await runAll(site, [
    'altscribe report --from=2026-04-31',
    'altscribe report --from=2026-05-01 --to=2026-04-01',
  ]);
  const printed = await runScript(site, readExample('docs/wp-cli.md', 'wp altscribe report'));
  expect(JSON.parse(printed.slice(printed.indexOf('\n{')))).toEqual(rest.body);
  const rows = await readFile(join(site.folder, 'report.csv'), 'utf8');
  expect(rows.trim().split('\n')).toEqual([
    'group,name,posts,images,with_text,decorative,missing,generated_read,generated_unread,suggested',
    'total,2026-01-01..2026-12-31,2,10,6,2,2,1,1,0',
    'type,Posts,1,8,4,2,2,1,1,0',
    'type,Pages,1,2,2,0,0,0,0,0',
    'author,admin,1,8,4,2,2,1,1,0',
    "author,'=Anna,1,2,2,0,0,0,0,0",
    'month,2026-04,1,2,2,0,0,0,0,0',
    'month,2026-03,1,8,4,2,2,1,1,0',
    'finding,file-name,,1,,,,,,',
    'finding,linked-without-text,,1,,,,,,',
    'finding,repeats-caption,,1,,,,,,',
  ]);
  expect([wrong?.code, wrong?.stderr]).toEqual([1, expect.stringContaining('from is not a date')]);
  expect([reversed?.code, reversed?.stderr]).toEqual([1, expect.stringContaining('is after')]);
  for (const query of ['from=2026-02-30', 'to=yesterday', 'from=2026-05-01&to=2026-04-01']) {
    const { status } = await administrator.rest('GET', `/altscribe/v1/report?${query}`);
    expect(status, query).toBe(400);
  }

  await page.goto(`${url}&from=2026-03-01&to=2026-04-30`);
  const report = page.locator('.altscribe-report');
  await expect(
    report.getByRole('heading', { name: '10 images in 2 published items' }),
  ).toBeVisible();
  const row = page.getByRole('table', { name: 'By author' }).getByRole('row', { name: '=Anna' });
  await expect(row.getByRole('cell')).toHaveText(['2', '2', '0', '0', '0', '0', '0']);
  await expect(
    page
      .getByRole('table', { name: 'By month of publication' })
      .getByRole('row', { name: 'March 2026' }),
  ).toHaveText(/March 2026\s*8\s*4\s*2\s*0\s*2\s*1\s*1/);
  await expect(
    page.getByRole('table', { name: 'Problems' }).getByRole('row', { name: 'repeats the caption' }),
  ).toContainText('1');
  await expect(report).toContainText('Published from March 1, 2026 to April 30, 2026');
  const download = async (name: string) =>
    administrator.fetch(
      new URL((await page.getByRole('link', { name }).getAttribute('href')) ?? '').href.slice(
        site.url.length,
      ),
    );
  const file = await download('Download CSV');
  expect(file.headers.get('content-disposition')).toMatch(/alt-text-report-[\d-]+\.csv/);
  const lines = (await file.text()).split('\r\n');
  expect(lines[1]).toBe('"total","2026-03-01..2026-04-30","2","10","6","2","2","1","1","0"');
  // Not a formula for a spreadsheet.
  expect(lines).toContain('"author","\'=Anna","1","2","2","0","0","0","0","0"');
  expect(await (await download('Download JSON')).json()).toMatchObject({ images: 10, missing: 2 });

  const editor = await site.session('editor');
  expect((await editor.fetch('/wp-admin/tools.php?page=altscribe-report')).status).toBe(200);
  const author = await site.session('author');
  expect((await author.fetch('/wp-admin/tools.php?page=altscribe-report')).status).toBe(403);
  expect((await author.rest('GET', '/altscribe/v1/report')).status).toBe(403);
});

test('The report page: accessible, printable, narrow, empty, and while counting', async ({
  site,
  page,
}) => {
  const url = `${site.url}/wp-admin/tools.php?page=altscribe-report`;
  await runQueue(site.php, `${smallSite} counts(); return null;`);
  await page.goto(url);
  const report = page.locator('.altscribe-report');
  await expectAccessible(page, '.altscribe-report');
  // The parts of a bar differ in their patterns.
  const fills = await report
    .locator('.altscribe-report__bar')
    .first()
    .locator('rect')
    .evaluateAll((parts) => parts.map((part) => part.getAttribute('fill')));
  expect(new Set(fills).size).toBe(4);

  const method = report.getByText('An image in three posts counts three times');
  await expect(method).toBeHidden();
  await page.emulateMedia({ media: 'print' });
  await expect(method).toBeVisible();
  await page.emulateMedia({ media: 'screen' });
  await expect(method).toBeHidden();
  await report.locator('summary').press('Enter');
  await expect(method).toBeVisible();
  await expectAccessible(page, '.altscribe-report');
  await page.setViewportSize({ width: 320, height: 640 });
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(overflow).toBe(0);
  const scrolled = report.getByRole('region', { name: 'By post type' });
  await scrolled.focus();
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Tab');
  await expect(scrolled).toBeFocused();
  await expect(scrolled).toHaveCSS('outline-style', 'solid');
  await page.setViewportSize({ width: 1280, height: 800 });

  await page.emulateMedia({ media: 'print' });
  await expect(page.locator('#adminmenu')).toBeHidden();
  await expect(page.getByRole('button', { name: 'Print' })).toBeHidden();
  await expect(report).toContainText('All time, counted on');
  await page.emulateMedia({ media: 'screen' });

  await page.goto(`${url}&from=2026-02-30`);
  await expect(report.getByText('from is not a date in the format 2026-11-30.')).toBeVisible();
  await report.getByLabel('From').fill('2026-05-01');
  await report.getByLabel('To').fill('2026-05-02');
  await report.getByRole('button', { name: 'Show', exact: true }).click();
  await expect(report).toContainText('No images in content published in this period.');

  await site.php(
    `\\Altscribe\\Posts\\Uses::read_everything_again();
    file_put_contents( WPMU_PLUGIN_DIR . '/report-stuck.php', "<?php add_filter( 'pre_option_altscribe_uses', function () { return array( 'schema' => 3, 'phase' => 'posts', 'after' => 0, 'is_complete' => false, 'time' => time() ); } );" );`,
  );
  try {
    await page.goto(url);
    await expect(report).toContainText('Altscribe is still reading the posts (49%)');
    await expectAccessible(page, '.altscribe-report');
  } finally {
    await site.php(
      `unlink( WPMU_PLUGIN_DIR . '/report-stuck.php' ); remove_all_filters( 'pre_option_altscribe_uses' ); \\Altscribe\\Posts\\Uses_Index::read_uses( 60 );`,
    );
  }
});

test('The demo fills the report, and leaves suggestions on the desk', async ({ site, backend }) => {
  await backend.connect();
  await fillScreens(site.php, await writeDraft(site.php));
  const found = await site.php(
    `$report = rest_do_request( new WP_REST_Request( 'GET', '/altscribe/v1/report' ) )->get_data();
    $waiting = (int) $GLOBALS['wpdb']->get_var( 'SELECT COUNT(*) FROM ' . \\Altscribe\\Suggestions\\Store::table() . " WHERE state = 'pending'" );
    echo wp_json_encode( array( $report['images'], $report['missing'], $waiting, \\Altscribe\\Core\\Settings::get()['review_new_texts'] ) );`,
    {},
    'admin',
  );
  const [images, missing, suggestions, isReviewed] = JSON.parse(found) as [
    number,
    number,
    number,
    boolean,
  ];
  expect(images).toBeGreaterThan(10);
  expect(missing).toBeGreaterThan(5);
  expect([suggestions, isReviewed]).toEqual([2, false]);
});
