import { expect, test } from './support/test.ts';

/** Ids of a product "Sou'wester" with a variation, and of the images that they show. */
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

test('Products: context of their images, and a link that generates for all of them', async ({
  site,
  page,
  backend,
}) => {
  await site.define({ ALTSCRIBE_TEST_WOOCOMMERCE: '1' });
  await backend.connect({ credits: 9 });
  const { green, blue, yellow, large } = site.pictures;
  const images = { image: green.id, gallery: blue.id, variation: yellow.id };
  const printed = await site.php(
    `${createShop}
    wp_update_post( array( 'ID' => $args['gallery'], 'post_excerpt' => 'Seen from behind' ) );
    $contexts = array_map( 'altscribe_attachment_context', array_diff_key( $args, array( 'other' => 0 ) ) + $args );
    $declared = Automattic\\WooCommerce\\Utilities\\FeaturesUtil::$declared;
    wp_update_post( array( 'ID' => $args['gallery'], 'post_excerpt' => '' ) );
    echo wp_json_encode( compact( 'product', 'contexts', 'declared' ) + array( 'images' => altscribe_list_product_images( $product ) ) );`,
    { ...images, other: large.id },
    'admin',
  );
  const { product, ...result } = JSON.parse(printed) as Shop;
  const shop = 'Product: Sou’wester\nCategories: Hats & caps\n';
  const said = (image_context: string, blog_title = 'Sou’wester') => ({
    blog_title,
    seo_keywords: '',
    image_context,
  });
  expect(result).toEqual({
    contexts: {
      image: said(`${shop}Attributes: Material: Oilskin, Cotton`),
      gallery: said(`${shop}Attributes: Material: Oilskin, Cotton\nSeen from behind`),
      variation: said(`${shop}This variation: Colour: Yellow`),
      other: said('', ''),
    },
    declared: [['custom_order_tables', 'altscribe/altscribe.php', true]],
    images: [green.id, 4711, blue.id, yellow.id, 4712],
  });

  await page.goto(`${site.url}/wp-admin/post.php?post=${product}&action=edit`);
  const link = page.getByRole('link', { name: 'Generate alt text for this product' });
  await expect(link).toHaveCount(2);
  await expect(
    page.locator('#woocommerce-product-images').getByText('Add product gallery images'),
  ).toBeVisible();
  await page.locator('#postimagediv').locator(link).click();
  const notice = page.locator('.notice-success');
  await expect(notice).toContainText('Generating alt text for 3 images of this product.');
  await expect(notice.getByRole('link')).toHaveAttribute('href', /page=altscribe-media$/);
  // WordPress may have begun with one of them in the background.
  const states = async () =>
    JSON.parse(
      await site.php(
        `altscribe_work_on_queue( 30 );
        $items = array_map( 'altscribe_find_item', $args );
        echo wp_json_encode( array_map( function ( $item ) { return $item['state'] . ' ' . $item['error_code']; }, $items ) );`,
        Object.values(images),
        'admin',
      ),
    ) as string[];
  await expect.poll(states, { timeout: 30_000 }).toEqual(['written ', 'written ', 'written ']);

  // A second click has nothing to do, and costs nothing.
  await page.locator('#postimagediv').locator(link).click();
  await expect(page.locator('.notice-info')).toContainText(
    'No image of this product lacks an alt text.',
  );

  // Without a nonce, and for those who may not edit the product.
  const address = `/wp-admin/admin-post.php?action=altscribe_generate_for_product&product=${product}`;
  expect((await (await site.session('administrator')).fetch(address)).status).toBe(403);
  const nonce = await site.php(
    `echo wp_create_nonce( 'altscribe_generate_for_product_' . $args );`,
    product,
    'author',
  );
  expect((await (await site.session('author')).fetch(`${address}&_wpnonce=${nonce}`)).status).toBe(
    403,
  );

  await site.php(
    `foreach ( $args as $id ) { delete_post_meta( $id, '_wp_attachment_image_alt' ); }`,
    Object.values(images),
  );
  await site.define({});
});
