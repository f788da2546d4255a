import { beforeEach, expect, it, vi } from 'vitest';
import type { AltTextField } from '../../../../../plugin/src/common/alt-text-field/alt-text-field.ts';

const generateForAttachment = vi.fn();
const account = { planType: 'pro', creditsAvailable: 7, creditsError: null };
const speak = vi.fn();
const updateCreditNotice = vi.fn();
vi.mock('../../../../../plugin/src/common/api.ts', () => ({ generateForAttachment }));
vi.mock('../../../../../plugin/src/common/credit-notice.ts', () => ({ updateCreditNotice }));
vi.mock('../../../../../plugin/src/common/edited-post.ts', () => ({
  readEditedPost: () => undefined,
}));
const decideSuggestion = vi.fn();
vi.mock('../../../../../plugin/src/common/suggestions-api.ts', () => ({ decideSuggestion }));
vi.mock('@wordpress/a11y', () => ({ speak }));
const requests = await import('../../../../../plugin/src/common/alt-text-field/requests.ts');
const { dismiss, edit, editSuggestion, generate, getState, undo, write } = requests;

/** A field that the user may type into; each test has its own. */
let text = '';
let canSave = true;
let field: AltTextField;
let number = 0;

beforeEach(() => {
  number += 1;
  text = '';
  canSave = true;
  speak.mockClear();
  generateForAttachment.mockReset();
  decideSuggestion.mockReset().mockResolvedValue({ ok: true });
  answer({ ok: true, value: { altText: 'A boat', isFromCache: false, account } });
  field = {
    key: `attachment-${String(number)}`,
    isStored: true,
    isOfLibrary: true,
    attachmentId: number,
    language: 'en',
    olderTexts: [],
    filledPosts: 0,
    read: () => text,
    write: (written) => {
      if (canSave) text = written;
      return Promise.resolve(canSave ? written : null);
    },
    watch: () => () => undefined,
  };
});

function answer(result: object, before: () => void = () => undefined): void {
  generateForAttachment.mockImplementation(() => {
    before();
    return Promise.resolve(result);
  });
}

it('writes into an empty field immediately and can undo it', async () => {
  await generate(field);
  expect(text).toBe('A boat');
  expect(speak).toHaveBeenLastCalledWith('Alt text added. A boat');
  expect(getState(field).written).toEqual({ before: '', text: 'A boat', isUnread: true });
  expect(await undo(field)).toBe(true);
  expect(text).toBe('');
  expect(getState(field).written).toBeNull();
});

it('suggests a text if there is one already, and writes it when the user applies it', async () => {
  text = 'Boat';
  await generate(field);
  expect(text).toBe('Boat');
  expect(getState(field).suggestion).toMatchObject({
    text: 'A boat',
    isFree: false,
    cause: null,
  });
  await write(field, 'A boat');
  expect(text).toBe('A boat');
  expect(getState(field)).toMatchObject({ suggestion: null, written: { before: 'Boat' } });
});

it('does not write a text that the site holds for review, and sends the decision to the site', async () => {
  answer({ ok: true, value: { altText: 'A boat', isFromCache: false, suggestionId: 5, account } });
  await generate(field);
  expect(text).toBe('');
  await write(field, 'A blue boat');
  expect(text).toBe('A blue boat');
  const decided = {
    decision: 'accept',
    text: 'A blue boat',
    shown_text: 'A boat',
    written: true,
  };
  expect(decideSuggestion).toHaveBeenLastCalledWith(5, decided);
  answer({ ok: true, value: { altText: 'A ship', isFromCache: false, suggestionId: 5, account } });
  await generate(field);
  dismiss(field);
  expect(decideSuggestion).toHaveBeenLastCalledWith(5, {
    decision: 'reject',
    shown_text: 'A ship',
  });
});

it('never replaces or undoes text typed during the request', async () => {
  answer({ ok: true, value: { altText: 'A boat', isFromCache: true, account } }, () => {
    text = 'My own';
  });
  await generate(field);
  expect(text).toBe('My own');
  expect(getState(field).suggestion).toMatchObject({
    text: 'A boat',
    isFree: true,
    cause: 'edited',
  });
  await write(field, 'A boat');
  text = 'A better boat';
  expect(await undo(field)).toBe(false);
  expect(text).toBe('A better boat');
});

it('keeps a pending suggestion if the field was emptied and another text is generated', async () => {
  text = 'Boat';
  await generate(field);
  text = '';
  await generate(field, { regenerate: true });
  expect(text).toBe('');
  expect(generateForAttachment).toHaveBeenLastCalledWith(number, { regenerate: true });
  expect(getState(field).suggestion?.text).toBe('A boat');
});

it('drops a new text that is the same, and says so', async () => {
  text = 'A boat';
  answer({ ok: true, value: { altText: 'A boat ', isFromCache: false, suggestionId: 6, account } });
  await generate(field, { regenerate: true });
  expect(getState(field).suggestion).toBeNull();
  expect(getState(field).news).toContain('is the same');
  expect(speak).toHaveBeenLastCalledWith(getState(field).news);
  expect(decideSuggestion).toHaveBeenLastCalledWith(6, {
    decision: 'reject',
    shown_text: 'A boat ',
  });
});

it.each(['of the present text', 'of a suggestion'])(
  'keeps an edit %s that is made while a text is generated',
  async (name) => {
    text = 'Boat';
    if (name === 'of a suggestion') {
      await generate(field);
    } else {
      edit(field);
    }
    answer({ ok: true, value: { altText: 'A ship', isFromCache: false, account } }, () => {
      editSuggestion(field, 'My own');
    });
    await generate(field, { regenerate: true });
    expect(getState(field).suggestion).toMatchObject({ text: 'My own', generated: 'A ship' });
    expect(speak).toHaveBeenLastCalledWith(expect.stringContaining('The new text is “A ship”.'));
  },
);

it('says that a suggestion could not be rejected', async () => {
  answer({ ok: true, value: { altText: 'A boat', isFromCache: false, suggestionId: 5, account } });
  await generate(field);
  const error = { code: 'altscribe_already_decided', message: 'It was decided already.' };
  decideSuggestion.mockResolvedValue({ ok: false, error });
  dismiss(field);
  await Promise.resolve();
  expect(getState(field)).toMatchObject({ suggestion: null, error });
  expect(speak).toHaveBeenLastCalledWith(error.message, 'assertive');
});

it('shows the error and can retry', async () => {
  const error = { code: 'altscribe_unreachable', message: 'It could not be reached.' };
  answer({ ok: false, error });
  await generate(field);
  expect(getState(field)).toMatchObject({ error, startedAt: null });
  expect(speak).toHaveBeenLastCalledWith(error.message, 'assertive');
  canSave = false;
  answer({ ok: true, value: { altText: 'A boat', isFromCache: false, account } });
  await generate(field);
  expect(getState(field)).toMatchObject({ error: { code: 'save_failed' }, written: null });
});

it('requests a different text from the one just written', async () => {
  await generate(field);
  expect(generateForAttachment).toHaveBeenLastCalledWith(number, { regenerate: false });
  await generate(field);
  expect(generateForAttachment).toHaveBeenLastCalledWith(number, { regenerate: true });
});

it('makes one request at a time', async () => {
  const both = [generate(field), generate(field)];
  await Promise.all(both);
  expect(generateForAttachment).toHaveBeenCalledTimes(1);
});

it('keeps a suggestion that arrived while another one was being written', async () => {
  text = 'Boat';
  await generate(field);
  const { suggestion } = getState(field);
  expect(suggestion?.text).toBe('A boat');
  const write_ = field.write;
  let finish: () => void = () => undefined;
  const slow: AltTextField = {
    ...field,
    write: async (written) => {
      await new Promise<void>((done) => (finish = done));
      return write_(written);
    },
  };
  const writing = write(slow, 'A boat');
  answer({ ok: true, value: { altText: 'A paid boat', isFromCache: false, account } });
  await generate(slow, { regenerate: true });
  finish();
  await writing;
  expect(text).toBe('A boat');
  expect(getState(field)).toMatchObject({ suggestion: { text: 'A paid boat' } });
});

it('remembers the stored text for comparison by undo', async () => {
  const cleaning: AltTextField = {
    ...field,
    write: (written) => field.write(written.replace('\n', ' ')),
  };
  text = 'Boat';
  await write(cleaning, 'A\nboat');
  expect(getState(field).written).toEqual({ before: 'Boat', text: 'A boat' });
  await undo(cleaning);
  expect(text).toBe('Boat');
});

it('reports that a text could not be undone', async () => {
  await generate(field);
  canSave = false;
  expect(await undo(field)).toBe(false);
  expect(getState(field)).toMatchObject({
    error: { code: 'save_failed' },
    written: { text: 'A boat' },
  });
});

it('never raises the balance after an outdated response', async () => {
  const finish: (() => void)[] = [];
  generateForAttachment.mockImplementation(async (id: number) => {
    await new Promise<void>((done) => finish.push(done));
    const creditsAvailable = id === 1_001 ? 6 : 5;
    const value = {
      altText: 'A boat',
      isFromCache: false,
      account: { ...account, creditsAvailable },
    };
    return { ok: true, value };
  });
  const rows = [1_001, 1_002].map((attachmentId) => ({
    ...field,
    key: `attachment-${String(attachmentId)}`,
    attachmentId,
  }));
  const [first, second] = rows.map((row) => generate(row));
  // The charge of the second came last, and its response first.
  finish[1]?.();
  await second;
  finish[0]?.();
  await first;
  expect(updateCreditNotice.mock.calls.slice(-2)).toEqual([[5], [5]]);
});
