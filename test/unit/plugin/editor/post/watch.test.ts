// @vitest-environment jsdom
import { expect, it, vi } from 'vitest';
import { watchImages } from '../../../../../plugin/src/editor/post/watch.ts';
import { blockEditorStore, edit, imageBlock, openEditor, paragraph } from '../open-editor.ts';

function open() {
  const registry = openEditor({ a: imageBlock(1), p: paragraph('') });
  const { get, subscribe } = watchImages(registry);
  const onChange = vi.fn();
  subscribe(onChange);
  return { registry, onChange, alts: () => get().map(({ alt }) => alt), get };
}

it('notifies about changes of images only', async () => {
  const { onChange, get, alts } = open();
  await vi.runAllTimersAsync();
  onChange.mockClear();
  const before = get();
  edit('p', { content: 'A letter' });
  await vi.runAllTimersAsync();
  expect(onChange).not.toHaveBeenCalled();
  expect(get()).toBe(before);

  edit('a', { alt: 'A text' });
  await vi.runAllTimersAsync();
  expect(onChange).toHaveBeenCalledTimes(1);
  expect(alts()).toEqual(['A text']);
});

it('notifies once about several letters, and immediately when the user stops typing', async () => {
  const { registry, onChange, alts } = open();
  await vi.runAllTimersAsync();
  onChange.mockClear();
  const { startTyping, stopTyping } = registry.dispatch(blockEditorStore);
  void startTyping?.();
  for (const alt of ['a', 'ab', 'abc']) {
    edit('a', { alt });
    await vi.advanceTimersByTimeAsync(50);
  }
  expect(onChange).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(150);
  expect(onChange).toHaveBeenCalledTimes(1);
  expect(alts()).toEqual(['abc']);

  edit('a', { alt: 'abcd' });
  void stopTyping?.();
  await vi.advanceTimersByTimeAsync(0);
  expect(alts()).toEqual(['abcd']);
  expect(onChange).toHaveBeenCalledTimes(2);
});

it('is up to date without a subscription', () => {
  const registry = openEditor({ a: imageBlock(1) });
  const { get } = watchImages(registry);
  expect(get()).toHaveLength(1);
  void registry.dispatch(blockEditorStore).removeBlock('a', false);
  expect(get()).toEqual([]);
});
