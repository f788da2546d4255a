// @vitest-environment jsdom
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { blockEditorStore, calls, editorStore, imageBlock, openEditor } from '../fake-editor.ts';

vi.mock('@wordpress/block-editor', () => ({ store: blockEditorStore }));
vi.mock('@wordpress/editor', () => ({ store: editorStore }));
interface SourceArgs {
  select: ReturnType<typeof openEditor>['select'];
  clientId: string;
  context: Record<string, unknown>;
  bindings: Record<string, unknown>;
}

/** The values written to sources. */
const written: object[] = [];

/** The two sources of WordPress, as far as they matter here. */
const sources: Record<string, object> = {
  'core/pattern-overrides': {
    getValues: ({ select, clientId, context, bindings }: SourceArgs) => {
      const content = context['pattern/overrides'] as Record<string, object> | undefined;
      const own = select(blockEditorStore).getBlockAttributes(clientId);
      const values: Record<string, unknown> = { ...own, ...content?.['Photo'] };
      return Object.fromEntries(Object.keys(bindings).map((name) => [name, values[name]]));
    },
    setValues: ({ clientId, context, bindings }: SourceArgs) => {
      written.push({ clientId, context, bindings });
    },
    canUserEditValue: () => true,
  },
  'core/post-meta': {
    canUserEditValue: ({ context, args }: { context: object; args?: { key: string } }) =>
      args?.key === 'caption' && !('queryId' in context),
  },
};

const titles: Record<string, string> = {
  'core/gallery': 'Gallery',
  'core/columns': 'Columns',
  'core/column': 'Column',
};
const providesContext: Record<string, object> = {
  'core/block': { 'pattern/overrides': 'content' },
  'core/query': { queryId: 'queryId' },
};
vi.mock('@wordpress/blocks', () => ({
  getBlockType: (name: string) => ({
    title: titles[name],
    attributes: { isDecorative: {} },
    providesContext: providesContext[name],
  }),
  getBlockBindingsSource: (name: string) => sources[name],
}));
const { imageKey } = await import('../../../../../plugin/src/editor/post/editor-image.ts');
const { findImage, listImages } = await import('../../../../../plugin/src/editor/post/images.ts');
const { targetKey } = await import('../../../../../plugin/src/editor/post/alt-text-target.ts');
const { writeAltTexts } = await import('../../../../../plugin/src/editor/post/write-alt-texts.ts');

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
  written.length = 0;
  registry = openEditor(blocks);
});

const block = (clientId: string) => ({ type: 'block', clientId }) as const;

const overridable = (id: number, name = 'Photo', alt = '') =>
  imageBlock(id, alt, {
    metadata: { name, bindings: { __default: { source: 'core/pattern-overrides' } } },
  });

describe('listImages', () => {
  it('finds images at any depth in document order, without empty blocks', () => {
    expect(
      listImages(registry).map(({ target, container }) => [targetKey(target), container]),
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

  it('states why a block is locked', () => {
    const locks = listImages(registry).map(({ lock }) => lock);
    expect(locks).toEqual([null, null, null, null, 'pattern', 'binding', 'template']);
  });

  it('returns the same object for unchanged images and notices changes', () => {
    const [lily, rose, tulip] = listImages(registry);
    const { remove, updateBlockAttributes } = registry.dispatch(blockEditorStore);
    void updateBlockAttributes('tulip', { alt: 'A tulip' });
    const again = listImages(registry);
    expect(again[0]).toBe(lily);
    expect(again[1]).toBe(rose);
    expect(again[2]).toEqual({ ...tulip, alt: 'A tulip', state: 'has-alt' });
    void remove('lily');
    expect(listImages(registry)[0]).toEqual({ ...rose, number: 1 });
  });

  it('searches only the post if the template is shown around it', () => {
    registry = openEditor({
      logo: imageBlock(1),
      content: { name: 'core/post-content', attributes: {}, innerBlocks: ['photo'] },
      photo: imageBlock(2),
    });
    void registry.dispatch(editorStore).setRenderingMode('template-locked');
    expect(listImages(registry).map(({ target }) => target)).toEqual([block('photo')]);
  });
});

describe('listImages, locks', () => {
  const locks = (shown: Parameters<typeof openEditor>[0]) =>
    listImages(openEditor(shown)).map(({ lock }) => lock);
  const pattern = (content: object, ...innerBlocks: string[]) => ({
    name: 'core/block',
    attributes: { content },
    innerBlocks,
  });
  const group = (...innerBlocks: string[]) => ({
    name: 'core/group',
    attributes: {},
    innerBlocks,
  });
  const bound = (key: string) =>
    imageBlock(1, 'Own', {
      metadata: { bindings: { alt: { source: 'core/post-meta', args: { key } } } },
    });

  it('does not lock what posts may override in a synced pattern', () => {
    const unnamed = overridable(2, '');
    const fixed = imageBlock(3, '', {
      metadata: { name: 'Fixed', bindings: { url: { source: 'core/pattern-overrides' } } },
    });
    const shown = { pattern: pattern({}, 'a', 'b', 'c'), a: overridable(1), b: unnamed, c: fixed };
    expect(locks(shown)).toEqual([null, 'pattern', 'pattern']);
  });

  it('locks a pattern inside another', () => {
    const shown = { outer: pattern({}, 'inner'), inner: pattern({}, 'a'), a: overridable(1) };
    expect(locks(shown)).toEqual(['pattern']);
  });

  it('asks the source of the alt text whether it can be edited', () => {
    expect(locks({ a: bound('caption'), b: bound('secret') })).toEqual([null, 'binding']);
    expect(
      locks({
        query: { name: 'core/query', attributes: { queryId: 0 }, innerBlocks: ['a'] },
        a: bound('caption'),
      }),
    ).toEqual(['binding']);
  });

  it('does not lock images outside the pattern that is being edited', () => {
    const shown = {
      '': { ...group(), mode: 'disabled' as const },
      a: { ...imageBlock(1), isDisabled: true },
      edited: group('b'),
      b: imageBlock(2),
    };
    expect(locks(shown)).toEqual([null, null]);
  });

  it('does not lock nested images while the editor is zoomed out', () => {
    const section = { ...group('a'), mode: 'contentOnly' as const };
    const shown = { section, a: { ...imageBlock(1), isDisabled: true } };
    expect(locks(shown)).toEqual([null]);
  });

  it('locks all images of a post that cannot be edited at all', () => {
    const root = { ...group(), mode: 'disabled' as const };
    expect(locks({ '': root, a: { ...imageBlock(1), isDisabled: true } })).toEqual(['template']);
  });

  it('locks all images of a template that does not show the post', () => {
    registry = openEditor({
      '': { ...group(), mode: 'disabled' },
      title: { ...group(), mode: 'contentOnly' },
      a: { ...imageBlock(1), isDisabled: true },
    });
    void registry.dispatch(editorStore).setRenderingMode('template-locked');
    expect(listImages(registry).map(({ lock }) => lock)).toEqual(['template']);
  });
});

describe('an image whose attributes come from a source', () => {
  it('is the overriding image of the post', () => {
    const content = { Photo: { id: 9, url: 'https://example.com/9.jpg', alt: 'Overridden' } };
    registry = openEditor({
      pattern: { name: 'core/block', attributes: { content }, innerBlocks: ['a'] },
      a: overridable(1, 'Photo', 'Original'),
    });
    expect(findImage(registry, block('a'))).toMatchObject({
      attachmentId: 9,
      url: 'https://example.com/9.jpg',
      alt: 'Overridden',
      state: 'has-alt',
    });
  });

  it('gets its alt text through the source, in the same undo step as others', () => {
    registry = openEditor({
      pattern: { name: 'core/block', attributes: {}, innerBlocks: ['a'] },
      a: overridable(1),
      b: imageBlock(2),
    });
    writeAltTexts(registry, [
      { target: block('a'), text: 'Text' },
      { target: block('b'), text: 'Text' },
    ]);
    expect(written).toEqual([
      {
        clientId: 'a',
        context: { postId: 5, postType: 'post', 'pattern/overrides': undefined },
        bindings: { alt: { args: undefined, newValue: 'Text' } },
      },
    ]);
    expect(listImages(registry).map(({ alt }) => alt)).toEqual(['', 'Text']);
    expect(calls).toEqual(['closeUndoStep', 'updateBlockAttributes', 'closeUndoStep']);
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

  it('is the attachment, whichever size is shown', () => {
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

describe('writeAltTexts', () => {
  it("works without WordPress's unstable action that closes an undo step", () => {
    const actions = registry.dispatch(blockEditorStore);
    Reflect.deleteProperty(actions, '__unstableMarkLastChangeAsPersistent');
    writeAltTexts(registry, [{ target: block('lily'), text: 'Text' }]);
    expect(calls).toEqual(['updateBlockAttributes']);
  });

  it('writes one undo step, closed on both sides', () => {
    writeAltTexts(registry, [
      { target: block('lily'), text: 'Text' },
      { target: block('tulip'), text: 'Text' },
    ]);
    expect(calls).toEqual(['closeUndoStep', 'updateBlockAttributes', 'closeUndoStep']);
    const alts = listImages(registry).map(({ alt }) => alt);
    expect(alts).toEqual(['Text', 'A rose', 'Text', '', '', 'Bound', '']);
  });
});
