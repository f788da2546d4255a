// @vitest-environment jsdom
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import { attachmentField } from '../../../../plugin/src/media-library/attachment-field.ts';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

const model = {
  id: 7,
  cid: 'c7',
  get: () => 'In the model',
  set: () => undefined,
  save: () => Promise.resolve(),
};

/** Shows a field and takes it away again, as WordPress does at "Next". */
function showField(): WeakRef<HTMLTextAreaElement> {
  const textarea = document.createElement('textarea');
  document.body.append(textarea);
  textarea.value = 'On the screen';
  const field = attachmentField(model, textarea, 'en');
  const end = field.watch(() => undefined);
  expect(field.read()).toBe('On the screen');
  end();
  textarea.remove();
  return new WeakRef(textarea);
}

it('keeps no text area that WordPress has thrown away', async () => {
  const shown = showField();
  await new Promise((done) => setTimeout(done));
  collectGarbage();
  expect(shown.deref()).toBeUndefined();
});

it('reads and writes the field of the newest view, also by the field of the one before', async () => {
  const [before, now] = [document.createElement('textarea'), document.createElement('textarea')];
  document.body.append(now);
  const old = attachmentField(model, before, 'en');
  const endOld = old.watch(() => undefined);
  attachmentField(model, now, 'en').watch(() => undefined);
  endOld();
  await old.write('A text');
  expect([now.value, old.read()]).toEqual(['A text', 'A text']);
});
