// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  blockEditorStore,
  editorStore,
  imageBlock,
  notices,
  noticesStore,
  openEditor,
} from '../fake-editor.ts';

const apiFetch = vi.hoisted(() => vi.fn<(request: { path: string }) => Promise<unknown>>());
const speak = vi.hoisted(() => vi.fn<(message: string) => void>());
vi.mock('@wordpress/api-fetch', () => ({ default: apiFetch }));
vi.mock('@wordpress/a11y', () => ({ speak }));
vi.mock('@wordpress/block-editor', () => ({ store: blockEditorStore }));
vi.mock('@wordpress/editor', () => ({ store: editorStore }));
vi.mock('@wordpress/notices', () => ({ store: noticesStore }));
vi.mock('@wordpress/blocks', () => ({ getBlockType: () => undefined }));
const { store } = await import('../../../../../plugin/src/editor/store/index.ts');
const { setFollow } = await import('../../../../../plugin/src/editor/store/stored-suggestions.ts');
const list = await import('../../../../../plugin/src/editor/review/follow-list.ts');
setFollow(() => Promise.resolve(list));
const { editorBootData } = await import('../../../../../plugin/src/editor/boot-data.ts');
const { watchUploads } = await import('../../../../../plugin/src/editor/uploads/watch-uploads.ts');
const { listImages } = await import('../../../../../plugin/src/editor/post/images.ts');
const { uploadEditor } =
  await import('../../../../../plugin/src/editor/uploads/upload-listener.ts');

const item = (attachment_id: number, state: string, alt_text = '') => ({
  attachment_id,
  state,
  alt_text,
});

/** Opens a post with these images, and waits for the texts of the new ones. */
function open(blocks: Parameters<typeof openEditor>[0]) {
  const registry = openEditor(blocks);
  registry.register(store);
  const stop = watchUploads(uploadEditor(registry));
  const alt = (id: string) => registry.select(blockEditorStore).getBlockAttributes(id)?.['alt'];
  return { registry, stop, alt };
}

/** The routes that were asked. */
const asked = () => apiFetch.mock.calls.map(([{ path }]) => path);

const later = (seconds: number) => vi.advanceTimersByTimeAsync(seconds * 1000);

beforeEach(() => {
  vi.useFakeTimers();
  editorBootData.attachments = {};
});

afterEach(() => {
  apiFetch.mockReset();
  speak.mockReset();
  vi.useRealTimers();
});

describe('watchUploads', () => {
  it('writes a generated text if it is still missing and announces it', async () => {
    const { registry, alt } = open({ a: imageBlock(1), b: imageBlock(1), c: imageBlock(2) });
    apiFetch.mockResolvedValueOnce([item(1, 'running'), item(2, 'waiting')]);
    await later(3);
    expect(apiFetch).toHaveBeenLastCalledWith(
      expect.objectContaining({ path: '/altscribe/v1/batch-items?ids=1,2' }),
    );
    void registry.dispatch(blockEditorStore).updateBlockAttributes('b', { alt: 'By hand' });
    apiFetch.mockResolvedValueOnce([item(1, 'written', 'A boat'), item(2, 'failed')]);
    await later(3);
    expect(['a', 'b', 'c'].map(alt)).toEqual(['A boat', 'By hand', '']);
    expect(notices.map(({ content }) => content)).toEqual(['Alt text added.']);
    expect(speak).toHaveBeenCalledWith('Alt text added. A boat');
    // The balance that the sidebar shows has changed.
    expect(asked().at(-1)).toBe('/altscribe/v1/account?post_id=5');
    await later(900);
    expect(asked()).toHaveLength(3);
  });

  it('shows a text that waits for review, which was paid for', async () => {
    const { registry } = open({ a: imageBlock(1) });
    apiFetch.mockResolvedValueOnce([item(1, 'suggested', 'A boat')]);
    const waiting = { id: 7, attachment_id: 1, post_id: 0, place: '', text: 'A boat', hint: '' };
    apiFetch.mockImplementation(({ path }) =>
      Promise.resolve(
        path.includes('/suggestions')
          ? [{ ...waiting, purpose: null, declined: false, doubts: [] }]
          : undefined,
      ),
    );
    await later(3);
    expect(asked()).toContain('/altscribe/v1/suggestions?post=5&context=edit&waiting=suggested');
    const [image] = listImages(registry);
    expect(image && registry.select(store).getSuggestion(image)?.generated).toBe('A boat');
  });

  it('asks once about an earlier image and never about one that the post already had', async () => {
    editorBootData.attachments = {
      1: { alt: '', url: '', file: '', canEdit: true, isDecorative: false, language: 'en' },
    };
    apiFetch.mockResolvedValue([]);
    open({ a: imageBlock(1), b: imageBlock(2), c: imageBlock(3, 'A text') });
    await later(900);
    expect(asked()).toEqual(['/altscribe/v1/batch-items?ids=2']);
  });

  it('stops asking once no image is waiting: it was removed or has a text', async () => {
    const { registry } = open({ a: imageBlock(1), b: imageBlock(2) });
    apiFetch.mockResolvedValue([item(1, 'waiting'), item(2, 'waiting')]);
    await later(3);
    void registry.dispatch(blockEditorStore).remove('a');
    void registry.dispatch(blockEditorStore).updateBlockAttributes('b', { alt: 'By hand' });
    await later(900);
    expect(apiFetch).toHaveBeenCalledTimes(1);
  });

  it('continues after an error and gives up after ten minutes', async () => {
    open({ a: imageBlock(1) });
    apiFetch.mockRejectedValue({ code: 'fetch_error', message: 'x' });
    await later(590);
    const count = apiFetch.mock.calls.length;
    expect(count).toBeGreaterThan(15);
    expect(count).toBeLessThan(30);
    await later(900);
    expect(apiFetch.mock.calls.length - count).toBeLessThan(3);
  });

  it('stops with the editor', async () => {
    const { stop } = open({ a: imageBlock(1) });
    await later(1);
    stop();
    await later(900);
    expect(apiFetch).not.toHaveBeenCalled();
  });
});
