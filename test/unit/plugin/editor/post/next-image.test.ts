// @vitest-environment jsdom
import { describe, expect, it, vi } from 'vitest';
import { blockEditorStore, editorStore, imageBlock, openEditor } from '../fake-editor.ts';

vi.mock('@wordpress/block-editor', () => ({ store: blockEditorStore }));
vi.mock('@wordpress/editor', () => ({ store: editorStore }));
vi.mock('@wordpress/blocks', () => ({ getBlockType: () => undefined }));
const { findNextMissing } = await import('../../../../../plugin/src/editor/post/images.ts');

const paragraph = { name: 'core/paragraph', attributes: {} };

describe('findNextMissing', () => {
  const open = (selected?: string) => {
    const blocks = {
      a: imageBlock(1),
      b: imageBlock(2, 'By hand'),
      p: paragraph,
      c: imageBlock(3),
      d: imageBlock(4, 'By hand'),
    };
    return openEditor(
      Object.fromEntries(
        Object.entries(blocks).map(([id, block]) => [
          id,
          { ...block, isSelected: id === selected },
        ]),
      ),
    );
  };
  const next = (registry: ReturnType<typeof open>, key: string | null = null) =>
    findNextMissing(registry, key)?.target;
  const block = (clientId: string) => ({ type: 'block', clientId });

  it('starts at the beginning without a selection', () => {
    expect(next(open())).toEqual(block('a'));
  });
  it('continues after the selected block, whichever that is', () => {
    expect(next(open('a'))).toEqual(block('c'));
    expect(next(open('p'))).toEqual(block('c'));
  });
  it('starts over after the last one', () => {
    expect(next(open('d'))).toEqual(block('a'));
    expect(next(open('c'))).toEqual(block('a'));
  });
  it('continues after the focused row rather than after the selection', () => {
    expect(next(open('d'), 'a')).toEqual(block('c'));
  });
  it('returns nothing if every image has a text', () => {
    expect(next(openEditor({ a: imageBlock(1, 'By hand') }))).toBeUndefined();
  });
});
