// @vitest-environment jsdom
import { describe, expect, it, vi } from 'vitest';
import {
  alts,
  answer,
  apiFetch,
  block,
  breakCaption,
  edit,
  failure,
  registry,
  speak,
  store,
} from './open-store.ts';

describe('generate without a text, or not yet', () => {
  it('stores an error with its image and announces it', async () => {
    apiFetch.mockRejectedValue(failure('altscribe_image_unreadable'));
    await registry.dispatch(store).generate(block('a'));
    expect(registry.select(store).getRequestState(block('a'))).toMatchObject({
      startedAt: null,
      notice: { code: 'altscribe_image_unreadable', message: 'A sentence.' },
    });
    expect(speak).toHaveBeenCalledWith('A sentence.', 'assertive');
  });

  it('makes no request for an image that is part of the page itself', async () => {
    edit('a', { id: undefined, url: 'data:image/png;base64,AAAA' });
    await registry.dispatch(store).generate(block('a'));
    expect(apiFetch).not.toHaveBeenCalled();
    expect(registry.select(store).getRequestState(block('a')).notice).not.toBeNull();
  });

  it.each(['http://', 'https://my site.com/a.jpg', 'ftp://example.com/a.jpg'])(
    'shows on the row that the address %s is wrong',
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
  ])('treats the address %s as one of the site', async (url, sent) => {
    history.replaceState(null, '', '/blog/wp-admin/post.php?post=5');
    apiFetch.mockResolvedValue(answer('A dog'));
    edit('a', { id: undefined, url });
    await registry.dispatch(store).generate(block('a'));
    expect(apiFetch.mock.calls[0]?.[0].data).toMatchObject({ image_url: sent });
  });

  it('requests a text for a library image even if its address is wrong', async () => {
    apiFetch.mockResolvedValue(answer('A dog'));
    edit('a', { url: 'http://' });
    await registry.dispatch(store).generate(block('a'));
    expect(apiFetch.mock.calls[0]?.[0].data).toMatchObject({ attachment_id: 1 });
    expect(alts()[0]).toBe('A dog');
  });

  it('shows on the row that something failed', async () => {
    apiFetch.mockResolvedValue(answer('A dog'));
    breakCaption('a');
    await registry.dispatch(store).generate(block('a'));
    expect(registry.select(store).getRequestState(block('a'))).toMatchObject({
      startedAt: null,
      notice: { message: 'Something went wrong. Nothing was changed.' },
    });
  });

  it('makes one request, however often the button is pressed', async () => {
    apiFetch.mockResolvedValue(answer('A dog'));
    const { generate } = registry.dispatch(store);
    await Promise.all([generate(block('a')), generate(block('a'))]);
    expect(apiFetch).toHaveBeenCalledTimes(1);
  });

  it('retries by itself when the service is busy', async () => {
    apiFetch.mockRejectedValueOnce(failure('altscribe_rate_limited', { retry_after: 24 }));
    apiFetch.mockResolvedValueOnce(answer('A dog'));
    const done = registry.dispatch(store).generate(block('a'));
    await vi.advanceTimersByTimeAsync(23_900);
    expect(apiFetch).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(500);
    await done;
    expect(alts()[0]).toBe('A dog');
  });

  it('stops waiting on request', async () => {
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

  it('keeps the lower balance if responses arrive out of order', async () => {
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

  it('still shows that no credits are left when an earlier request responds later', async () => {
    let respond: (response: unknown) => void = () => undefined;
    apiFetch.mockReturnValueOnce(new Promise((resolve) => (respond = resolve)));
    apiFetch.mockRejectedValueOnce(failure('altscribe_insufficient_credits'));
    const { generate } = registry.dispatch(store);
    const first = generate(block('a'));
    await generate(block('b'));
    respond(answer('A dog', 1));
    await first;
    expect(registry.select(store).getAccount()).toMatchObject({
      creditsAvailable: 0,
      creditsError: { code: 'altscribe_insufficient_credits' },
    });
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
