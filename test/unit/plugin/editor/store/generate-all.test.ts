// @vitest-environment jsdom
import { describe, expect, it, vi } from 'vitest';
import { blockEditorStore, calls, imageBlock } from '../fake-editor.ts';
import {
  alts,
  answer,
  apiFetch,
  block,
  breakCaption,
  edit,
  failure,
  openMissing,
  registry,
  speak,
  store,
} from './open-store.ts';

describe('generateAll', () => {
  it('fills missing texts, leaves the rest and undoes all of it', async () => {
    apiFetch.mockResolvedValueOnce(answer('A dog')).mockResolvedValueOnce(answer('A cat', 45));
    await registry.dispatch(store).generateAll();
    expect(alts()).toEqual(['A dog', 'A cat', 'By hand']);
    expect(registry.select(store).getBatch()).toMatchObject({
      isRunning: false,
      done: 2,
      total: 2,
    });
    expect(speak).toHaveBeenLastCalledWith('2 alt texts added.');
    calls.length = 0;
    void registry.dispatch(store).undoBatch();
    expect(alts()).toEqual(['', '', 'By hand']);
    // One step for all of them.
    expect(calls.filter((call) => call === 'updateBlockAttributes')).toHaveLength(1);
  });

  it('skips images that got a text in the meantime, without a request', async () => {
    openMissing(4);
    apiFetch.mockImplementation(() => {
      edit('image-4', { alt: 'Typed' });
      return Promise.resolve(answer('A dog'));
    });
    await registry.dispatch(store).generateAll();
    expect(apiFetch).toHaveBeenCalledTimes(3);
    expect(alts()).toEqual(['A dog', 'A dog', 'A dog', 'Typed']);
    expect(registry.select(store).getBatch()).toMatchObject({ unchanged: 1 });
  });

  it('continues after an unreadable image', async () => {
    apiFetch.mockRejectedValueOnce(failure('altscribe_image_unreadable'));
    apiFetch.mockResolvedValueOnce(answer('A cat'));
    await registry.dispatch(store).generateAll();
    expect(alts()).toEqual(['', 'A cat', 'By hand']);
    expect(registry.select(store).getRequestState(block('a')).notice).not.toBeNull();
  });

  it.each([
    [
      'a malformed address',
      () => {
        edit('a', { id: undefined, url: 'http://' });
      },
    ],
    [
      'a caption that throws',
      () => {
        breakCaption('a');
      },
    ],
  ])('continues after an image with %s and ends', async (_case, breakImage) => {
    breakImage();
    apiFetch.mockResolvedValueOnce(answer('A cat'));
    await registry.dispatch(store).generateAll();
    expect(alts()).toEqual(['', 'A cat', 'By hand']);
    expect(registry.select(store).getRequestState(block('a'))).toMatchObject({
      startedAt: null,
      notice: { message: expect.stringContaining('.') as string },
    });
    expect(registry.select(store).getBatch()).toMatchObject({
      isRunning: false,
      done: 2,
      failed: [block('a')],
    });
  });

  it('ends, whatever throws', async () => {
    openMissing(4);
    apiFetch.mockImplementation(() => {
      // The next look at the images fails.
      edit('image-4', {
        metadata: {
          get bindings(): never {
            throw new Error('broken');
          },
        },
      });
      return Promise.resolve(answer('A dog'));
    });
    await registry.dispatch(store).generateAll();
    expect(registry.select(store).getBatch()).toMatchObject({
      isRunning: false,
      error: { message: 'Something went wrong. Nothing was changed.' },
    });
  });

  it.each(['altscribe_key_refused', 'altscribe_unreachable', 'altscribe_insufficient_credits'])(
    'ends at %s and keeps the finished texts',
    async (code) => {
      const [, second = ''] = openMissing(6);
      apiFetch.mockResolvedValue(answer('A dog'));
      apiFetch.mockResolvedValueOnce(answer('A dog')).mockRejectedValueOnce(failure(code));
      await registry.dispatch(store).generateAll();
      // The two beside the failing one, and at most one more that began meanwhile.
      expect(apiFetch.mock.calls.length).toBeLessThan(5);
      expect(alts().slice(0, 3)).toEqual(['A dog', '', 'A dog']);
      expect(alts().slice(4)).toEqual(['', '']);
      expect(registry.select(store).getBatch()?.error).not.toBeNull();
      expect(registry.select(store).getRequestState(block(second)).notice).toBeNull();
    },
  );

  it('processes at most three images at a time, and finishes those after a stop', async () => {
    openMissing(6);
    const answers: (() => void)[] = [];
    apiFetch.mockImplementation(
      () => new Promise((resolve) => answers.push(() => resolve(answer('A dog')))),
    );
    const done = registry.dispatch(store).generateAll();
    await vi.waitFor(() => expect(answers).toHaveLength(3));
    void registry.dispatch(store).stop();
    expect(registry.select(store).isStopping()).toBe(true);
    expect(speak).toHaveBeenLastCalledWith('Stopping.');
    for (const release of answers) release();
    await done;
    expect(apiFetch).toHaveBeenCalledTimes(3);
    expect(alts()).toEqual(['A dog', 'A dog', 'A dog', '', '', '']);
    expect(registry.select(store).getBatch()).toMatchObject({ isRunning: false, done: 3 });
    expect(registry.select(store).isStopping()).toBe(false);
  });

  it('announces the start, every fifth image, a long wait and the result', async () => {
    openMissing(6);
    const answers: (() => void)[] = [];
    apiFetch.mockImplementation(
      () => new Promise((resolve) => answers.push(() => resolve(answer('A dog')))),
    );
    const done = registry.dispatch(store).generateAll();
    await vi.advanceTimersByTimeAsync(8_000);
    for (let image = 0; image < 6; image += 1) {
      answers[image]?.();
      await vi.advanceTimersByTimeAsync(1);
    }
    await done;
    expect(speak.mock.calls.map(([message]) => message)).toEqual([
      'Generating alt text for 6 images.',
      'Still working…',
      '5 of 6 images done.',
      '6 alt texts added.',
    ]);
  });
});

describe('undoBatch', () => {
  it('does not change an image that replaced the described one', async () => {
    apiFetch.mockResolvedValueOnce(answer('A dog')).mockResolvedValueOnce(answer('A cat'));
    await registry.dispatch(store).generateAll();
    edit('a', { id: 9, url: 'https://example.com/9.jpg' });
    void registry.dispatch(store).undoBatch();
    expect(alts()).toEqual(['A dog', '', 'By hand']);
  });
});

describe('a running batch', () => {
  it('is the only batch', async () => {
    openMissing(3);
    apiFetch.mockResolvedValue(answer('A dog'));
    const { applyAllSuggestions, generateAll } = registry.dispatch(store);
    const batches = [generateAll(), generateAll(), applyAllSuggestions()];
    await Promise.all(batches);
    expect(registry.select(store).getBatch()).toMatchObject({ total: 3, done: 3 });
    expect(apiFetch).toHaveBeenCalledTimes(3);
  });
});

describe('generateAll with an image in several places', () => {
  const paragraph = (content: string) => ({ name: 'core/paragraph', attributes: { content } });
  const open = () =>
    void registry.dispatch(blockEditorStore).reset({
      a: imageBlock(1),
      one: paragraph('One'),
      b: imageBlock(1),
      two: paragraph('Two'),
      c: imageBlock(1, '', { caption: 'Ours' }),
    });
  const contexts = () => apiFetch.mock.calls.map(([{ data }]) => data['surroundings']);

  it('asks once for the places that share a text, with what they have in common', async () => {
    open();
    apiFetch.mockResolvedValueOnce(answer('A dog')).mockResolvedValueOnce(answer('Our dog'));
    await registry.dispatch(store).generateAll();
    expect(alts()).toEqual(['A dog', 'A dog', 'Our dog']);
    expect(contexts()).toEqual([{}, { caption: 'Ours', before: 'Two' }]);
    expect(speak).toHaveBeenLastCalledWith('3 alt texts added.');
  });

  it('asks for each place if the user wants that', async () => {
    open();
    for (const text of ['A dog', 'Two dogs', 'Our dog']) {
      apiFetch.mockResolvedValueOnce(answer(text));
    }
    await registry.dispatch(store).generateAll({ isPerPlace: true });
    expect(alts()).toEqual(['A dog', 'Two dogs', 'Our dog']);
    expect(contexts()[1]).toEqual({ before: 'One', after: 'Two' });
  });

  it('writes a text that is paid for to all its places, also after Stop', async () => {
    open();
    apiFetch.mockImplementation(() => {
      void registry.dispatch(store).stop();
      return Promise.resolve(answer(contexts().length === 1 ? 'A dog' : 'Our dog'));
    });
    await registry.dispatch(store).generateAll();
    expect(alts().slice(0, 2)).toEqual(['A dog', 'A dog']);
  });

  it('asks again for the next place after an error', async () => {
    open();
    edit('c', { alt: 'By hand' });
    apiFetch.mockRejectedValueOnce(failure('altscribe_image_unreadable'));
    apiFetch.mockResolvedValueOnce(answer('A dog'));
    await registry.dispatch(store).generateAll();
    expect(alts()).toEqual(['', 'A dog', 'By hand']);
    expect(apiFetch).toHaveBeenCalledTimes(2);
  });
});
