import { createPost } from '../wordpress/content.ts';
import { visit } from '../wordpress/session.ts';
import { expect, test } from './support/test.ts';

const key = '_altscribe_seo_keywords';

interface PostJson {
  readonly meta: Readonly<Record<string, unknown>>;
}

test('SEO keywords are only visible to users who may edit the post', async ({ site }) => {
  const post = await createPost(site.php, {
    post_title: 'Harbour',
    post_status: 'publish',
    meta_input: { [key]: 'a secret campaign' },
  });
  const admin = await site.session('administrator');
  const route = `/wp/v2/posts/${post}`;
  for (const session of [admin, visit(site.url)]) {
    const { status, text } = await session.rest('GET', route);
    expect(status).toBe(200);
    expect(text).not.toContain('secret campaign');
    expect(text).not.toContain('altscribe_seo_keywords');
  }
  const edited = await admin.rest('GET', `${route}?context=edit`);
  expect((edited.body as PostJson).meta).toHaveProperty(key, 'a secret campaign');
  expect(await site.php(`echo wp_json_encode( is_protected_meta( $args, 'post' ) );`, key)).toBe(
    'true',
  );

  const changed = await admin.rest('POST', route, { meta: { [key]: 'boats' } });
  expect(changed.status).toBe(200);
  const stored = `echo get_post_meta( $args, '${key}', true );`;
  expect(await site.php(stored, post)).toBe('boats');
  const refused = await (
    await site.session('contributor')
  ).rest('POST', route, { meta: { [key]: 'x' } });
  expect(refused.status).toBe(403);
  expect(await site.php(stored, post)).toBe('boats');
});

test('SEO keywords of version 0.1.0 are migrated', async ({ site }) => {
  const post = await createPost(site.php, {
    post_title: 'Harbour',
    meta_input: { altscribe_seo_keywords: 'harbour, boats' },
  });
  await site.php(`delete_option( 'altscribe_data_version' );`);
  const admin = await site.session('administrator');
  const { body } = await admin.rest('GET', `/wp/v2/posts/${post}?context=edit`);
  expect((body as PostJson).meta).toHaveProperty(key, 'harbour, boats');
  expect(await site.php(`echo get_post_meta( $args, 'altscribe_seo_keywords', true );`, post)).toBe(
    '',
  );
});
