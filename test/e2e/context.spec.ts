import type { Page } from '@playwright/test';
import { text } from '../support/provider-stand-in.ts';
import { createPost } from '../wordpress/content.ts';
import { heading, image, paragraph } from './support/blocks.ts';
import { hold } from './support/hold.ts';
import { expect, test } from './support/test.ts';

/**
 * Adds data stores like those of SEO plugins: the name of each store, its selector and its current
 * return value.
 */
function setStores(page: Page, stores: Record<string, [selector: string, value: unknown]>) {
  return page.evaluate((all) => {
    interface Data {
      createReduxStore(name: string, options: object): object;
      register(store: object): void;
    }
    const { wp, seoValues } = window as unknown as {
      wp: { data: Data };
      seoValues?: Map<string, unknown>;
    };
    const values = seoValues ?? new Map<string, unknown>();
    Object.assign(window, { seoValues: values });
    for (const [name, [selector, value]] of Object.entries(all)) {
      const isNew = !values.has(name);
      values.set(name, value);
      if (isNew) {
        const selectors = { [selector]: () => values.get(name) };
        wp.data.register(wp.data.createReduxStore(name, { reducer: () => null, selectors }));
      }
    }
  }, stores);
}

/** Changes the title like typing. */
function setTitle(page: Page, title: string) {
  return page.evaluate((text) => {
    interface Data {
      dispatch(store: string): { editPost(edits: object): unknown };
    }
    const { data } = (window as unknown as { wp: { data: Data } }).wp;
    data.dispatch('core/editor').editPost({ title: text });
  }, title);
}

test('The Context panel shows exactly the context that is sent, and a pattern has its own', async ({
  editor,
  backend,
  site,
  page,
}) => {
  await backend.connect();
  await site.define({ ALTSCRIBE_TEST_LANGUAGE: 'zh-hans', SEOPRESS_VERSION: '9' });
  const { calls } = backend.providers;
  // Visitors do not see it, nor a caption and an alternative text that say the same.
  await site.php(
    `wp_update_post( array( 'ID' => $args, 'post_title' => 'The green boat', 'post_excerpt' => 'Our boat', 'post_content' => 'In the library' ) );
    update_post_meta( $args, '_wp_attachment_image_alt', 'In the library' );`,
    site.images.green.id,
  );
  try {
    const post = await editor.openPost(
      [
        heading('By the <em>sea</em>'),
        paragraph('We left at dawn &amp; sailed.'),
        image({ ...site.images.green, caption: 'Our boat' }),
        paragraph('Nobody was seasick.'),
        heading('At home'),
        image(site.images.blue),
      ],
      {
        post_title: 'A day at sea & after',
        tags_input: ['Boats', 'Salt & pepper'],
        meta_input: { _seopress_analysis_target_kw: 'sailing, boats' },
      },
    );
    const keywords = editor.sidebar.getByLabel('SEO keywords');
    const language = editor.sidebar.getByRole('combobox', { name: 'Language' });
    const shown = editor.sidebar.locator('.altscribe-sent-context');
    const surroundings = [
      'Caption: Our boat',
      'Heading above: By the sea',
      'Paragraph before: We left at dawn & sailed.',
      'Paragraph after: Nobody was seasick.',
      'Page: post',
      'Title in the library: The green boat',
    ].join('\n');

    await test.step('saved keywords, surroundings, and the language of the post', async () => {
      await editor.chooseForAll('Context');
      await expect(keywords).toHaveValue('sailing, boats');
      await expect(editor.sidebar.getByText('From SEOPress.')).toBeVisible();
      await expect(language).toHaveValue(/^Post language \(.*Chinese.*\)$/);
      await expect(shown).toContainText(surroundings, { useInnerText: true });
      await expect(shown).toHaveText(
        /^Title: A day at sea & after\nSEO keywords: sailing, boats\n[^]*\nLanguage: .*Chinese/,
        { useInnerText: true },
      );
      // The line offers the text in the media library instead.
      await editor.openCard(1);
      await editor.generate(1).click();
      await expect.poll(() => calls.length).toBe(1);
      expect(backend.told()).toEqual({
        page_title: 'A day at sea & after',
        keywords: 'sailing, boats',
        surroundings,
      });
      expect(calls[0]?.instructions).toContain('language code zh-CN');
    });

    await test.step('keywords that SEO plugins hold, live', async () => {
      await setStores(page, {
        'rank-math': ['getKeywords', 'wind,wind, waves'],
        'yoast-seo/editor': ['getFocusKeyphrase', ''],
      });
      await setTitle(page, 'A week at sea');
      await expect(keywords).toHaveValue('wind, waves');
      await expect(editor.sidebar.getByText('From Rank Math.')).toBeVisible();
      await setStores(page, {
        'yoast-seo/editor': ['getFocusKeyphrase', 'harbour'],
        'yoast-seo-premium/editor': ['getKeywords', [{ keyword: 'port', score: 9 }]],
      });
      await setTitle(page, 'A month at sea');
      await expect(keywords).toHaveValue('harbour, port');
      await expect(shown).toContainText('Title: A month at sea\nSEO keywords: harbour, port\n', {
        useInnerText: true,
      });
    });

    await test.step('keywords in the fields of other plugins, live', async () => {
      await setStores(page, {
        'yoast-seo/editor': ['getFocusKeyphrase', ''],
        'yoast-seo-premium/editor': ['getKeywords', []],
        'rank-math': ['getKeywords', ''],
      });
      const aioseo = {
        focus_keyword: 'pier',
        additional_keywords: [{ word: 'mole' }],
        keyphrases: { focus: { keyphrase: 'pier' }, additional: [{ keyphrase: 'jetty' }] },
      };
      // All in One SEO leaves its field empty until something is edited; SEOPress makes a list of it.
      for (const [id, value, source, wanted] of [
        ['aioseo-post-settings', '', 'SEOPress', 'sailing, boats'],
        ['aioseo-post-settings', JSON.stringify(aioseo), 'All in One SEO', 'pier, mole, jetty'],
        [
          'seopress_analysis_target_kw_meta',
          '[{"value":"rope"},{"value":"mast"}]',
          'SEOPress',
          'rope, mast',
        ],
      ] as const) {
        await page.evaluate(
          ([name, text]) => {
            const field = document.getElementById(name) ?? document.createElement('input');
            Object.assign(field, { id: name, type: 'hidden', value: text });
            document.body.append(field);
          },
          [id, value] as const,
        );
        await setTitle(page, `With ${source}${value}`);
        await expect(keywords).toHaveValue(wanted);
        await expect(editor.sidebar.getByText(`From ${source}.`)).toBeVisible();
      }
      await page.evaluate(() => {
        document
          .querySelectorAll('#seopress_analysis_target_kw_meta, #aioseo-post-settings')
          .forEach((field) => field.remove());
      });
      await setStores(page, {
        'yoast-seo/editor': ['getFocusKeyphrase', 'harbour'],
        'yoast-seo-premium/editor': ['getKeywords', [{ keyword: 'port', score: 9 }]],
      });
      await setTitle(page, 'A month at sea');
      await expect(keywords).toHaveValue('harbour, port');
    });

    await test.step('a picked language, and the selected image', async () => {
      await language.fill('Deutsch');
      await page.getByRole('option', { name: 'German (Deutsch)', exact: true }).click();
      await editor.row(2).getByRole('button').first().click();
      await expect(shown).toHaveText(/Heading above: At home\nPage: post\nLanguage: German$/, {
        useInnerText: true,
      });
      await editor.generate(2).click();
      await expect.poll(() => calls.length).toBe(2);
      expect(backend.told()).toEqual({
        page_title: 'A month at sea',
        keywords: 'harbour, port',
        surroundings: 'Heading above: At home\nPage: post',
      });
      expect(calls[1]?.instructions).toContain('language code de');
    });

    await test.step('the language is saved with the post; without a plugin the tags are keywords', async () => {
      await editor.save();
      // The plugin was deactivated; its meta is still there.
      await site.define({ ALTSCRIBE_TEST_LANGUAGE: 'zh-hans' });
      await editor.open(post);
      await editor.chooseForAll('Context');
      await expect(language).toHaveValue('German (Deutsch)');
      await expect(keywords).toHaveValue('Boats, Salt & pepper');
      await expect(editor.sidebar.getByText('From the tags of this post.')).toBeVisible();
      await language.fill('Post lang');
      await page.getByRole('option', { name: /^Post language/ }).click();
      await expect(shown).toHaveText(/Language: .*Chinese/);
    });
    await test.step('a pattern has its own context, and a paid text waits for its post', async () => {
      await site.define({});
      const { green, blue } = site.images;
      const pattern = await createPost(site.php, {
        post_type: 'wp_block',
        post_status: 'publish',
        post_title: 'A pattern',
        post_content: image(blue),
      });
      await editor.startAgain([image(green)]);
      await setStores(page, { 'rank-math': ['getKeywords', 'of the post'] });
      await page.evaluate(() => {
        interface Editor {
          editPost(edits: object): void;
        }
        (window.wp.data.dispatch('core/editor') as unknown as Editor).editPost({
          altscribe_language: 'fr-FR',
        });
      });
      const asked: Record<string, unknown>[] = [];
      page.on('request', (request) => {
        if (decodeURIComponent(request.url()).includes('altscribe/v1/generate')) {
          asked.push(request.postDataJSON() as Record<string, unknown>);
        }
      });
      const go = (entity: { postId: number | string; postType: string } | null) =>
        page.evaluate((there) => {
          const { getEditorSettings } = window.wp.data.select('core/editor');
          const settings = getEditorSettings();
          if (there) settings.onNavigateToEntityRecord(there);
          else settings.onNavigateToPreviousEntityRecord();
        }, entity);
      const isOpen = (id: number | string) =>
        page.waitForFunction(
          (wanted) => window.wp.data.select('core/editor').getCurrentPostId() === wanted,
          id,
        );
      const held = hold(text('Paid for the post'));
      backend.providers.set({ openai: held.behaviour });
      await editor.generate(1).click();
      await held.arrived;

      await test.step('in the pattern', async () => {
        await go({ postId: pattern, postType: 'wp_block' });
        await isOpen(pattern);
        await editor.openSidebar();
        await expect(editor.row(1)).toContainText('Missing');
        held.release();
        await expect(page.locator('#a11y-speak-polite')).toHaveText(/Paid for the post/);
        backend.providers.set({ openai: text('For the pattern') });
        await editor.generate(1).click();
        await expect(editor.row(1)).toContainText('“For the pattern”');
      });
      await test.step('back in the post', async () => {
        await go(null);
        await isOpen(post);
        await editor.openSidebar();
        await editor.openCard(1);
        await expect(editor.suggestion(1)).toHaveValue('Paid for the post');
        await expect(editor.row(1)).toContainText('while the image was not in the editor');
      });
      await test.step('the template of the post', async () => {
        const again = hold(text('Paid again'));
        backend.providers.set({ openai: again.behaviour });
        await editor.rewrite(1);
        await again.arrived;
        const template = await page.evaluate(() =>
          window.wp.data.select('core/editor').getCurrentTemplateId(),
        );
        await go({ postId: template, postType: 'wp_template' });
        await isOpen(template);
        again.release();
        await expect(page.locator('#a11y-speak-polite')).toHaveText(/Paid again/);
        await go(null);
        await isOpen(post);
        await editor.openSidebar();
        await editor.openCard(1);
        await expect(editor.suggestion(1)).toHaveValue('Paid again');
      });
      expect(
        asked.map(({ post_id, language, seo_keywords }) => [post_id, language, seo_keywords]),
      ).toEqual([
        [post, 'fr-FR', 'of the post'],
        [pattern, 'en_US', ''],
        [post, 'fr-FR', 'of the post'],
      ]);
    });
  } finally {
    await site.define({});
    await site.php(
      `wp_update_post( array( 'ID' => $args, 'post_title' => 'green', 'post_excerpt' => '', 'post_content' => '' ) );
      delete_post_meta( $args, '_wp_attachment_image_alt' );`,
      site.images.green.id,
    );
  }
});

test('Saved keywords and languages are read from the database unchanged', async ({ site }) => {
  const post = await createPost(site.php, {
    post_title: 'Sea',
    post_status: 'publish',
    // update_post_meta() serializes a text again that is already serialized.
    meta_input: {
      '_tsfem-extension-post-meta':
        'a:1:{s:5:"focus";a:1:{s:2:"kw";a:1:{i:0;a:1:{s:7:"keyword";s:4:"boat";}}}}',
    },
  });
  const found = JSON.parse(
    await site.php(
      `global $wpdb;
      $read = function () use ( $args ) { return \\Altscribe\\Posts\\Keywords::find_saved_keywords( $args ); };
      $results = array( 'inactive' => $read() );
      define( 'THE_SEO_FRAMEWORK_VERSION', '5' );
      $results['meta'] = $read();
      define( 'AIOSEO_VERSION', '4' );
      define( 'SQ_VERSION', '12' );
      $results['no table'] = $read();
      $wpdb->query( "CREATE TABLE {$wpdb->prefix}aioseo_posts ( id bigint(20) NOT NULL AUTO_INCREMENT, post_id bigint(20) NOT NULL, keyphrases longtext, PRIMARY KEY (id) )" );
      $results['empty table'] = $read();
      $wpdb->insert( $wpdb->prefix . 'aioseo_posts', array( 'post_id' => $args, 'keyphrases' => '{"focus":{"keyphrase":"sail"},"additional":[{"keyphrase":"mast"}]}' ) );
      $results['table'] = $read();
      $wpdb->query( "DROP TABLE {$wpdb->prefix}aioseo_posts" );
      $wpdb->query( "CREATE TABLE {$wpdb->prefix}qss ( id bigint(20) NOT NULL AUTO_INCREMENT, url_hash varchar(32), seo text, PRIMARY KEY (id) )" );
      delete_post_meta( $args, '_tsfem-extension-post-meta' );
      $wpdb->insert( $wpdb->prefix . 'qss', array( 'url_hash' => md5( $args ), 'seo' => serialize( array( 'keywords' => 'deck,hull' ) ) ) );
      $results['other table'] = $read();
      $wpdb->query( "DROP TABLE {$wpdb->prefix}qss" );
      $results['none'] = $read();
      echo wp_json_encode( $results );`,
      post,
    ),
  ) as unknown;
  expect(found).toEqual({
    inactive: null,
    meta: { source: 'The SEO Framework', keywords: 'boat' },
    'no table': { source: 'The SEO Framework', keywords: 'boat' },
    'empty table': { source: 'The SEO Framework', keywords: 'boat' },
    table: { source: 'All in One SEO', keywords: 'sail, mast' },
    'other table': { source: 'Squirrly SEO', keywords: 'deck, hull' },
    none: null,
  });

  const admin = await site.session('administrator');
  const route = `/wp/v2/posts/${post}`;
  const bad = await admin.rest('POST', route, { altscribe_language: 'no language' });
  expect(bad.status).toBe(400);
  expect(bad.body).toMatchObject({
    data: { params: { altscribe_language: 'Choose a language from the list.' } },
  });
  const good = await admin.rest('POST', route, { altscribe_language: 'de_CH_informal' });
  expect(good.body).toHaveProperty('altscribe_language', 'de_CH_informal');
  expect(await site.php(`echo \\Altscribe\\Core\\Languages::of_post( $args );`, post)).toBe(
    'de_CH_informal',
  );
  expect((await admin.rest('GET', route)).body).not.toHaveProperty('altscribe_language');
  const refused = await (
    await site.session('contributor')
  ).rest('POST', route, { altscribe_language: 'fr' });
  expect(refused.status).toBe(403);
  await admin.rest('POST', route, { altscribe_language: '' });
  expect(await site.php(`echo \\Altscribe\\Core\\Languages::of_post( $args );`, post)).toBe(
    'en_US',
  );
});
