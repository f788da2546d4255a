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
    expect(speak).toHaveBeenLastCalledWith('2 alt texts to review.');
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
  ])('is not applied where %s came while places were looked up', async (_case, change, texts) => {
    editorBootData.reviewNewTexts = true;
    apiFetch.mockResolvedValueOnce(answer('A dog')).mockResolvedValueOnce(answer('A cat'));
    await registry.dispatch(store).generateAll();
    const applying = registry.dispatch(store).applyAllSuggestions();
    edit('a', change);
    await applying;
    expect(alts()).toEqual(texts);
    expect(registry.select(store).getBatch()?.applied).toHaveLength(1);
  });

  it('is not applied as it was when it was edited or dismissed while places were looked up', async () => {
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

  it('alone is not applied either, where its image is another one by then', async () => {
    apiFetch.mockResolvedValueOnce(answer('A cat'));
    await registry.dispatch(store).generate(block('c'));
    const applying = registry.dispatch(store).applySuggestion(block('c'), 'A cat');
    edit('c', { alt: 'Typed' });
    await applying;
    expect(alts()[2]).toBe('Typed');
    expect(suggestion('c')).toMatchObject({ text: 'A cat', cause: 'edited' });
  });

  it('alone is applied as it is after what was typed while places were looked up', async () => {
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
    expect(speak).toHaveBeenLastCalledWith('1 alt text undone.');
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
