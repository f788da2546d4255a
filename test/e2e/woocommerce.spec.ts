import { text } from '../support/provider-stand-in.ts';
import { expectAccessible } from './support/barriers.ts';
import { ClassicEditor, img } from './support/classic-editor.ts';
import { runQueue } from './support/queue.ts';
import { expect, test } from './support/test.ts';

/** The ids of a product "Sou'wester" with a variation, and of its images. */
interface Shop {
  readonly product: number;
  readonly image: number;
  readonly gallery: number;
  readonly variation: number;
}

const createShop = `$terms = wp_insert_term( 'Hats & caps', 'product_cat' );
  $product = wp_insert_post( array( 'post_type' => 'product', 'post_title' => 'Sou’wester', 'post_status' => 'publish' ) );
  wp_set_object_terms( $product, 'hats-caps', 'product_cat' );
  $attribute = function ( $value, $is_visible ) {
    return array( 'value' => $value, 'is_visible' => $is_visible, 'is_variation' => false );
  };
  update_post_meta( $product, '_product_attributes', array(
    'pa_material' => $attribute( 'Oilskin, Cotton', true ),
    'supplier'    => $attribute( 'A secret', false ),
    'note'        => $attribute( '', true ),
  ) );
  set_post_thumbnail( $product, $args['image'] );
  update_post_meta( $product, '_product_image_gallery', '4711,' . $args['gallery'] );
  $variation = wp_insert_post( array( 'post_type' => 'product_variation', 'post_parent' => $product, 'post_title' => 'Sou’wester - Yellow', 'post_status' => 'publish' ) );
  update_post_meta( $variation, '_product_attributes', array( 'pa_colour' => array( 'value' => 'Yellow' ) ) );
  update_post_meta( $variation, '_thumbnail_id', $args['variation'] );
  update_post_meta( $variation, '_product_image_gallery', '4712' );
  wp_insert_post( array( 'post_type' => 'product_variation', 'post_parent' => $product, 'post_title' => 'Without an image', 'post_status' => 'publish' ) );`;

test('Products: their images, and the context of the images', async ({ site, backend }) => {
  await site.define({ ALTSCRIBE_TEST_WOOCOMMERCE: '1' });
  await backend.connect({ credits: 9 });
  const { green, blue, yellow } = site.images;
  const images = { image: green.id, gallery: blue.id, variation: yellow.id };
  const printed = await site.php(
    `${createShop}
    wp_set_object_terms( $product, 'Nordkap', 'product_brand' );
    wp_set_object_terms( $product, array( 'rain', 'sea' ), 'product_tag' );
    wp_update_post( array( 'ID' => $product, 'post_excerpt' => '<p>Keeps the <b>rain</b> off &amp; the ears warm.</p>' ) );
    foreach ( array( '_price' => '4711', '_sku' => 'SW-4711', '_stock' => '4711' ) as $key => $value ) { update_post_meta( $product, $key, $value ); }
    // Its category and its brand have their own images.
    $of_term = function ( $term ) {
      $id = wp_insert_attachment( array( 'guid' => 'http://altscribe-queue/', 'post_title' => '', 'post_mime_type' => 'image/jpeg' ) );
      update_term_meta( $term, 'thumbnail_id', $id );
      return $id;
    };
    wp_update_term( $terms['term_id'], 'product_cat', array( 'description' => 'For <em>bad</em> weather' ) );
    // No post shows this one.
    $args['other']    = wp_insert_attachment( array( 'guid' => 'http://altscribe-queue/', 'post_title' => '', 'post_mime_type' => 'image/jpeg' ) );
    $args['category'] = $of_term( $terms['term_id'] );
    $args['brand']    = $of_term( get_term_by( 'name', 'Nordkap', 'product_brand' )->term_id );
    \\Altscribe\\Posts\\Uses_Index::read_uses( 9 );
    wp_update_post( array( 'ID' => $args['gallery'], 'post_excerpt' => 'Seen from behind' ) );
    $contexts = array_map( 'Altscribe\\Generation\\Context::attachment_context', $args );
    // Picked in the media window of the product.
    $contexts['picked'] = \\Altscribe\\Generation\\Context::attachment_context( $args['other'], array( 'post_id' => $product, 'title' => 'New name', 'is_only' => true ) );
    $declared = Automattic\\WooCommerce\\Utilities\\FeaturesUtil::$declared;
    wp_update_post( array( 'ID' => $args['gallery'], 'post_excerpt' => '' ) );
    echo wp_json_encode( compact( 'product', 'contexts', 'declared' ) + array( 'images' => \\Altscribe\\WooCommerce\\Products::list_product_images( $product ) ) );`,
    images,
    'admin',
  );
  const { product: _product, ...result } = JSON.parse(printed) as Shop;
  const shop = 'Page: product\nCategories: Hats & caps\nBrand: Nordkap\n';
  const more = '\nTags: rain; sea\nShort description: Keeps the rain off & the ears warm.';
  const said = (image_context: string, blog_title = 'Sou’wester') => ({
    blog_title,
    seo_keywords: '',
    image_context,
  });
  expect(result).toEqual({
    contexts: {
      image: said(`${shop}Attributes: Material: Oilskin, Cotton${more}`),
      gallery: said(
        `${shop}Attributes: Material: Oilskin, Cotton${more}\nCaption in the library: Seen from behind`,
      ),
      variation: said(`${shop}Variation: Colour: Yellow${more}`),
      category: said('Page: Category\nDescription: For bad weather', 'Hats & caps'),
      brand: said('Page: Brand', 'Nordkap'),
      other: said('', ''),
      picked: said(`${shop}Attributes: Material: Oilskin, Cotton${more}`, 'New name'),
    },
    declared: [['custom_order_tables', 'altscribe/altscribe.php', true]],
    images: [green.id, 4711, blue.id, yellow.id, 4712],
  });
  await site.define({});
});

test('One box on the product screen has all its images, and the form stays unchanged', async ({
  site,
  page,
  backend,
}) => {
  await site.define({ ALTSCRIBE_TEST_WOOCOMMERCE: '1' });
  const { credits } = await backend.connect({ credits: 9 });
  const { green, blue, yellow, large } = site.images;
  const printed = await site.php(
    `${createShop}
    update_post_meta( $product, '_product_image_gallery', (string) $args['gallery'] );
    delete_post_meta( $variation, '_product_image_gallery' );
    update_post_meta( $args['gallery'], '_wp_attachment_image_alt', 'A blue hat' );
    wp_update_post( array( 'ID' => $product, 'post_content' => $args['content'] ) );
    echo wp_json_encode( compact( 'product' ) );`,
    { image: green.id, gallery: blue.id, variation: yellow.id, content: img(large) },
    'admin',
  );
  const { product } = JSON.parse(printed) as { product: number };
  const textOf = (id: number) => site.php(`echo \\Altscribe\\Library\\Alt_Text::get( $args );`, id);

  const editor = new ClassicEditor(page, site);
  const { box } = editor;
  await page.goto(`${site.url}/wp-admin/post.php?post=${String(product)}&action=edit`);
  await expect(box.getByRole('listitem').getByRole('heading')).toHaveText([
    'Image 1 · Featured image',
    'Image 2 · in a gallery',
    'Image 3 · of a variation',
    'Image 4',
  ]);
  await expect(editor.summary).toHaveText('3 missing');
  await expect(page.getByRole('button', { name: /^Generate all missing/ })).toHaveCount(1);
  await expect(
    page.locator('#postimagediv, #woocommerce-product-images').getByRole('button', {
      name: /alt text/,
    }),
  ).toHaveCount(0);
  await expectAccessible(page, '#altscribe-classic-box');
  // Unsaved: the name, and an additional image in the gallery.
  await page
    .locator('#product_image_gallery')
    .evaluate((field: HTMLInputElement, value) => (field.value = value), `${blue.id},${large.id}`);
  await page.locator('#title').fill('A name that is not saved');
  await expect(editor.heading(3)).toHaveText('Image 3 · in a gallery');
  await expect(editor.heading(5)).toHaveText('Image 5');

  backend.providers.set({ openai: text(({ context }) => `A hat, ${String(context.length)}`) });
  await box.getByRole('button', { name: /^Generate all missing/ }).press('Enter');
  await expect(box).toContainText('4 alt texts added for 3 credits.');
  await expect(editor.summary).toBeFocused();
  await expect(editor.summary).toHaveText('4 to review');
  const contexts = backend.providers.calls.map(({ context }) => context).join('\n\n');
  expect(contexts).toContain('Attributes: Material: Oilskin, Cotton');
  expect(contexts).toContain('Variation: Colour: Yellow');
  expect(contexts).toContain('A name that is not saved');
  await expect(page.locator('#title')).toHaveValue('A name that is not saved');
  expect([await textOf(large.id), await textOf(blue.id)]).toEqual([
    expect.stringMatching(/^A hat/),
    'A blue hat',
  ]);

  await test.step('WordPress renders the box of the image again for another one', async () => {
    await page.evaluate(
      (html) => {
        (window as unknown as { WPSetThumbnailHTML: (html: string) => void }).WPSetThumbnailHTML(
          html,
        );
      },
      await site.php(
        `echo _wp_post_thumbnail_html( $args['image'], $args['product'] );`,
        { image: yellow.id, product },
        'admin',
      ),
    );
    await expect(box.getByRole('listitem')).toHaveCount(4);
  });

  await test.step('WooCommerce loads the variations, one of them with another image', async () => {
    await page.locator('#variable_product_options').evaluate((variations, id) => {
      variations.innerHTML = `<input type="hidden" class="upload_image_id" value="${id}" />`;
    }, green.id);
    await expect(box.getByRole('listitem')).toHaveCount(5);
  });

  await test.step('a new product, with its unsaved name', async () => {
    page.on('dialog', (dialog) => void dialog.accept());
    await site.php(
      `array_map( 'wp_trash_post', get_posts( array( 'post_type' => 'product', 'fields' => 'ids' ) ) );
      delete_post_meta( $args, '_wp_attachment_image_alt' );`,
      green.id,
    );
    await page.setViewportSize({ width: 320, height: 640 });
    await page.goto(`${site.url}/wp-admin/post-new.php?post_type=product`);
    await expect(editor.summary).toHaveText('No images yet.');
    await page
      .locator('#product_image_gallery')
      .evaluate((field: HTMLInputElement, value) => (field.value = value), String(green.id));
    await page.locator('#title').fill('An unsaved lamp');
    backend.providers.set({ openai: text(({ context }) => `A lamp for ${context}`) });
    await editor.generate(1).press('Enter');
    await expect(editor.row(1)).toContainText('An unsaved lamp');
    await expect(editor.heading(1)).toBeFocused();
    await expectAccessible(page, '#altscribe-classic-box');
  });

  await test.step('the route: images of a batch go first, and none is requested twice', async () => {
    const queued = await site.php(
      `delete_post_meta( $args, '_wp_attachment_image_alt' );
      $others = array();
      for ( $number = 0; $number < 3; $number++ ) {
        $others[] = wp_insert_attachment( array( 'guid' => 'http://altscribe-queue/', 'post_title' => 'Boat', 'post_mime_type' => 'image/jpeg' ) );
      }
      $library = \\Altscribe\\Batches\\Start::start_batch( array( 'ids' => array_merge( $others, array( $args ) ) ) );
      $product = wp_insert_post( array( 'post_type' => 'product', 'post_title' => 'Hat', 'post_status' => 'publish' ) );
      $ask     = function () use ( $product, $args ) {
        $request = new WP_REST_Request( 'POST', "/altscribe/v1/products/$product/generate" );
        $request->set_body_params( array( 'images' => array( $args ) ) );
        return rest_do_request( $request )->get_data();
      };
      $first   = $ask();
      $GLOBALS['wpdb']->update( \\Altscribe\\Batches\\Store::items_table(), array( 'state' => 'suggested' ), array( 'attachment_id' => $args ) );
      altscribe_add_suggestion( array( 'attachment_id' => $args, 'new_text' => 'A hat' ) );
      $second = $ask();
      echo wp_json_encode( array( $first['ids'], \\Altscribe\\Batches\\Store::get_batch( $library )['total'], $second['message'] ) );`,
      large.id,
      'admin',
    );
    expect(JSON.parse(queued)).toEqual([
      [large.id],
      3,
      'Suggestions for these images are waiting for review.',
    ]);
    expect(await credits()).toBeGreaterThanOrEqual(4);
  });

  // Users who may not edit the product.
  const route = `/altscribe/v1/products/${String(product)}/generate`;
  expect((await (await site.session('author')).rest('POST', route, {})).status).toBe(403);
  expect((await (await site.session('administrator')).rest('POST', route, {})).status).toBe(200);
  await site.define({});
});

test('The list of products: a filter for images without alt text, and a bulk action', async ({
  site,
  page,
  backend,
}) => {
  await site.define({ ALTSCRIBE_TEST_WOOCOMMERCE: '1' });
  await backend.connect();
  const { green, blue, yellow, large } = site.images;
  const { all, expected } = JSON.parse(
    await site.php(
      `array_map( 'wp_trash_post', get_posts( array( 'post_type' => 'product', 'post_status' => 'any', 'numberposts' => -1, 'fields' => 'ids' ) ) );
      $product = function ( $title, $meta, $parent = 0 ) {
        return wp_insert_post( array( 'post_type' => $parent ? 'product_variation' : 'product', 'post_parent' => $parent, 'post_title' => $title, 'post_status' => 'publish', 'meta_input' => $meta ) );
      };
      update_post_meta( $args['green'], '_wp_attachment_image_alt', 'A green hat' );
      update_post_meta( $args['blue'], '_altscribe_decorative', 1 );
      $all = array(
        'image'     => $product( 'Its image', array( '_thumbnail_id' => $args['large'] ) ),
        'gallery'   => $product( 'Its gallery', array( '_thumbnail_id' => $args['green'], '_product_image_gallery' => "{$args['green']},{$args['yellow']}" ) ),
        'variation' => $product( 'Its variation', array( '_thumbnail_id' => $args['green'] ) ),
        'done'      => $product( 'Done', array( '_thumbnail_id' => $args['green'], '_product_image_gallery' => $args['blue'] ) ),
        'none'      => $product( 'Without images', array() ),
      );
      $product( 'Red', array( '_thumbnail_id' => $args['yellow'] ), $all['variation'] );
      \\Altscribe\\Posts\\Uses_Index::read_uses( 9 );
      echo wp_json_encode( array( 'all' => $all, 'expected' => array( $all['image'], $all['gallery'], $all['variation'] ) ) );`,
      { green: green.id, blue: blue.id, yellow: yellow.id, large: large.id },
      'admin',
    ),
  ) as {
    all: Record<'image' | 'gallery' | 'variation' | 'done' | 'none', number>;
    expected: number[];
  };
  const rows = async () =>
    (
      await page
        .locator('#the-list tr')
        .evaluateAll((list) => list.map(({ id }) => Number(id.replace('post-', ''))))
    ).sort((a, b) => a - b);

  await page.goto(`${site.url}/wp-admin/edit.php?post_type=product`);
  await expect.poll(rows).toEqual(Object.values(all));
  await page.getByLabel('Filter by alt text').selectOption({ label: 'Images without alt text' });
  await page.locator('#post-query-submit').click();
  await expect(page).toHaveURL(/altscribe_state=missing/);
  await expect.poll(rows).toEqual(expected);
  await expect(page.getByLabel('Filter by alt text')).toHaveValue('missing');

  for (const id of [all.gallery, all.variation])
    await page.locator(`#cb-select-${String(id)}`).check();
  await page.locator('#bulk-action-selector-top').selectOption({ label: 'Generate alt text' });
  await page.locator('#doaction').click();
  await expect(page.locator('.notice-success')).toContainText(
    'Generating alt text for the images.',
  );
  await expect(page.locator('.notice-success').getByRole('link')).toHaveAttribute(
    'href',
    /page=altscribe-media$/,
  );
  const queued = `echo wp_json_encode( $GLOBALS['wpdb']->get_col( 'SELECT attachment_id FROM ' . \\Altscribe\\Batches\\Store::items_table() ) );`;
  expect(JSON.parse(await site.php(queued))).toEqual([String(yellow.id)]);

  await page.goto(`${site.url}/wp-admin/edit.php?post_type=product`);
  await page.locator(`#cb-select-${String(all.none)}`).check();
  await page.locator('#bulk-action-selector-top').selectOption({ label: 'Generate alt text' });
  await page.locator('#doaction').click();
  await expect(page.locator('.notice-error:not(.inline)')).toContainText(
    'None of these images needs alt text.',
  );
  await site.define({});
});

test('An image of several products or variations gets their common context', async ({ site }) => {
  await site.define({ ALTSCRIBE_TEST_WOOCOMMERCE: '1', ALTSCRIBE_TEST_POLYLANG: '1' });
  const contexts = await runQueue(
    site.php,
    `$category  = function ( $name ) { $term = term_exists( $name, 'product_cat' ); return (int) ( $term ? $term : wp_insert_term( $name, 'product_cat' ) )['term_id']; };
    $product   = function ( $title, $categories, $meta = array(), $fields = array() ) use ( $category ) {
      $id = wp_insert_post( $fields + array( 'post_type' => 'product', 'post_title' => $title, 'post_status' => 'publish', 'meta_input' => $meta ) );
      wp_set_object_terms( $id, array_map( $category, $categories ), 'product_cat' );
      return $id;
    };
    $variation = function ( $parent, $image, $values ) {
      return wp_insert_post( array( 'post_type' => 'product_variation', 'post_parent' => $parent, 'post_title' => 'Variation', 'post_status' => 'publish', 'meta_input' => array(
        '_thumbnail_id'       => $image,
        '_product_attributes' => array_map( function ( $value ) { return array( 'value' => $value ); }, $values ),
      ) ) );
    };
    $attribute = function ( $value ) { return array( 'pa_material' => array( 'value' => $value, 'is_visible' => true, 'is_variation' => false ) ); };
    update_option( 'default_product_cat', $category( 'Uncategorized' ) );
    update_option( 'default_category', wp_create_category( 'Allgemein' ) );
    list( $red, $shared, $different, $new, $alone, $placeholder, $uploaded, $translated ) = $ids = array_map( function () { return image( '', array( 'post_title' => '' ) ); }, range( 1, 8 ) );

    $shirt = $product( 'Shirt', array( 'Clothes', 'Uncategorized' ), array( '_thumbnail_id' => $red ) );
    foreach ( array( 'S', 'M', 'L' ) as $size ) { $variation( $shirt, $red, array( 'pa_colour' => 'Red', 'pa_size' => $size ) ); }
    $product( 'Cup', array( 'Kitchen', 'Gifts' ), array( '_thumbnail_id' => $shared, '_product_attributes' => $attribute( 'Clay' ) ) );
    $product( 'Jug', array( 'Gifts' ), array( '_thumbnail_id' => $shared, '_product_attributes' => $attribute( 'Clay' ) ) );
    $product( 'Bowl', array( 'Gifts', 'Uncategorized' ), array( '_product_image_gallery' => "1,$shared", '_product_attributes' => $attribute( 'Clay' ) ) );
    $product( 'Lamp', array( 'Light' ), array( '_thumbnail_id' => $different ) );
    $product( 'Rug', array( 'Uncategorized' ), array( '_product_image_gallery' => $different ) );
    $product( 'AUTO-DRAFT', array(), array( '_thumbnail_id' => $new ), array( 'post_status' => 'auto-draft' ) );
    $product( 'AUTO-DRAFT', array( 'Uncategorized' ), array( '_thumbnail_id' => $alone ) );
    $product( 'Spoon', array( 'Kitchen' ), array( '_thumbnail_id' => $translated ) );
    pll_set_post_language( $product( 'Cuillère', array(), array( '_thumbnail_id' => $translated ) ), 'fr' );
    $draft = wp_insert_post( array( 'post_title' => 'Auto Draft', 'post_status' => 'auto-draft' ) );
    wp_update_post( array( 'ID' => $uploaded, 'post_parent' => $draft ) );
    update_option( 'woocommerce_placeholder_image', $placeholder );

    $contexts = array_map( 'Altscribe\\Generation\\Context::attachment_context', compact( 'red', 'shared', 'different', 'new', 'alone', 'uploaded', 'translated' ) );
    \\Altscribe\\Batches\\Start::start_batch( array( 'ids' => $ids, 'overwrite' => true ) );
    work_through();
    $calls = count( $GLOBALS['calls'] );
    $later = images( 2 );
    $batch = \\Altscribe\\Batches\\Start::start_batch( array( 'ids' => $later ) );
    update_option( 'woocommerce_placeholder_image', $later[0] );
    work_through();
    $became = array( batch( $batch )['state'], array_map( 'item', $later ) );
    update_option( 'woocommerce_placeholder_image', $placeholder );
    $result = array(
      'contexts'    => array_map( function ( $context ) { return array( $context['blog_title'], $context['image_context'] ); }, $contexts ),
      'placeholder' => array( in_array( $placeholder, $GLOBALS['calls'], true ), $calls, alt( $placeholder ) ),
      'asked'       => \\Altscribe\\Generation\\Ask::ask( array( 'attachment_id' => $placeholder ), array( 'regenerate' => true ) )->get_error_code(),
      'became'      => $became,
      'missing'     => in_array( $placeholder, \\Altscribe\\Library\\Image_Filters::list_ids( \\Altscribe\\Batches\\Start::image_condition( array() ), 0, 200 ), true ),
    );
    foreach ( get_posts( array( 'post_type' => array( 'product', 'product_variation' ), 'post_status' => 'any', 'numberposts' => -1 ) ) as $post ) { wp_delete_post( $post->ID, true ); }
    array_map( 'delete_option', array( 'woocommerce_placeholder_image', 'default_product_cat' ) );
    update_option( 'default_category', 1 );
    return $result;`,
  );
  await site.define({});
  expect(contexts).toEqual({
    contexts: {
      red: ['Shirt', 'Page: product\nCategories: Clothes\nVariation: Colour: Red'],
      shared: ['', 'Page: product\nCategories: Gifts\nAttributes: Material: Clay'],
      different: ['', 'Page: product'],
      new: ['', ''],
      alone: ['', 'Page: product'],
      uploaded: ['', 'Page: post'],
      translated: ['Spoon', 'Page: product\nCategories: Kitchen'],
    },
    placeholder: [false, 7, ''],
    asked: 'altscribe_placeholder',
    became: ['finished', ['skipped: altscribe_placeholder', 'written']],
    missing: false,
  });
});
