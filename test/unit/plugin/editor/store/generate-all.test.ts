// @vitest-environment jsdom
import { describe, expect, it, vi } from 'vitest';
import {
  alts,
  answer,
  block,
  edit,
  editorBootData,
  failure,
  imageBlock,
  loadAttachment,
  openEditor,
  paragraph,
  registry,
  serve,
  settle,
  showBlocks,
  spoken,
  store,
} from '../open-editor.ts';

const generateAll = (options = {}) => registry.dispatch(store).generateAll(options);
const batch = () => registry.select(store).getBatch();
const stateOf = (id: string) => registry.select(store).getRequestState(block(id));

function open(count: number): void {
  const ids = Array.from({ length: count }, (_, index) => index + 1);
  openEditor(Object.fromEntries(ids.map((id) => [`image-${String(id)}`, imageBlock(id)])));
}

describe('generateAll', () => {
  it('skips images that got a text in the meantime, without a request', async () => {
    open(4);
    serve.mockImplementation(() => {
      edit('image-4', { alt: 'Typed' });
      return Promise.resolve(answer('A dog'));
    });
    await generateAll();
    expect(serve).toHaveBeenCalledTimes(3);
    expect(alts()).toEqual(['A dog', 'A dog', 'A dog', 'Typed']);
    expect(batch()).toMatchObject({ unchanged: 1 });
  });

  it.each([
    ['a malformed address', { id: undefined, url: 'http://' }],
    [
      'a caption that throws',
      {
        caption: {
          toHTMLString() {
            throw new Error('broken');
          },
        },
      },
    ],
  ])('continues after an image with %s', async (_case, broken) => {
    open(2);
    edit('image-1', broken);
    serve.mockResolvedValueOnce(answer('A cat'));
    await generateAll();
    expect(alts()).toEqual(['', 'A cat']);
    expect(stateOf('image-1')).toMatchObject({
      startedAt: null,
      notice: { message: expect.stringMatching(/not valid|went wrong/) as string },
    });
    expect(batch()).toMatchObject({ isRunning: false, done: 2, failed: [block('image-1')] });
  });

  it('ends, whatever throws', async () => {
    open(4);
    serve.mockImplementation(() => {
      // The next look at the images fails.
      edit('image-4', {
        metadata: {
          get bindings(): never {
            throw new Error('broken');
          },
        },
      });
      return Promise.resolve(answer('A dog'));
    });
    await generateAll();
    expect(batch()).toMatchObject({
      isRunning: false,
      error: { message: 'Something went wrong. Nothing was changed.' },
    });
  });

  it('announces the start, every fifth image, a long wait and the result', async () => {
    open(6);
    const answers: (() => void)[] = [];
    serve.mockImplementation(
      () => new Promise((resolve) => answers.push(() => resolve(answer('A dog')))),
    );
    const heard = new Set<string>();
    const listen = async (wait: number) => {
      await vi.advanceTimersByTimeAsync(wait);
      heard.add(spoken());
    };
    const done = generateAll();
    await listen(1);
    await listen(8_000);
    for (let image = 0; image < 6; image += 1) {
      answers[image]?.();
      await listen(1);
    }
    await done;
    expect([...heard]).toEqual([
      'Generating alt text for 6 images.',
      'Still working…',
      '5 of 6 images done.',
      '6 alt texts added.',
    ]);
  });

  it('is undone, but for an image that replaced the described one', async () => {
    open(2);
    serve.mockResolvedValue(answer('A dog'));
    await generateAll();
    edit('image-1', { id: 9, url: 'https://example.com/9.jpg' });
    void registry.dispatch(store).undoBatch();
    expect(alts()).toEqual(['A dog', '']);
  });

  it('writes texts of the library for free, also where only the library gets one', async () => {
    for (const writeTo of ['block', 'library', 'both']) {
      openEditor({ a: imageBlock(1), b: imageBlock(2, 'By hand'), c: imageBlock(3) });
      const url = 'https://example.com/1.jpg';
      const image = { url, file: '1.jpg', canEdit: true, isDecorative: false, language: 'en' };
      editorBootData.attachments = { 1: { ...image, alt: 'A boat' } };
      loadAttachment(1, { alt_text: 'A boat', media_details: { file: '1.jpg' } });
      loadAttachment(3, { alt_text: '', media_details: { file: '3.jpg' } });
      serve.mockReset();
      serve.mockResolvedValue(answer('A dog'));
      await generateAll({ withLibraryTexts: true, writeTo });
      expect(batch()).toMatchObject({ total: 2, done: 2 });
      expect(alts().slice(0, 2)).toEqual(['A boat', 'By hand']);
      expect(serve).toHaveBeenCalledTimes(1);
    }
  });

  it('remembers where its text goes, while its block is closed', async () => {
    open(1);
    editorBootData.attachments = {};
    serve.mockImplementationOnce(() => {
      showBlocks({});
      return Promise.resolve(answer('A dog'));
    });
    await generateAll();
    showBlocks({ again: imageBlock(1) });
    await settle();
    void registry.dispatch(store).placeSuggestions();
    expect(stateOf('again').suggestion).toMatchObject({ text: 'A dog', cause: 'away' });
    await registry.dispatch(store).applySuggestion(block('again'), 'A dog');
    expect(alts()).toEqual(['A dog']);
  });
});

describe('generateAll with an image in several places', () => {
  const openPlaces = () =>
    openEditor({
      a: imageBlock(1),
      one: paragraph('One'),
      b: imageBlock(1),
      two: paragraph('Two'),
      c: imageBlock(1, '', { caption: 'Ours' }),
    });

  it('writes a text that is paid for to all its places, also after Stop', async () => {
    openPlaces();
    serve.mockImplementation(() => {
      void registry.dispatch(store).stop();
      return Promise.resolve(answer('A dog'));
    });
    await generateAll();
    expect(alts().slice(0, 2)).toEqual(['A dog', 'A dog']);
  });

  it('asks again for the next place after an error', async () => {
    openPlaces();
    edit('c', { alt: 'By hand' });
    serve.mockRejectedValueOnce(failure('altscribe_image_unreadable'));
    serve.mockResolvedValueOnce(answer('A dog'));
    await generateAll();
    expect(alts()).toEqual(['', 'A dog', 'By hand']);
    expect(serve).toHaveBeenCalledTimes(2);
  });
});
