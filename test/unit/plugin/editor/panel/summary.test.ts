// @vitest-environment jsdom
import { RegistryProvider } from '@wordpress/data';
import { createElement, createRoot } from '@wordpress/element';
import { act } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
// Loaded later otherwise.
import '../../../../../plugin/src/editor/post/alt-text-checks.ts';
import { Summary } from '../../../../../plugin/src/editor/panel/summary.tsx';
import { editorBootData, imageBlock, openEditor, registry, settle } from '../open-editor.ts';

/**
 * Asks to generate all missing texts of three images. Returns the labels of the answers, what has
 * the focus, and the paragraphs of the question.
 */
async function askFor(texts: Record<number, string>) {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  openEditor({ a: imageBlock(1), b: imageBlock(2), c: imageBlock(3) });
  editorBootData.attachments = {};
  for (const [id, alt] of Object.entries(texts)) {
    const file = `${id}.jpg`;
    const url = `https://example.com/${file}`;
    const attachment = { alt, url, file, canEdit: true, isDecorative: false, language: 'en' };
    editorBootData.attachments[Number(id)] = attachment;
  }
  const container = document.body.appendChild(document.createElement('div'));
  const root = createRoot(container);
  await act(async () => {
    const summary = createElement(Summary, {
      reviews: [],
      onReview: () => {},
      onContext: () => {},
    });
    root.render(createElement(RegistryProvider, { value: registry }, summary));
    await Promise.resolve();
  });
  await act(async () => {
    container.querySelector<HTMLElement>('#altscribe-run')?.click();
    await settle();
  });
  const list = (selector: string) =>
    [...container.querySelectorAll(`.altscribe-question ${selector}`)].map(
      ({ textContent }) => textContent,
    );
  const focused = document.activeElement?.className;
  const asked = { focused, answers: list('button'), text: list('p') };
  act(() => root.unmount());
  container.remove();
  return asked;
}

const answersFor = async (texts: Record<number, string>) => (await askFor(texts)).answers;

afterEach(() => {
  editorBootData.connectionError = null;
});

it('offers to generate only what will be generated', async () => {
  expect(await answersFor({ 1: 'A boat' })).toEqual([
    'Accept 1 text and generate 2',
    'Generate all 3',
    'Cancel',
  ]);
  // An image with a text in the library needs none there.
  editorBootData.writeTo = 'library';
  expect(await answersFor({ 1: 'A boat' })).toEqual([
    'Accept 1 text and generate 2',
    'Generate all 2',
    'Cancel',
  ]);
  expect(await answersFor({ 1: 'A boat', 2: 'A ship', 3: 'A tree' })).toEqual([
    'Accept all 3 texts',
    'Cancel',
  ]);
});

it('offers only the free texts while nothing can be generated', async () => {
  editorBootData.connectionError = { code: 'altscribe_not_connected', message: 'Not connected.' };
  expect(await answersFor({ 1: 'A boat' })).toEqual(['Accept 1 text', 'Cancel']);
  expect(await answersFor({})).toEqual([]);
});

it('takes the focus itself, and says what is found in the texts that are there', async () => {
  expect(await askFor({ 1: 'Image of a boat', 2: 'A red boat at sea' })).toMatchObject({
    focused: 'altscribe-question',
    text: [
      '2 of these 3 images already have a text in the media library or their file. Accept them for free?',
      'Check: starts with “Image of”',
    ],
  });
});
