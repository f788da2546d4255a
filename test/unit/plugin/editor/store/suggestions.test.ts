// @vitest-environment jsdom
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { isUnread, newSource } from '../../../../../plugin/src/editor/post/sources.ts';
import { warnBeforeLeaving } from '../../../../../plugin/src/editor/store/stored-suggestions.ts';
import {
  alts,
  answer,
  block,
  edit,
  editPost,
  editorBootData,
  findImage,
  imageBlock,
  libraryText,
  loadAttachment,
  openEditor,
  openPost,
  paragraph,
  registry,
  serve,
  serveSuggestions,
  settle,
  showBlocks,
  spoken,
  store,
  undo,
} from '../open-editor.ts';

const act = () => registry.dispatch(store);
const suggestion = (id: string) => registry.select(store).getRequestState(block(id)).suggestion;
const image = (id: string) => {
  const found = findImage(registry, block(id));
  if (!found) throw new Error(`There is no image ${id}.`);
  return found;
};
const isNotRead = (id: string) => isUnread(registry, image(id));

beforeEach(() => {
  openEditor({ a: imageBlock(1), b: imageBlock(2), c: imageBlock(3, 'By hand') });
});

describe('what happens during the lookup of places', () => {
  beforeEach(async () => {
    editorBootData.reviewNewTexts = true;
    serve.mockResolvedValueOnce(answer('A dog')).mockResolvedValueOnce(answer('A cat'));
    await act().generateAll();
  });

  it.each([
    ['another image', { id: 9, url: 'https://example.com/9.jpg' }, ['', 'A cat', 'By hand']],
    ['another text', { alt: 'Typed' }, ['Typed', 'A cat', 'By hand']],
    ['a mark', { metadata: { altscribe: { isDecorative: true } } }, ['', 'A cat', 'By hand']],
  ])('counts: %s', async (_case, change, texts) => {
    const applying = act().applyAllSuggestions();
    edit('a', change);
    await applying;
    expect(alts()).toEqual(texts);
    expect(registry.select(store).getBatch()?.applied).toHaveLength(1);
  });

  it('counts: an edit, and a rejection', async () => {
    const applying = act().applyAllSuggestions();
    void act().editSuggestion(block('a'), 'A small dog');
    void act().dismissSuggestion(block('b'));
    await applying;
    expect(alts()).toEqual(['A small dog', '', 'By hand']);
  });

  it('counts for one suggestion, too', async () => {
    serve.mockResolvedValue(answer('A bird'));
    await act().generate(block('c'));
    const typed = act().applySuggestion(block('c'), 'A bird');
    edit('c', { alt: 'Typed' });
    await typed;
    expect(alts()[2]).toBe('Typed');
    expect(suggestion('c')).toMatchObject({ text: 'A bird', cause: 'edited' });

    const applying = act().applySuggestion(block('c'), 'A bird');
    void act().editSuggestion(block('c'), 'A bird on a wall ');
    await applying;
    expect([alts()[2], suggestion('c')]).toEqual(['A bird on a wall', null]);

    await act().generate(block('c'));
    const emptied = act().applySuggestion(block('c'), 'A bird');
    void act().editSuggestion(block('c'), '');
    await emptied;
    expect([alts()[2], suggestion('c')?.text]).toEqual(['A bird on a wall', '']);
  });
});

describe('a suggestion', () => {
  it('does not block the next text of an image that replaced its own', async () => {
    const other = { id: 9, url: 'https://example.com/9.jpg', alt: '' };
    serve.mockResolvedValueOnce(answer('A cat'));
    await act().generate(block('c'));
    edit('c', other);
    await act().applySuggestion(block('c'), 'A cat');
    expect(alts()[2]).toBe('');
    serve.mockImplementationOnce(() => {
      expect(registry.select(store).getSuggestion(image('c'))).toBeNull();
      return Promise.reject(Object.assign(new Error('x'), { code: 'altscribe_unreachable' }));
    });
    await act().generate(block('c'));
    expect(registry.select(store).getSuggestion(image('c'))).toBeNull();
    serve.mockResolvedValueOnce(answer('A bird'));
    await act().generate(block('c'));
    expect(alts()[2]).toBe('A bird');
  });

  it('can be the current text, edited without a request', async () => {
    void act().editAltText(block('c'));
    expect(suggestion('c')).toMatchObject({ text: 'By hand', generated: null });
    await act().applySuggestion(block('c'), 'By another hand');
    expect(alts()[2]).toBe('By another hand');
    expect(serve).not.toHaveBeenCalled();
  });

  it('keeps an edit that was accepted while it was generated, for Undo', async () => {
    serve.mockResolvedValueOnce(answer('A cat'));
    await act().generate(block('c'));
    serve.mockImplementationOnce(async () => {
      void act().editSuggestion(block('c'), 'Typed');
      await act().applySuggestion(block('c'), 'Typed');
      return answer('A lion');
    });
    await act().generate(block('c'));
    expect(alts()[2]).toBe('Typed');
    expect(suggestion('c')).toMatchObject({ text: 'A lion', earlierEdit: 'Typed' });
  });

  it("can be reverted to the user's earlier text, even after a second one", async () => {
    serve.mockResolvedValueOnce(answer('A cat')).mockResolvedValueOnce(answer('A lion'));
    for (const text of ['A cat', 'A lion']) {
      await act().generate(block('c'));
      expect(spoken()).toBe(`Suggested alt text: ${text}`);
      await act().applySuggestion(block('c'), text);
    }
    expect(registry.select(store).getTextBefore(image('c'))).toBe('By hand');
    await act().restoreTextBefore(block('c'));
    expect(alts()[2]).toBe('By hand');
    expect(registry.select(store).getTextBefore(image('c'))).toBeNull();
  });

  it('is written for an image without a text, which is said, and so is Undo', async () => {
    serve.mockResolvedValue(answer('A dog'));
    await act().generate(block('a'));
    expect(spoken()).toBe('Alt text added. A dog');
    undo();
    expect(spoken()).toBe('1 alt text undone.');
  });
});

describe('a text generated while its image is not in the editor', () => {
  it.each(['theme//single', 77])('waits until its post is open again (%s)', async (elsewhere) => {
    serve.mockImplementationOnce(() => {
      // The same image, but in another post.
      openPost(elsewhere);
      showBlocks({ x: imageBlock(1) });
      return Promise.resolve(answer('A dog'));
    });
    await act().generate(block('a'));
    await settle();
    void act().placeSuggestions();
    expect([alts(), suggestion('x')]).toEqual([[''], null]);

    openPost(5);
    showBlocks({ other: imageBlock(2), again: imageBlock(1) });
    void act().placeSuggestions();
    expect(suggestion('other')).toBeNull();
    expect(suggestion('again')).toMatchObject({ text: 'A dog', cause: 'away' });
    await act().applySuggestion(block('again'), 'A dog');
    expect(alts()).toEqual(['', 'A dog']);
    void act().placeSuggestions();
    expect(suggestion('again')).toBeNull();
  });

  it('replaces the suggestion that it was rewritten from, but not its edit', async () => {
    serve.mockResolvedValueOnce(answer('A dog')).mockImplementationOnce(() => {
      openPost('theme//single');
      showBlocks({});
      void act().placeSuggestions();
      return Promise.resolve(answer('A wolf'));
    });
    showBlocks({ a: imageBlock(1, 'By hand') });
    await act().generate(block('a'));
    void act().editSuggestion(block('a'), 'A dog, edited');
    await act().generate(block('a'));

    openPost(5);
    showBlocks({ a: imageBlock(1, 'By hand') });
    void act().placeSuggestions();
    expect(suggestion('a')).toMatchObject({ text: 'A wolf', earlierEdit: 'A dog, edited' });
    expect(registry.select(store).getAway()).toEqual([]);
  });

  it('replaces the suggestion of an image that was marked as decorative meanwhile', async () => {
    serve.mockResolvedValueOnce(answer('A dog'));
    showBlocks({ a: imageBlock(1, 'By hand') });
    await act().generate(block('a'));
    serve.mockImplementationOnce(async () => {
      await act().markDecorative(block('a'));
      return answer('A wolf');
    });
    await act().generate(block('a'));
    undo();
    void act().placeSuggestions();
    expect(suggestion('a')).toMatchObject({ text: 'A wolf' });
    expect(registry.select(store).getAway()).toEqual([]);
  });

  it('is not requested if another post is open by then', async () => {
    const generating = act().generate(block('a'));
    openPost(77);
    await generating;
    expect(serve).not.toHaveBeenCalled();
  });
});

describe('a text of the library', () => {
  const inLibrary = (alt: string, more: object = {}) => ({
    ...{ alt, url: '', file: '', canEdit: true, isDecorative: false, language: 'en' },
    source: newSource('A boat', { model: 'gpt', prompt: '1' }, false),
    ...more,
  });

  it('stays unread in the post, and at another image, until somebody reads it there', async () => {
    const url = 'https://example.com/1.jpg';
    editorBootData.attachments = { 1: inLibrary('A boat', { url, file: '1.jpg' }) };
    await act().applyLibraryTexts();
    expect([alts()[0], isNotRead('a')]).toEqual(['A boat', true]);
    edit('a', { id: undefined, url: 'https://example.org/another.jpg' });
    expect(isNotRead('a')).toBe(true);
    void act().markRead(block('a'));
    expect(isNotRead('a')).toBe(false);
  });

  it('is not copied to an image with a pending suggestion', async () => {
    editorBootData.reviewNewTexts = true;
    serve.mockResolvedValue(answer('A dog'));
    await act().generate(block('a'));
    const url = 'https://example.com/1.jpg';
    editorBootData.attachments = { 1: inLibrary('A boat', { url, file: '1.jpg' }) };
    await act().generateAll({ withLibraryTexts: true });
    expect(alts()[0]).toBe('');
    expect(suggestion('a')?.text).toBe('A dog');
  });

  it('is unread for a featured image that WordPress has not loaded yet', () => {
    editPost({ featured_media: 7 });
    const featured = () => findImage(registry, { type: 'attachment', attachmentId: 7 });
    for (const [alt, isOpen] of [
      ['A boat', true],
      ['By hand', false],
    ] as const) {
      editorBootData.attachments = { 7: inLibrary(alt) };
      const found = featured();
      expect(found && isUnread(registry, found)).toBe(isOpen);
    }
  });
});

describe('a stored suggestion', () => {
  const stored = (id: number, place: string, text: string, more = {}) => ({
    id,
    attachment_id: Number(place.split('#')[1]),
    ...{ post_id: 5, place, text, purpose: null, declined: false, hint: '' },
    ...{ model: 'gpt-5.4-mini', prompt: '7', ...more },
  });
  const decisions = () =>
    serveSuggestions.mock.calls.flatMap(([{ path, data }]) =>
      /suggestions\/\d+$/.test(path) ? [[path.replace(/.*\//, ''), data]] : [],
    );
  const load = async (...items: object[]) => {
    serveSuggestions.mockResolvedValueOnce(items);
    Object.assign(editorBootData, { postId: 5, hasSuggestions: true });
    onTestFinished(() => {
      Object.assign(editorBootData, { postId: null, hasSuggestions: false });
    });
    await act().loadSuggestions();
  };

  it('has its place, and what it would replace', async () => {
    serve.mockResolvedValueOnce({ ...answer('A cat'), model: 'gpt-5.4-mini', prompt: '7' });
    await act().generate(block('c'), { hint: 'Aunt Rosa' });
    await settle();
    const { data } = serveSuggestions.mock.calls[0]?.[0] ?? {};
    expect(data).toMatchObject({
      ...{ post_id: 5, attachment_id: 3, place: 'core/image#3#1' },
      ...{ previous_text: 'By hand', text: 'A cat', hint: 'Aunt Rosa' },
    });
    // The site knows what the service answered, and would not believe the browser.
    expect(data).not.toHaveProperty('model');
  });

  it('has the browser ask before it closes until the site has stored it', async () => {
    onTestFinished(warnBeforeLeaving(() => false));
    const asks = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
    serve.mockResolvedValueOnce(answer('A cat'));
    serveSuggestions.mockRejectedValueOnce({ code: 'x', message: '', data: { status: 503 } });
    await act().generate(block('c'));
    await settle();
    expect(asks()).toBe(true);
    serveSuggestions.mockResolvedValueOnce({ id: 7 });
    await act().settleSuggestions();
    await settle();
    expect(asks()).toBe(false);
  });

  it('is rejected as the user saw it, and comes back if its accepted text is undone', async () => {
    await load(stored(7, 'core/image#1#1', 'A dog'), stored(8, 'core/image#2#1', 'A bird'));
    void act().dismissSuggestion(block('a'));
    await settle();
    // Not another text that came meanwhile.
    const rejected = ['7', { decision: 'reject', shown_text: 'A dog' }];
    expect(decisions()).toEqual([rejected]);
    await act().applySuggestion(block('b'), 'A bird');
    edit('b', { alt: '' });
    await act().settleSuggestions();
    expect(decisions()).toEqual([rejected]);
    expect(suggestion('b')?.text).toBe('A bird');
    await load();
    expect(suggestion('b')).toBeNull();
  });

  it('with an edit in the post is not accepted with a text that another user wrote since', async () => {
    await load(stored(7, 'core/image#1#1', 'A dog'), stored(8, 'core/image#2#1', 'A bird'));
    for (const id of ['a', 'b']) {
      void act().editSuggestion(block(id), 'Typed');
      await act().applySuggestion(block(id), 'Typed');
    }
    // Undo, and Redo after the other text has come.
    edit('b', { alt: '' });
    void act().placeSuggestions();
    await load(stored(7, 'core/image#1#1', 'A wolf'), stored(8, 'core/image#2#1', 'A crow'));
    edit('b', { alt: 'Typed' });
    await act().settleSuggestions();
    expect(decisions()).toEqual([]);
    expect(alts()).toEqual(['Typed', 'Typed', 'By hand']);
    expect(suggestion('a')).toMatchObject({ text: 'A wolf', earlierEdit: 'Typed' });
    expect(suggestion('b')).toMatchObject({ text: 'Typed', generated: 'A crow' });
  });

  it('that is decided while the site stores it names the text that was seen', async () => {
    Object.assign(editorBootData, { postId: 5, hasSuggestions: true });
    onTestFinished(() => {
      Object.assign(editorBootData, { postId: null, hasSuggestions: false });
    });
    let store: (stored: object) => void = () => undefined;
    serveSuggestions.mockReturnValueOnce(
      new Promise((done) => {
        store = done;
      }),
    );
    serve.mockResolvedValueOnce(answer('A lion'));
    await act().generate(block('c'));
    await act().applySuggestion(block('c'), 'Typed');
    const settled = act().settleSuggestions();
    store({ id: 9 });
    await settled;
    expect(decisions()).toMatchObject([['9', { decision: 'accept', shown_text: 'A lion' }]]);
  });

  it('whose text is rejected later leaves no place that it was written to, and Undo brings it back', async () => {
    Object.assign(editorBootData, { writeTo: 'both', reviewNewTexts: true });
    loadAttachment(1, { alt_text: '', media_details: { file: '1.jpg' } });
    loadAttachment(2, { alt_text: 'Pets', media_details: { file: '2.jpg' } });
    serve.mockResolvedValueOnce(answer('A dog')).mockResolvedValueOnce(answer('A cat'));
    await act().generateAll();
    await act().applyAllSuggestions();
    const texts = () => [alts()[0], libraryText(1)];
    expect(texts()).toEqual(['A dog', 'A dog']);
    void act().restoreTextBefore(block('a'));
    expect(texts()).toEqual(['', '']);
    expect(suggestion('a')?.text).toBe('A dog');
    undo();
    expect(texts()).toEqual(['A dog', 'A dog']);

    void act().restoreTextBefore(block('a'));
    void act().dismissSuggestion(block('a'));
    await act().settleSuggestions();
    expect(decisions().map(([, data]) => data)).toEqual([
      { decision: 'reject', shown_text: 'A dog' },
      { decision: 'accept', shown_text: 'A cat', text: 'A cat', written: true },
    ]);
  });

  it('whose text replaced another one is rejected with the places of both', async () => {
    editorBootData.writeTo = 'both';
    loadAttachment(1, { alt_text: '', media_details: { file: '1.jpg' } });
    serve.mockResolvedValueOnce(answer('A dog')).mockResolvedValueOnce(answer('A hound'));
    await act().generate(block('a'));
    await act().generate(block('a'));
    await act().applySuggestion(block('a'), 'A hound');
    expect([alts()[0], libraryText(1)]).toEqual(['A hound', 'A dog']);
    void act().restoreTextBefore(block('a'));
    expect([alts()[0], libraryText(1)]).toEqual(['', '']);
  });

  it('that another user decided leaves what the user typed before for Undo', async () => {
    await load(stored(7, 'core/image#1#1', 'A dog'));
    void act().editSuggestion(block('a'), 'Typed');
    await act().applySuggestion(block('a'), 'Typed');
    await load();
    edit('a', { alt: '' });
    void act().placeSuggestions();
    expect(suggestion('a')).toMatchObject({ text: 'Typed', generated: null, cause: 'decided' });
    await act().settleSuggestions();
    expect(decisions()).toEqual([]);
  });

  const declined = {
    code: 'altscribe_image_unreadable',
    message: 'The AI declined to describe this image.',
    data: { problem: 'declined' },
  };

  it('that is accepted, but not saved, is not replaced by a refusal of the model', async () => {
    serve.mockResolvedValueOnce(answer('A lion')).mockRejectedValueOnce(declined);
    await act().generate(block('c'));
    await act().applySuggestion(block('c'), 'A lion');
    await act().generate(block('c'));
    await settle();
    expect(suggestion('c')).toBeNull();
    expect(registry.select(store).getNotice(image('c'))).toMatchObject({ problem: 'declined' });
    await act().settleSuggestions();
    expect(decisions()).toEqual([
      ['1', { decision: 'accept', shown_text: 'A lion', text: 'A lion', written: true }],
    ]);
  });

  it('can be a refusal of the model, or that the image is decorative', async () => {
    serve.mockRejectedValueOnce(declined);
    await act().generate(block('a'));
    await settle();
    expect(suggestion('a')).toMatchObject({ text: '', verdict: 'declined' });
    expect(serveSuggestions.mock.calls[0]?.[0].data).toMatchObject({ text: '', declined: true });
    await load(stored(8, 'core/image#2#1', 'A swirl', { purpose: 'decorative' }));
    expect(suggestion('b')).toMatchObject({ verdict: 'decorative' });
    await act().markDecorative(block('b'));
    await act().settleSuggestions();
    expect(decisions()).toEqual([
      ['8', { decision: 'decorative', shown_text: 'A swirl', text: '', written: true }],
    ]);
  });

  it('whose image is gone has no image compared with all others at every change', async () => {
    await load(stored(8, 'core/image#9#1', 'Its image is gone'));
    let reads = 0;
    const numbers = Array.from({ length: 60 }, (_, index) => index + 10);
    const counted = (id: number) =>
      Object.defineProperty(imageBlock(id).attributes, 'url', {
        enumerable: true,
        get: () => {
          reads += 1;
          return `https://example.com/${String(id)}.jpg`;
        },
      });
    showBlocks(
      Object.fromEntries(
        numbers.map((id) => [`n${String(id)}`, { name: 'core/image', attributes: counted(id) }]),
      ),
    );
    void act().placeSuggestions();
    reads = 0;
    void act().placeSuggestions();
    expect(reads / numbers.length).toBeLessThan(10);
  });

  it('of a template shows the words around it there', async () => {
    serve.mockResolvedValue(answer('A dog'));
    openPost(77, { altscribe_automatic_language: 'de_DE' });
    showBlocks({ p: paragraph('Here'), x: imageBlock(8) });
    await act().generate(block('x'));
    expect(serve.mock.calls.at(-1)?.[0].data).toMatchObject({
      ...{ post_id: 77, language: 'de_DE', surroundings: { before: 'Here' } },
    });
  });
});
