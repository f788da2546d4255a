// @vitest-environment jsdom
import { describe, expect, it } from 'vitest';
import { blockEditorStore, notices } from '../fake-editor.ts';
import { alts, answer, apiFetch, block, edit, registry, siteFetch, store } from './open-store.ts';

describe('generate', () => {
  it('fills an empty alt text and can undo it', async () => {
    apiFetch.mockResolvedValue(answer('A dog'));
    await registry.dispatch(store).generate(block('a'));
    expect(alts()).toEqual(['A dog', '', 'By hand']);
    expect(registry.select(store).getAccount()).toMatchObject({ creditsAvailable: 46 });
    expect(notices[0]?.content).toBe('Alt text added.');
    notices[0]?.actions[0]?.onClick();
    expect(alts()).toEqual(['', '', 'By hand']);
  });

  it('sends the current content of the editor', async () => {
    apiFetch.mockResolvedValue(answer('A dog'));
    await registry.dispatch(store).generate(block('a'));
    expect(apiFetch.mock.calls[0]?.[0]).toMatchObject({
      path: '/altscribe/v1/generate',
      data: {
        post_id: 5,
        attachment_id: 1,
        image_url: 'https://example.com/1.jpg',
        title: 'A day in the garden',
        regenerate: false,
      },
    });
  });

  it('sends a request whose answer was lost again with its id, so it is paid for once', async () => {
    apiFetch.mockRejectedValueOnce({ code: 'fetch_error', message: 'x' });
    apiFetch.mockResolvedValue(answer('A cat'));
    for (let asked = 0; asked < 3; asked += 1) {
      await registry.dispatch(store).generate(block('c'));
    }
    const [lost, again, next] = apiFetch.mock.calls.map(([{ data }]) => data);
    expect(lost?.['request_id']).toMatch(/^[\d-]{7,64}$/);
    expect(again).toEqual(lost);
    expect(next?.['request_id']).not.toBe(lost?.['request_id']);
  });

  it('does not undo a text that was edited later', async () => {
    apiFetch.mockResolvedValue(answer('A dog'));
    await registry.dispatch(store).generate(block('a'));
    edit('a', { alt: 'A dog in the park' });
    notices[0]?.actions[0]?.onClick();
    expect(alts()[0]).toBe('A dog in the park');
  });

  it('shows a new text next to the current one', async () => {
    apiFetch.mockResolvedValue(answer('A cat'));
    await registry.dispatch(store).generate(block('c'));
    expect(alts()[2]).toBe('By hand');
    expect(registry.select(store).getRequestState(block('c')).suggestion).toMatchObject({
      text: 'A cat',
      generated: 'A cat',
      cause: null,
    });
    await registry.dispatch(store).applySuggestion(block('c'), 'A black cat');
    expect(alts()[2]).toBe('A black cat');
    expect(registry.select(store).getRequestState(block('c')).suggestion).toBeNull();
  });

  it('drops a new text that is the same as the present or the suggested one, with a word', async () => {
    const same = 'The new text is the same, so it was dropped.';
    const state = () => registry.select(store).getRequestState(block('c'));
    apiFetch.mockResolvedValue(answer('By hand'));
    await registry.dispatch(store).generate(block('c'));
    expect([state().suggestion, state().notice?.message]).toEqual([null, same]);
    apiFetch.mockResolvedValue(answer('A cat'));
    await registry.dispatch(store).generate(block('c'));
    await registry.dispatch(store).editSuggestion(block('c'), 'A black cat');
    await registry.dispatch(store).generate(block('c'));
    expect([state().suggestion?.text, state().notice?.message]).toEqual(['A black cat', same]);
    expect(siteFetch).toHaveBeenCalledTimes(1);
  });

  it('never overwrites text typed during the request', async () => {
    apiFetch.mockImplementation(() => {
      edit('a', { alt: 'Typed' });
      return Promise.resolve(answer('A dog'));
    });
    await registry.dispatch(store).generate(block('a'));
    expect(alts()[0]).toBe('Typed');
    expect(registry.select(store).getRequestState(block('a')).suggestion).toMatchObject({
      text: 'A dog',
      cause: 'edited',
    });
  });

  it('discards the answer for an image that was removed or replaced', async () => {
    apiFetch.mockImplementationOnce(() => {
      void registry.dispatch(blockEditorStore).remove('a');
      return Promise.resolve(answer('A dog'));
    });
    await registry.dispatch(store).generate(block('a'));
    expect(notices[0]?.content).toContain('removed');
    apiFetch.mockImplementationOnce(() => {
      edit('b', { id: 9, url: 'https://example.com/9.jpg' });
      return Promise.resolve(answer('A cat'));
    });
    await registry.dispatch(store).generate(block('b'));
    expect(alts()).toEqual(['', 'By hand']);
    expect(registry.select(store).getRequestState(block('b')).notice).toEqual({
      code: 'image_replaced',
      message: 'The image was replaced before its alt text was ready. Generate it again.',
    });
  });

  it('does not change an image on Undo that replaced the described one', async () => {
    apiFetch.mockResolvedValue(answer('A dog'));
    edit('a', { alt: ' ' });
    await registry.dispatch(store).generate(block('a'));
    edit('a', { id: 9, url: 'https://example.com/9.jpg' });
    notices[0]?.actions[0]?.onClick();
    expect(alts()[0]).toBe('A dog');
  });
});
