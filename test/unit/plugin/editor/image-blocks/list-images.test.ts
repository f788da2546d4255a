// @vitest-environment jsdom
import { describe, expect, it } from 'vitest';
import { listBlockImages } from '../../../../../plugin/src/editor/image-blocks/list-images.ts';
import { findImageBlock } from '../../../../../plugin/src/editor/image-blocks/registry.ts';
import { changeImage } from '../../../../../plugin/src/editor/image-blocks/write-attributes.ts';
import { defineBlock } from '../open-editor.ts';

const url = 'https://example.com/a.jpg';

/** The images of a block whose type has these attributes. */
function list(name: string, attributes: Record<string, unknown>, definitions: object = {}) {
  defineBlock(name, definitions);
  const block = findImageBlock(name);
  return block ? listBlockImages(block, attributes) : [];
}

const images = (...args: Parameters<typeof list>) => list(...args).map(({ image }) => image);

/** The attributes that get a text for one of the images, or a mark. */
function change(
  name: string,
  attributes: Record<string, unknown>,
  index: number,
  { isDecorative, definitions = {} }: { isDecorative?: boolean; definitions?: object } = {},
) {
  const { part } = list(name, attributes, definitions)[index] ?? {};
  const block = findImageBlock(name);
  return block && changeImage(block, attributes, part, { alt: 'New', isDecorative });
}

describe('the image block of WordPress', () => {
  const read = (attributes: object, definitions = {}) =>
    images('core/image', { ...attributes }, definitions)[0];

  it.each([
    ['an image', { url }, false],
    ['an upload', { blob: 'blob:x' }, true],
    ['an old upload', { url: 'blob:x' }, true],
  ])('reads whether %s is uploading', (_name, attributes, isUploading) => {
    expect(read(attributes)?.isUploading).toBe(isUploading);
  });

  it('reads "decorative" only if WordPress supports it', () => {
    const supported = { isDecorative: {} };
    expect(read({ url, isDecorative: true }, supported)?.isDecorative).toBe(true);
    expect(read({ url }, supported)?.isDecorative).toBe(false);
    expect(read({ url, isDecorative: true })?.isDecorative).toBe(false);
  });

  it.each([
    ['to a page', { href: 'https://example.com/' }, true, 'https://example.com/'],
    ['to its own file', { href: url }, true, ''],
    ['to a size of it', { href: '/a-large.jpg', linkDestination: 'media' }, true, ''],
    ['to its own page', { href: '/?attachment_id=7', linkDestination: 'attachment' }, true, ''],
    ['to nowhere', { href: '' }, false, ''],
    ['without a link', {}, false, ''],
  ])('reads a link %s', (_name, link, isLinked, linkTarget) => {
    expect(read({ url, ...link })).toMatchObject({ isLinked, linkTarget });
  });

  it('finds no image in an empty block', () => {
    expect(read({ alt: 'left over' })).toBeUndefined();
  });
});

describe('blocks of other plugins', () => {
  it.each([
    ['core/cover', { url, backgroundType: 'video' }, 0],
    ['core/cover', { url }, 1],
    ['core/media-text', { mediaUrl: url, mediaType: 'video' }, 0],
    ['jetpack/story', { mediaFiles: [{ url, type: 'video' }, { url, type: 'image' }, { url }] }, 2],
    ['kadence/advancedgallery', { imagesDynamic: [{ url }], images: [{ url }] }, 1],
    ['kadence/advancedgallery', { imagesDynamic: [], images: [{ url }], imagesData: [{}] }, 1],
    ['stackable/card', { imageUrl: url }, 1],
    ['stackable/heading', { text: 'Heading' }, 0],
    ['stackables/card', { imageUrl: url }, 0],
    ['jetpack/tiled-gallery', { images: 'none' }, 0],
    ['jetpack/tiled-gallery', {}, 0],
  ])('%s %j has this number of images: %i', (name, attributes, count) => {
    expect(images(name, attributes)).toHaveLength(count);
  });

  it('reads the values of each item of a list', () => {
    const caption = { toHTMLString: () => 'Words' };
    const gallery = [
      { url, id: '12', alt: 'A', customLink: '/shop' },
      null,
      { url: 'b.png', id: '' },
    ];
    expect(images('jetpack/tiled-gallery', { images: gallery })).toMatchObject([
      { url, attachmentId: 12, alt: 'A', isLinked: true, linkTarget: '/shop' },
      { url: 'b.png', attachmentId: null, alt: '', isLinked: false },
    ]);
    expect(images('jetpack/slideshow', { images: [{ url, caption }] })[0]?.caption).toBe(caption);
    const uploading = { images: [{ url: 'blob:x' }] };
    expect(images('jetpack/slideshow', uploading)[0]?.isUploading).toBe(true);
  });

  it('recognizes the items of a list by their ids and URLs, in any order', () => {
    const [a, b] = [
      { url, id: 1 },
      { url: 'b.png', id: 2 },
    ];
    const parts = (items: unknown[]) =>
      list('jetpack/tiled-gallery', { images: items }).map(({ part }) => part);
    const [first, second, again] = parts([a, b, a]);
    expect(new Set([first, second, again]).size).toBe(3);
    expect(parts([b, null, a])).toEqual([second, first]);
    expect(parts([{ ...b, id: 1 }])).not.toContain(second);
    expect(parts([{ ...b, url }])).not.toContain(second);
  });

  it('changes one item of a list, and nothing else', () => {
    const [a, b] = [
      { url, id: '1', alt: 'A', width: 7 },
      { url: 'b.png', id: '2' },
    ];
    expect(change('jetpack/tiled-gallery', { images: [a, null, b], ids: [1, 2] }, 1)).toEqual({
      images: [a, null, { ...b, alt: 'New' }],
    });
  });

  it('changes nested attributes, and all that keep the text', () => {
    const media = { htmlAttributes: { src: url, class: 'x' }, mediaId: 7 };
    expect(change('generateblocks/media', media, 0)).toEqual({
      htmlAttributes: { src: url, class: 'x', alt: 'New' },
    });
    const compare = { imageBefore: { url, alt: 'A' }, imageAfter: { url } };
    expect(images('jetpack/image-compare', compare).map(({ alt }) => alt)).toEqual(['A', '']);
    expect(change('jetpack/image-compare', compare, 1)).toEqual({
      imageAfter: { url, alt: 'New' },
    });
    const box = { iconImage: { url, alt: 'Icon' }, imageAlt: ' ' };
    expect(images('uagb/info-box', box).map(({ alt }) => alt)).toEqual(['Icon']);
    expect(change('uagb/info-box', box, 0)).toEqual({
      iconImage: { url, alt: 'New' },
      imageAlt: 'New',
    });
  });

  it('uses the mark of the block, if its type has it', () => {
    const definitions = { imgRole: { type: 'string' } };
    const marked = { url, imgRole: 'presentation' };
    expect(images('uagb/image', marked, definitions)[0]?.isDecorative).toBe(true);
    expect(images('uagb/image', { ...marked })[0]?.isDecorative).toBe(false);
    expect(change('uagb/image', { url }, 0, { isDecorative: true, definitions })).toEqual({
      alt: 'New',
      imgRole: 'presentation',
    });
    expect(change('uagb/image', { ...marked }, 0, { isDecorative: false, definitions })).toEqual({
      alt: 'New',
      imgRole: undefined,
    });
    expect(change('kadence/testimonial', { url }, 0, { isDecorative: true })).toEqual({
      alt: 'New',
      metadata: { altscribe: { isDecorative: true } },
    });
  });
});

describe('a block type that no entry describes', () => {
  const attribute = (selector: string, name: string) => ({
    type: 'string',
    source: 'attribute',
    selector,
    attribute: name,
  });

  it('is found by the attributes from one img', () => {
    const definitions = {
      photoAlt: attribute('figure img', 'alt'),
      photoUrl: attribute('figure img', 'src'),
      photoID: { type: 'number' },
      caption: { type: 'string', source: 'html', selector: 'figcaption' },
      href: attribute('figure > a', 'href'),
    };
    const attributes = { photoUrl: url, photoID: 7, photoAlt: 'A', caption: 'Words', href: '/x' };
    expect(images('acme/photo', attributes, definitions)).toMatchObject([
      { url, attachmentId: 7, alt: 'A', caption: 'Words', linkTarget: '/x' },
    ]);
    expect(images('jetpack/slideshow', { ...attributes }, definitions)).toEqual([]);
  });

  it.each([
    ['two images', { a: attribute('.a img', 'src'), b: attribute('.b img', 'alt') }],
    ['a video', { a: attribute('video', 'src'), b: attribute('video', 'alt') }],
    ['no alt text', { a: attribute('img', 'src') }],
    ['attributes that only have these names', { a: { type: 'string' }, alt: { type: 'string' } }],
  ])('is not found by %s', (_name, definitions) => {
    expect(images('acme/other', { a: url, b: '' }, definitions)).toEqual([]);
  });
});
