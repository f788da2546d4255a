// @vitest-environment jsdom
import { describe, expect, it } from 'vitest';
import { targetKey } from '../../../../../plugin/src/editor/post/alt-text-target.ts';
import { imageKey } from '../../../../../plugin/src/editor/post/editor-image.ts';
import {
  findNextMissing,
  listImages,
  reuseEqualItems,
} from '../../../../../plugin/src/editor/post/images.ts';
import {
  block,
  blockActions,
  blockEditorStore,
  edit,
  editorBootData,
  editPost,
  editorStore,
  findImage,
  imageBlock,
  loadAttachment,
  openEditor,
  registry,
  type Blocks,
  type ShownBlock,
} from '../open-editor.ts';

const url = 'https://example.com/7.jpg';
const shown = (name: string, attributes: object = {}, ...innerBlocks: string[]): ShownBlock => ({
  name,
  attributes: { ...attributes },
  innerBlocks,
});
const list = (blocks: Blocks, featured = 0) => {
  openEditor(blocks);
  editPost({ featured_media: featured });
  return listImages(registry);
};
const mode = (clientId: string, value: 'disabled' | 'contentOnly') =>
  void blockActions()['setBlockEditingMode']?.(clientId, value);

describe('listImages', () => {
  const blocks = {
    lily: imageBlock(1),
    gallery: shown('core/gallery', {}, 'rose', 'tulip'),
    rose: imageBlock(2, 'A rose'),
    tulip: imageBlock(3),
    columns: shown('core/columns', {}, 'column'),
    column: shown('core/column', {}, 'daisy'),
    daisy: imageBlock(4),
    empty: shown('core/image', { alt: '' }),
  };

  it('finds images at any depth in document order, without empty blocks', () => {
    const found = list(blocks).map(({ target }) => targetKey(target));
    expect(found).toEqual(['lily', 'rose', 'tulip', 'daisy']);
  });

  it('returns the same object for unchanged images and notices changes', () => {
    const [lily, rose, tulip] = list(blocks);
    edit('tulip', { alt: 'A tulip' });
    const again = listImages(registry);
    expect(again[0]).toBe(lily);
    expect(again[1]).toBe(rose);
    expect(again[2]).toEqual({ ...tulip, alt: 'A tulip', state: 'has-alt' });
    void registry.dispatch(blockEditorStore).removeBlock('lily', false);
    expect(listImages(registry)[0]).toEqual({ ...rose, number: 1 });
  });

  it('searches only the post if the template is shown around it', () => {
    openEditor({
      logo: imageBlock(1),
      content: shown('core/post-content', {}, 'photo'),
      photo: imageBlock(2),
    });
    void registry.dispatch(editorStore).setRenderingMode('template-locked');
    expect(listImages(registry).map(({ target }) => target)).toEqual([block('photo')]);
  });

  it.each([
    ['an empty alt', { url }, 'missing'],
    ['an alt of blanks', { url, alt: '  ' }, 'missing'],
    ['an alt', { url, alt: 'A dog' }, 'has-alt'],
    ['an upload', { blob: 'blob:x' }, 'uploading'],
    ['an old upload', { url: 'blob:x' }, 'uploading'],
    [
      'a bound alt',
      { url, alt: 'A dog', metadata: { bindings: { alt: { source: 'acme/none' } } } },
      'locked',
    ],
  ])('states of %s what it is', (_name, attributes, state) => {
    expect(list({ a: shown('core/image', attributes) })[0]?.state).toBe(state);
  });

  it.each([
    ['a cover of one colour', shown('core/cover', { overlayColor: 'black' })],
    ['an embedded video', shown('core/cover', { url, backgroundType: 'embed-video' })],
    [
      'media and text with a video',
      shown('core/media-text', { mediaUrl: url, mediaType: 'video' }),
    ],
    ['empty media and text', shown('core/media-text', { mediaType: 'image' })],
    ['a file', shown('core/file', { href: url, id: 7 })],
    ['the logo', shown('core/site-logo', { id: 7 })],
    ['a cover without a featured image', shown('core/cover', { useFeaturedImage: true })],
  ])('does not list %s', (_name, one) => {
    expect(list({ a: one })).toEqual([]);
  });
});

describe('a locked image', () => {
  const locks = () => listImages(registry).map(({ lock }) => lock);

  it('is each of a post that cannot be edited at all', () => {
    openEditor({ a: imageBlock(1) });
    mode('', 'disabled');
    mode('a', 'disabled');
    expect(locks()).toEqual(['template']);
  });

  it('is each of a template that does not show the post', () => {
    openEditor({ title: shown('core/group'), a: imageBlock(1) });
    void registry.dispatch(editorStore).setRenderingMode('template-locked');
    mode('', 'disabled');
    mode('title', 'contentOnly');
    mode('a', 'disabled');
    expect(locks()).toEqual(['template']);
  });

  it.each([
    'core/post-template',
    'core/comment-template',
    'core/term-template',
    'woocommerce/product-template',
  ])('is one that %s repeats, and nothing else', (repeater) => {
    const images = list(
      {
        query: shown('core/query', {}, 'template', 'outside'),
        template: shown(repeater, {}, 'a', 'b'),
        a: shown('core/image', { url }),
        b: shown('core/cover', { useFeaturedImage: true }),
        outside: imageBlock(8),
      },
      7,
    );
    expect(images.map(({ kind, lock, isReadOnly }) => [kind, lock, isReadOnly])).toEqual([
      ['featured', null, false],
      ['image', 'query', true],
      ['image', null, false],
    ]);
  });

  it('is one of a pattern inside another, and one that no name makes overridable', () => {
    const photo = (name: string, bound: string) =>
      imageBlock(1, '', {
        metadata: { name, bindings: { [bound]: { source: 'core/pattern-overrides' } } },
      });
    openEditor({
      outer: shown('core/block', {}, 'inner', 'unnamed', 'fixed'),
      inner: shown('core/block', {}, 'a'),
      a: photo('Photo', '__default'),
      unnamed: photo('', '__default'),
      fixed: photo('Fixed', 'url'),
    });
    expect(locks()).toEqual(['pattern', 'pattern', 'pattern']);
  });
});

describe('images of HTML', () => {
  it('can only be edited by the user', () => {
    const html = `<p><img src="a.png" alt="A"><img class="wp-image-9" src="b.png" alt=""></p><img>`;
    const parts = ['<div>', null, '<img src="c.png"></div>'];
    const images = list({
      old: shown('core/freeform', { content: html }),
      // Of "Custom HTML" in WordPress 7.1.
      parts: { ...shown('core/html'), innerContent: parts } as ShownBlock,
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
  ])('are decorative or not: %s', (_name, content, state) => {
    const [image] = list({ old: shown('core/freeform', { content }) });
    expect(image).toMatchObject({ state, decorative: { can: false, reason: 'html' } });
  });
});

describe('attachments', () => {
  const file = '7.jpg';
  const attachment = { alt: '', url, file, canEdit: true, isDecorative: false, language: 'en' };

  it('The featured image comes first with its text, and blocks that show it refer to it', () => {
    editorBootData.attachments = { 7: { ...attachment, alt: 'A boat' } };
    const blocks = { a: imageBlock(1), b: shown('core/media-text', { useFeaturedImage: true }) };
    expect(list(blocks, 7)).toMatchObject([
      { kind: 'featured', state: 'has-alt', alt: 'A boat', url, number: 1 },
      { kind: 'image', number: 2 },
      { kind: 'media-text', state: 'pointer', pointsTo: 'attachment:7', alt: 'A boat' },
    ]);
  });

  it.each([
    ['nobody else edits', { canEdit: false }, 'locked', 'attachment'],
    ['is decorative', { isDecorative: true }, 'decorative', null],
    ['was marked before it got a text', { isDecorative: true, alt: 'A' }, 'has-alt', null],
  ])('A featured image which %s', (_name, more, state, lock) => {
    editorBootData.attachments = { 7: { ...attachment, ...more } };
    expect(list({}, 7)).toMatchObject([{ state, lock }]);
  });

  it('A featured image counts even if it is not loaded yet', () => {
    expect(list({}, 7)).toMatchObject([{ state: 'missing', attachmentId: 7, url: '' }]);
  });

  it.each([
    ['the one that was known from the start', {}, undefined, 'A boat'],
    ['not the one of another file, after an import', { file: '2020/boat.jpg' }, undefined, null],
    ['not one in another language', { language: 'de_DE' }, undefined, null],
    ['the one that WordPress has loaded since', {}, { alt_text: 'A ship' }, 'A ship'],
    ['none if that is empty', {}, { alt_text: '' }, null],
    ['not a loaded one in another language', { language: 'de_DE' }, { alt_text: 'Ein Boot' }, null],
    [
      'a loaded one in that of the post',
      { language: 'de_DE' },
      { alt_text: 'A ship', altscribe_text_language: 'en_GB' },
      'A ship',
    ],
  ])('The text of the library is %s', (_name, more, loaded, text) => {
    openEditor({ a: imageBlock(7) });
    editorBootData.attachments = { 7: { ...attachment, alt: 'A boat', ...more } };
    if (loaded) {
      loadAttachment(7, { ...loaded, media_details: { file } });
    }
    expect(listImages(registry)[0]?.libraryText).toBe(text);
  });
});

describe('a decorative image', () => {
  const one = (attributes: object, name = 'core/image') =>
    list({ a: shown(name, { url, ...attributes }) })[0];
  const metadata = { altscribe: { isDecorative: true } };

  it.each([
    ['an image', {}, { can: true }],
    ['a linked image', { href: '/x' }, { can: false, reason: 'linked' }],
    ['an image that opens', { lightbox: { enabled: true } }, { can: false, reason: 'lightbox' }],
    ['an upload', { blob: 'blob:x' }, { can: false, reason: 'uploading' }],
  ])('can be %s, or not', (_name, attributes, choice) => {
    expect(one(attributes)?.decorative).toEqual(choice);
  });

  it('lasts until the image gets a text or a link', () => {
    expect(one({ metadata })?.state).toBe('decorative');
    expect(one({ metadata, alt: 'A' })?.state).toBe('has-alt');
    expect(one({ metadata, href: '/x' })?.state).toBe('missing');
    expect(one({ metadata }, 'core/cover')?.state).toBe('decorative');
  });
});

it('imageKey is the attachment, whichever size is shown, or the address', () => {
  const external = 'https://example.com/b.jpg';
  const keys = [
    {},
    { url: 'https://example.com/7-300x200.jpg' },
    { id: 8 },
    { id: undefined },
    { id: undefined },
    { id: undefined, url: external },
  ].map((more) => {
    const [image] = list({ a: imageBlock(7, '', more) });
    return image && imageKey(image);
  });
  expect(keys[1]).toBe(keys[0]);
  expect(keys[4]).toBe(keys[3]);
  expect(new Set(keys).size).toBe(4);
});

it.each([
  ['starts at the beginning without a selection', undefined, null, 'a'],
  ['continues after the selected image', 'a', null, 'c'],
  ['continues after the selected block, whichever that is', 'p', null, 'c'],
  ['starts over after the last one', 'd', null, 'a'],
  ['starts over after the last image', 'c', null, 'a'],
  ['continues after the focused row rather than after the selection', 'd', 'a', 'c'],
])('findNextMissing %s', (_name, selected, focused, next) => {
  openEditor({
    a: imageBlock(1),
    b: imageBlock(2, 'By hand'),
    p: shown('core/paragraph'),
    c: imageBlock(3),
    d: imageBlock(4, 'By hand'),
  });
  if (selected) {
    void registry.dispatch(blockEditorStore).selectBlock(selected);
  }
  expect(findNextMissing(registry, focused)?.target).toEqual(block(next));
});

describe('reuseEqualItems', () => {
  const target = (clientId: string) => ({ type: 'block', clientId });

  it('returns the same object or array if nothing in it changed', () => {
    const reuse = reuseEqualItems<object>();
    const items = reuse([
      { target: target('a'), alt: '' },
      { target: target('b'), alt: '' },
    ]);
    expect(reuse([{ target: target('a'), alt: '' }, { ...items[1] }])).toBe(items);
    const next = reuse([
      { target: target('a'), alt: '' },
      { target: target('b'), alt: 'A text' },
    ]);
    expect(next[0]).toBe(items[0]);
    expect(next[1]).toEqual({ target: target('b'), alt: 'A text' });
    expect(reuse([{ target: target('a'), alt: '' }])).not.toBe(items);
  });

  it('compares rich text by identity', () => {
    class RichText {
      readonly text = 'Caption';
    }
    const reuse = reuseEqualItems<object>();
    const [one] = reuse([{ caption: new RichText() }]);
    expect(reuse([{ caption: new RichText() }])[0]).not.toBe(one);
  });
});

it('finds no image that was removed', () => {
  openEditor({ a: imageBlock(1) });
  void registry.dispatch(blockEditorStore).removeBlock('a', false);
  expect(findImage(registry, block('a'))).toBeUndefined();
});
