/**
 * The images that are chosen in the product's form, saved or not: where WordPress and WooCommerce keep them until the
 * form is sent.
 */
export function listChosenImages(): number[] {
  const fields = document.querySelectorAll<HTMLInputElement>(
    '#_thumbnail_id, #product_image_gallery, #variable_product_options .upload_image_id',
  );
  const ids = [...fields].flatMap(({ value }) => value.split(',').map(Number));
  // WordPress's mark for no image is -1.
  return [...new Set(ids.filter((id) => Number.isInteger(id) && id > 0))];
}
