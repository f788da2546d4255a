// @vitest-environment jsdom
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import {
  blockEditorStore,
  editorStore,
  imageBlock,
  openEditor,
  userState,
} from '../fake-editor.ts';

vi.mock('@wordpress/block-editor', () => ({ store: blockEditorStore }));
vi.mock('@wordpress/editor', () => ({ store: editorStore }));
vi.mock('@wordpress/blocks', () => ({ getBlockType: () => undefined }));
vi.mock(import('../../../../../plugin/src/editor/post/images.ts'), async (importOriginal) => {
  const original = await importOriginal();
  return { ...original, listImages: vi.fn(original.listImages) };
});
const { listImages } = await import('../../../../../plugin/src/editor/post/images.ts');
const { focusRequestStore } =
  await import('../../../../../plugin/src/editor/store/focus-request.ts');
const { watchImages } = await import('../../../../../plugin/src/editor/post/watch.ts');

const settled = () => new Promise((resolve) => setTimeout(resolve));

describe('watchImages', () => {
  const open = () =>
    openEditor({ a: imageBlock(1), p: { name: 'core/paragraph', attributes: { content: '' } } });

  it('is shared by all components', () => {
    const registry = open();
    expect(watchImages(registry)).toBe(watchImages(registry));
    expect(watchImages(open())).not.toBe(watchImages(registry));
  });

  it('notifies about changes of images only', async () => {
    const registry = open();
    const { get, subscribe } = watchImages(registry);
    const onChange = vi.fn();
    subscribe(onChange);
    await settled();
    onChange.mockClear();
    const before = get();
    const { updateBlockAttributes } = registry.dispatch(blockEditorStore);

    void updateBlockAttributes('p', { content: 'A letter' });
    await settled();
    expect(onChange).not.toHaveBeenCalled();
    expect(get()).toBe(before);

    void updateBlockAttributes('a', { alt: 'A text' });
    await settled();
    expect(onChange).toHaveBeenCalledTimes(1);
    expect(get().map(({ alt }) => alt)).toEqual(['A text']);
  });

  it('reads the post once for many changes and many listeners', async () => {
    const registry = open();
    const { get, subscribe } = watchImages(registry);
    const ends = [1, 2, 3].map(() => subscribe(vi.fn()));
    await settled();
    vi.mocked(listImages).mockClear();
    const { updateBlockAttributes } = registry.dispatch(blockEditorStore);
    for (const content of ['a', 'ab', 'abc']) {
      void updateBlockAttributes('p', { content });
    }
    await settled();
    get();
    expect(listImages).toHaveBeenCalledTimes(1);
    ends.forEach((end) => end());
    void updateBlockAttributes('p', { content: 'abcd' });
    await settled();
    expect(listImages).toHaveBeenCalledTimes(1);
  });

  it('reads the post once for several letters, and immediately when the user stops typing', async () => {
    vi.useFakeTimers();
    onTestFinished(() => {
      userState.isTyping = false;
      vi.useRealTimers();
    });
    const registry = open();
    const { get, subscribe } = watchImages(registry);
    subscribe(vi.fn());
    await vi.runAllTimersAsync();
    vi.mocked(listImages).mockClear();
    const { updateBlockAttributes } = registry.dispatch(blockEditorStore);
    const alts = () => get().map(({ alt }) => alt);

    userState.isTyping = true;
    for (const alt of ['a', 'ab', 'abc']) {
      void updateBlockAttributes('a', { alt });
      await vi.advanceTimersByTimeAsync(50);
    }
    expect(listImages).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(150);
    expect(alts()).toEqual(['abc']);

    void updateBlockAttributes('a', { alt: 'abcd' });
    userState.isTyping = false;
    void updateBlockAttributes('p', { content: 'A letter' });
    await vi.advanceTimersByTimeAsync(0);
    expect(alts()).toEqual(['abcd']);
    await vi.runAllTimersAsync();
    expect(listImages).toHaveBeenCalledTimes(2);
  });

  it('reads nothing when another store changes, such as while a suggestion is edited', async () => {
    const registry = open();
    const { subscribe } = watchImages(registry);
    subscribe(vi.fn());
    await settled();
    vi.mocked(listImages).mockClear();
    void registry.dispatch(focusRequestStore).requestFocus('a');
    await settled();
    expect(listImages).not.toHaveBeenCalled();
  });

  it('is up to date without a subscription', () => {
    const registry = open();
    const { get } = watchImages(registry);
    expect(get()).toHaveLength(1);
    void registry.dispatch(blockEditorStore).remove('a');
    expect(get()).toEqual([]);
  });
});
