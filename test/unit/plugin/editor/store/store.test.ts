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
const { findImage } = await import('../../../../../plugin/src/editor/post/images.ts');

const answer = (alt_text: string, credits_available = 46) => ({
  alt_text,
  plan_type: 'pro',
  credits_available,
  credits_error: null,
});
const failure = (code: string, data = {}) => ({ code, message: 'A sentence.', data });

const block = (clientId: string) => ({ type: 'block', clientId }) as const;

const blocks = { a: imageBlock(1), b: imageBlock(2), c: imageBlock(3, 'By hand') };
let registry = openEditor(blocks);

function alts(): unknown[] {
  const { getBlocksByName, getBlockAttributes } = registry.select(blockEditorStore);
  return getBlocksByName('core/image').map((id) => getBlockAttributes(id)?.['alt']);
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

  it('shows a new text beside the present one, and asks for another than before', async () => {
    apiFetch.mockResolvedValue(answer('A cat'));
    await registry.dispatch(store).generate(block('c'));
    expect(alts()[2]).toBe('By hand');
    expect(registry.select(store).getRequestState(block('c')).suggestion).toEqual({
      text: 'A cat',
      wasEdited: false,
    });
    expect(apiFetch.mock.calls[0]?.[0].data).toMatchObject({ regenerate: true });
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
    expect(registry.select(store).getRequestState(block('a')).suggestion).toEqual({
      text: 'A dog',
      wasEdited: true,
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

describe('editSuggestion', () => {
  it('keeps what is typed, until another text comes', async () => {
    apiFetch.mockResolvedValueOnce(answer('A cat')).mockResolvedValueOnce(answer('A lion'));
    const { editSuggestion, generate } = registry.dispatch(store);
    const suggestion = () => registry.select(store).getRequestState(block('c')).suggestion;
    await generate(block('c'));
    void editSuggestion(block('c'), 'A black cat');
    expect(suggestion()).toEqual({ text: 'A black cat', wasEdited: false });
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
    apiFetch.mockImplementationOnce(() => {
      edit('b', { alt: 'Typed' });
      return Promise.resolve(answer('A dog'));
    });
    await registry.dispatch(store).generateAll();
    expect(apiFetch).toHaveBeenCalledTimes(1);
    expect(alts()).toEqual(['A dog', 'Typed', 'By hand']);
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
      unchanged: 1,
    });
  });

  it('ends, whatever throws', async () => {
    apiFetch.mockImplementationOnce(() => {
      // The next look at the images fails.
      edit('b', {
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
      apiFetch.mockResolvedValueOnce(answer('A dog'));
      apiFetch.mockRejectedValueOnce(failure(code));
      edit('c', { alt: '' });
      await registry.dispatch(store).generateAll();
      expect(apiFetch).toHaveBeenCalledTimes(2);
      expect(alts()).toEqual(['A dog', '', '']);
      expect(registry.select(store).getBatch()?.error).not.toBeNull();
      expect(registry.select(store).getRequestState(block('b')).notice).toBeNull();
    },
  );

  it('stops after the image under way, whose text is taken', async () => {
    apiFetch.mockImplementationOnce(() => {
      void registry.dispatch(store).stop();
      return Promise.resolve(answer('A dog'));
    });
    await registry.dispatch(store).generateAll();
    expect(apiFetch).toHaveBeenCalledTimes(1);
    expect(alts()).toEqual(['A dog', '', 'By hand']);
    expect(registry.select(store).getBatch()).toMatchObject({
      isRunning: false,
      isStopping: false,
    });
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
