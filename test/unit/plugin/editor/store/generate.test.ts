// @vitest-environment jsdom
import { beforeEach, describe, expect, it } from 'vitest';
import {
  alts,
  answer,
  attributes,
  block,
  edit,
  editPost,
  editedAttachment,
  editorBootData,
  failure,
  imageBlock,
  libraryText,
  loadAttachment,
  notice,
  openEditor,
  registry,
  serve,
  store,
  undo,
} from '../open-editor.ts';

const generate = (id: string, options = {}) =>
  registry.dispatch(store).generate(block(id), options);
const stateOf = (id: string) => registry.select(store).getRequestState(block(id));
const sent = (call = -1) => serve.mock.calls.at(call)?.[0].data;
const other = { id: 9, url: 'https://example.com/9.jpg' };

beforeEach(() => {
  openEditor({ a: imageBlock(1), b: imageBlock(2), c: imageBlock(3, 'By hand') });
});

describe('generate', () => {
  it('sends a request whose answer was lost again with its id, so it is paid for once', async () => {
    serve.mockRejectedValueOnce({ code: 'fetch_error', message: 'x' });
    serve.mockResolvedValue(answer('A cat'));
    for (let asked = 0; asked < 3; asked += 1) {
      await generate('c');
    }
    const [lost, again, next] = serve.mock.calls.map(([{ data }]) => data);
    expect(lost?.['request_id']).toMatch(/^[\d-]{7,64}$/);
    expect(again).toEqual(lost);
    expect(next?.['request_id']).not.toBe(lost?.['request_id']);
  });

  it('makes one request, however often the button is pressed', async () => {
    serve.mockResolvedValue(answer('A dog'));
    await Promise.all([generate('a'), generate('a')]);
    expect(serve).toHaveBeenCalledTimes(1);
  });

  it('bypasses the cache only for a text that the service has already returned', async () => {
    serve.mockResolvedValue(answer('A cat'));
    const asked = [];
    for (const options of [{}, {}, { textLength: 'short' }, { textLength: 'short' }]) {
      await generate('c', options);
      asked.push([sent()?.['text_length'], sent()?.['regenerate']]);
    }
    expect(asked).toEqual([
      [undefined, false],
      [undefined, true],
      ['short', false],
      ['short', true],
    ]);
    edit('c', { ...other, alt: '' });
    await generate('c');
    expect(sent()?.['regenerate']).toBe(false);
  });

  it('does not undo a text that was edited later', async () => {
    serve.mockResolvedValue(answer('A dog'));
    await generate('a');
    edit('a', { alt: 'A dog in the park' });
    undo();
    expect(alts()[0]).toBe('A dog in the park');
  });

  it('drops a new text that is the same as a suggested one, with a word', async () => {
    serve.mockResolvedValue(answer('A cat'));
    await generate('c');
    await registry.dispatch(store).editSuggestion(block('c'), 'A black cat');
    await generate('c');
    expect(stateOf('c')).toMatchObject({
      suggestion: { text: 'A black cat' },
      notice: { message: 'The new text is the same, so it was dropped.' },
    });
  });

  it('costs nothing for an image that is replaced before the request', async () => {
    const generating = generate('a');
    edit('a', other);
    await generating;
    expect(serve).not.toHaveBeenCalled();
    expect(stateOf('a').notice?.code).toBe('image_replaced');
  });

  it.each(['http://', 'https://my site.com/a.jpg', 'ftp://example.com/a.jpg'])(
    'shows on the row that the address %s is wrong',
    async (url) => {
      edit('a', { id: undefined, url });
      await generate('a');
      expect(serve).not.toHaveBeenCalled();
      expect(stateOf('a')).toMatchObject({
        startedAt: null,
        notice: { message: 'This image could not be read: its address is not valid.' },
      });
    },
  );

  it.each([
    ['/uploads/a.jpg', `${location.origin}/uploads/a.jpg`],
    ['uploads/a b.jpg', `${location.origin}/blog/uploads/a%20b.jpg`],
    ['//cdn.example.com/a.jpg', 'http://cdn.example.com/a.jpg'],
  ])('treats the address %s as one of the site', async (url, wanted) => {
    history.replaceState(null, '', '/blog/wp-admin/post.php?post=5');
    serve.mockResolvedValue(answer('A dog'));
    edit('a', { id: undefined, url });
    await generate('a');
    expect(sent()).toMatchObject({ image_url: wanted });
  });

  it('asks for a library image even if its address is wrong', async () => {
    serve.mockResolvedValue(answer('A dog'));
    edit('a', { url: 'http://' });
    await generate('a');
    expect(sent()).toMatchObject({ attachment_id: 1 });
    expect(alts()[0]).toBe('A dog');
  });

  it('keeps the lower balance if responses arrive out of order', async () => {
    let respond: (response: unknown) => void = () => undefined;
    const account = () => registry.select(store).getAccount();
    serve.mockReturnValueOnce(new Promise((resolve) => (respond = resolve)));
    serve.mockResolvedValueOnce(answer('A cat', 8));
    const first = generate('a');
    await generate('b');
    respond(answer('A dog', 9));
    await first;
    expect(account()?.creditsAvailable).toBe(8);

    serve.mockReturnValueOnce(new Promise((resolve) => (respond = resolve)));
    serve.mockRejectedValueOnce(failure('altscribe_insufficient_credits'));
    const last = generate('c');
    edit('b', { alt: '' });
    await generate('b');
    respond({ ...answer('A bird', 1), is_from_cache: true });
    await last;
    expect(account()).toMatchObject({
      creditsAvailable: 0,
      creditsError: { code: 'altscribe_insufficient_credits' },
    });
    // It was free.
    expect(stateOf('c').suggestion?.isFree).toBe(true);
  });

  it('keeps the error of loading the account until it loads', async () => {
    serve.mockRejectedValueOnce(failure('altscribe_unreachable'));
    await registry.dispatch(store).loadAccount();
    expect(registry.select(store).getAccountError()?.code).toBe('altscribe_unreachable');
    serve.mockResolvedValueOnce({ plan_type: 'pro', credits_available: 1, credits_error: null });
    await registry.dispatch(store).loadAccount();
    expect(registry.select(store).getAccountError()).toBeNull();
  });
});

describe('the place of a text', () => {
  /** The library has image 1, which the user may edit if WordPress has loaded it. */
  function openLibrary(more: object = {}, isLoaded = true): void {
    const file = '1.jpg';
    const url = `https://example.com/${file}`;
    const image = { alt: '', url, file, canEdit: isLoaded, isDecorative: false, language: 'en' };
    editorBootData.attachments = { 1: { ...image, ...more } };
    if (isLoaded) {
      const fields = { alt_text: '', meta: { other: 1 }, media_details: { file } };
      loadAttachment(1, { ...fields, ...('alt' in more && { alt_text: more.alt }) });
    }
    serve.mockResolvedValue(answer('A dog'));
  }

  it('is block and library, if visitors get the text of the library', async () => {
    const item = { url: 'https://example.com/1.jpg', id: 1, type: 'image' };
    openEditor({ a: { name: 'jetpack/story', attributes: { mediaFiles: [item] } } });
    openLibrary();
    await registry.dispatch(store).generateAll();
    expect(attributes('a')).toEqual({ mediaFiles: [{ ...item, alt: 'A dog' }] });
    expect(libraryText(1)).toBe('A dog');
    void registry.dispatch(store).undoBatch();
    expect(attributes('a')).toEqual({ mediaFiles: [{ ...item, alt: '' }] });
    expect(libraryText(1)).toBe('');
  });

  it('is only the block, if somebody else must edit the library', async () => {
    editorBootData.writeTo = 'library';
    openLibrary({}, false);
    await generate('a');
    expect([alts()[0], editorBootData.attachments[1]?.alt]).toEqual(['A dog', '']);
  });

  it('is only the block, if the library got a text during the request', async () => {
    editorBootData.writeTo = 'both';
    openLibrary();
    serve.mockImplementationOnce(() => {
      loadAttachment(1, { alt_text: 'Typed', media_details: { file: '1.jpg' } });
      return Promise.resolve(answer('A dog'));
    });
    await generate('a');
    expect([alts()[0], libraryText(1)]).toEqual(['A dog', 'Typed']);
  });

  it('is also the library, if only the country differs', async () => {
    editorBootData.writeTo = 'both';
    openLibrary({ language: 'en_GB' });
    await generate('a');
    expect([alts()[0], libraryText(1)]).toEqual(['A dog', 'A dog']);
  });

  it('is also the block, if a suggestion replaces the displayed text', async () => {
    editorBootData.writeTo = 'library';
    openLibrary();
    edit('a', { alt: 'A cat' });
    await generate('a');
    await registry.dispatch(store).applySuggestion(block('a'), ' A big\n dog, 5 < 6\u0000 ');
    expect([alts()[0], libraryText(1)]).toEqual(['A big dog, 5 < 6', 'A big dog, 5 < 6']);
    undo();
    expect([alts()[0], libraryText(1)]).toEqual(['A cat', '']);
  });

  it.each([
    ['en_US', 'A dog'],
    ['fr_FR', ''],
  ])('is the block for the text of an upload in %s', (language, wanted) => {
    openLibrary({ language });
    void registry.dispatch(store).writeUploadText(1, 'A dog');
    expect(alts()[0]).toBe(wanted);
  });

  it.each([
    ['en_US', 'en_US'],
    ['', 'de_DE'],
  ])('is the featured image, in its own language, %s', async (language, asked) => {
    openEditor({});
    openLibrary({ language });
    editPost({ featured_media: 1, altscribe_language: 'de_DE' });
    await registry.dispatch(store).generate({ type: 'attachment', attachmentId: 1 });
    expect(sent()?.['language']).toBe(asked);
    expect(libraryText(1)).toBe('A dog');
  });

  it('is not a featured image that the user may not edit', async () => {
    openEditor({});
    openLibrary({}, false);
    editPost({ featured_media: 1 });
    await registry.dispatch(store).generate({ type: 'attachment', attachmentId: 1 });
    expect(serve).not.toHaveBeenCalled();
  });

  it('of a mark as decorative is the meta of a featured image, beside other meta', async () => {
    openEditor({});
    openLibrary({ alt: 'A dog' });
    editPost({ featured_media: 1 });
    await registry.dispatch(store).markDecorative({ type: 'attachment', attachmentId: 1 });
    const meta = { other: 1, _altscribe_decorative: true };
    expect(editedAttachment(1)).toMatchObject({ alt_text: '', meta });
    undo();
    expect(editedAttachment(1)).toMatchObject({
      alt_text: 'A dog',
      meta: { other: 1, _altscribe_decorative: false },
    });
  });
});

it('Undo of a mark as decorative leaves an image alone that was put in its place', async () => {
  await registry.dispatch(store).markDecorative(block('c'));
  edit('c', other);
  undo();
  expect(alts()[2]).toBe('');
  expect(notice()?.content).toContain('decorative');
});
