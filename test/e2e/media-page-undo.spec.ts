import { text } from '../support/provider-stand-in.ts';
import { createPost } from '../wordpress/content.ts';
import { MediaPage, setTexts, textsOf } from './support/media-page.ts';
import { expect, test } from './support/test.ts';

// PHP has two processes here: one is free for the page while the other waits for a text.
test.beforeEach(({ site }) => site.define({ ALTSCRIBE_TEST_CONCURRENCY: '1' }));
test.afterEach(({ site }) => site.define({}));

test('Rows and filled posts show that everything was undone, even after leaving the page', async ({
  page,
  site,
  backend,
}) => {
  await backend.connect();
  await setTexts(site, { blue: 'Water', yellow: 'Sand' });
  const { green, large } = site.images;
  const image = ({ id, url }: { id: number; url: string }) =>
    `<!-- wp:image {"id":${String(id)}} --><figure class="wp-block-image"><img src="${url}" class="wp-image-${String(id)}"></figure><!-- /wp:image -->`;
  const content = { both: image(green) + image(large), one: image(green) };
  const both = await createPost(site.php, { post_title: 'Both', post_content: content.both });
  const one = await createPost(site.php, { post_title: 'One', post_content: content.one });
  const stored = async (post: number) => site.php(`echo get_post( $args )->post_content;`, post);
  const media = new MediaPage(page, site);
  backend.providers.set({ openai: text('A generated text') });
  await media.open();
  await expect(media.generate).toHaveText('Generate 2 alt texts');
  await media.generate.click();
  await expect(media.progress).toContainText('Done. 2 written.');
  const batch = page.url();

  await test.step('filled posts are shown at the row and at the batch', async () => {
    for (const [name, posts] of [
      ['green', '2 posts'],
      ['large', '1 post'],
    ] as const) {
      const row = media.row(name);
      await row.getByRole('button', { name: `Also in other posts: ${name}` }).click();
      await row.getByRole('button', { name: `Add to ${posts}` }).click();
      await expect(row.locator('.column-state')).toContainText(`Added to ${posts}.`);
    }
    await expect(media.progress).toContainText('Added to 2 posts.');
    expect(await stored(both)).toBe(content.both.replaceAll('<img', '<img alt="A generated text"'));
  });

  await test.step('a fill is undone from the row after leaving the page', async () => {
    await media.open('&tab=images');
    const row = media.row('large');
    await expect(row.locator('.column-state')).toContainText('Added to 1 post.');
    await row.getByRole('button', { name: 'Also in other posts: large' }).click();
    await expect(row.getByRole('checkbox', { name: 'Both' })).toBeChecked();
    await row.locator('.altscribe-other-posts').getByRole('button', { name: 'Undo' }).click();
    await expect(row.getByRole('button', { name: 'Add to 1 post' })).toBeFocused();
    await expect(row).not.toContainText('Added to');
    expect(await stored(both)).toBe(content.both.replace('<img', '<img alt="A generated text"'));
    // And in the other order, so "Undo all" has both in one post.
    await row.getByRole('button', { name: 'Add to 1 post' }).click();
    await expect(row).toContainText('Added to 1 post.');
  });

  await test.step('undoing only the media library leaves the posts unchanged, and the page says so', async () => {
    await page.goto(batch);
    await media.button('Undo all').click();
    const question = media.root.getByRole('group', { name: /^Undo 2 alt texts/ });
    await question
      .getByRole('checkbox', { name: 'Also undo in the 2 posts they were added to' })
      .uncheck();
    await question.getByRole('button', { name: 'Undo all' }).click();
    await expect(media.progress).toContainText('Done. 2 undone.');
    for (const name of ['green', 'large']) {
      await expect(media.row(name).locator('.altscribe-state')).toHaveText('Undone');
    }
    await expect(media.progress).toContainText('Added to 2 posts.');
    expect(await textsOf(site)).toMatchObject({ green: '', large: '' });
    expect(await stored(one)).toBe(content.one.replace('<img', '<img alt="A generated text"'));
  });

  await test.step('the posts are undone later, each in one write', async () => {
    await media.open('&tab=images');
    const row = media.row('large');
    await row.getByRole('button', { name: 'Also in other posts: large' }).click();
    await expect(row.getByRole('button', { name: /^Add to/ })).toHaveCount(0);
    await expect(row.getByRole('checkbox', { name: 'Both' })).toBeChecked();
    await page.goto(batch);
    await media.button('Undo in 2 posts').click();
    const question = media.root.getByRole('group', {
      name: 'Remove these alt texts from 2 posts? Later edits are kept.',
    });
    await question.getByRole('button', { name: 'Undo in 2 posts' }).click();
    await expect(media.button('Undo in 2 posts')).toHaveCount(0);
    await expect(media.root).not.toContainText('Added to');
    expect([await stored(both), await stored(one)]).toEqual([content.both, content.one]);
  });
  await site.php(`array_map( 'wp_delete_post', $args, array( true, true ) );`, [both, one]);
});

test('"Undo all" also undoes the posts, with one write for each', async ({ site, backend }) => {
  await backend.connect();
  const { green, large, blue } = site.images;
  const found = JSON.parse(
    await site.php(
      `$content = '';
      $texts   = array();
      foreach ( $args as $name => $image ) {
        delete_post_meta( $image['id'], '_wp_attachment_image_alt' );
        $content .= '<p><img src="' . $image['url'] . '" alt class="wp-image-' . $image['id'] . '"></p>';
        $rows[]   = array( 'attachment_id' => $image['id'], 'line' => 2, 'previous_text' => '', 'alt_text' => "A $name image", 'decorative' => false );
      }
      $batch = \\Altscribe\\Csv\\Import::apply( $rows )['batch_id'];
      $posts = array();
      foreach ( array( 'Free', 'Locked', 'Edited' ) as $title ) {
        $posts[ $title ] = wp_insert_post( array( 'post_title' => $title, 'post_content' => $content ) );
      }
      foreach ( $args as $image ) { \\Altscribe\\Posts\\Fill::fill_posts( $image['id'], $posts ); }
      $other = wp_insert_user( array( 'user_login' => 'other2', 'user_pass' => 'x', 'role' => 'editor', 'display_name' => 'Olga' ) );
      update_post_meta( $posts['Locked'], '_edit_lock', time() . ':' . $other );
      wp_update_post( array( 'ID' => $posts['Edited'], 'post_content' => 'All new.' ) );
      $counts[] = \\Altscribe\\Batches\\Store::get_batch( $batch )['filled_posts'];
      $counts[] = count( \\Altscribe\\Batches\\Store::list_fills_of_batch( $batch, $posts['Free'] ) );
      $writes   = array();
      add_action( 'post_updated', function ( $id ) use ( &$writes ) { $writes[] = $id; } );
      $send = function ( $after ) use ( $batch ) {
        $request = new WP_REST_Request( 'POST', "/altscribe/v1/batches/$batch/unfill" );
        $request->set_body_params( array( 'after' => $after ) );
        return rest_do_request( $request )->get_data();
      };
      $slice = \\Altscribe\\Batches\\Control::undo_batch_fills( $batch, 0, 0 );
      $rest  = $send( $slice['after'] );
      $counts[] = $rest['filled_posts'];
      delete_post_meta( $posts['Locked'], '_edit_lock' );
      $end = $send( 0 );
      $counts[] = $end['filled_posts'];
      $left = array();
      foreach ( $posts as $title => $id ) { $left[ $title ] = get_post( $id )->post_content === $content; }
      $titles = array_map( function ( $id ) use ( $posts ) { return array_search( $id, $posts, true ); }, $writes );
      \\Altscribe\\Posts\\Fill::fill_posts( $args['green']['id'], $posts );
      $known[] = count( \\Altscribe\\Posts\\Filled_Record::list_posts( $args['green']['id'] ) );
      foreach ( $posts as $id ) { wp_delete_post( $id, true ); }
      $known[] = count( \\Altscribe\\Posts\\Filled_Record::list_posts( $args['green']['id'] ) );
      wp_delete_user( $other );
      echo wp_json_encode( array( $counts, array_slice( $slice, 0, 3 ), array_slice( $rest['undo'], 0, 3 ), array_slice( $end['undo'], 0, 3 ), $titles, $left, $known ) );`,
      { green, large, blue },
      'admin',
    ),
  ) as unknown;
  expect(found).toEqual([
    [3, 2, 1, 0],
    { undone: 1, kept: 0, left: 2 },
    { undone: 0, kept: 2, left: 0 },
    { undone: 1, kept: 0, left: 0 },
    ['Free', 'Locked'],
    { Free: true, Locked: true, Edited: false },
    // A deleted post is forgotten.
    [2, 0],
  ]);
});
