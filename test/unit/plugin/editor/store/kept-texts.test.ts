// @vitest-environment jsdom
import { describe, expect, it, onTestFinished } from 'vitest';
import { blockEditorStore, editorStore, imageBlock } from '../fake-editor.ts';
import { alts, answer, apiFetch, block, editorBootData, registry, store } from './open-store.ts';

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
      void registry.dispatch(store).giveBackTexts();
      expect([alts(), suggestion('x')]).toEqual([[''], null]);

      open(5, blocks);
      void registry.dispatch(store).giveBackTexts();
      expect(suggestion('a')).toMatchObject({ text: 'A dog', cause: 'away' });
      await registry.dispatch(store).applySuggestion(block('a'), 'A dog');
      expect(alts()).toEqual(['A dog']);
      void registry.dispatch(store).giveBackTexts();
      expect(suggestion('a')).toBeNull();
    },
  );

  it('finds the image in a block with another id', async () => {
    apiFetch.mockImplementationOnce(() => {
      show({ p: { name: 'core/paragraph', attributes: {} } });
      return Promise.resolve(answer('A dog'));
    });
    await registry.dispatch(store).generate(block('a'));
    show({ other: imageBlock(2), again: imageBlock(1) });
    void registry.dispatch(store).giveBackTexts();
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
