import { readExample } from '../support/doc-examples.ts';
import { createPost } from '../wordpress/content.ts';
import { callRoutes, connect, storedSettings } from './support/routes.ts';
import { expect, test } from './support/test.ts';

const generate = '/altscribe/v1/generate';

test('Filters change the request and the response, and an action fires', async ({ site }) => {
  await connect(site);
  const post = await createPost(site.php, { post_title: 'Boats' });
  const { green, blue } = site.images;
  const before = `add_filter( 'altscribe_language', function ( $language, $post_id ) use ( $args ) {
      return $post_id === $args['requests'][0]['params']['post_id'] ? 'pt_BR' : $language;
    }, 10, 2 );
    add_filter( 'altscribe_request', function ( $fields, $target ) {
      $fields['seo_keywords'] = 'boats of post ' . $target['post_id'] . ', image ' . $target['attachment_id'];
      $fields['user_id']      = 'somebody-else@example.com';
      return $fields;
    }, 10, 2 );
    add_filter( 'altscribe_alt_text', function ( $text, $target, $context ) {
      return $text . ' in ' . $context['language_code'];
    }, 10, 3 );
    $generated = array();
    add_action( 'altscribe_generated', function ( ...$arguments ) use ( &$generated ) {
      $generated[] = $arguments;
    }, 10, 3 );
    add_filter( 'rest_request_after_callbacks', function ( $response ) use ( &$generated ) {
      $response['generated'] = $generated;
      return $response;
    } );`;
  const params = { post_id: post, attachment_id: green.id, title: 'Boats' };
  const [result] = await callRoutes(site, [{ route: generate, params }], { before });
  const keywords = `boats of post ${post}, image ${green.id}`;
  expect(result?.sent[0]?.body).toMatchObject({
    user_id: storedSettings.user_id,
    language_code: 'pt_BR',
    seo_keywords: keywords,
    blog_title: 'Boats',
  });
  expect(result?.body).toMatchObject({
    alt_text: 'A boat in pt_BR',
    generated: [
      [
        'A boat in pt_BR',
        { post_id: post, attachment_id: green.id, image_url: '' },
        { blog_title: 'Boats', seo_keywords: keywords, language_code: 'pt_BR' },
      ],
    ],
  });

  // The id belongs to another image, so only the URL counts.
  const [other] = await callRoutes(
    site,
    [{ route: generate, params: { ...params, attachment_id: blue.id, image_url: green.url } }],
    { before },
  );
  expect(other?.sent[0]?.body.seo_keywords).toBe(`boats of post ${post}, image 0`);
});

test('A filter requires an additional capability, for texts and for the account', async ({
  site,
}) => {
  await connect(site);
  await site.session('contributor');
  const post = await createPost(site.php, { post_title: 'Boats' }, 'contributor');
  const requests = [
    { route: generate, params: { post_id: post, attachment_id: site.images.green.id } },
    { route: '/altscribe/v1/account', method: 'GET', params: { post_id: post } },
  ] as const;
  const statuses = async (user: string, before: string) =>
    (await callRoutes(site, requests, { user, before })).map(({ status }) => status);
  const publish = `add_filter( 'altscribe_capability', function ( $capability, $id ) {
    if ( 'edit_post' !== $capability || $id !== ${post} ) { throw new Exception( 'Other arguments' ); }
    return 'publish_posts';
  }, 10, 2 );`;
  expect(await statuses('contributor', '')).toEqual([200, 200]);
  expect(await statuses('contributor', publish)).toEqual([403, 403]);
  expect(await statuses('admin', publish)).toEqual([200, 200]);
});

test('Account and language of wp-config.php are used', async ({ site }) => {
  await connect(site);
  const post = await createPost(site.php, { post_title: 'Boats' });
  const [result] = await callRoutes(
    site,
    [{ route: generate, params: { post_id: post, attachment_id: site.images.green.id } }],
    { constants: { ALTSCRIBE_ACCOUNT: 'config@example.com', ALTSCRIBE_LANGUAGE: 'nl_NL' } },
  );
  expect(result?.sent[0]?.body).toMatchObject({
    user_id: 'config@example.com',
    language_code: 'nl_NL',
  });
});

test('The examples in the docs work as described', async ({ site }) => {
  await connect(site);
  await site.session('contributor');
  const { id: attachment_id } = site.images.green;
  const post = await createPost(site.php, { post_title: 'Boats' }, 'contributor');
  const product = await createPost(site.php, { post_title: 'Boat', post_type: 'product' });
  const of = (post_id: number) => [{ route: generate, params: { post_id, attachment_id } }];
  const before = `register_post_type( 'product' ); ${readExample('docs/hooks.md', "add_filter( 'altscribe_capability'")}`;
  const [refused] = await callRoutes(site, of(post), { user: 'contributor', before });
  const [inFrench] = await callRoutes(site, of(product), { before });
  const [inEnglish] = await callRoutes(site, of(post), { before });
  expect(refused?.status).toBe(403);
  expect(inFrench?.sent[0]?.body.language_code).toBe('fr_FR');
  expect(inEnglish?.sent[0]?.body.language_code).toBe('en_US');

  const constants = readExample('docs/administrators.md', 'define(');
  const [locked] = await callRoutes(site, of(post), { before: constants });
  // The key is only sent if its URL is used too.
  expect(locked?.sent[0]?.key).toBe('alt_…');
});
