// @vitest-environment jsdom
import { beforeEach, describe, expect, it } from 'vitest';
import { notices } from '../fake-editor.ts';
import {
  alts,
  answer,
  apiFetch,
  block,
  edit,
  failure,
  findImage,
  registry,
  store,
} from './open-store.ts';

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

  it('is removed and cannot be applied', async () => {
    edit('c', other);
    expect(suggestion()).toBeNull();
    await registry.dispatch(store).applySuggestion(block('c'), 'A cat');
    expect(alts()[2]).toBe('By hand');
  });

  it('does not block the next text', async () => {
    edit('c', { ...other, alt: '' });
    apiFetch.mockResolvedValue(answer('A bird'));
    await registry.dispatch(store).generate(block('c'));
    expect(apiFetch.mock.calls[0]?.[0].data).toMatchObject({ regenerate: false });
    expect(alts()[2]).toBe('A bird');
  });

  it('stays removed during another request, even if that fails', async () => {
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

  it('is removed together with the error of the image', async () => {
    apiFetch.mockRejectedValueOnce(failure('altscribe_image_unreadable'));
    await registry.dispatch(store).generate(block('c'));
    edit('c', other);
    const image = findImage(registry, block('c'));
    expect(image && registry.select(store).getNotice(image)).toBeNull();
  });
});

describe('an image that is replaced before its text is requested', () => {
  it('costs nothing', async () => {
    const generating = registry.dispatch(store).generate(block('a'));
    edit('a', { id: 9, url: 'https://example.com/9.jpg' });
    await generating;
    expect(apiFetch).not.toHaveBeenCalled();
    const notice = registry.select(store).getRequestState(block('a')).notice;
    expect(notice).toMatchObject({ code: 'image_replaced' });
  });
});

describe('marking a replaced image as decorative', () => {
  it('is not undone with the text of the previous image', async () => {
    await registry.dispatch(store).markDecorative(block('c'));
    edit('c', { id: 9, url: 'https://example.com/9.jpg' });
    notices.at(-1)?.actions[0]?.onClick();
    expect(alts()[2]).toBe('');
  });
});
