// @vitest-environment jsdom
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { editorBootData } from '../../../../../plugin/src/editor/boot-data.ts';
import type { EditorImage } from '../../../../../plugin/src/editor/post/editor-image.ts';
import {
  blockEditorStore,
  coreStore,
  editorStore,
  imageBlock,
  openEditor,
} from '../fake-editor.ts';

vi.mock('@wordpress/block-editor', () => ({ store: blockEditorStore }));
vi.mock('@wordpress/editor', () => ({ store: editorStore }));
vi.mock('@wordpress/blocks', () => ({
  getBlockType: (name: string) => ({ title: name, attributes: {} }),
  getBlockBindingsSource: () => undefined,
}));
const { listImages } = await import('../../../../../plugin/src/editor/post/images.ts');

const url = 'https://example.com/7.jpg';
const list = (blocks: Parameters<typeof openEditor>[0], featured?: number) => {
  const registry = openEditor(blocks);
  void registry.dispatch(editorStore).editPost({ featured_media: featured });
  return listImages(registry);
};
const block = (name: string, attributes: object, ...innerBlocks: string[]) => ({
  name,
  attributes: { ...attributes },
  innerBlocks,
});
const attachment = {
  alt: '',
  url,
  file: '7.jpg',
  canEdit: true,
  isDecorative: false,
  language: 'en',
};

beforeEach(() => {
  editorBootData.attachments = {};
});

describe('which blocks have an image', () => {
  it.each([
    ['a cover with an image', block('core/cover', { url, id: 7, alt: 'A' }), 'cover'],
    ['a fixed background', block('core/cover', { url, hasParallax: true }), 'cover'],
    [
      'media and text',
      block('core/media-text', { mediaUrl: url, mediaType: 'image' }),
      'media-text',
    ],
  ])('%s', (_name, shown, kind) => {
    expect(list({ a: shown })).toMatchObject([{ kind, url, title: shown.name, number: 1 }]);
  });

  it.each([
    ['a cover of one colour', block('core/cover', { overlayColor: 'black' })],
    ['a cover with a video', block('core/cover', { url, backgroundType: 'video' })],
    ['an embedded video', block('core/cover', { url, backgroundType: 'embed-video' })],
    [
      'media and text with a video',
      block('core/media-text', { mediaUrl: url, mediaType: 'video' }),
    ],
    ['empty media and text', block('core/media-text', { mediaType: 'image' })],
    ['a file', block('core/file', { href: url, id: 7 })],
    ['the logo', block('core/site-logo', { id: 7 })],
    ['a cover without a featured image', block('core/cover', { useFeaturedImage: true })],
  ])('not %s', (_name, shown) => {
    expect(list({ a: shown })).toEqual([]);
  });

  it('lists images of HTML, which only the user can edit', () => {
    const html = `<p><img src="a.png" alt="A"><img class="wp-image-9" src="b.png" alt=""></p><img>`;
    const images = list({
      old: block('core/freeform', { content: html }),
      parts: {
        ...block('core/html', {}),
        innerContent: ['<div>', null, '<img src="c.png"></div>'],
      },
    });
    expect(
      images.map(({ url: address, alt, state, attachmentId }) => [
        address,
        alt,
        state,
        attachmentId,
      ]),
    ).toEqual([
      ['a.png', 'A', 'html', null],
      ['b.png', '', 'html', 9],
      ['c.png', '', 'html', null],
    ]);
    expect(images[0]?.decorative).toEqual({ can: false, reason: 'html' });
  });

  it.each([
    ['an empty alt text by hand', '<img src="a.png" alt="">', 'decorative'],
    ['none', '<img src="a.png">', 'html'],
    ['none, in capitals', '<IMG SRC="a.png">', 'html'],
    ['an empty one of WordPress', '<img class="wp-image-9" src="a.png" alt="">', 'html'],
    ['a role beside that', '<img class="wp-image-9" src="a.png" alt="" role="none">', 'decorative'],
    ['a role without one', '<img src="a.png" role="presentation">', 'decorative'],
    ['a role against a text', '<img src="a.png" alt="A" role="none">', 'html'],
    ['a link without words', '<a href="/"><img src="a.png" alt=""></a>', 'html'],
    ['a link with words', '<a href="/"><img src="a.png" alt=""> Home</a>', 'decorative'],
  ])('detects from HTML whether an image is decorative: %s', (_name, content, state) => {
    const [image] = list({ old: block('core/freeform', { content }) });
    expect(image).toMatchObject({ state, decorative: { can: false, reason: 'html' } });
  });
});

describe('a query', () => {
  const inQuery = (...shown: ReturnType<typeof block>[]) => ({
    query: block('core/query', {}, 'template', 'outside'),
    template: block('core/post-template', {}, ...shown.map((_block, index) => String(index))),
    outside: imageBlock(8),
    ...Object.fromEntries(shown.map((item, index) => [String(index), item])),
  });

  it('locks the blocks that it repeats and nothing else', () => {
    const images = list(inQuery(block('core/image', { url })));
    expect(images.map(({ lock, isReadOnly }) => [lock, isReadOnly])).toEqual([
      ['query', true],
      [null, false],
    ]);
  });

  it('shows the featured images of other posts, which are not listed', () => {
    const images = list(inQuery(block('core/cover', { useFeaturedImage: true })), 7);
    expect(images.map(({ kind }) => kind)).toEqual(['featured', 'image']);
  });
});

describe('the featured image', () => {
  it("comes first with the attachment's text, and blocks that show it refer to it", () => {
    editorBootData.attachments = { 7: { ...attachment, alt: 'A boat' } };
    const images = list(
      { a: imageBlock(1), b: block('core/media-text', { useFeaturedImage: true }) },
      7,
    );
    expect(images).toMatchObject([
      {
        kind: 'featured',
        title: 'Featured image',
        state: 'has-alt',
        alt: 'A boat',
        url,
        number: 1,
      },
      { kind: 'image', number: 2 },
      { kind: 'media-text', state: 'pointer', pointsTo: 'attachment:7', alt: 'A boat' },
    ]);
  });

  it.each([
    ['nobody else edits', { canEdit: false }, 'locked', 'attachment'],
    ['is decorative', { isDecorative: true }, 'decorative', null],
    ['was marked before it got a text', { isDecorative: true, alt: 'A' }, 'has-alt', null],
  ])('which %s', (_name, more, state, lock) => {
    editorBootData.attachments = { 7: { ...attachment, ...more } };
    expect(list({}, 7)).toMatchObject([{ state, lock }]);
  });

  it('counts even if it is not loaded yet', () => {
    expect(list({}, 7)).toMatchObject([{ state: 'missing', attachmentId: 7, url: '' }]);
  });
});

describe('the text of the media library', () => {
  const libraryText = (id: number, load?: object) => {
    const registry = openEditor({ a: imageBlock(id) });
    if (load) {
      void registry.dispatch(coreStore).load({ [id]: load as never });
    }
    return listImages(registry)[0]?.libraryText;
  };

  it('is known from the start', () => {
    editorBootData.attachments = { 7: { ...attachment, alt: 'A boat' } };
    expect(libraryText(7)).toBe('A boat');
  });

  it('is the one that WordPress has loaded since then', () => {
    editorBootData.attachments = { 7: { ...attachment, alt: 'A boat' } };
    const media_details = { file: '7.jpg' };
    expect(libraryText(7, { alt_text: 'A ship', media_details, isView: true })).toBe('A ship');
    expect(libraryText(7, { alt_text: '', media_details })).toBeNull();
  });

  it('is not the text of another file whose ID the block has after an import', () => {
    editorBootData.attachments = { 7: { ...attachment, alt: 'A boat', file: '2020/01/boat.jpg' } };
    expect(libraryText(7)).toBeNull();
  });

  it("is not one in a language other than the post's", () => {
    editorBootData.attachments = { 7: { ...attachment, alt: 'Ein Boot', language: 'de_DE' } };
    expect(libraryText(7)).toBeNull();
    const media_details = { file: '7.jpg' };
    expect(libraryText(7, { alt_text: 'Ein Boot', media_details })).toBeNull();
    const loaded = { alt_text: 'A ship', media_details, altscribe_text_language: 'en_GB' };
    expect(libraryText(7, loaded)).toBe('A ship');
  });
});

describe('decorative', () => {
  const one = (attributes: object, name = 'core/image'): EditorImage | undefined =>
    list({ a: block(name, { url, ...attributes }) })[0];
  const metadata = { altscribe: { isDecorative: true } };

  it.each([
    ['an image', {}, { can: true }],
    ['a linked image', { href: '/x' }, { can: false, reason: 'linked' }],
    ['an image that opens', { lightbox: { enabled: true } }, { can: false, reason: 'lightbox' }],
    ['an upload', { blob: 'blob:x' }, { can: false, reason: 'uploading' }],
    ['a decorative image', { metadata }, { can: true }],
  ])('can be %s', (_name, attributes, choice) => {
    expect(one(attributes)?.decorative).toEqual(choice);
  });

  it('lasts until the image gets a text or a link', () => {
    expect(one({ metadata })?.state).toBe('decorative');
    expect(one({ metadata, alt: 'A' })?.state).toBe('has-alt');
    expect(one({ metadata, href: '/x' })?.state).toBe('missing');
    expect(one({ metadata }, 'core/cover')?.state).toBe('decorative');
  });
});
