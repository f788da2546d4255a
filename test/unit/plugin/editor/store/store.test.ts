// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  blockEditorStore,
  calls,
  editorStore,
  imageBlock,
  notices,
  noticesStore,
  openEditor,
} from '../fake-editor.ts';

interface Request {
  path: string;
  data: Record<string, unknown>;
}

const apiFetch = vi.hoisted(() => vi.fn<(request: Request) => Promise<unknown>>());
const speak = vi.hoisted(() => vi.fn<(message: string) => void>());
vi.mock('@wordpress/api-fetch', () => ({ default: apiFetch }));
vi.mock('@wordpress/a11y', () => ({ speak }));
vi.mock('@wordpress/block-editor', () => ({ store: blockEditorStore }));
vi.mock('@wordpress/editor', () => ({ store: editorStore }));
vi.mock('@wordpress/notices', () => ({ store: noticesStore }));
vi.mock('@wordpress/blocks', () => ({ getBlockType: () => undefined }));
const { store } = await import('../../../../../plugin/src/editor/store/index.ts');
const { editorBootData } = await import('../../../../../plugin/src/editor/boot-data.ts');
const { findImage } = await import('../../../../../plugin/src/editor/post/images.ts');

const answer = (alt_text: string, credits_available = 46) => ({
  alt_text,
  plan_type: 'pro',
  credits_available,
  credits_error: null,
  purpose: null,
  is_from_cache: false,
});
const failure = (code: string, data = {}) => ({ code, message: 'A sentence.', data });

const block = (clientId: string) => ({ type: 'block', clientId }) as const;

const blocks = { a: imageBlock(1), b: imageBlock(2), c: imageBlock(3, 'By hand') };
let registry = openEditor(blocks);

function alts(): unknown[] {
  const { getBlocksByName, getBlockAttributes } = registry.select(blockEditorStore);
  return getBlocksByName('core/image').map((id) => getBlockAttributes(id)?.['alt']);
}

/** Opens a post of this many images, none of which has alt text. Gives their client ids. */
function openMissing(count: number): string[] {
  const ids = Array.from({ length: count }, (_, index) => `image-${index + 1}`);
  registry = openEditor(Object.fromEntries(ids.map((id, index) => [id, imageBlock(index + 1)])));
  registry.register(store);
  return ids;
}

function edit(clientId: string, attributes: object): void {
  void registry.dispatch(blockEditorStore).updateBlockAttributes(clientId, attributes);
}

/** A rich text that fails when it is read. */
function breakCaption(clientId: string): void {
  const toHTMLString = () => {
    throw new Error('broken');
  };
  edit(clientId, { caption: { toHTMLString } });
}

beforeEach(() => {
  vi.useFakeTimers({ now: 1_000_000 });
  apiFetch.mockReset();
  speak.mockReset();
  registry = openEditor(blocks);
  registry.register(store);
});

afterEach(() => {
  vi.useRealTimers();
});

describe('generate', () => {
  it('fills an empty alt, with a way back', async () => {
    apiFetch.mockResolvedValue(answer('A dog'));
    await registry.dispatch(store).generate(block('a'));
    expect(alts()).toEqual(['A dog', '', 'By hand']);
    expect(registry.select(store).getAccount()).toMatchObject({ creditsAvailable: 46 });
    expect(notices[0]?.content).toBe('Alt text added.');
    notices[0]?.actions[0]?.onClick();
    expect(alts()).toEqual(['', '', 'By hand']);
  });

  it('sends what stands in the editor now', async () => {
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

  it('leaves a text that was edited since to its author on Undo', async () => {
    apiFetch.mockResolvedValue(answer('A dog'));
    await registry.dispatch(store).generate(block('a'));
    edit('a', { alt: 'A dog in the park' });
    notices[0]?.actions[0]?.onClick();
    expect(alts()[0]).toBe('A dog in the park');
  });

  it('shows a new text beside the present one', async () => {
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

  it('never overwrites what was typed while the answer was on its way', async () => {
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

  it('drops the answer for an image that was removed or replaced', async () => {
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
      message: 'The image was replaced before its alt text came. Generate it again.',
    });
  });

  it('leaves the image that replaced the one of the text alone on Undo', async () => {
    apiFetch.mockResolvedValue(answer('A dog'));
    edit('a', { alt: ' ' });
    await registry.dispatch(store).generate(block('a'));
    edit('a', { id: 9, url: 'https://example.com/9.jpg' });
    notices[0]?.actions[0]?.onClick();
    expect(alts()[0]).toBe('A dog');
  });

  it('keeps an error with its image and speaks it', async () => {
    apiFetch.mockRejectedValue(failure('altscribe_image_unreadable'));
    await registry.dispatch(store).generate(block('a'));
    expect(registry.select(store).getRequestState(block('a'))).toMatchObject({
      startedAt: null,
      notice: { code: 'altscribe_image_unreadable', message: 'A sentence.' },
    });
    expect(speak).toHaveBeenCalledWith('A sentence.', 'assertive');
  });

  it('does not ask for an image that is part of the page itself', async () => {
    edit('a', { id: undefined, url: 'data:image/png;base64,AAAA' });
    await registry.dispatch(store).generate(block('a'));
    expect(apiFetch).not.toHaveBeenCalled();
    expect(registry.select(store).getRequestState(block('a')).notice).not.toBeNull();
  });

  it.each(['http://', 'https://my site.com/a.jpg', 'ftp://example.com/a.jpg'])(
    'says on the row that the address %s is wrong',
    async (url) => {
      edit('a', { id: undefined, url });
      await registry.dispatch(store).generate(block('a'));
      expect(apiFetch).not.toHaveBeenCalled();
      expect(registry.select(store).getRequestState(block('a'))).toMatchObject({
        startedAt: null,
        notice: { message: 'This image could not be read: its address is not valid.' },
      });
    },
  );

  it.each([
    ['/uploads/a.jpg', `${location.origin}/uploads/a.jpg`],
    ['uploads/a b.jpg', `${location.origin}/blog/uploads/a%20b.jpg`],
    ['//cdn.example.com/a.jpg', 'http://cdn.example.com/a.jpg'],
  ])('reads the address %s as one of the site', async (url, sent) => {
    history.replaceState(null, '', '/blog/wp-admin/post.php?post=5');
    apiFetch.mockResolvedValue(answer('A dog'));
    edit('a', { id: undefined, url });
    await registry.dispatch(store).generate(block('a'));
    expect(apiFetch.mock.calls[0]?.[0].data).toMatchObject({ image_url: sent });
  });

  it('asks for a library image even if its address is wrong', async () => {
    apiFetch.mockResolvedValue(answer('A dog'));
    edit('a', { url: 'http://' });
    await registry.dispatch(store).generate(block('a'));
    expect(apiFetch.mock.calls[0]?.[0].data).toMatchObject({ attachment_id: 1 });
    expect(alts()[0]).toBe('A dog');
  });

  it('says on the row that something broke', async () => {
    apiFetch.mockResolvedValue(answer('A dog'));
    breakCaption('a');
    await registry.dispatch(store).generate(block('a'));
    expect(registry.select(store).getRequestState(block('a'))).toMatchObject({
      startedAt: null,
      notice: { message: 'Something went wrong. Nothing was changed.' },
    });
  });

  it('asks once, however often the button is pressed', async () => {
    apiFetch.mockResolvedValue(answer('A dog'));
    const { generate } = registry.dispatch(store);
    await Promise.all([generate(block('a')), generate(block('a'))]);
    expect(apiFetch).toHaveBeenCalledTimes(1);
  });

  it('goes on by itself when the service is busy', async () => {
    apiFetch.mockRejectedValueOnce(failure('altscribe_rate_limited', { retry_after: 24 }));
    apiFetch.mockResolvedValueOnce(answer('A dog'));
    const done = registry.dispatch(store).generate(block('a'));
    await vi.advanceTimersByTimeAsync(23_900);
    expect(apiFetch).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(500);
    await done;
    expect(alts()[0]).toBe('A dog');
  });

  it('stops waiting when told to', async () => {
    apiFetch.mockRejectedValueOnce(failure('altscribe_rate_limited', { retry_after: 24 }));
    const done = registry.dispatch(store).generate(block('a'));
    await vi.advanceTimersByTimeAsync(1_000);
    void registry.dispatch(store).stop();
    await vi.advanceTimersByTimeAsync(500);
    await done;
    expect(apiFetch).toHaveBeenCalledTimes(1);
    expect(registry.select(store).getRequestState(block('a'))).toMatchObject({
      startedAt: null,
      notice: null,
    });
    expect(registry.select(store).getBusyUntil()).toBeNull();
  });

  it('keeps the lower balance where responses overtake each other', async () => {
    let respond: (response: unknown) => void = () => undefined;
    apiFetch.mockReturnValueOnce(new Promise((resolve) => (respond = resolve)));
    apiFetch.mockResolvedValueOnce(answer('A cat', 8));
    const { generate } = registry.dispatch(store);
    const first = generate(block('a'));
    await generate(block('b'));
    respond(answer('A dog', 9));
    await first;
    expect(registry.select(store).getAccount()).toMatchObject({ creditsAvailable: 8 });
    vi.advanceTimersByTime(1_000);
    apiFetch.mockResolvedValueOnce(answer('A bird', 500));
    await generate(block('c'));
    expect(registry.select(store).getAccount()).toMatchObject({ creditsAvailable: 500 });
  });

  it('keeps the error of an account without credits', async () => {
    const data = { user_id: 'site@example.com', plan_type: 'free', credits_available: 0 };
    apiFetch.mockRejectedValue(failure('altscribe_insufficient_credits', data));
    await registry.dispatch(store).generate(block('a'));
    expect(registry.select(store).getAccount()).toMatchObject({
      planType: 'free',
      creditsAvailable: 0,
      creditsError: { code: 'altscribe_insufficient_credits', message: 'A sentence.' },
    });
  });
});

describe('what a request costs', () => {
  const regenerate = () => apiFetch.mock.lastCall?.[0].data['regenerate'];

  it('asks past the cache only for a text that the service has given already', async () => {
    apiFetch.mockResolvedValue(answer('A cat'));
    const { generate } = registry.dispatch(store);
    await generate(block('c'));
    expect(regenerate()).toBe(false);
    await generate(block('c'));
    expect(regenerate()).toBe(true);
    await generate(block('c'), { textLength: 'short' });
    expect(apiFetch.mock.lastCall?.[0].data).toMatchObject({
      text_length: 'short',
      regenerate: false,
    });
    await generate(block('c'), { textLength: 'short' });
    expect(regenerate()).toBe(true);
    await generate(block('a'));
    await generate(block('a'));
    expect(regenerate()).toBe(true);
  });

  it('remembers that a text was free', async () => {
    apiFetch.mockResolvedValue({ ...answer('By hand'), is_from_cache: true });
    await registry.dispatch(store).generate(block('c'));
    expect(registry.select(store).getRequestState(block('c')).suggestion).toMatchObject({
      text: 'By hand',
      isFree: true,
    });
  });
});

describe('a text that waits', () => {
  const suggestion = (id: string) => registry.select(store).getRequestState(block(id)).suggestion;

  afterEach(() => {
    editorBootData.reviewNewTexts = false;
  });

  it('is every new one where the settings say so, and all are applied in one step', async () => {
    editorBootData.reviewNewTexts = true;
    apiFetch.mockResolvedValueOnce(answer('A dog')).mockResolvedValueOnce(answer('A cat'));
    await registry.dispatch(store).generateAll();
    expect(alts()).toEqual(['', '', 'By hand']);
    expect(speak).toHaveBeenLastCalledWith('2 alt texts wait for review.');
    void registry.dispatch(store).editAltText(block('c'));

    calls.length = 0;
    await registry.dispatch(store).applyAllSuggestions();
    expect(alts()).toEqual(['A dog', 'A cat', 'By hand']);
    // Two texts between the end of one step and the end of the next.
    expect(calls).toEqual([
      'closeUndoStep',
      'updateBlockAttributes',
      'updateBlockAttributes',
      'closeUndoStep',
    ]);
    expect(suggestion('a')).toBeNull();
    expect(suggestion('c')).not.toBeNull();
    expect(registry.select(store).getBatch()).toMatchObject({ isRunning: false, done: 2 });
    void registry.dispatch(store).undoBatch();
    expect(alts()).toEqual(['', '', 'By hand']);
  });

  it('is one that comes after Stop', async () => {
    apiFetch.mockImplementationOnce(() => {
      void registry.dispatch(store).stop();
      return Promise.resolve(answer('A dog'));
    });
    await registry.dispatch(store).generate(block('a'));
    expect(alts()[0]).toBe('');
    expect(suggestion('a')).toMatchObject({ text: 'A dog', cause: 'stopped' });
  });

  it('keeps what was typed over "Regenerate"', async () => {
    apiFetch.mockResolvedValueOnce(answer('A cat')).mockResolvedValueOnce(answer('A lion'));
    const { generate, editSuggestion, restoreEdit } = registry.dispatch(store);
    await generate(block('c'));
    void editSuggestion(block('c'), 'A black cat');
    await generate(block('c'));
    expect(suggestion('c')).toMatchObject({ text: 'A lion', earlierEdit: 'A black cat' });
    void restoreEdit(block('c'));
    expect(suggestion('c')).toMatchObject({ text: 'A black cat', earlierEdit: null });
  });

  it('is the present one while the user edits it, without a request', async () => {
    void registry.dispatch(store).editAltText(block('c'));
    expect(suggestion('c')).toMatchObject({ text: 'By hand', generated: null });
    await registry.dispatch(store).applySuggestion(block('c'), 'By another hand');
    expect(alts()[2]).toBe('By another hand');
    expect(apiFetch).not.toHaveBeenCalled();
  });

  it('is not said again where it takes the focus', async () => {
    apiFetch.mockResolvedValue(answer('A cat'));
    await registry.dispatch(store).generate(block('c'), { takesFocus: () => true });
    expect(speak).not.toHaveBeenCalled();
    await registry.dispatch(store).generate(block('c'), { takesFocus: () => false });
    expect(speak).toHaveBeenCalledWith('Suggested alt text: A cat');
  });
});

describe('a text that was written', () => {
  const image = (id: string) => {
    const found = findImage(registry, block(id));
    if (!found) throw new Error(`There is no image ${id}.`);
    return found;
  };
  const isUnchecked = (id: string) => registry.select(store).isUnchecked(image(id));

  it('is unchecked until somebody edits it, or says that it looks right', async () => {
    apiFetch.mockResolvedValue(answer('A dog'));
    await registry.dispatch(store).generateAll();
    expect([isUnchecked('a'), isUnchecked('b'), isUnchecked('c')]).toEqual([true, true, false]);
    edit('a', { alt: 'A dog in the park' });
    void registry.dispatch(store).markChecked(block('b'));
    expect([isUnchecked('a'), isUnchecked('b')]).toEqual([false, false]);
  });

  it('is checked if it was applied by hand', async () => {
    apiFetch.mockResolvedValue(answer('A cat'));
    await registry.dispatch(store).generate(block('c'));
    await registry.dispatch(store).applySuggestion(block('c'), 'A cat');
    expect(isUnchecked('c')).toBe(false);
  });

  it('gives way to what people wrote before it, also after a second one', async () => {
    apiFetch.mockResolvedValueOnce(answer('A cat')).mockResolvedValueOnce(answer('A lion'));
    const { generate, applySuggestion, restoreTextBefore } = registry.dispatch(store);
    await generate(block('c'));
    await applySuggestion(block('c'), 'A cat');
    await generate(block('c'));
    await applySuggestion(block('c'), 'A lion');
    expect(registry.select(store).getTextBefore(image('c'))).toBe('By hand');
    await restoreTextBefore(block('c'));
    expect(alts()[2]).toBe('By hand');
    expect(registry.select(store).getTextBefore(image('c'))).toBeNull();
  });

  it('says so with the text, and so does its way back', async () => {
    apiFetch.mockResolvedValue(answer('A dog'));
    await registry.dispatch(store).generate(block('a'));
    expect(speak).toHaveBeenLastCalledWith('Alt text added. A dog');
    notices[0]?.actions[0]?.onClick();
    expect(speak).toHaveBeenLastCalledWith('1 alt text taken back.');
  });

  it('comes with what the model took the image for', async () => {
    apiFetch.mockResolvedValue({ ...answer('A swirl'), purpose: 'decorative' });
    await registry.dispatch(store).generate(block('a'));
    expect(alts()[0]).toBe('A swirl');
    expect(registry.select(store).seemsDecorative(image('a'))).toBe(true);
    edit('a', { id: 9, url: 'https://example.com/9.jpg' });
    expect(registry.select(store).seemsDecorative(image('a'))).toBe(false);
  });
});

describe('editSuggestion', () => {
  it('keeps what is typed, until another text comes', async () => {
    apiFetch.mockResolvedValueOnce(answer('A cat')).mockResolvedValueOnce(answer('A lion'));
    const { editSuggestion, generate } = registry.dispatch(store);
    const suggestion = () => registry.select(store).getRequestState(block('c')).suggestion;
    await generate(block('c'));
    void editSuggestion(block('c'), 'A black cat');
    expect(suggestion()).toMatchObject({ text: 'A black cat', generated: 'A cat' });
    await generate(block('c'));
    expect(suggestion()?.text).toBe('A lion');
    void registry.dispatch(store).dismissSuggestion(block('c'));
    void editSuggestion(block('c'), 'Too late');
    expect(suggestion()).toBeNull();
  });
});

describe('a suggestion for an image that is replaced', () => {
  const other = { id: 9, url: 'https://example.com/9.jpg' };
  const suggestion = () => {
    const image = findImage(registry, block('c'));
    return image && registry.select(store).getSuggestion(image);
  };

  beforeEach(async () => {
    apiFetch.mockResolvedValue(answer('A cat'));
    await registry.dispatch(store).generate(block('c'));
    expect(suggestion()).not.toBeNull();
    apiFetch.mockReset();
  });

  it('is gone, and cannot be applied', async () => {
    edit('c', other);
    expect(suggestion()).toBeNull();
    await registry.dispatch(store).applySuggestion(block('c'), 'A cat');
    expect(alts()[2]).toBe('By hand');
  });

  it('does not stand in the way of the next text', async () => {
    edit('c', { ...other, alt: '' });
    apiFetch.mockResolvedValue(answer('A bird'));
    await registry.dispatch(store).generate(block('c'));
    expect(apiFetch.mock.calls[0]?.[0].data).toMatchObject({ regenerate: false });
    expect(alts()[2]).toBe('A bird');
  });

  it('stays away while another text is on its way, and if that fails', async () => {
    edit('c', other);
    apiFetch.mockImplementationOnce(() => {
      expect(suggestion()).toBeNull();
      const error = new Error('A sentence.');
      return Promise.reject(Object.assign(error, { code: 'altscribe_unreachable' }));
    });
    await registry.dispatch(store).generate(block('c'));
    expect(suggestion()).toBeNull();
    expect(registry.select(store).getRequestState(block('c')).notice).not.toBeNull();
  });

  it('takes the error of the image along', async () => {
    apiFetch.mockRejectedValueOnce(failure('altscribe_image_unreadable'));
    await registry.dispatch(store).generate(block('c'));
    edit('c', other);
    const image = findImage(registry, block('c'));
    expect(image && registry.select(store).getNotice(image)).toBeNull();
  });
});

describe('generateAll', () => {
  it('fills what is missing, leaves the rest, and takes all of it back', async () => {
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

  it('skips, without asking, what was written meanwhile', async () => {
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

  it('goes on past an image that cannot be read', async () => {
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
  ])('goes on past an image with %s, and ends', async (_case, breakImage) => {
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
    'ends at %s, and keeps what is done',
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

  it('has at most three images under way, and stops after those, whose texts are taken', async () => {
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

  it('says that it began, every fifth image, a long wait, and how it ended', async () => {
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
  it('leaves an image alone that replaced the one of the text', async () => {
    apiFetch.mockResolvedValueOnce(answer('A dog')).mockResolvedValueOnce(answer('A cat'));
    await registry.dispatch(store).generateAll();
    edit('a', { id: 9, url: 'https://example.com/9.jpg' });
    void registry.dispatch(store).undoBatch();
    expect(alts()).toEqual(['A dog', '', 'By hand']);
  });
});

describe('loadAccount', () => {
  it('keeps why the account could not be read, until it can', async () => {
    apiFetch.mockRejectedValueOnce(failure('altscribe_unreachable'));
    await registry.dispatch(store).loadAccount();
    expect(registry.select(store).getAccountError()?.code).toBe('altscribe_unreachable');
    const creditsError = failure('altscribe_insufficient_credits', { plan_type: 'pro' });
    apiFetch.mockResolvedValueOnce({
      plan_type: 'pro',
      credits_available: 0,
      credits_error: creditsError,
    });
    await registry.dispatch(store).loadAccount();
    expect(registry.select(store).getAccountError()).toBeNull();
    expect(registry.select(store).getAccount()?.creditsError?.message).toBe('A sentence.');
  });
});
