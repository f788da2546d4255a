import { readExample } from '../../support/doc-examples.ts';
import { setOption } from '../../wordpress/content.ts';
import type { Site } from './site.ts';

/** The name of the block in the example of docs/hooks.md. */
export const product = 'woocommerce/featured-product';

/** Adds that block, like another plugin, and an invalid entry to the filter `altscribe.imageBlocks`. */
export async function installOtherBlock(site: Site): Promise<void> {
  const example = readExample('docs/hooks.md', 'wp.hooks.addFilter');
  const script = `wp.blocks.registerBlockType( '${product}', {
      apiVersion: 3, title: 'Featured Product', category: 'media',
      attributes: { alt: { type: 'string', default: '' }, mediaId: { type: 'number' }, mediaSrc: { type: 'string' } },
      edit: () => wp.element.createElement( 'div', wp.blockEditor.useBlockProps(), 'Product' ),
      save: () => null,
    } );
    ${example}
    wp.hooks.addFilter( 'altscribe.imageBlocks', 'test/wrong', ( blocks ) => [ ...blocks, { name: 'x/y', alt: 7 } ] );`;
  await setOption(site.php, 'altscribe_test_script', script);
}

export async function removeOtherBlock(site: Site): Promise<void> {
  await setOption(site.php, 'altscribe_test_script', '');
}
