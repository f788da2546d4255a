import { beforeEach, describe, expect, it, vi } from 'vitest';
import { blockEditorStore, calls, editorStore, imageBlock, openEditor } from './fake-editor.ts';

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
const { listImages, readSurroundings, writeAlt } =
  await import('../../../plugin/src/editor/blocks.ts');

const blocks = {
  heading: { name: 'core/heading', attributes: { content: 'Spring' } },
  lily: imageBlock(1, '', { caption: 'Our lilies', href: 'https://example.com/shop' }),
  gallery: { name: 'core/gallery', attributes: {}, innerBlocks: ['rose', 'tulip'] },
  rose: imageBlock(2, 'A rose'),
  tulip: imageBlock(3),
  columns: { name: 'core/columns', attributes: {}, innerBlocks: ['column'] },
  column: { name: 'core/column', attributes: {}, innerBlocks: ['later', 'daisy'] },
  later: { name: 'core/heading', attributes: { content: 'Summer' } },
  daisy: imageBlock(4, '', { href: 'https://example.com/4.jpg', linkDestination: 'media' }),
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

describe('listImages', () => {
  it('finds images at any depth in document order, without empty blocks', () => {
    expect(listImages(registry).map(({ clientId, container }) => [clientId, container])).toEqual([
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
    expect(listImages(registry).map(({ clientId }) => clientId)).toEqual(['photo']);
  });
});

describe('readSurroundings', () => {
  it('takes the nearest heading above, caption and link', () => {
    expect(readSurroundings(registry, 'lily')).toEqual({
      caption: 'Our lilies',
      linkTarget: 'https://example.com/shop',
      heading: 'Spring',
    });
  });

  it('leaves out a link to the image itself', () => {
    expect(readSurroundings(registry, 'daisy')).toMatchObject({
      linkTarget: '',
      heading: 'Summer',
    });
  });
});

describe('writeAlt', () => {
  it('writes one undo step, closed on both sides', () => {
    writeAlt(registry, ['lily', 'tulip'], 'Text');
    expect(calls).toEqual(['closeUndoStep', 'updateBlockAttributes', 'closeUndoStep']);
    const alts = listImages(registry).map(({ alt }) => alt);
    expect(alts).toEqual(['Text', 'A rose', 'Text', '', '', 'Bound', '']);
  });
});
