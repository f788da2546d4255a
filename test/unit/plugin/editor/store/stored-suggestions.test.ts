// @vitest-environment jsdom
import { describe, expect, it, onTestFinished } from 'vitest';
import { blockEditorStore, editorStore, imageBlock } from '../fake-editor.ts';
import {
  alts,
  answer,
  apiFetch,
  block,
  edit,
  editorBootData,
  registry,
  settle,
  siteFetch,
  store,
} from './open-store.ts';

const { warnBeforeLeaving } =
  await import('../../../../../plugin/src/editor/store/stored-suggestions.ts');
const { doubtsOf } = await import('../../../../../plugin/src/common/api.ts');

const blocks = { a: imageBlock(1) };
const open = (id: number | string, shown: Parameters<typeof show>[0]) => {
  void registry.dispatch(editorStore).open(id);
  show(shown);
};
const show = (shown: Record<string, ReturnType<typeof imageBlock>>): void => {
  void registry.dispatch(blockEditorStore).reset(shown);
};
const suggestion = (id: string) => registry.select(store).getRequestState(block(id)).suggestion;

describe('a text generated while its image is not in the editor', () => {
  it.each(['theme//single', 77])(
    'is written when its post is open again (%s)',
    async (elsewhere) => {
      apiFetch.mockImplementationOnce(() => {
        // The same image, but in another post.
        open(elsewhere, { x: imageBlock(1) });
        return Promise.resolve(answer('A dog'));
      });
      await registry.dispatch(store).generate(block('a'));
      await settle();
      void registry.dispatch(store).placeSuggestions();
      expect([alts(), suggestion('x')]).toEqual([[''], null]);

      open(5, blocks);
      void registry.dispatch(store).placeSuggestions();
      expect(suggestion('a')).toMatchObject({ text: 'A dog', cause: 'away' });
      await registry.dispatch(store).applySuggestion(block('a'), 'A dog');
      expect(alts()).toEqual(['A dog']);
      void registry.dispatch(store).placeSuggestions();
      expect(suggestion('a')).toBeNull();
    },
  );

  it('finds the image in a block with another id', async () => {
    apiFetch.mockImplementationOnce(() => {
      show({ p: { name: 'core/paragraph', attributes: {} } });
      return Promise.resolve(answer('A dog'));
    });
    await registry.dispatch(store).generate(block('a'));
    await settle();
    show({ other: imageBlock(2), again: imageBlock(1) });
    void registry.dispatch(store).placeSuggestions();
    expect([suggestion('other'), suggestion('again')?.text]).toEqual([null, 'A dog']);
  });

  it('is not requested if another post is open by then', async () => {
    const generating = registry.dispatch(store).generate(block('a'));
    open(77, blocks);
    await generating;
    expect(apiFetch).not.toHaveBeenCalled();
  });
});

describe('the context sent with an image of a pattern', () => {
  it('is from the pattern and not from the post that led there', async () => {
    Object.assign(editorBootData, {
      postId: 5,
      language: 'fr_FR',
      savedKeywords: { source: 'All in One SEO', keywords: 'harbour' },
    });
    onTestFinished(() => {
      Object.assign(editorBootData, { postId: null, language: 'en', savedKeywords: null });
    });
    apiFetch.mockResolvedValue(answer('A dog'));
    const { generate, setKeywords } = registry.dispatch(store);
    void setKeywords('boats');
    open(77, { x: imageBlock(8) });
    void registry.dispatch(editorStore).editPost({ altscribe_automatic_language: 'de_DE' });
    await generate(block('x'));
    const sent = () => apiFetch.mock.calls.at(-1)?.[0].data;
    expect(sent()).toMatchObject({ post_id: 77, language: 'de_DE', seo_keywords: '' });
    open(5, blocks);
    await generate(block('a'));
    expect(sent()).toMatchObject({ post_id: 5, language: 'fr_FR', seo_keywords: 'boats' });
  });
});

describe('a suggestion', () => {
  const stored = (id: number, place: string, text: string, more = {}) => ({
    id,
    attachment_id: Number(place.split('#')[1]),
    post_id: 5,
    place,
    text,
    purpose: null,
    declined: false,
    hint: '',
    model: 'gpt-5.4-mini',
    prompt: '7',
    ...more,
  });
  const decisions = () =>
    siteFetch.mock.calls.flatMap(([{ path, data }]) =>
      /suggestions\/\d+$/.test(path) ? [[path.replace(/.*\//, ''), data]] : [],
    );
  const load = async (...items: object[]) => {
    siteFetch.mockResolvedValueOnce(items);
    editorBootData.postId = 5;
    editorBootData.hasSuggestions = true;
    onTestFinished(() => {
      Object.assign(editorBootData, { postId: null, hasSuggestions: false });
    });
    await registry.dispatch(store).loadSuggestions();
  };

  it('is stored for its place, with what it would replace', async () => {
    apiFetch.mockResolvedValueOnce({ ...answer('A cat'), model: 'gpt-5.4-mini', prompt: '7' });
    await registry.dispatch(store).generate(block('c'), { hint: 'Aunt Rosa' });
    await settle();
    expect(apiFetch.mock.calls[0]?.[0].data).toMatchObject({ hint: 'Aunt Rosa' });
    expect(siteFetch.mock.calls[0]?.[0].data).toMatchObject({
      post_id: 5,
      attachment_id: 3,
      place: 'core/image#3#1',
      previous_text: 'By hand',
      text: 'A cat',
      hint: 'Aunt Rosa',
    });
    // The site knows what the service answered, and would not believe the browser.
    expect(siteFetch.mock.calls[0]?.[0].data).not.toHaveProperty('model');
  });

  it('has the browser ask before it closes until the site has stored it', async () => {
    onTestFinished(warnBeforeLeaving(() => false));
    const asks = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
    apiFetch.mockResolvedValueOnce(answer('A cat'));
    siteFetch.mockRejectedValueOnce({ code: 'unavailable', message: '', data: { status: 503 } });
    await registry.dispatch(store).generate(block('c'));
    await settle();
    expect(asks()).toBe(true);
    siteFetch.mockResolvedValueOnce({ id: 7 });
    await registry.dispatch(store).settleSuggestions();
    await settle();
    expect(asks()).toBe(false);
  });

  it('is loaded again, and "Generate all" does not pay for it twice', async () => {
    await load(stored(7, 'core/image#1#1', 'A dog'), stored(8, 'core/image#9#1', 'Elsewhere'));
    expect(suggestion('a')).toMatchObject({ text: 'A dog', generated: 'A dog' });
    apiFetch.mockResolvedValue(answer('A bird'));
    await registry.dispatch(store).generateAll();
    expect(apiFetch).toHaveBeenCalledTimes(1);
    expect(alts()).toEqual(['', 'A bird', 'By hand']);
  });

  it('whose image is gone does not have each image compared with all others at every change', async () => {
    await load(stored(8, 'core/image#9#1', 'Its image is gone'));
    let reads = 0;
    const counted = (id: number) =>
      Object.defineProperty(imageBlock(id), 'name', {
        get: () => {
          reads += 1;
          return 'core/image';
        },
      });
    const numbers = Array.from({ length: 60 }, (_, index) => index + 10);
    show(Object.fromEntries(numbers.map((id) => [`n${String(id)}`, counted(id)])));
    void registry.dispatch(store).placeSuggestions();
    reads = 0;
    void registry.dispatch(store).placeSuggestions();
    expect(reads / numbers.length).toBeLessThan(10);
  });

  it('is decided once the post with its text is saved, and comes back after Undo', async () => {
    await load(stored(7, 'core/image#1#1', 'A dog'), stored(8, 'core/image#2#1', 'A bird'));
    const { applySuggestion, settleSuggestions } = registry.dispatch(store);
    await applySuggestion(block('a'), 'A dog');
    await applySuggestion(block('b'), 'A bird');
    expect(decisions()).toEqual([]);
    edit('b', { alt: '' });
    await settleSuggestions();
    expect(decisions()).toEqual([['7', { decision: 'accept', text: 'A dog', written: true }]]);
    expect([suggestion('a'), suggestion('b')?.text]).toEqual([null, 'A bird']);
  });

  it('is rejected at once, and disappears when it was decided elsewhere', async () => {
    await load(stored(7, 'core/image#1#1', 'A dog'), stored(8, 'core/image#2#1', 'A bird'));
    void registry.dispatch(store).dismissSuggestion(block('a'));
    await settle();
    // Not another text that came meanwhile.
    expect(decisions()).toEqual([['7', { decision: 'reject', shown_text: 'A dog' }]]);
    await load();
    expect(suggestion('b')).toBeNull();
  });

  it('stays with its edits while it waits, or if it is newer than the list', async () => {
    show({ a: imageBlock(1), b: imageBlock(2), d: imageBlock(4, 'By hand') });
    await load(stored(7, 'core/image#1#1', 'A dog'), stored(8, 'core/image#2#1', 'A bird'));
    const { editSuggestion, generate, loadSuggestions } = registry.dispatch(store);
    await editSuggestion(block('a'), 'A brown dog');
    apiFetch.mockResolvedValueOnce(answer('A cat'));
    siteFetch.mockImplementationOnce(async () => {
      // The site made its list before this text was stored.
      await generate(block('d'));
      await settle();
      return [stored(7, 'core/image#1#1', 'A dog')];
    });
    await loadSuggestions();
    expect([suggestion('a')?.text, suggestion('b'), suggestion('d')?.text]).toEqual([
      'A brown dog',
      null,
      'A cat',
    ]);
  });

  it('has the doubts of the second model, as does a new text', async () => {
    await load(stored(7, 'core/image#1#1', 'A brown dog', { doubts: ['brown'] }));
    expect(doubtsOf('A brown dog')).toEqual(['brown']);
    apiFetch.mockResolvedValueOnce({ ...answer('A black cat'), doubts: ['black'] });
    await registry.dispatch(store).generate(block('c'));
    await settle();
    expect(doubtsOf('A black cat')).toEqual(['black']);
  });

  it('can be a refusal of the model, or that the image is decorative', async () => {
    apiFetch.mockRejectedValueOnce({
      code: 'altscribe_image_unreadable',
      message: 'The AI declined to describe this image.',
      data: { problem: 'declined' },
    });
    await registry.dispatch(store).generate(block('a'));
    await settle();
    expect(suggestion('a')).toMatchObject({ text: '', verdict: 'declined' });
    expect(siteFetch.mock.calls[0]?.[0].data).toMatchObject({ text: '', declined: true });
    await load(stored(8, 'core/image#2#1', 'A swirl', { purpose: 'decorative' }));
    expect(suggestion('b')).toMatchObject({ verdict: 'decorative' });
    await registry.dispatch(store).markDecorative(block('b'));
    await registry.dispatch(store).settleSuggestions();
    expect(decisions()).toEqual([['8', { decision: 'decorative', text: '', written: true }]]);
  });
});
