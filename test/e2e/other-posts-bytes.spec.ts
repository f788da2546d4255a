import { createPost } from '../wordpress/content.ts';
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
  // Without words around them, equal texts of a user could not be told apart from those filled in.
  const image = (words: string, alt: string) =>
    `<p><img src="${green.url}"${alt} class="wp-image-${green.id}"> ${words}</p>`;
  await site.php(`update_post_meta( $args, '_wp_attachment_image_alt', 'A boat' );`, green.id);
  const post = await createPost(site.php, {
    post_content: image('In May', '') + image('In June', ' alt="A boat"'),
  });
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
  const own = image('At dawn', ' alt="Mine"');
  await site.php(
    `wp_update_post( wp_slash( array( 'ID' => $args[0], 'post_content' => $args[1] . get_post( $args[0] )->post_content . $args[2] ) ) );`,
    [post, own + image('At noon', ' ALT'), image('In July', ' alt="A boat"')],
    'admin',
  );
  expect(await send('fill')).toBe(1);
  await site.php(`update_post_meta( $args, '_wp_attachment_image_alt', 'A calm boat' );`, green.id);
  await site.php(
    `wp_update_post( wp_slash( array( 'ID' => $args[0], 'post_content' => get_post( $args[0] )->post_content . $args[1] ) ) );`,
    [post, image('In August', " alt=''")],
    'admin',
  );
  expect(await send('fill')).toBe(1);
  expect(await content()).toContain('alt="A calm boat"');
  expect(await send('unfill')).toBe(3);
  const mine = image('In June', ' alt="A boat"') + image('In July', ' alt="A boat"');
  expect(await content()).toBe(
    own + image('At noon', ' ALT') + image('In May', '') + mine + image('In August', " alt=''"),
  );
  await site.php(`wp_delete_post( $args, true );`, post);
});

/** Blocks of other plugins, as `[before, after]`; those with one entry stay unchanged. */
function pluginBlocks(id: number, url: string, other: string, json: string): [string, string?][] {
  const item = (alt: string, rest = '') => `{"id":${id},"url":"${url}"${rest}${alt}}`;
  const alt = `"alt":"${json}"`;
  const inTag = ` alt="${inHtml}"`;
  const list = (items: string, html: string) =>
    `<!-- wp:jetpack/tiled-gallery {"columns":2,"images":[${items}],"alt":""} --><div>${html}</div><!-- /wp:jetpack/tiled-gallery -->`;
  const img = (text: string, more = '') => `<img data-id="${id}" src="${url}"${text}${more}/>`;
  const mine = `{"id":"${id}","url":"${url}","alt":"Mine"}`;
  const others = `{"url":"${other}","alt":""},{"alt":"no url"},${mine}`;
  const otherTags = `<img src="${other}" alt=""/>${img(' alt="Mine"')}`;
  const dynamic = (more: string) =>
    `<!-- wp:woocommerce/featured-product {"mediaSrc":"${url}","mediaId":7${more}} /-->`;
  const nested = (more: string, html: string) =>
    `<!-- wp:generateblocks/media {"mediaId":${id},"htmlAttributes":{"src":"${url}"${more}},"tagName":"img"} -->\n${html}\n<!-- /wp:generateblocks/media -->`;
  const two = (more: string) =>
    `<!-- wp:kadence/image {"id":1,"url":"${other}","urlSticky":"${url}","urlTransparent":"${url}"${more}} /-->`;
  return [
    // A list: in its delimiter and in its HTML. The other item with this image has its own text.
    [
      list(`${others},${item(',"alt":""')},${item('')}`, otherTags + img(' alt=""') + img('')),
      list(
        `${others},${item(`,${alt}`)},${item(`,${alt}`)}`,
        otherTags + img(inTag) + img('').replace('<img', `<img${inTag}`),
      ),
    ],
    // In another order than in its HTML, and with sizes as addresses.
    [
      list(`${others},${item(',"alt":""')}`, img(' alt=""', ' width="9"') + otherTags),
      list(`${others},${item(`,${alt}`)}`, img(inTag, ' width="9"') + otherTags),
    ],
    [nested('', `<img src="${url}">`), nested(`,${alt}`, `<img${inTag} src="${url}">`)],
    [
      nested(',"alt":" "', `<img alt src="${url}">`),
      nested(`,${alt}`, `<img${inTag} src="${url}">`),
    ],
    // Without HTML, or with HTML that has no such image.
    [dynamic(''), dynamic(`,${alt}`)],
    [dynamic(',"alt":"","a":{"alt":""}'), dynamic(`,${alt},"a":{"alt":""}`)],
    [list(item(''), ''), list(item(`,${alt}`), '')],
    [two(''), two(`,"altSticky":"${json}","altTransparent":"${json}"`)],
    // The block reads the text from its HTML.
    [
      `<!-- wp:uagb/image {"id":${id}} --><figure><img src="${url}" alt=""/></figure><!-- /wp:uagb/image -->`,
      `<!-- wp:uagb/image {"id":${id}} --><figure><img src="${url}"${inTag}/></figure><!-- /wp:uagb/image -->`,
    ],
    // Stale ids, no class, and a last tag that is not closed.
    [
      `<!-- wp:image {"id":7} --><figure><img src='${url}' class='wp-image-7'/></figure><!-- /wp:image -->`,
      `<!-- wp:image {"id":7} --><figure><img${inTag} src='${url}' class='wp-image-7'/></figure><!-- /wp:image -->`,
    ],
    // Decorative, a text in one of both, a list item that is a video, and a block without a
    // description.
    [
      `<!-- wp:uagb/image {"id":${id},"imgRole":"presentation"} --><img src="${url}" alt="" role="presentation"/><!-- /wp:uagb/image -->`,
    ],
    [nested(',"alt":"Mine"', `<img alt="" src="${url}">`)],
    [
      `<!-- wp:jetpack/story {"mediaFiles":[{"type":"video","id":${id},"url":"${url}","alt":""}]} /-->`,
    ],
    [
      `<!-- wp:acme/card {"id":${id},"url":"${url}"} --><img src="${url}" alt=""/><!-- /wp:acme/card -->`,
    ],
    [`<p>The end</p>\n<IMG src="${url}"`, `<p>The end</p>\n<IMG${inTag} src="${url}"`],
  ];
}

test('Blocks of other plugins are filled in their attributes and their HTML, and restored', async ({
  site,
}) => {
  const { green, blue } = site.images;
  const json = (
    await site.php(`echo trim( serialize_block_attributes( array( $args ) ), '[]"' );`, text)
  ).replace('🚤', String.raw`\ud83d\udea4`);
  const all = pluginBlocks(green.id, green.url, blue.url, json);
  const before = all.map(([use]) => use).join('\n\n');
  const after = all.map(([use, filled]) => filled ?? use).join('\n\n');
  await site.php(
    `update_post_meta( $args[0], '_wp_attachment_image_alt', wp_slash( $args[1] ) );`,
    [green.id, text],
  );
  const post = await createPost(site.php, { post_title: 'Blocks', post_content: before });
  const session = await site.session('administrator');
  const route = `/altscribe/v1/attachments/${green.id}`;
  const content = async () => site.php(`echo get_post( $args )->post_content;`, post);
  expect(await content()).toBe(before);
  const found = (await session.rest('GET', `${route}/posts`)).body as { posts: object[] };
  expect(found.posts).toMatchObject([{ id: post, images: 13, reason: null }]);
  await session.rest('POST', `${route}/fill`, { post_ids: [post] });
  expect(await content()).toBe(after);
  // WordPress reads the texts, and the editor's own way of writing them changes nothing else.
  const read = await site.php(
    `$blocks = parse_blocks( get_post( $args )->post_content );
    echo wp_json_encode( wp_list_pluck( wp_list_filter( $blocks, array( 'blockName' => 'woocommerce/featured-product' ) ), 'attrs' ) );`,
    post,
  );
  expect(Object.values(JSON.parse(read) as object)).toMatchObject([{ alt: text }, { alt: text }]);
  await session.rest('POST', `${route}/unfill`, { post_ids: [post] });
  expect(await content()).toBe(before);

  await test.step('also after items of a list were moved and added', async () => {
    await session.rest('POST', `${route}/fill`, { post_ids: [post] });
    const first = `{"url":"${blue.url}","alt":""}`;
    const change = (source: string) => source.replaceAll('"images":[', `"images":[${first},`);
    await site.php(
      `kses_remove_filters(); wp_update_post( wp_slash( array( 'ID' => $args[0], 'post_content' => $args[1] ) ) );`,
      [post, change(after)],
    );
    await session.rest('POST', `${route}/unfill`, { post_ids: [post] });
    expect(await content()).toBe(change(before));
  });
  await site.php(`wp_delete_post( $args, true );`, post);
});
