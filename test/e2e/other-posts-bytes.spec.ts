import { createPost, deletePosts } from '../wordpress/content.ts';
import { expect, test } from './support/test.ts';

const text = 'A "green" & <calm> [boat] $1 50%af C:\\new 5 < 6 --> 🚤 مركب';
const inHtml =
  'A &quot;green&quot; &amp; &lt;calm&gt; &#91;boat&#93; $1 50%af C:\\new 5 &lt; 6 --&gt; 🚤 مركب';

/** Images with every form of an empty text, as `[before, after]`; those with one entry stay unchanged. */
function images(id: number, url: string): [string, string?][] {
  const rest = `src="${url}" class="wp-image-${id}"`;
  const alt = `alt="${inHtml}"`;
  return [
    [`<p><img ${rest}></p>`, `<p><img ${alt} ${rest}></p>`],
    [`<p><img ${rest} alt></p>`, `<p><img ${rest} ${alt}></p>`],
    [`<p><img alt ${rest}/></p>`, `<p><img ${alt} ${rest}/></p>`],
    [`<p><IMG ALT='' ${rest}></p>`, `<p><IMG ${alt} ${rest}></p>`],
    [`<p><img ${rest} alt=></p>`, `<p><img ${rest} ${alt}></p>`],
    [`<p><img ${rest}\n\tAlt = "  "\n></p>`, `<p><img ${rest}\n\t${alt}\n></p>`],
    [
      `<p><img alt="&#32;" ${rest} alt="not seen"></p>`,
      `<p><img ${alt} ${rest} alt="not seen"></p>`,
    ],
    [
      `<p><img src='${url}' class='wp-image-${id}'/></p>`,
      `<p><img ${alt} src='${url}' class='wp-image-${id}'/></p>`,
    ],
    // Their accessible name is not from "alt".
    [`<p><img ${rest} alt="" aria-label="Mine"></p>`],
    [`<p><img ${rest} aria-labelledby="caption"></p>`],
    [`<p><img ${rest} alt="" ROLE="Presentation"></p>`],
  ];
}

/** Cover blocks, old and new. `json`: the text as an attribute. */
function covers(id: number, url: string, json: string): [string, string?][] {
  const cover = (attributes: string, background: string, inside = '') =>
    `<!-- wp:cover {"url":"${url}","id":${id}${attributes}} -->\n<div class="wp-block-cover">${background}<div class="wp-block-cover__inner-container">${inside}</div></div>\n<!-- /wp:cover -->`;
  const background = (alt: string) =>
    `<img class="wp-block-cover__image-background wp-image-${id}"${alt} src="${url}" data-object-fit="cover"/>`;
  const fixed = (attributes: string) =>
    `<div${attributes} class="wp-block-cover__image-background wp-image-${id} has-parallax" style="background-image:url(${url})"></div>`;
  const filled = background(` alt="${inHtml}"`);
  const paragraph = '<!-- wp:paragraph --><p>Text</p><!-- /wp:paragraph -->';
  const empty = background(' alt=""');
  return [
    [cover('', empty, paragraph), cover(`,${json}`, filled, paragraph)],
    [cover(',"alt":" "', empty), cover(`,${json}`, filled)],
    [
      cover(',"metadata":{"alt":""},"alt":""', background(" alt=''")),
      cover(`,"metadata":{"alt":""},${json}`, filled),
    ],
    // WordPress 6.1: the text is only in the HTML. And one that is only in the JSON.
    [cover('', background(' alt="Mine"'))],
    [cover(',"alt":"Mine"', empty)],
    // Fixed or repeated: the text belongs to an element with the image as its background.
    [
      cover(',"hasParallax":true', fixed(' ROLE=img')),
      cover(`,"hasParallax":true,${json}`, fixed(` ROLE=img aria-label="${inHtml}"`)),
    ],
    [
      cover(',"isRepeated":true', fixed('').replace('has-parallax', 'is-repeated')),
      cover(
        `,"isRepeated":true,${json}`,
        fixed(` role="img" aria-label="${inHtml}"`).replace('has-parallax', 'is-repeated'),
      ),
    ],
    [cover(',"hasParallax":true', fixed(' role="img" aria-label="Mine"'))],
    [cover(',"hasParallax":true', fixed(' role="img" aria-label=""'))],
    [cover(',"hasParallax":true', fixed(' role="presentation"'))],
    [cover(',"hasParallax":true', fixed('').replace('wp-block-cover__image-background ', ''))],
    // The background is the whole cover: a text would not appear on the page.
    [
      `<!-- wp:cover {"url":"${url}","id":${id}} -->\n<div class="wp-block-cover has-background-dim" style="background-image:url(${url})"><div class="wp-block-cover__inner-container"></div></div>\n<!-- /wp:cover -->`,
    ],
  ];
}

test('Only images without any text are filled, and restored byte for byte', async ({ site }) => {
  const { green } = site.images;
  // As the tested WordPress writes it, except characters that a database may refuse.
  const json = (
    await site.php(
      `echo trim( serialize_block_attributes( array( 'alt' => $args ) ), '{}' );`,
      text,
    )
  ).replace('🚤', String.raw`\ud83d\udea4`);
  const all = [...images(green.id, green.url), ...covers(green.id, green.url, json)];
  const before = all.map(([use]) => use).join('\n\n');
  const after = all.map(([use, filled]) => filled ?? use).join('\n\n');
  const count = all.filter(([, filled]) => filled !== undefined).length;
  await deletePosts(site.php);
  await site.php(
    `update_post_meta( $args[0], '_wp_attachment_image_alt', wp_slash( $args[1] ) );`,
    [green.id, text],
  );
  const post = await createPost(site.php, { post_title: 'Boats', post_content: before });
  const session = await site.session('administrator');
  const route = `/altscribe/v1/attachments/${green.id}`;
  const content = async () => site.php(`echo get_post( $args )->post_content;`, post);
  expect(await content()).toBe(before);

  const found = (await session.rest('GET', `${route}/posts`)).body;
  expect(found).toMatchObject({ posts: [{ id: post, images: count }] });
  const filled = (await session.rest('POST', `${route}/fill`, { post_ids: [post] })).body;
  expect(filled).toMatchObject([{ id: post, images: count, reason: null }]);
  expect(await content()).toBe(after);
  // The text that WordPress and browsers read.
  const read = await site.php(
    `$texts = array();
    foreach ( parse_blocks( get_post( $args )->post_content ) as $block ) {
      if ( 'core/cover' === $block['blockName'] ) { $texts[] = $block['attrs']['alt'] ?? ''; }
    }
    echo wp_json_encode( $texts );`,
    post,
  );
  expect(JSON.parse(read)).toEqual([
    ...[text, text, text, '', 'Mine', text, text],
    ...['', '', '', '', ''],
  ]);
  const again = (await session.rest('POST', `${route}/fill`, { post_ids: [post] })).body;
  expect(again).toMatchObject([{ images: 0, reason: 'nothing_to_change' }]);

  const undone = (await session.rest('POST', `${route}/unfill`, { post_ids: [post] })).body;
  expect(undone).toMatchObject([{ images: count, reason: null }]);
  expect(await content()).toBe(before);
  await site.php(`wp_delete_post( $args, true );`, post);
});

test('Texts filled in twice, before and after an edit of the post, are undone', async ({
  site,
}) => {
  const { green } = site.images;
  const image = (alt: string) =>
    `<p><img src="${green.url}"${alt} class="wp-image-${green.id}"></p>`;
  await site.php(`update_post_meta( $args, '_wp_attachment_image_alt', 'A boat' );`, green.id);
  const post = await createPost(site.php, { post_content: image('') + image(' alt="A boat"') });
  const session = await site.session('administrator');
  const send = async (name: string) =>
    (
      (
        await session.rest('POST', `/altscribe/v1/attachments/${green.id}/${name}`, {
          post_ids: [post],
        })
      ).body as { images: number }[]
    )[0]?.images;
  const content = async () => site.php(`echo get_post( $args )->post_content;`, post);
  expect(await send('fill')).toBe(1);
  // A user adds two images before it, one of them with a text, and words after it.
  const own = image(' alt="Mine"');
  await site.php(
    `wp_update_post( wp_slash( array( 'ID' => $args[0], 'post_content' => $args[1] . get_post( $args[0] )->post_content . $args[2] ) ) );`,
    [post, own + image(' ALT'), image(' alt="A boat"')],
    'admin',
  );
  expect(await send('fill')).toBe(1);
  await site.php(`update_post_meta( $args, '_wp_attachment_image_alt', 'A calm boat' );`, green.id);
  await site.php(
    `wp_update_post( wp_slash( array( 'ID' => $args[0], 'post_content' => get_post( $args[0] )->post_content . $args[1] ) ) );`,
    [post, image(" alt=''")],
    'admin',
  );
  expect(await send('fill')).toBe(1);
  expect(await content()).toContain('alt="A calm boat"');
  expect(await send('unfill')).toBe(3);
  const mine = image(' alt="A boat"');
  expect(await content()).toBe(own + image(' ALT') + image('') + mine + mine + image(" alt=''"));
  await site.php(`wp_delete_post( $args, true );`, post);
});
