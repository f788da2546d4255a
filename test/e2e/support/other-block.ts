import { readFile } from 'node:fs/promises';
import type { Site } from './site.ts';

/** Name of the block in the example of docs/hooks.md. */
export const product = 'woocommerce/featured-product';

/** Adds that block, as another plugin does, and a wrong entry to the filter `altscribe.imageBlocks`. */
export async function installOtherBlock(site: Site): Promise<void> {
  const docs = await readFile(new URL('../../../docs/hooks.md', import.meta.url), 'utf8');
  const example = /```js\n([\s\S]*?altscribe\.imageBlocks[\s\S]*?)```/.exec(docs)?.[1] ?? '';
  const script = `wp.blocks.registerBlockType( '${product}', {
      apiVersion: 3, title: 'Featured Product', category: 'media',
      attributes: { alt: { type: 'string', default: '' }, mediaId: { type: 'number' }, mediaSrc: { type: 'string' } },
      edit: () => wp.element.createElement( 'div', wp.blockEditor.useBlockProps(), 'Product' ),
      save: () => null,
    } );
    ${example}
    wp.hooks.addFilter( 'altscribe.imageBlocks', 'test/wrong', ( blocks ) => [ ...blocks, { name: 'x/y', alt: 7 } ] );`;
  await site.php(
    `wp_mkdir_p( WPMU_PLUGIN_DIR );
    file_put_contents( WPMU_PLUGIN_DIR . '/other-block.php', '<?php
      add_action( "enqueue_block_editor_assets", function () {
        wp_enqueue_script( "wp-block-editor" );
        wp_add_inline_script( "wp-block-editor", base64_decode( "' . $args['script'] . '" ) );
      }, 1 );' );`,
    { script: Buffer.from(script).toString('base64') },
  );
}

export async function removeOtherBlock(site: Site): Promise<void> {
  await site.php(`unlink( WPMU_PLUGIN_DIR . '/other-block.php' );`);
}
