import { text } from '../support/provider-stand-in.ts';
import { hold, holdRequests } from './support/hold.ts';
import { MediaLibrary } from './support/media-library.ts';
import { MediaPage } from './support/media-page.ts';
import { runQueue } from './support/queue.ts';
import { helpers } from './support/suggestions.ts';
import { expect, test } from './support/test.ts';
import { Transcript } from './support/transcript.ts';
import { changingInWorld, world } from './support/world.ts';

// PHP has two processes here: one is free for the page while the other waits for a text.
test.beforeEach(({ site }) => site.define({ ALTSCRIBE_TEST_CONCURRENCY: '1' }));
test.afterEach(({ site }) => site.define({}));

const changing = [...changingInWorld, [/ · (?:about|less)[^"\n]*left/g, '']] as const;

test('Each action on an image in Media > Alt text says what it did, and where the focus is', async ({
  backend,
  page,
  site,
}) => {
  const { large, yellow } = site.images;
  await runQueue(
    site.php,
    `${helpers}${world}
    update_post_meta( $args['large'], '_wp_attachment_image_alt', 'A red wall' );
    update_post_meta( $args['yellow'], '_wp_attachment_image_alt', 'A sky' );
    return null;`,
    { args: { large: large.id, yellow: yellow.id } },
  );
  await backend.connect({ credits: 60 });
  const media = new MediaPage(page, site);
  const heard = await Transcript.of(page, 'actions-on-images', changing);
  heard.lookAt(media.root);
  const press = (name: string) => media.button(name).click();
  const cell = (title: string, said: string | RegExp) => media.row(title).getByText(said).first();
  const answer = (...said: Parameters<typeof text>) => {
    backend.providers.set({ openai: text(...said) });
  };
  await page.goto(`${site.url}/wp-admin/upload.php?page=altscribe-media&tab=images`);
  await heard.note('Open all images', media.button('Edit: Missing'));

  answer('A green field');
  await press('Generate alt text: green');
  await heard.note('Generate', cell('green', 'Written by AI'));
  await press('Accept: green');
  await heard.note('Accept it', cell('green', 'No problems found'));
  await press('Rewrite: green');
  await heard.note('Rewrite, but it is the same', media.row('green').getByRole('alert'));
  answer('A meadow');
  await press('Rewrite: large');
  await heard.note('Rewrite', cell('large', 'Suggested:'));
  await press('Reject: large');
  await heard.note('Reject it', media.button('Rewrite: large'));
  answer('Image of a meadow');
  await press('Rewrite: yellow');
  await heard.note('Rewrite another', cell('yellow', 'Suggested:'));
  await press('Accept: yellow');
  await heard.note('Accept that', media.button('Rewrite: yellow'));
  answer('A line', 'decorative');
  await press('Generate alt text: blue');
  await heard.note('Generate for a decorative image', media.button('Reject: blue'));
  await press('Decorative: blue');
  await heard.note('Mark it', cell('blue', 'Decorative'));
  await press('Not decorative: blue');
  await heard.note('Remove the mark', media.button('Decorative: blue'));
  await press('Generate alt text: Linked');
  await heard.note('Generate, but the file is missing', media.row('Linked').getByRole('alert'));

  const field = media.root.getByRole('textbox');
  await press('Edit: yellow');
  await heard.note('Edit', field);
  await page.keyboard.type('Yellow');
  await page.keyboard.press('Escape');
  await heard.note('Escape', media.button('Edit: yellow'));
  await press('Edit: yellow');
  await field.fill(' A yellow field ');
  await press('Save');
  await heard.note('Save', cell('yellow', 'A yellow field'));
  await press('Edit: yellow');
  await site.php(
    `update_post_meta( $args, '_wp_attachment_image_alt', 'By another user' );`,
    yellow.id,
  );
  await press('Save');
  await heard.note('Save, but another user did', media.row('yellow').getByRole('alert'));
  await press('Cancel');
  await heard.note('Cancel', media.button('Edit: yellow'));

  await press('Decorative: Failing');
  await heard.note('Decorative', media.button('Not decorative: Failing'));
  await press('Accept: Missing');
  await heard.note('Accept an unread text', cell('Missing', 'Check:'));
  await press('Also in other posts: Missing');
  await heard.note('Other posts', media.root.getByRole('button', { name: /^Add to/ }).first());
  await press('Also in other posts: Missing');
  await heard.note('Close them', media.button('Also in other posts: Missing'));

  await media.root.getByRole('checkbox', { name: 'Select green' }).check();
  await heard.note('Select', media.button('Generate 1 alt text'));
  await media.root.getByLabel('Select all on this page').check();
  await heard.note('Select all', media.root.getByText('15 selected'));
  await media.root.getByRole('checkbox', { name: 'Select green' }).uncheck();
  await heard.note('All but one', media.root.getByText('14 selected'));
  await media.root.getByLabel('Select all on this page').check();
  await media.root.getByLabel('Select all on this page').uncheck();
  await heard.note('None', media.root.getByText('15 images').last());
  await media.root.getByLabel('Filter by type').selectOption('PNG');
  await heard.note('Filter by type', media.root.getByRole('link', { name: '3 images' }));
  await media.root.getByRole('link', { name: /to check/ }).click();
  await heard.note('Filter by state', media.root.getByText('No images match these filters.'));
  await media.root.getByLabel('Only used in published posts').check();
  await heard.note('Filter by use', media.root.getByRole('link', { name: '0 images' }));
  await media.root.getByRole('link', { name: 'All images' }).click();
  await media.root.getByRole('link', { name: /decorative$/ }).click();
  await heard.note('Decorative ones', media.root.getByText('2 images').last());
  await heard.compare();
});

test('A run and its results say what each action did, and where the focus is', async ({
  backend,
  page,
  site,
}) => {
  await runQueue(site.php, `${helpers}${world}`);
  await backend.connect({ credits: 60 });
  const media = new MediaPage(page, site);
  const heard = await Transcript.of(page, 'actions-on-runs', changing);
  heard.lookAt(media.root);
  const press = (name: string) => media.button(name).click();
  await page.goto(
    `${site.url}/wp-admin/upload.php?page=altscribe-media&tab=images&altscribe_state=missing`,
  );
  await heard.note('Open the missing ones', media.button('Edit: Linked'));
  const held = hold(text('A text by the service'));
  backend.providers.set({ openai: held.behaviour });
  await media.generate.click();
  await held.arrived;
  await heard.note('Generate', media.button('Pause'));
  await press('Show all images');
  await heard.note('Show all images', media.button('Show the results'));
  await press('Show the results');
  await heard.note('Show the results', media.button('Pause'));
  await press('Pause');
  await heard.note('Pause', media.button('Resume'));
  held.release();
  await press('Resume');
  await heard.note('Resume', media.root.getByText(/^Done\./));
  await media.root.getByRole('button', { name: /^Failed/ }).click();
  await heard.note('Failed ones', media.root.getByRole('button', { name: /^Try again/ }).first());
  const letWork = await holdRequests(page, '/work');
  await press('Try again: Linked');
  await heard.note('Try again', media.button('Pause'));
  letWork();
  await heard.note('It fails again', media.root.getByText(/^Done\./));
  await press('Edit: Linked');
  await page.keyboard.type('A boat in the rain');
  await press('Save');
  await heard.note('Edit', media.button('Undo: Linked'));
  await press('Edit: Linked');
  await media.root.getByRole('textbox').fill('A boat in the sun');
  await site.php(`update_post_meta( 7000008, '_wp_attachment_image_alt', 'By another user' );`);
  await press('Save');
  await heard.note('Save, but another user did', media.row('Linked').getByRole('alert'));
  await press('Save');
  await heard.note('Save again', media.button('Undo: Linked'));
  await press('Undo: Linked');
  await heard.note('Undo', media.button('Rewrite: Linked'));
  await media.root.getByRole('button', { name: /^All/ }).click();
  await heard.note('All', media.button('Undo: blue'));
  await press('Also in other posts: blue');
  await heard.note(
    'Other posts',
    media.root.getByText('No post shows this image without alt text.'),
  );
  await press('Undo all');
  await heard.note('Undo all', media.root.getByRole('group', { name: /^Undo/ }));
  await page.keyboard.press('Escape');
  await heard.note('Escape', media.button('Undo all'));
  await press('Undo all');
  await media.root.getByRole('group').getByRole('button', { name: 'Undo all' }).click();
  await heard.note('Undo all of it', media.root.getByText(/^Done\..*undone/));
  await media.root.getByRole('link', { name: 'History' }).click();
  await media.root.getByText('Runs of the last 30 days').click();
  const runs = media.root.locator('.altscribe-past button');
  await heard.note('Runs', runs.first());
  await runs.last().click();
  await heard.note('An earlier run', media.button('Edit: Declined'));
  await press('Reject: Declined');
  await heard.note('Reject', media.root.getByText('Unchanged', { exact: true }));
  await media.root.getByRole('link', { name: 'History' }).click();
  await media.root.getByRole('row').nth(1).getByRole('checkbox').check();
  await heard.note('Select in the history', media.button('Undo selected'));
  await press('Undo selected');
  await heard.note('Undo it', media.root.getByText('1 decision undone.').first());
  await heard.compare();
});

test('Each decision on the desk and in its list says what it did, and where the focus is', async ({
  backend,
  page,
  site,
}) => {
  await runQueue(
    site.php,
    `${helpers}${world}
    delete_metadata( 'user', 0, $wpdb->get_blog_prefix() . 'altscribe_reads', '', true );
    $suggest( $names['failing'], "Description of the image\\n\\nA boat, which is long.", $post_a, 1, array( 'purpose' => 'long' ) );
    $suggest( $args['blue'], 'A chart of prices', 0, 1, array( 'purpose' => 'complex', 'hint' => 'Of boats' ) );
    return null;`,
    { args: { blue: site.images.blue.id } },
  );
  await backend.connect({ credits: 60 });
  backend.providers.set({ openai: text('A chart of the prices of boats') });
  const media = new MediaPage(page, site);
  const heard = await Transcript.of(page, 'actions-on-desk', changing);
  heard.lookAt(media.root);
  const button = (name: string) => media.button(name);
  const item = (number: number) =>
    media.root.getByRole('region', { name: new RegExp(`^${String(number)} of `) });
  // It is no choice once its last suggestion is decided and the filters are read again.
  const harbour = media.root.locator('option', { hasText: 'The harbour' });
  const keys = async (number: number, ...pressed: string[]) => {
    for (const key of pressed) await media.press(key);
    await expect(harbour).toHaveCount(number > 2 ? 0 : 1);
    await heard.note(`Press ${pressed.join(', ')}`, item(number));
  };
  await media.open('&tab=review');
  await heard.note('Open', item(1));
  await keys(1, 'Backspace');
  await keys(2, 's');
  await keys(2, 'e', '!');
  await keys(2, 'Escape');
  await keys(2, 'r');
  await keys(2, 'Escape');
  await keys(3, 'a');
  await keys(2, 'Backspace');
  await keys(3, 'x');
  await keys(4, 'd');
  await keys(4, 'a');
  await keys(4, 'l');
  for (const number of [5, 6, 7]) await keys(number, 's');
  await media.press('Escape');
  await heard.note('Press Escape', button('Continue'));
  await button('Continue').click();
  await keys(7, 'e');
  await media.press('Escape');
  await media.press('s');
  await heard.note('Press s', media.root.getByRole('heading', { name: /reviewed/ }));
  await button('Undo').click();
  await heard.note('Undo', item(7));
  await media.press('x');
  await heard.note('Press x', button('Review 3'));
  await media.root.getByRole('link', { name: 'List view' }).click();
  await heard.note('List view', button('Accept selected'));
  await media.root.getByRole('row').nth(1).getByRole('checkbox').check();
  await heard.note('Select', media.root.getByRole('checkbox', { checked: true }).first());
  await button('Rewrite selected').click();
  await heard.note('Rewrite', media.root.getByRole('group', { name: /^This costs/ }));
  await page.keyboard.press('Escape');
  await heard.note('Escape', button('Rewrite selected'));
  await button('Reject selected').click();
  await heard.note('Reject', button('Undo'));
  await button('Undo').click();
  await heard.note('Undo that', media.root.getByText('1 decision undone.').first());
  await media.root.getByRole('button', { name: 'Close' }).click();
  await heard.note('Close the notice', button('Accept selected'));
  await media.root.getByLabel('Filter by place').selectOption('In the media library');
  await media.root.getByLabel('Filter by state').selectOption('Written by AI, not checked');
  await heard.note('Filter', media.root.getByRole('table'));
  await media.root.getByLabel('Filter by problem').selectOption('Without problems');
  await heard.note('Without problems', media.root.getByText('No texts match these filters.'));
  await media.root.getByRole('link', { name: 'One by one' }).click();
  await heard.note('One by one', media.root.getByRole('link', { name: 'Back to the library' }));
  await heard.compare();
});

test('Each step of an import says what it did, and where the focus is', async ({
  page,
  site,
  backend,
}) => {
  await runQueue(site.php, `${helpers}${world}`);
  await backend.connect({ credits: 60 });
  const media = new MediaPage(page, site);
  const heard = await Transcript.of(page, 'actions-on-imports', changing);
  heard.lookAt(media.root);
  await page.goto(
    `${site.url}/wp-admin/upload.php?page=altscribe-media&tab=images&altscribe_state=check`,
  );
  await heard.note('Open', media.button('Edit: Faulty'));
  const panel = media.root.getByRole('region', { name: 'Import CSV' });
  const choose = (content: string | Buffer) =>
    panel.locator('input[type="file"]').setInputFiles({
      name: 'texts.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(content),
    });
  await media.button('Import').click();
  await heard.note('Import', media.button('Choose file'));
  await choose(Buffer.from([0xff, 0x41]));
  await heard.note('A file that is not text', panel.getByText(/not encoded/));
  await choose('a,b\n');
  await heard.note('Without the columns', panel.getByText(/column names/));
  await choose('id,alt_text\n7000002,A boat at the pier\n');
  await heard.note('Without changes', panel.getByText(/would change/));
  await media.button('Cancel').click();
  await heard.note('Cancel', media.button('Import'));
  await media.button('Import').click();
  const rows = ['id,alt_text,decorative'];
  for (let id = 7_000_001; id <= 7_000_011; id += 1) rows.push(`${String(id)},Text ${String(id)},`);
  rows[3] = '7000003,IMG_2034,';
  rows[8] = '7000008,,1';
  await choose(`${[...rows, '7000002,x,', '99999,x,', 'x,y,', '7000004,x,yes,'].join('\n')}\n`);
  await heard.note('A file with everything', panel.getByText(/would change/));
  await panel.getByRole('button', { name: 'Next page' }).click();
  await heard.note('Next page', panel.getByText('2 of 2'));
  await site.php(`update_post_meta( 7000009, '_wp_attachment_image_alt', 'Meanwhile' );`);
  await panel.getByRole('button', { name: /^Change/ }).click();
  await heard.note('Change them', media.button('Close'));
  await media.button('Close').click();
  await heard.note('Close', media.root.getByText(/^Imported\./));
  await media.button('Import').click();
  await choose('id,alt_text\n7000002,A boat again\n');
  await media.button('Change 1 image').click();
  await heard.note('Change one', media.root.getByText('Imported. 1 written.'));
  await heard.compare();
});

test('The media library says what each action did, and where the focus is', async ({
  page,
  site,
  backend,
}) => {
  const { green, blue, large } = site.images;
  await runQueue(
    site.php,
    `${helpers}${world}
    update_post_meta( $args['green'], '_wp_attachment_image_alt', 'IMG_2034' );
    return null;`,
    { args: { green: green.id } },
  );
  await backend.connect({ credits: 60 });
  const library = new MediaLibrary(page, site);
  const list = page.locator('.wrap');
  const heard = await Transcript.of(page, 'actions-in-library', [
    ...changing,
    [/\d{4}\/\d\d\/\d\d/g, 'DAY'],
    [/\d+ (bytes|KB)/g, 'SIZE'],
  ]);
  heard.lookAt(list);
  const answer = (...said: Parameters<typeof text>) => {
    backend.providers.set({ openai: text(...said) });
  };
  const generate = (id: number) =>
    library
      .row(id)
      .getByRole('button', { name: /^Generate/, includeHidden: true })
      .focus()
      .then(() => page.keyboard.press('Enter'));
  const within = (id: number, name: string) => library.cell(id).getByRole('button', { name });
  await library.openList('&altscribe_state=missing');
  await heard.note('Open the list', library.row(large.id));
  answer('A red wall');
  await generate(large.id);
  await heard.note('Generate', within(large.id, 'Undo'));
  await within(large.id, 'Undo').click();
  await heard.note('Undo', library.cell(large.id).getByText('Missing'));
  await generate(7_000_008);
  await heard.note(
    'Generate without a file',
    library.cell(7_000_008).getByText(/could not be read/),
  );
  await library.openList('&altscribe_state=check');
  answer('Image of a field');
  await generate(green.id);
  await heard.note('Rewrite', within(green.id, 'Accept'));
  await within(green.id, 'Accept').click();
  await heard.note('Accept', within(green.id, 'Undo'));
  await library.openList('&altscribe_state=unread');
  await library
    .row(7_000_001)
    .getByRole('link', { name: /^Accept/ })
    .focus();
  await page.keyboard.press('Enter');
  await heard.note('Accept an unread text', list.getByText('Alt text accepted.'));

  await library.openGrid();
  await page.getByRole('button', { name: 'Bulk select' }).click();
  heard.lookAt(list);
  await heard.note('Select in the grid', page.getByRole('button', { name: 'Generate alt text' }));
  await page.getByRole('button', { name: 'Generate alt text' }).click({ force: true });
  for (const id of [blue.id, large.id]) await page.locator(`.attachment[data-id="${id}"]`).click();
  await heard.note('Two images', page.locator('.attachment.selected').nth(1));
  await page.getByRole('button', { name: 'Generate alt text' }).click();
  await heard.note('Generate', list.getByText(/Generating continues/).first());
  await site.php(
    `foreach ( array( 'items_table', 'batches_table' ) as $table ) { $GLOBALS['wpdb']->query( 'DELETE FROM ' . \\Altscribe\\Batches\\Store::$table() ); }`,
  );
  const details = page.locator('.attachment-info .settings');
  await library.openDetails(blue.id);
  heard.lookAt(details);
  await heard.note('Open blue', library.generate);
  answer('A line', 'decorative');
  await library.generate.click();
  await heard.note('Generate', library.controls.getByText('Decorative?').first());
  await library.controls.getByRole('button', { name: 'Decorative' }).click();
  await heard.note('Decorative', library.controls.getByRole('button', { name: 'Undo' }));
  await library.controls.getByRole('button', { name: 'Undo' }).click();
  await heard.note('Undo', library.generate);
  for (const id of [7_000_009, 7_000_007, 7_000_005, 7_000_003]) {
    await page.goto(`${site.url}/wp-admin/upload.php?item=${id}`);
    heard.lookAt(details);
    await heard.note(`Open ${id}`, library.controls);
  }
  await page.goto(`${site.url}/wp-admin/post.php?post=${large.id}&action=edit`);
  heard.lookAt(page.locator('.wp_attachment_details'));
  await heard.note('Edit large', library.generate);
  await library.generate.click();
  await heard.note('Generate', library.controls.getByRole('button', { name: 'Undo' }));
  await library.controls.getByRole('button', { name: 'Undo' }).click();
  await heard.note('Undo', library.generate);
  await heard.compare();
});
