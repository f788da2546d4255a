import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readExample } from '../support/doc-examples.ts';
import { text } from '../support/provider-stand-in.ts';
import { pathForWpCli, runWpCli, type WpCliResult } from '../wordpress/wp-cli.ts';
import { createPost } from '../wordpress/content.ts';
import { runQueue } from './support/queue.ts';
import { sameInEachRun } from './support/record.ts';
import { helpers } from './support/suggestions.ts';
import { expect, test } from './support/test.ts';
import { runAll, runScript, typeInTerminal } from './support/wp-cli.ts';
import { world } from './support/world.ts';

test('WP-CLI: errors are reported immediately, and nothing is done', async ({ site }) => {
  await runQueue(site.php, `delete_option( 'altscribe_settings' );`);
  const { code, stderr } = await runWpCli(site.folder, ['altscribe', 'generate', '--missing']);
  expect([code, stderr]).toEqual([1, expect.stringContaining('This site is not connected')]);
  await site.php(`update_option( 'altscribe_settings', $args );`, {
    service_url: 'http://127.0.0.1:9',
    api_key: 'alt_nobody',
    user_id: 'nobody@example.com',
    api_key_origin: 'http://127.0.0.1:9',
  });
  const [wrong, nothing, format, missing, unreachable, list] = await runAll(site, [
    'altscribe generate 1 77777 boat --limit=0 --post=4711 --language=?',
    'altscribe generate --force',
    'altscribe generate --missing --format=xml',
    'altscribe import /nowhere.csv',
    'altscribe test',
    'altscribe queue list --format=json',
  ]);
  expect(wrong?.code).toBe(1);
  expect(wrong?.stderr.trim().split('\n')).toEqual([
    'Error: --limit must be a whole number, 1 or more.',
    'Error: Invalid image ID: 1, 77777, boat.',
    'Error: Post 4711 not found.',
    'Error: --language must be a language code, such as de_DE.',
  ]);
  expect([nothing?.code, nothing?.stderr]).toEqual([
    1,
    expect.stringContaining('Specify image IDs'),
  ]);
  expect(format?.code).toBe(1);
  expect([missing?.code, missing?.stderr]).toEqual([1, expect.stringContaining('cannot be read')]);
  expect([unreachable?.code, unreachable?.stderr]).toEqual([
    1,
    expect.stringContaining('The server refused the connection.'),
  ]);
  expect(list?.stdout).toBe('[]');
});

test('WP-CLI: texts are generated, checked, exported and imported', async ({ site, backend }) => {
  const account = await backend.connect({ credits: 9 });
  const { large, green, blue, yellow } = site.images;
  backend.providers.set({ openai: text('A boat on a calm lake') });
  await site.php(
    `update_post_meta( $args, '_wp_attachment_image_alt', 'Somebody wrote this text' );`,
    blue.id,
  );
  const post = await site.php(
    `echo wp_insert_post( array( 'post_title' => 'Boats', 'post_content' => '<!-- wp:image {"id":' . $args['green'] . '} --><img class="wp-image-' . $args['green'] . '"/><!-- /wp:image -->', 'meta_input' => array( '_thumbnail_id' => $args['yellow'] ) ) );`,
    { green: green.id, yellow: yellow.id },
  );

  const [dry, dryForce, ofPost, limited, connection] = await runAll(site, [
    'altscribe generate --missing --dry-run',
    `altscribe generate ${blue.id} ${green.id} --force --dry-run --language=fr --format=json`,
    `altscribe generate --post=${post} --dry-run --format=json`,
    'altscribe generate --missing --limit=1 --dry-run --format=json',
    'altscribe test',
  ]);
  expect(dry?.stdout).toContain('3 images · cost at most 3 credits · 9 left');
  expect(dry?.stdout).not.toContain('Somebody wrote');
  const ids = (result?: WpCliResult) =>
    (JSON.parse(result?.stdout ?? '') as { id: number }[]).map(({ id }) => id);
  expect(JSON.parse(dryForce?.stdout ?? '')).toEqual([
    { id: blue.id, title: 'blue', language: 'fr', present_text: 'Somebody wrote this text' },
    { id: green.id, title: 'green', language: 'fr', present_text: '' },
  ]);
  expect(ids(ofPost)).toEqual([yellow.id, green.id]);
  expect(ids(limited)).toEqual([yellow.id]);
  expect(connection?.stdout).toContain(`as ${account.userId}: plan`);
  expect(await account.credits()).toBe(9);

  // The real exit code and the streams, as a script sees them.
  const run = await runWpCli(site.folder, [
    'altscribe',
    'generate',
    `--post=${post}`,
    '--format=csv',
  ]);
  const row = ({ id }: { id: number }, title: string) =>
    `${id},${title},written,"A boat on a calm lake",\n`;
  expect(run, run.stderr).toMatchObject({
    code: 0,
    stdout: `id,title,state,alt_text,error\n${row(yellow, 'yellow')}${row(green, 'green')}`,
  });
  expect(run.stderr).toContain('2 written');
  expect(await account.credits()).toBe(7);

  backend.providers.set({ openai: text('boat.jpg') });
  const exported = join(site.folder, 'exported.csv');
  const pathOfExport = join(pathForWpCli(site.folder), 'exported.csv');
  const [again, rest, forced, checked, forCommands, status, credits, queue, file, fileAgain] =
    await runAll(site, [
      `altscribe generate ${green.id}`,
      'altscribe generate --missing',
      `altscribe generate ${blue.id} --force --format=json`,
      'altscribe check --format=json',
      'altscribe check --format=ids',
      'altscribe status --format=json',
      'altscribe account --format=json',
      'altscribe queue list --format=json',
      `altscribe export ${pathOfExport}`,
      `altscribe export ${pathOfExport}`,
    ]);
  expect([again?.code, again?.stdout]).toEqual([
    0,
    expect.stringContaining('None of these images needs alt text'),
  ]);
  expect(rest?.stdout).toContain('1 written');
  expect(JSON.parse(forced?.stdout ?? '')).toMatchObject([
    { id: blue.id, state: 'written', alt_text: 'boat.jpg', error: '' },
  ]);
  // Two images each have the same text.
  const named = 'file-name, repeats-other, too-short';
  expect(JSON.parse(checked?.stdout ?? '')).toMatchObject([
    { id: large.id, state: 'unread', findings: named },
    { id: green.id, state: 'unread', findings: 'repeats-other' },
    { id: blue.id, state: 'unread', findings: named },
    { id: yellow.id, state: 'unread', findings: 'repeats-other' },
  ]);
  expect(forCommands?.stdout).toBe([large, green, blue, yellow].map(({ id }) => id).join(' '));
  expect(JSON.parse(status?.stdout ?? '')).toEqual([
    {
      language: 'all',
      images: 4,
      missing: 0,
      suggested: 0,
      unread: 4,
      check: 0,
      decorative: 0,
      good: 0,
    },
  ]);
  expect(JSON.parse(credits?.stdout ?? '')).toMatchObject([
    { user_id: account.userId, credits_available: 5 },
  ]);
  expect(JSON.parse(queue?.stdout ?? '')).toMatchObject([
    { state: 'finished', origin: 'cli', written: 1, waiting: 0 },
    { state: 'finished', origin: 'cli', written: 1, waiting: 0 },
    { state: 'finished', origin: 'cli', written: 2, waiting: 0 },
  ]);
  expect(file?.stdout).toContain(`Wrote 4 images to ${pathOfExport}.`);
  expect([fileAgain?.code, fileAgain?.stderr]).toEqual([
    1,
    expect.stringContaining('already exists'),
  ]);

  // Edited elsewhere, first with two mistakes, then without.
  const csv = (lines: string[]) =>
    writeFile(exported, ['id,alt_text,decorative', ...lines, ''].join('\r\n'));
  const good = [`${blue.id},A blue boat,`, `${green.id},A boat on a calm lake,`, '4711,Nothing,'];
  await csv([...good, 'x,Text,', `${yellow.id},Text,1`]);
  const [mistakes] = await runAll(site, [`altscribe import ${pathOfExport} --yes`]);
  expect([mistakes?.code, mistakes?.stderr]).toEqual([
    1,
    expect.stringMatching(/Line 5: .*\n.*Line 6: /),
  ]);
  await csv(good);
  const [preview, imported] = await runAll(site, [
    `altscribe import ${pathOfExport} --dry-run --format=json`,
    `altscribe import ${pathOfExport} --yes`,
  ]);
  expect(JSON.parse(preview?.stdout ?? '')).toMatchObject([
    { line: 2, attachment_id: blue.id, previous_text: 'boat.jpg', alt_text: 'A blue boat' },
  ]);
  expect([imported?.code, imported?.stdout]).toEqual([
    0,
    expect.stringContaining('1 text changed.'),
  ]);
  expect(imported?.stderr).toContain('Image not found on this site: 4711.');
  const alt = `echo get_post_meta( $args, '_wp_attachment_image_alt', true );`;
  expect(await site.php(alt, blue.id)).toBe('A blue boat');
  await site.php(
    `foreach ( $args['images'] as $id ) { delete_post_meta( $id, '_wp_attachment_image_alt' ); } wp_delete_post( $args['post'], true );`,
    { images: [large.id, green.id, blue.id, yellow.id], post },
  );
});

test('WP-CLI: decorative verdicts come with the command that confirms them', async ({
  site,
  backend,
}) => {
  await backend.connect({ credits: 9 });
  backend.providers.set({ openai: text('A thin green line', 'decorative') });
  const { green } = site.images;
  const [generated, list] = await runAll(site, [
    `altscribe generate ${green.id}`,
    'altscribe review list --finding=decorative --format=json',
  ]);
  expect(generated?.stdout).toContain('1 suggested');
  const [, command = ''] = /To mark them: wp (.*)$/m.exec(generated?.stdout ?? '') ?? [];
  expect(generated?.stdout).toContain('1 image seems to be decorative.');
  expect(JSON.parse(list?.stdout ?? '')).toMatchObject([
    { image: green.id, purpose: 'decorative', text: 'A thin green line' },
  ]);
  expect(await runScript(site, `wp ${command.replace('<login>', 'admin')}`)).toContain(
    '1 text reviewed.',
  );
  expect(
    await site.php(`echo get_post_meta( $args, '_altscribe_decorative', true );`, green.id),
  ).toBe('1');
  await site.php(`delete_post_meta( $args, '_altscribe_decorative' );`, green.id);
});

test('WP-CLI: without credits the rest waits in the queue, which can be run later and cleared', async ({
  site,
  backend,
}) => {
  const account = await backend.connect({ credits: 1 });
  const images = Object.values(site.images).map(({ id }) => id);
  const partial = await runWpCli(site.folder, [
    'altscribe',
    'generate',
    '--missing',
    '--format=json',
  ]);
  expect(partial.code).toBe(2);
  expect(partial.stderr).toMatch(
    /1 written, 3 waiting[^]*no credits left[^]*wp altscribe queue run/,
  );
  await account.addCredits(2);
  const [later, cleared, none] = await runAll(site, [
    'altscribe queue run',
    'altscribe queue clear --yes',
    'altscribe queue run',
  ]);
  expect([later?.code, later?.stdout]).toEqual([
    2,
    expect.stringContaining('3 written, 1 waiting'),
  ]);
  expect(cleared?.stdout).toContain('Removed 1 image from the queue.');
  expect([none?.code, none?.stdout]).toEqual([0, expect.stringContaining('The queue is empty.')]);
  await site.php(
    `foreach ( $args as $id ) { delete_post_meta( $id, '_wp_attachment_image_alt' ); }`,
    images,
  );
});

test('WP-CLI: find-uses finds images after changes that bypass WordPress', async ({ site }) => {
  const { green } = site.images;
  const post = await createPost(site.php, { post_content: 'Boats' });
  const rows = async () =>
    site.php(
      `echo $GLOBALS['wpdb']->get_var( "SELECT COUNT(*) FROM {$GLOBALS['wpdb']->prefix}altscribe_uses WHERE object_type = 'post' AND object_id = $args" );`,
      post,
    );
  await site.php(
    `\\Altscribe\\Posts\\Uses_Index::read_uses( 60 );
    $GLOBALS['wpdb']->update( $GLOBALS['wpdb']->posts, array( 'post_content' => $args[1] ), array( 'ID' => $args[0] ) );`,
    [post, `<img src="${green.url}">`],
  );
  expect(await rows()).toBe('0');
  const { code, stdout } = await runWpCli(site.folder, ['altscribe', 'find-uses']);
  expect([code, stdout]).toEqual([
    0,
    expect.stringMatching(/\d+ images? (is|are) used on the site/),
  ]);
  expect(await rows()).toBe('1');
  await site.php(`wp_delete_post( $args, true );`, post);
});

test('WP-CLI: find-uses counts images, not the pages and patterns whose ids are in blocks', async ({
  site,
}) => {
  const { green } = site.images;
  const page = await createPost(site.php, { post_type: 'page', post_title: 'About' });
  const pattern = await createPost(site.php, { post_type: 'wp_block', post_title: 'A pattern' });
  const image = `<!-- wp:image {"id":${String(green.id)}} --><figure class="wp-block-image"><img src="${green.url}" alt=""/></figure><!-- /wp:image -->`;
  const link = `<!-- wp:navigation-link {"label":"About","type":"page","id":${String(page)},"url":"/about","kind":"post-type"} /-->`;
  const post = await createPost(site.php, { post_content: image, post_status: 'publish' });
  const numbers: unknown[] = [];
  for (const more of ['', `${link}<!-- wp:block {"ref":${String(pattern)}} /-->`]) {
    await site.php(`wp_update_post( wp_slash( $args ) );`, {
      ID: post,
      post_content: image + more,
    });
    const { stdout } = await runWpCli(site.folder, ['altscribe', 'find-uses']);
    numbers.push(/([\d,]+) images? (?:is|are) used/.exec(stdout)?.[1]);
  }
  expect(numbers).toEqual([expect.stringMatching(/\d/), numbers[0]]);
  await site.php(`array_map( 'wp_delete_post', $args );`, [post, page, pattern]);
});

test('WP-CLI: if the database refuses the tables, generating is an error', async ({ site }) => {
  await runQueue(
    site.php,
    `foreach ( array( \\Altscribe\\Batches\\Store::items_table(), \\Altscribe\\Batches\\Store::batches_table() ) as $table ) { $GLOBALS['wpdb']->query( "DROP TABLE $table" ); }
    // Otherwise the next request would create them.
    update_option( 'altscribe_queue_schema', 'failed ' . time() );`,
  );
  const refuse = `WP_CLI::add_wp_hook( 'query', function ( $query ) { return false === strpos( $query, 'CREATE TABLE' ) ? $query : 'CREATE NOTHING'; } );`;
  const refused = await runWpCli(site.folder, [
    'altscribe',
    'generate',
    '--missing',
    `--exec=${refuse}`,
  ]);
  await site.php(
    `delete_option( 'altscribe_queue_schema' ); \\Altscribe\\Batches\\Store::make_tables();`,
  );
  expect([refused.code, refused.stderr]).toEqual([
    1,
    expect.stringContaining('Error: A database table of Altscribe is missing.'),
  ]);
});

test('WP-CLI: the examples in the docs work unchanged', async ({ site, backend }) => {
  await backend.connect({ credits: 40 });
  backend.providers.set({ openai: text('boat.jpg') });
  const { green, blue, yellow } = site.images;
  const post = await createPost(site.php, {
    post_title: 'Boats',
    meta_input: { _thumbnail_id: yellow.id },
  });
  await site.session('author');
  const generate = readExample('docs/wp-cli.md', '# What would all missing')
    .replace('12 15 27', `${green.id} ${blue.id} ${yellow.id}`)
    .replace('--post=8', `--post=${post}`)
    .replace('--user=anna', '--user=author');
  const generated = await runScript(site, generate);
  expect(generated).toContain('4 images · cost at most 4 credits · 40 left');
  expect(generated).toContain('4 written');

  await site.php(`array_map( 'altscribe_mark_read', $args, array( 1, 1, 1, 1 ) );`, [
    site.images.large.id,
    green.id,
    blue.id,
    yellow.id,
  ]);
  const checked = await runScript(site, readExample('docs/wp-cli.md', 'wp altscribe check'));
  // The table, the JSON and the count of those with problems, and then their new texts.
  expect(checked).toMatch(/file-name[^]*^\[\{"id":[^]*^4$[^]*4 written/m);

  const exchanged = await runScript(site, readExample('docs/wp-cli.md', 'wp altscribe export'));
  expect(exchanged).toContain('Wrote 4 images to texts.csv.');
  expect(exchanged).toContain('0 to change, 4 unchanged.');
  expect(await readFile(join(site.folder, 'missing.csv'), 'utf8')).toMatch(/^\W+id\W/);

  // Cron removes five fields.
  const line = readExample('docs/wp-cli.md', '*/5').replace('/var/www/html', site.folder);
  expect(await runScript(site, /^(?:\S+ +){5}(.*)$/m.exec(line)?.[1] ?? '')).toBe('');
});

test('WP-CLI: in a terminal, it asks before it generates what the credits pay for', async ({
  site,
  backend,
}) => {
  await backend.connect({ credits: 2 });
  const generate = 'altscribe generate --missing --format=json';
  const refused = await typeInTerminal(site, generate, 'n');
  expect(refused).toContain(
    'This costs at most 4 credits. You have 2 left. Generate 2 alt texts now?',
  );
  expect(backend.providers.calls).toHaveLength(0);
  expect(await typeInTerminal(site, generate, 'y')).toContain('"state":"written"');
  expect(backend.providers.calls).toHaveLength(2);
});

test('WP-CLI: each command says the same in the same world, in each format and about each mistake', async ({
  site,
  backend,
}) => {
  await runQueue(site.php, helpers + world);
  const { userId } = await backend.connect({ credits: 9 });
  const [first, second] = ['texts.csv', 'wrong.csv'].map((name) => join(site.folder, name));
  const [texts, wrong] = ['texts.csv', 'wrong.csv'].map((name) =>
    join(pathForWpCli(site.folder), name),
  );
  await writeFile(
    first ?? '',
    'id,alt_text,decorative\n7000001,A pier,0\n7000002,,1\n7000003,A gull,0\n7000004,Boat,0\n4711,x,\n',
  );
  await writeFile(second ?? '', 'id,alt_text,decorative\n7000001,x,1\nx,y,\n7000002,,\n');
  const generate = 'altscribe generate';
  const review = 'altscribe review';
  const commands = [
    ...['status', 'account', 'queue list', 'check', 'review list', 'report'].flatMap((command) =>
      ['table', 'json'].map((format) => `altscribe ${command} --format=${format}`),
    ),
    ...['missing', 'unread', 'suggested', 'check', 'decorative', 'good'].map(
      (state) => `altscribe check --state=${state} --format=json`,
    ),
    ...['unread', 'suggested'].map(
      (state) =>
        `altscribe export ${join(pathForWpCli(site.folder), `${state}.csv`)} --state=${state}`,
    ),
    'altscribe check --format=ids',
    'altscribe check --format=count',
    'altscribe check 7000006 7000002 --format=json',
    'altscribe check 1 x',
    'altscribe report --from=2026-03-01 --to=2026-03-31',
    'altscribe report --from=yesterday',
    ...['--post=7000012', '--post=0', '--finding=none', '--finding=decorative'].map(
      (filter) => `${review} list ${filter} --format=json`,
    ),
    `${review} list --finding=too-long`,
    `${review} accept 8000001`,
    'eval "wp_set_current_user( 1 );"',
    `${review} accept 8000001 8000002 --text=x`,
    `${review} accept 8000001 --text="Boats, at the pier"`,
    `${review} accept 8000001 8000002`,
    `${review} accept 8000003 --decorative`,
    `${review} reject 1`,
    `${review} reject 8000005`,
    `${review} list --state=decided --format=json`,
    `altscribe import ${texts} --dry-run`,
    `altscribe import ${texts} --yes --format=json`,
    `altscribe import ${texts} --yes`,
    `altscribe import ${wrong} --yes`,
    'altscribe find-uses',
    'altscribe queue clear --yes',
    'altscribe test',
    `${generate} 7000002`,
    `${generate} 7000002 --format=json`,
    `${generate} --missing --dry-run`,
    `${generate} --missing --dry-run --limit=2 --language=de_DE --format=json`,
    `${generate} 7000003 7000010 --force --dry-run --format=json`,
    `${generate} 7000010 ${site.images.green.id} --format=json`,
    `${generate} ${site.images.blue.id}`,
    'altscribe queue list --format=json',
    'altscribe queue run',
    'option delete altscribe_settings',
    'altscribe status',
    `${generate} --missing`,
    'altscribe test',
  ];
  const results = await runAll(site, commands);
  const said = results.map(({ code, stdout, stderr }, n) =>
    [`$ wp ${commands[n]}`, `${code}`, stdout, stderr].filter((part) => part !== '').join('\n'),
  );
  const same = sameInEachRun(said.join('\n\n'))
    .replaceAll(userId, 'ACCOUNT')
    .replaceAll(pathForWpCli(site.folder), 'FOLDER');
  expect(`${same}\n`).toMatchSnapshot('wp-cli.txt');
});
