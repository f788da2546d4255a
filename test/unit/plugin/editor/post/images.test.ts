import { beforeEach, describe, expect, it, vi } from 'vitest';
import { blockEditorStore, calls, editorStore, imageBlock, openEditor } from '../fake-editor.ts';

vi.mock('@wordpress/block-editor', () => ({ store: blockEditorStore }));
vi.mock('@wordpress/editor', () => ({ store: editorStore }));
const titles: Record<string, string> = {
  'core/gallery': 'Gallery',
  'core/columns': 'Columns',
  'core/column': 'Column',
};
vi.mock('@wordpress/blocks', () => ({
  getBlockType: (name: string) => ({ title: titles[name], attributes: { isDecorative: {} } }),
}));
const { imageKey, findImage, listImages } =
  await import('../../../../../plugin/src/editor/post/images.ts');
const { writeAltText } = await import('../../../../../plugin/src/editor/post/alt-text-target.ts');
const { findHeadingAbove } =
  await import('../../../../../plugin/src/editor/image-blocks/post-blocks.ts');

const blocks = {
  heading: { name: 'core/heading', attributes: { content: 'Spring' } },
  lily: imageBlock(1, '', { caption: 'Our lilies', href: 'https://example.com/shop' }),
  gallery: { name: 'core/gallery', attributes: {}, innerBlocks: ['rose', 'tulip'] },
  rose: imageBlock(2, 'A rose'),
  tulip: imageBlock(3),
  columns: { name: 'core/columns', attributes: {}, innerBlocks: ['column'] },
  column: { name: 'core/column', attributes: {}, innerBlocks: ['later', 'daisy'] },
  later: { name: 'core/heading', attributes: { content: 'Summer' } },
  daisy: imageBlock(4),
  empty: { name: 'core/image', attributes: { alt: '' } },
  pattern: { name: 'core/block', attributes: {}, innerBlocks: ['shared'] },
  shared: imageBlock(5),
  bound: imageBlock(6, 'Bound', { metadata: { bindings: { alt: { source: 'core/post-meta' } } } }),
  fixed: { ...imageBlock(7), isDisabled: true },
};

let registry = openEditor(blocks);
beforeEach(() => {
  registry = openEditor(blocks);
});

const block = (clientId: string) => ({ type: 'block', clientId }) as const;

describe('listImages', () => {
  it('finds images at any depth in document order, without empty blocks', () => {
    expect(
      listImages(registry).map(({ target, container }) => [target.clientId, container]),
    ).toEqual([
      ['lily', ''],
      ['rose', 'Gallery'],
      ['tulip', 'Gallery'],
      ['daisy', 'Columns'],
      ['shared', ''],
      ['bound', ''],
      ['fixed', ''],
    ]);
  });

  it('tells why a block is locked', () => {
    const locks = listImages(registry).map(({ lock }) => lock);
    expect(locks).toEqual([null, null, null, null, 'pattern', 'binding', 'template']);
  });

  it('looks only into the post where the template is shown around it', () => {
    registry = openEditor({
      logo: imageBlock(1),
      content: { name: 'core/post-content', attributes: {}, innerBlocks: ['photo'] },
      photo: imageBlock(2),
    });
    void registry.dispatch(editorStore).setRenderingMode('template-locked');
    expect(listImages(registry).map(({ target }) => target)).toEqual([block('photo')]);
  });
});

describe('listImages, state', () => {
  const url = 'https://example.com/a.jpg';

  it.each([
    ['an empty alt', { url }, 'missing'],
    ['an alt of blanks', { url, alt: '  ' }, 'missing'],
    ['an alt', { url, alt: 'A dog' }, 'has-alt'],
    ['an upload', { blob: 'blob:x' }, 'uploading'],
    ['an old upload', { url: 'blob:x' }, 'uploading'],
    ['a decorative image', { url, isDecorative: true }, 'decorative'],
    [
      'a bound alt',
      { url, alt: 'A dog', metadata: { bindings: { alt: { source: 'core/post-meta' } } } },
      'locked',
    ],
  ])('%s', (_name, attributes, state) => {
    registry = openEditor({ a: { name: 'core/image', attributes } });
    expect(findImage(registry, block('a'))?.state).toBe(state);
  });
});

describe('imageKey', () => {
  const images = (...attributes: object[]) => {
    const shown = attributes.map((more, index) => [String(index), imageBlock(7, '', { ...more })]);
    return listImages(openEditor(Object.fromEntries(shown) as typeof blocks)).map(imageKey);
  };

  it('is the attachment, whatever the size shown', () => {
    const [shown, smaller, other, external] = images(
      {},
      { url: 'https://example.com/7-300x200.jpg' },
      { id: 8 },
      { id: undefined },
    );
    expect(smaller).toBe(shown);
    expect(other).not.toBe(shown);
    expect(external).not.toBe(shown);
  });

  it('is the address of an external image', () => {
    const [external, same, other] = images(
      { id: undefined },
      { id: undefined },
      { id: undefined, url: 'https://example.com/b.jpg' },
    );
    expect(same).toBe(external);
    expect(other).not.toBe(external);
  });
});

describe('findHeadingAbove', () => {
  it('takes the nearest heading above', () => {
    expect(findHeadingAbove(registry, 'lily')).toBe('Spring');
    expect(findHeadingAbove(registry, 'daisy')).toBe('Summer');
  });
});

describe('writeAltText', () => {
  it('writes one undo step, closed on both sides', () => {
    writeAltText(registry, [block('lily'), block('tulip')], 'Text');
    expect(calls).toEqual(['closeUndoStep', 'updateBlockAttributes', 'closeUndoStep']);
    const alts = listImages(registry).map(({ alt }) => alt);
    expect(alts).toEqual(['Text', 'A rose', 'Text', '', '', 'Bound', '']);
  });
});
