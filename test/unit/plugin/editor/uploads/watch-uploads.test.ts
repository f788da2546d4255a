// @vitest-environment jsdom
import { describe, expect, it, vi } from 'vitest';
import { listImages } from '../../../../../plugin/src/editor/post/images.ts';
import { uploadEditor } from '../../../../../plugin/src/editor/uploads/upload-listener.ts';
import { watchUploads } from '../../../../../plugin/src/editor/uploads/watch-uploads.ts';
import {
  attributes,
  blockEditorStore,
  edit,
  editorBootData,
  imageBlock,
  notice,
  openEditor,
  registry,
  serve,
  serveSuggestions,
  spoken,
  store,
  type Blocks,
} from '../open-editor.ts';

const item = (attachment_id: number, state: string, alt_text = '') => ({
  attachment_id,
  state,
  alt_text,
});

/** Opens a post with these images, and waits for the texts of the new ones. */
function open(blocks: Blocks): () => void {
  return watchUploads(uploadEditor(openEditor(blocks)));
}

/** The routes that were asked. */
const asked = () => serve.mock.calls.map(([{ path }]) => path);

const later = (seconds: number) => vi.advanceTimersByTimeAsync(seconds * 1000);

describe('watchUploads', () => {
  it('writes a generated text if it is still missing and announces it', async () => {
    open({ a: imageBlock(1), b: imageBlock(1), c: imageBlock(2) });
    serve.mockResolvedValueOnce([item(1, 'running'), item(2, 'waiting')]);
    await later(3);
    expect(serve).toHaveBeenLastCalledWith(
      expect.objectContaining({ path: '/altscribe/v1/batch-items?ids=1%2C2' }),
    );
    edit('b', { alt: 'By hand' });
    serve.mockResolvedValueOnce([item(1, 'written', 'A boat'), item(2, 'failed')]);
    await later(3);
    expect(['a', 'b', 'c'].map((id) => attributes(id)?.['alt'])).toEqual(['A boat', 'By hand', '']);
    expect(notice()?.content).toBe('Alt text added.');
    expect(spoken()).toBe('Alt text added. A boat');
    // The balance that the sidebar shows has changed.
    expect(asked().at(-1)).toBe('/altscribe/v1/account?post_id=5');
    await later(900);
    expect(asked()).toHaveLength(3);
  });

  it('shows a text that waits for review, which was paid for', async () => {
    open({ a: imageBlock(1) });
    serve.mockResolvedValueOnce([item(1, 'suggested', 'A boat')]);
    const waiting = { id: 7, attachment_id: 1, post_id: 0, place: '', text: 'A boat', hint: '' };
    serveSuggestions.mockResolvedValue([
      { ...waiting, purpose: null, declined: false, doubts: [] },
    ]);
    await later(3);
    expect(serveSuggestions.mock.calls[0]?.[0].path).toBe(
      '/altscribe/v1/suggestions?post=5&context=edit&waiting=suggested',
    );
    const [image] = listImages(registry);
    expect(image && registry.select(store).getSuggestion(image)?.generated).toBe('A boat');
  });

  it('asks once about an earlier image and never about one that the post already had', async () => {
    editorBootData.attachments = {
      1: { alt: '', url: '', file: '', canEdit: true, isDecorative: false, language: 'en' },
    };
    serve.mockResolvedValue([]);
    open({ a: imageBlock(1), b: imageBlock(2), c: imageBlock(3, 'A text') });
    await later(900);
    expect(asked()).toEqual(['/altscribe/v1/batch-items?ids=2']);
  });

  it('stops asking once no image is waiting: it was removed or has a text', async () => {
    open({ a: imageBlock(1), b: imageBlock(2) });
    serve.mockResolvedValue([item(1, 'waiting'), item(2, 'waiting')]);
    await later(3);
    void registry.dispatch(blockEditorStore).removeBlock('a', false);
    edit('b', { alt: 'By hand' });
    await later(900);
    expect(serve).toHaveBeenCalledTimes(1);
  });

  it('continues after an error and gives up after ten minutes', async () => {
    open({ a: imageBlock(1) });
    serve.mockRejectedValue({ code: 'fetch_error', message: 'x' });
    await later(590);
    const count = serve.mock.calls.length;
    expect(count).toBeGreaterThan(15);
    expect(count).toBeLessThan(30);
    await later(900);
    expect(serve.mock.calls.length - count).toBeLessThan(3);
  });

  it('stops with the editor', async () => {
    const stop = open({ a: imageBlock(1) });
    await later(1);
    stop();
    await later(900);
    expect(serve).not.toHaveBeenCalled();
  });
});
