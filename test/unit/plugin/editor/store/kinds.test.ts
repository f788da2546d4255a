// @vitest-environment jsdom
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { editorBootData } from '../../../../../plugin/src/editor/boot-data.ts';
import {
  blockEditorStore,
  calls,
  coreStore,
  editorStore,
  imageBlock,
  notices,
  noticesStore,
  openEditor,
} from '../fake-editor.ts';

const apiFetch = vi.hoisted(() => vi.fn<(request: object) => Promise<unknown>>());
const getBlockType = vi.hoisted(() => vi.fn());
vi.mock('@wordpress/api-fetch', () => ({
  default: (request: { path: string }) =>
    request.path.includes('/suggestions') ? Promise.resolve({ id: 1 }) : apiFetch(request),
}));
vi.mock('@wordpress/a11y', () => ({ speak: () => undefined }));
vi.mock('@wordpress/block-editor', () => ({ store: blockEditorStore }));
vi.mock('@wordpress/editor', () => ({ store: editorStore }));
vi.mock('@wordpress/notices', () => ({ store: noticesStore }));
vi.mock('@wordpress/blocks', () => ({
  getBlockType,
  getBlockBindingsSource: () => undefined,
}));
const { store } = await import('../../../../../plugin/src/editor/store/index.ts');
const { isUnread, newSource } = await import('../../../../../plugin/src/editor/post/sources.ts');
const { listImages } = await import('../../../../../plugin/src/editor/post/images.ts');

const block = (clientId: string) => ({ type: 'block', clientId }) as const;
const file = (id: number) => `${String(id)}.jpg`;

let registry = openEditor({});

/** Opens blocks; `library`: texts of attachments; the user may edit those that are not `closed`. */
function open(
  blocks: Parameters<typeof openEditor>[0],
  library: Record<number, string>,
  closed: readonly number[] = [],
  language = 'en',
): void {
  registry = openEditor(blocks);
  registry.register(store);
  editorBootData.attachments = {};
  for (const [key, alt] of Object.entries(library)) {
    const id = Number(key);
    const canEdit = !closed.includes(id);
    const url = `https://example.com/${file(id)}`;
    editorBootData.attachments[id] = {
      alt,
      url,
      file: file(id),
      canEdit,
      isDecorative: false,
      language,
    };
    if (canEdit) {
      const record = { alt_text: alt, meta: { other: 1 }, media_details: { file: file(id) } };
      void registry.dispatch(coreStore).load({ [id]: record });
    }
  }
}

const attributes = (clientId: string) =>
  registry.select(blockEditorStore).getBlockAttributes(clientId);
const libraryText = (id: number): string | undefined =>
  registry.select(coreStore).getEditedEntityRecord('postType', 'attachment', id).alt_text;
const undo = () => notices.at(-1)?.actions[0]?.onClick();

beforeEach(() => {
  editorBootData.writeTo = 'block';
  editorBootData.reviewNewTexts = false;
  getBlockType.mockReturnValue({ title: 'Block', attributes: {} });
  apiFetch.mockReset();
  apiFetch.mockResolvedValue({
    alt_text: 'A dog',
    plan_type: 'pro',
    credits_available: 5,
    credits_error: null,
  });
});

describe('the target of a text', () => {
  it.each([
    ['block', 'A dog', ''],
    ['library', '', 'A dog'],
    ['both', 'A dog', 'A dog'],
  ] as const)('%s, and undone', async (writeTo, inBlock, inLibrary) => {
    editorBootData.writeTo = writeTo;
    open({ a: imageBlock(1) }, { 1: '' });
    await registry.dispatch(store).generate(block('a'));
    expect([attributes('a')?.alt, libraryText(1)]).toEqual([inBlock, inLibrary]);
    undo();
    expect([attributes('a')?.alt, libraryText(1)]).toEqual(['', '']);
  });

  it('block and library, if visitors get the text of the library', async () => {
    const mediaFiles = [{ url: `https://example.com/${file(1)}`, id: 1, type: 'image' }];
    open({ a: { name: 'jetpack/story', attributes: { mediaFiles } } }, { 1: '' });
    const [image] = listImages(registry);
    await registry.dispatch(store).generate(image?.target ?? block('a'));
    expect(attributes('a')).toEqual({ mediaFiles: [{ ...mediaFiles[0], alt: 'A dog' }] });
    expect(libraryText(1)).toBe('A dog');
    undo();
    expect(attributes('a')).toEqual({ mediaFiles: [{ ...mediaFiles[0], alt: '' }] });
    expect(libraryText(1)).toBe('');
  });

  it.each([
    ['has a text', { 1: 'By hand' }, []],
    ['somebody else must edit', { 1: '' }, [1]],
  ])('only the block, if the library %s', async (_name, library, closed) => {
    editorBootData.writeTo = 'library';
    open({ a: imageBlock(1) }, library, closed);
    await registry.dispatch(store).generate(block('a'));
    expect(attributes('a')?.alt).toBe('A dog');
    expect(editorBootData.attachments[1]?.alt).toBe(library[1]);
    expect(calls).not.toContain('editAttachment');
  });

  it.each(['both', 'library'] as const)(
    "only the block, if the library's text is in another language: %s",
    async (writeTo) => {
      editorBootData.writeTo = writeTo;
      open({ a: imageBlock(1) }, { 1: '' }, [], 'en_US');
      void registry.dispatch(editorStore).editPost({ altscribe_language: 'de_DE_formal' });
      await registry.dispatch(store).generate(block('a'));
      expect([attributes('a')?.alt, libraryText(1)]).toEqual(['A dog', '']);
    },
  );

  it('does not fill the block if an upload got its text in another language', () => {
    open({ a: imageBlock(1) }, { 1: '' }, [], 'en_US');
    void registry.dispatch(store).writeUploadText(1, 'A dog');
    expect(attributes('a')?.alt).toBe('A dog');
    open({ a: imageBlock(1) }, { 1: '' }, [], 'fr_FR');
    void registry.dispatch(store).writeUploadText(1, 'Un chien');
    expect(attributes('a')?.alt).toBe('');
  });

  it.each([
    ['en_US', 'en_US'],
    ['', 'de_DE'],
  ])('requests a text for a featured image in its own language, %s', async (language, asked) => {
    open({}, { 1: '' }, [], language);
    void registry
      .dispatch(editorStore)
      .editPost({ featured_media: 1, altscribe_language: 'de_DE' });
    await registry.dispatch(store).generate({ type: 'attachment', attachmentId: 1 });
    expect(apiFetch).toHaveBeenLastCalledWith(
      expect.objectContaining({ data: expect.objectContaining({ language: asked }) as object }),
    );
    expect(libraryText(1)).toBe('A dog');
  });

  it('also the library, if only the country differs', async () => {
    editorBootData.writeTo = 'both';
    open({ a: imageBlock(1) }, { 1: '' }, [], 'en_GB');
    await registry.dispatch(store).generate(block('a'));
    expect([attributes('a')?.alt, libraryText(1)]).toEqual(['A dog', 'A dog']);
  });

  it('removes line breaks from a typed text', async () => {
    open({ a: imageBlock(1, 'A cat') }, { 1: '' });
    await registry.dispatch(store).generate(block('a'));
    await registry.dispatch(store).applySuggestion(block('a'), ' A big\n dog, 5 < 6\u0000 ');
    expect(attributes('a')?.alt).toBe('A big dog, 5 < 6');
  });

  it('only the block, if the library got a text during the request', async () => {
    editorBootData.writeTo = 'both';
    open({ a: imageBlock(1) }, { 1: '' });
    apiFetch.mockImplementationOnce(() => {
      void registry
        .dispatch(coreStore)
        .editEntityRecord('postType', 'attachment', 1, { alt_text: 'Typed' }, { isCached: false });
      return Promise.resolve({ alt_text: 'A dog', plan_type: '', credits_available: 1 });
    });
    await registry.dispatch(store).generate(block('a'));
    expect([attributes('a')?.alt, libraryText(1)]).toEqual(['A dog', 'Typed']);
  });

  it('also the block, if a suggestion replaces the displayed text', async () => {
    editorBootData.writeTo = 'library';
    open({ a: imageBlock(1, 'A cat') }, { 1: '' });
    await registry.dispatch(store).generate(block('a'));
    await registry.dispatch(store).applySuggestion(block('a'), 'A big dog');
    expect([attributes('a')?.alt, libraryText(1)]).toEqual(['A big dog', 'A big dog']);
    undo();
    expect([attributes('a')?.alt, libraryText(1)]).toEqual(['A cat', '']);
  });

  it('the target of the batch, if one of its images is retried by itself', async () => {
    open({ a: imageBlock(1) }, { 1: '' });
    const failure = { code: 'altscribe_image_unreadable', message: 'A sentence.', data: {} };
    apiFetch.mockRejectedValueOnce(failure);
    await registry.dispatch(store).generateAll({ writeTo: 'library' });
    await registry.dispatch(store).generate(block('a'));
    expect([attributes('a')?.alt, libraryText(1)]).toEqual(['', 'A dog']);
    // A later request is not part of that batch.
    undo();
    await registry.dispatch(store).generate(block('a'));
    expect([attributes('a')?.alt, libraryText(1)]).toEqual(['A dog', '']);
  });

  it('the target of the batch, for its suggestions, without another request', async () => {
    editorBootData.reviewNewTexts = true;
    open({ a: imageBlock(1), b: imageBlock(2) }, { 1: '', 2: '' });
    await registry.dispatch(store).generateAll({ writeTo: 'library' });
    await registry.dispatch(store).generateAll();
    expect(apiFetch).toHaveBeenCalledTimes(2);
    await registry.dispatch(store).applySuggestion(block('a'), 'A dog');
    await registry.dispatch(store).applyAllSuggestions();
    expect([attributes('a')?.alt, libraryText(1)]).toEqual(['', 'A dog']);
    expect([attributes('b')?.alt, libraryText(2)]).toEqual(['', 'A dog']);
  });

  it('the target of the batch, for a text generated while its block was closed', async () => {
    open({ a: imageBlock(1) }, { 1: '' });
    apiFetch.mockImplementationOnce(() => {
      void registry.dispatch(blockEditorStore).reset({});
      return Promise.resolve({ alt_text: 'A dog', plan_type: '', credits_available: 1 });
    });
    await registry.dispatch(store).generateAll({ writeTo: 'library' });
    void registry.dispatch(blockEditorStore).reset({ again: imageBlock(1) });
    await vi.waitFor(() => {
      void registry.dispatch(store).placeSuggestions();
      expect(registry.select(store).getRequestState(block('again')).suggestion).not.toBeNull();
    });
    await registry.dispatch(store).applySuggestion(block('again'), 'A dog');
    expect([attributes('again')?.alt, libraryText(1)]).toEqual(['', 'A dog']);
  });

  it('combines both writes in one undo step', async () => {
    editorBootData.writeTo = 'both';
    open({ a: imageBlock(1) }, { 1: '' });
    calls.length = 0;
    await registry.dispatch(store).generate(block('a'));
    expect(calls).toEqual([
      'closeUndoStep',
      'updateBlockAttributes',
      'joinAttachment',
      'closeUndoStep',
    ]);
  });

  it('uses the target of a batch and makes one request for an image that appears twice', async () => {
    open({ a: imageBlock(1), b: imageBlock(1) }, { 1: '' });
    await registry.dispatch(store).generateAll({ writeTo: 'library' });
    expect(apiFetch).toHaveBeenCalledTimes(1);
    expect([attributes('a')?.alt, attributes('b')?.alt, libraryText(1)]).toEqual(['', '', 'A dog']);
  });

  it('writes the featured image and skips images that the user may not edit', async () => {
    open({}, { 1: '', 2: '' }, [2]);
    const generateFeatured = async (attachmentId: number) => {
      void registry.dispatch(editorStore).editPost({ featured_media: attachmentId });
      await registry.dispatch(store).generate({ type: 'attachment', attachmentId });
    };
    await generateFeatured(1);
    expect(libraryText(1)).toBe('A dog');
    undo();
    expect(libraryText(1)).toBe('');
    await generateFeatured(2);
    expect(apiFetch).toHaveBeenCalledTimes(1);
  });
});

it('knows that nobody has read the text of a featured image which WordPress has not loaded yet', () => {
  registry = openEditor({});
  const source = newSource('A dog', { model: '', prompt: '' }, false);
  const library = { alt: 'A dog', url: file(7), file: file(7), canEdit: true, language: '' };
  editorBootData.attachments = { 7: { ...library, isDecorative: false, source } };
  void registry.dispatch(editorStore).editPost({ featured_media: 7 });
  const isRead = () => listImages(registry).map((image) => !isUnread(registry, image));
  expect(isRead()).toEqual([false]);
  editorBootData.attachments = { 7: { ...library, alt: 'By hand', isDecorative: false, source } };
  expect(isRead()).toEqual([true]);
});

describe('texts of the library', () => {
  const blocks = {
    a: imageBlock(1),
    b: imageBlock(2, 'By hand'),
    c: imageBlock(3),
    d: imageBlock(4),
  };
  const library = { 1: 'A boat', 2: 'A ship', 3: 'A tree', 4: '' };
  const alts = () => Object.keys(blocks).map((id) => attributes(id)?.alt);

  it('fill one image, without a request', async () => {
    open(blocks, library);
    await registry.dispatch(store).applyLibraryText(block('a'));
    await registry.dispatch(store).applyLibraryText(block('b'));
    expect(alts()).toEqual(['A boat', 'By hand', '', '']);
    expect(apiFetch).not.toHaveBeenCalled();
    undo();
    expect(alts()).toEqual(['', 'By hand', '', '']);
  });

  it('fill all missing texts', async () => {
    open(blocks, library);
    const applied = await registry.dispatch(store).applyLibraryTexts();
    expect(alts()).toEqual(['A boat', 'By hand', 'A tree', '']);
    expect(applied).toHaveLength(2);
    expect(calls.filter((call) => call === 'closeUndoStep')).toHaveLength(2);
  });

  it('stay unread in the post, and at another image, until somebody reads them there', async () => {
    open(blocks, library);
    const unread = newSource('A boat', { model: 'gpt', prompt: '1' }, false);
    Object.assign(editorBootData.attachments[1] ?? {}, { source: unread });
    const isNotRead = () => listImages(registry).map((image) => isUnread(registry, image));
    await registry.dispatch(store).applyLibraryTexts();
    expect(isNotRead()).toEqual([true, false, false, false]);
    void registry.dispatch(blockEditorStore).updateBlockAttributes('a', {
      id: undefined,
      url: 'https://example.org/another.jpg',
    });
    expect(isNotRead()).toEqual([true, false, false, false]);
    void registry.dispatch(store).markRead(block('a'));
    expect(isNotRead()).toEqual([false, false, false, false]);
  });

  it.each(['block', 'library', 'both'] as const)(
    'count once each in a batch for: %s',
    async (writeTo) => {
      open(blocks, library);
      await registry.dispatch(store).generateAll({ withLibraryTexts: true, writeTo });
      expect(registry.select(store).getBatch()).toMatchObject({ total: 3, done: 3 });
      expect(alts().slice(0, 3)).toEqual(['A boat', 'By hand', 'A tree']);
      expect(apiFetch).toHaveBeenCalledTimes(1);
    },
  );

  it('are not copied to an image with a pending suggestion', async () => {
    editorBootData.reviewNewTexts = true;
    open(blocks, library);
    await registry.dispatch(store).generate(block('a'));
    await registry.dispatch(store).generateAll({ withLibraryTexts: true });
    expect(alts()).toEqual(['', 'By hand', 'A tree', '']);
    expect(registry.select(store).getBatch()).toMatchObject({ total: 2, done: 2 });
    expect(registry.select(store).getRequestState(block('a')).suggestion?.text).toBe('A dog');
  });
});

describe('decorative', () => {
  it.each([
    ['as in WordPress 7.1', '', { isDecorative: true }],
    [
      'with its caption, which WordPress would delete',
      'Our dog',
      { metadata: { altscribe: { isDecorative: true } } },
    ],
  ])('is stored %s, until Undo', async (_name, caption, mark) => {
    getBlockType.mockReturnValue({ title: 'Image', attributes: { isDecorative: {} } });
    open({ a: imageBlock(1, 'A dog', { caption }) }, {});
    const before = attributes('a');
    await registry.dispatch(store).markDecorative(block('a'));
    expect(attributes('a')).toEqual({ ...before, ...mark, alt: '' });
    void registry.dispatch(blockEditorStore).updateBlockAttributes('a', { width: '9px' });
    undo();
    expect(attributes('a')).toEqual({ ...before, width: '9px' });
  });

  it('is stored beside other metadata in a WordPress without the feature', async () => {
    open({ a: imageBlock(1, '', { metadata: { name: 'Hero' } }) }, {});
    await registry.dispatch(store).markDecorative(block('a'));
    const marked = { name: 'Hero', altscribe: { isDecorative: true } };
    expect(attributes('a')).toMatchObject({ alt: '', metadata: marked });
    await registry.dispatch(store).generateAll();
    expect(apiFetch).not.toHaveBeenCalled();
    await registry.dispatch(store).unmarkDecorative(block('a'));
    expect(attributes('a')?.metadata).toEqual({ name: 'Hero' });
  });

  it('is refused for a linked image', async () => {
    open({ a: imageBlock(1, 'A dog', { href: '/x' }) }, {});
    await registry.dispatch(store).markDecorative(block('a'));
    expect(attributes('a')).toMatchObject({ alt: 'A dog' });
    expect(notices).toEqual([]);
  });

  it('is metadata of the featured image beside other metadata', async () => {
    open({}, { 1: 'A dog' });
    void registry.dispatch(editorStore).editPost({ featured_media: 1 });
    const record = () =>
      registry.select(coreStore).getEditedEntityRecord('postType', 'attachment', 1);
    await registry.dispatch(store).markDecorative({ type: 'attachment', attachmentId: 1 });
    const meta = { other: 1, _altscribe_decorative: true };
    expect(record()).toMatchObject({ alt_text: '', meta });
    undo();
    expect(record()).toMatchObject({ alt_text: 'A dog', meta: { _altscribe_decorative: false } });
  });
});
