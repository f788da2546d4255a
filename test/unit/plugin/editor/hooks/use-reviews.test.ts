// @vitest-environment jsdom
import { RegistryProvider } from '@wordpress/data';
import { createElement, createRoot } from '@wordpress/element';
import { act } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { ImageReview } from '../../../../../plugin/src/editor/hooks/use-reviews.ts';
import {
  blockEditorStore,
  editorStore,
  imageBlock,
  noticesStore,
  openEditor,
} from '../fake-editor.ts';

vi.mock('@wordpress/block-editor', () => ({ store: blockEditorStore }));
vi.mock('@wordpress/editor', () => ({ store: editorStore }));
vi.mock('@wordpress/notices', () => ({ store: noticesStore }));
vi.mock('@wordpress/blocks', () => ({ getBlockType: () => undefined }));
const { store } = await import('../../../../../plugin/src/editor/store/index.ts');
const { useReviews } = await import('../../../../../plugin/src/editor/hooks/use-reviews.ts');

let reviews: ImageReview[] = [];
function Probe() {
  reviews = useReviews();
  return null;
}

const findings = () => reviews.map((review) => review.findings);

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
});

afterEach(() => {
  vi.unstubAllGlobals();
});

it('checks texts once the checks are loaded, against the language selected for the post', async () => {
  const registry = openEditor({ a: imageBlock(1), b: imageBlock(2, 'Red door in a white wall') });
  registry.register(store);
  const root = createRoot(document.createElement('div'));
  const probe = createElement(RegistryProvider, { value: registry }, createElement(Probe));
  act(() => {
    root.render(probe);
  });
  expect(findings()).toEqual([['missing'], null]);
  expect(reviews.map(({ need }) => need)).toEqual(['missing', null]);

  await act(() => vi.dynamicImportSettled());
  expect(findings()).toEqual([['missing'], []]);

  await act(async () => registry.dispatch(editorStore).editPost({ altscribe_language: 'ru' }));
  expect(findings()).toEqual([['missing'], ['wrong-script']]);
  await act(async () => registry.dispatch(editorStore).editPost({ altscribe_language: '' }));
  expect(findings()).toEqual([['missing'], []]);
});

it('follows the paragraph beside an image, though no image changes', async () => {
  const registry = openEditor({
    text: { name: 'core/paragraph', attributes: { content: 'Volunteers plant young trees here.' } },
    a: imageBlock(1, 'Volunteers plant young trees'),
  });
  registry.register(store);
  const root = createRoot(document.createElement('div'));
  const probe = createElement(RegistryProvider, { value: registry }, createElement(Probe));
  act(() => {
    root.render(probe);
  });
  await act(() => vi.dynamicImportSettled());
  expect(findings()).toEqual([['repeats-nearby']]);
  const type = (content: string) =>
    act(async () => registry.dispatch(blockEditorStore).updateBlockAttributes('text', { content }));
  await type('Forty people came.');
  expect(findings()).toEqual([[]]);
  await type('They plant young trees: volunteers from Leipzig.');
  expect(findings()).toEqual([['repeats-nearby']]);
});
