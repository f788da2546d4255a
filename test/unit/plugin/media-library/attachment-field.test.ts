// @vitest-environment jsdom
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { beforeEach, expect, it, vi } from 'vitest';

const changeImage = vi.fn();
vi.mock('../../../../plugin/src/common/images-api.ts', () => ({ changeImage }));
const { attachmentField } =
  await import('../../../../plugin/src/media-library/attachment-field.tsx');

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

const model = {
  id: 7,
  cid: 'c7',
  get: () => 'In the model',
  set: vi.fn(),
};
const known = { language: 'en', olderTexts: [], filledPosts: 0 };

beforeEach(() => {
  model.set.mockClear();
  changeImage.mockReset();
  changeImage.mockImplementation((_id: number, { alt_text }: { alt_text: string }) =>
    Promise.resolve({ ok: true, value: { alt_text } }),
  );
});

/** Shows a field and removes it again, as WordPress does at "Next". */
function showField(): WeakRef<HTMLTextAreaElement> {
  const textarea = document.createElement('textarea');
  document.body.append(textarea);
  textarea.value = 'On the screen';
  const field = attachmentField(model, textarea, known);
  const end = field.watch(() => undefined);
  expect(field.read()).toBe('On the screen');
  end();
  textarea.remove();
  return new WeakRef(textarea);
}

it('does not hold text areas that WordPress has removed', async () => {
  const shown = showField();
  await new Promise((done) => setTimeout(done));
  collectGarbage();
  expect(shown.deref()).toBeUndefined();
});

it('reads and writes the field of the newest view, even through the previous one', async () => {
  const [before, now] = [document.createElement('textarea'), document.createElement('textarea')];
  document.body.append(now);
  const old = attachmentField(model, before, known);
  const endOld = old.watch(() => undefined);
  attachmentField(model, now, known).watch(() => undefined);
  endOld();
  await old.write('A text');
  expect([now.value, old.read()]).toEqual(['A text', 'A text']);
});

it("stores the whole text in place of the library's text", async () => {
  const field = attachmentField(model, document.createElement('textarea'), known);
  expect(await field.write('I <3 boats')).toBe('I <3 boats');
  expect(changeImage.mock.calls).toEqual([
    [7, { previous_text: 'In the model', alt_text: 'I <3 boats' }],
  ]);
  expect(model.set).toHaveBeenCalledWith('alt', 'I <3 boats');
});

it('retries if WordPress is saving typed text, and keeps text typed in the meantime', async () => {
  const textarea = document.createElement('textarea');
  document.body.append(textarea);
  textarea.value = 'Typed';
  const field = attachmentField(model, textarea, known);
  field.watch(() => undefined);
  changeImage.mockResolvedValueOnce({ ok: false, error: { code: 'altscribe_text_changed' } });
  const writing = field.write('A text');
  textarea.value = 'Typed on';
  expect(await writing).toBe('A text');
  expect(changeImage).toHaveBeenCalledTimes(2);
  expect(textarea.value).toBe('Typed on');
  changeImage.mockResolvedValue({ ok: false, error: { code: 'altscribe_text_changed' } });
  model.set.mockClear();
  expect(await field.write('Another')).toBeNull();
  expect(changeImage).toHaveBeenCalledTimes(4);
  expect(model.set).not.toHaveBeenCalled();
});
