import { readExample } from '../../support/doc-examples.ts';
import { setOption } from '../../wordpress/content.ts';
import type { Site } from './site.ts';

/** A block whose attributes are built in. */
export const product = 'woocommerce/featured-product';

/** Adds that block, like another plugin, and an invalid entry to the filter `altscribe.imageBlocks`. */
export async function installOtherBlock(site: Site): Promise<void> {
  const script = `wp.blocks.registerBlockType( '${product}', {
      apiVersion: 3, title: 'Featured Product', category: 'media',
      attributes: { alt: { type: 'string', default: '' }, mediaId: { type: 'number' }, mediaSrc: { type: 'string' } },
      edit: () => wp.element.createElement( 'div', wp.blockEditor.useBlockProps(), 'Product' ),
      save: () => null,
    } );
    wp.hooks.addFilter( 'altscribe.imageBlocks', 'test/wrong', ( blocks ) => [ ...blocks, { name: 'x/y', alt: 7 } ] );`;
  await setOption(site.php, 'altscribe_test_script', script);
}

export async function removeOtherBlock(site: Site): Promise<void> {
  await setOption(site.php, 'altscribe_test_script', '');
  await setOption(site.php, 'altscribe_test_php', '');
}

/**
 * Adds a block type of every shape in which plugins keep images. All of them save their images as
 * HTML, so a block whose text does not fit its HTML is invalid. Those named `my-plugin/…` are
 * described by the examples in docs/hooks.md.
 */
export async function installShapes(site: Site): Promise<void> {
  await setOption(
    site.php,
    'altscribe_test_php',
    readExample('docs/hooks.md', "add_filter( 'altscribe_image_blocks'"),
  );
  const script = `( () => {
    const { createElement: el } = wp.element;
    const { useBlockProps } = wp.blockEditor;
    const from = ( attribute, selector = 'img' ) => ( { type: 'string', source: 'attribute', selector, attribute } );
    const text = { type: 'string' };
    const object = { type: 'object' };
    const list = { type: 'array', default: [] };
    /** listImages: the images that the block shows, each with its HTML attributes. */
    const register = ( name, title, attributes, listImages ) => wp.blocks.registerBlockType( name, {
      apiVersion: 3, title, category: 'media', attributes,
      edit: () => el( 'div', useBlockProps(), title ),
      save: ( { attributes: values } ) => el( 'div', useBlockProps.save(),
        ...listImages( values ).map( ( image ) => el( 'div', { className: 'item' }, el( 'img', { alt: '', ...image } ) ) ) ),
    } );
    register( 'acme/photo', 'Photo', { imageUrl: from( 'src' ), imageAlt: from( 'alt' ), imageId: { type: 'number' } },
      ( { imageUrl, imageAlt } ) => [ { src: imageUrl, alt: imageAlt } ] );
    register( 'getwid/image-box', 'Image Box', { url: from( 'src' ), alt: from( 'alt' ), id: { type: 'number' } },
      ( { url, alt } ) => [ { src: url, alt } ] );
    register( 'my-plugin/hero', 'Hero', { mediaSrc: text, alt: text, mediaId: { type: 'number' } },
      ( { mediaSrc, alt } ) => [ { src: mediaSrc, alt } ] );
    register( 'my-plugin/banner', 'Banner', { picture: object },
      ( { picture: { src, alt } } ) => [ { src, alt } ] );
    register( 'my-plugin/slides', 'Slides', { slides: list },
      ( { slides } ) => slides.filter( Boolean ).map( ( { image: { url, alt } } ) => ( { src: url, alt } ) ) );
    register( 'jetpack/tiled-gallery', 'Tiled Gallery', {
        ids: list,
        images: { ...list, source: 'query', selector: '.item', query: {
          url: from( 'data-url' ), id: from( 'data-id' ), alt: { ...from( 'alt' ), default: '' },
        } },
      },
      ( { images } ) => images.map( ( { url, id, alt } ) => ( { src: url, 'data-url': url, 'data-id': id, alt } ) ) );
    register( 'jetpack/image-compare', 'Image Compare', { imageBefore: object, imageAfter: object },
      ( { imageBefore, imageAfter } ) => [ imageBefore, imageAfter ].map( ( { url, alt } ) => ( { src: url, alt } ) ) );
    register( 'stackable/card', 'Card', { imageUrl: text, imageId: { type: 'number' }, imageAlt: text },
      ( { imageUrl, imageAlt } ) => [ { src: imageUrl, alt: imageAlt } ] );
    register( 'uagb/image', 'Image of Spectra', { url: text, id: { type: 'number' }, alt: text, imgRole: text },
      ( { url, alt, imgRole } ) => [ { src: url, alt, role: imgRole } ] );
    register( 'uagb/info-box', 'Info Box', { iconImage: object, imageAlt: text },
      ( { iconImage: { url }, imageAlt } ) => [ { src: url, alt: imageAlt } ] );
  } )();
  ${readExample('docs/hooks.md', 'wp.hooks.addFilter')}`;
  await setOption(site.php, 'altscribe_test_script', script);
}
