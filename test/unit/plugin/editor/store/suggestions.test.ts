// @vitest-environment jsdom
import { afterEach, describe, expect, it } from 'vitest';
import { calls, notices } from '../fake-editor.ts';
import {
  alts,
  answer,
  apiFetch,
  block,
  edit,
  editorBootData,
  findImage,
  registry,
  speak,
  store,
} from './open-store.ts';
// After the mocks of the store.
import { isUnread } from '../../../../../plugin/src/editor/post/sources.ts';

describe('a suggestion', () => {
  const suggestion = (id: string) => registry.select(store).getRequestState(block(id)).suggestion;

  afterEach(() => {
    editorBootData.reviewNewTexts = false;
  });

  it('is created for every new text if the settings say so, and all are applied in one step', async () => {
    editorBootData.reviewNewTexts = true;
    apiFetch.mockResolvedValueOnce(answer('A dog')).mockResolvedValueOnce(answer('A cat'));
    await registry.dispatch(store).generateAll();
    expect(alts()).toEqual(['', '', 'By hand']);
    expect(speak).toHaveBeenLastCalledWith('2 alt texts suggested.');
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

  it.each([
    ['another image', { id: 9, url: 'https://example.com/9.jpg' }, ['', 'A cat', 'By hand']],
    ['another text', { alt: 'Typed' }, ['Typed', 'A cat', 'By hand']],
    ['a mark', { metadata: { altscribe: { isDecorative: true } } }, ['', 'A cat', 'By hand']],
  ])('is not applied if %s arrived during the lookup of places', async (_case, change, texts) => {
    editorBootData.reviewNewTexts = true;
    apiFetch.mockResolvedValueOnce(answer('A dog')).mockResolvedValueOnce(answer('A cat'));
    await registry.dispatch(store).generateAll();
    const applying = registry.dispatch(store).applyAllSuggestions();
    edit('a', change);
    await applying;
    expect(alts()).toEqual(texts);
    expect(registry.select(store).getBatch()?.applied).toHaveLength(1);
  });

  it('is not applied in its old form if it was edited or dismissed during the lookup of places', async () => {
    editorBootData.reviewNewTexts = true;
    apiFetch.mockResolvedValueOnce(answer('A dog')).mockResolvedValueOnce(answer('A cat'));
    const { applyAllSuggestions, dismissSuggestion, editSuggestion, generateAll } =
      registry.dispatch(store);
    await generateAll();
    const applying = applyAllSuggestions();
    void editSuggestion(block('a'), 'A small dog');
    void dismissSuggestion(block('b'));
    await applying;
    expect(alts()).toEqual(['A small dog', '', 'By hand']);
  });

  it('is not applied by itself, either, if its image was replaced by then', async () => {
    apiFetch.mockResolvedValueOnce(answer('A cat'));
    await registry.dispatch(store).generate(block('c'));
    const applying = registry.dispatch(store).applySuggestion(block('c'), 'A cat');
    edit('c', { alt: 'Typed' });
    await applying;
    expect(alts()[2]).toBe('Typed');
    expect(suggestion('c')).toMatchObject({ text: 'A cat', cause: 'edited' });
  });

  it('is applied by itself with edits typed during the lookup of places', async () => {
    apiFetch.mockResolvedValue(answer('A cat'));
    const { applySuggestion, editSuggestion, generate } = registry.dispatch(store);
    await generate(block('c'));
    const applying = applySuggestion(block('c'), 'A cat');
    void editSuggestion(block('c'), 'A cat on a wall ');
    await applying;
    expect([alts()[2], suggestion('c')]).toEqual(['A cat on a wall', null]);

    await generate(block('c'));
    const emptied = applySuggestion(block('c'), 'A cat');
    void editSuggestion(block('c'), '');
    await emptied;
    expect([alts()[2], suggestion('c')?.text]).toEqual(['A cat on a wall', '']);
  });

  it('is created for a text that arrives after Stop', async () => {
    apiFetch.mockImplementationOnce(() => {
      void registry.dispatch(store).stop();
      return Promise.resolve(answer('A dog'));
    });
    await registry.dispatch(store).generate(block('a'));
    expect(alts()[0]).toBe('');
    expect(suggestion('a')).toMatchObject({ text: 'A dog', cause: 'stopped' });
  });

  it('keeps typed text after "Rewrite"', async () => {
    apiFetch.mockResolvedValueOnce(answer('A cat')).mockResolvedValueOnce(answer('A lion'));
    const { generate, editSuggestion, restoreEdit } = registry.dispatch(store);
    await generate(block('c'));
    void editSuggestion(block('c'), 'A black cat');
    await generate(block('c'));
    expect(suggestion('c')).toMatchObject({ text: 'A lion', earlierEdit: 'A black cat' });
    void restoreEdit(block('c'));
    expect(suggestion('c')).toMatchObject({ text: 'A black cat', earlierEdit: null });
  });

  it('can be the current text, edited without a request', async () => {
    void registry.dispatch(store).editAltText(block('c'));
    expect(suggestion('c')).toMatchObject({ text: 'By hand', generated: null });
    await registry.dispatch(store).applySuggestion(block('c'), 'By another hand');
    expect(alts()[2]).toBe('By another hand');
    expect(apiFetch).not.toHaveBeenCalled();
  });

  it('is announced, because it does not take the focus', async () => {
    apiFetch.mockResolvedValue(answer('A cat'));
    await registry.dispatch(store).generate(block('c'));
    expect(speak).toHaveBeenCalledWith('Suggested alt text: A cat');
  });
});

describe('a generated text', () => {
  const image = (id: string) => {
    const found = findImage(registry, block(id));
    if (!found) throw new Error(`There is no image ${id}.`);
    return found;
  };
  const isNotRead = (id: string) => isUnread(registry, image(id));

  it('is unreviewed until a user edits or confirms it', async () => {
    apiFetch.mockResolvedValue(answer('A dog'));
    await registry.dispatch(store).generateAll();
    expect([isNotRead('a'), isNotRead('b'), isNotRead('c')]).toEqual([true, true, false]);
    edit('a', { alt: 'A dog in the park' });
    void registry.dispatch(store).markRead(block('b'));
    expect([isNotRead('a'), isNotRead('b')]).toEqual([false, false]);
  });

  it('is reviewed if it was applied by hand', async () => {
    apiFetch.mockResolvedValue(answer('A cat'));
    await registry.dispatch(store).generate(block('c'));
    await registry.dispatch(store).applySuggestion(block('c'), 'A cat');
    expect(isNotRead('c')).toBe(false);
  });

  it("can be reverted to the user's earlier text, even after a second one", async () => {
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

  it('is announced with its text, and so is Undo', async () => {
    apiFetch.mockResolvedValue(answer('A dog'));
    await registry.dispatch(store).generate(block('a'));
    expect(speak).toHaveBeenLastCalledWith('Alt text added. A dog');
    notices[0]?.actions[0]?.onClick();
    expect(speak).toHaveBeenLastCalledWith('1 alt text undone.');
  });

  it('is only suggested if the model finds the image decorative, and can mark it instead', async () => {
    apiFetch.mockResolvedValue({ ...answer('A swirl'), purpose: 'decorative' });
    await registry.dispatch(store).generate(block('a'));
    expect(alts()[0]).toBe('');
    const suggested = { text: 'A swirl', verdict: 'decorative' };
    expect(registry.select(store).getSuggestion(image('a'))).toMatchObject(suggested);
    await registry.dispatch(store).applyAllSuggestions();
    expect(alts()[0]).toBe('');
    await registry.dispatch(store).markDecorative(block('a'));
    expect(registry.select(store).getSuggestion(image('a'))).toBeNull();
    expect(image('a').state).toBe('decorative');
  });

  it('is collected with other decorative verdicts, which are confirmed and undone together', async () => {
    edit('b', { alt: '' });
    apiFetch.mockResolvedValue({ ...answer('A swirl'), purpose: 'decorative' });
    await registry.dispatch(store).generateAll();
    expect(registry.select(store).getBatch()).toMatchObject({ suggested: 2, applied: [] });
    await registry.dispatch(store).markAllDecorative();
    expect([image('a').state, image('b').state]).toEqual(['decorative', 'decorative']);
    expect(notices.at(-1)?.content).toBe('2 images marked as decorative.');
    notices.at(-1)?.actions[0]?.onClick();
    expect([image('a').state, image('b').state]).toEqual(['missing', 'missing']);
    expect(registry.select(store).getSuggestion(image('b'))?.text).toBe('A swirl');
  });
});

describe('editSuggestion', () => {
  it('keeps typed text until another text is generated', async () => {
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
