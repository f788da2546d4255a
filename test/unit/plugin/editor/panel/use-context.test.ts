// @vitest-environment jsdom
import { RegistryProvider } from '@wordpress/data';
import { createElement, createRoot } from '@wordpress/element';
import { act } from 'react';
import { expect, it, vi } from 'vitest';
import {
  blockEditorStore,
  editorStore,
  imageBlock,
  noticesStore,
  openEditor,
} from '../fake-editor.ts';

vi.mock('@wordpress/api-fetch', () => ({ default: vi.fn() }));
vi.mock('@wordpress/block-editor', () => ({ store: blockEditorStore }));
vi.mock('@wordpress/editor', () => ({ store: editorStore }));
vi.mock('@wordpress/notices', () => ({ store: noticesStore }));
vi.mock('@wordpress/blocks', () => ({ getBlockType: () => undefined }));
vi.mock(
  import('../../../../../plugin/src/editor/image-blocks/surroundings.ts'),
  async (importOriginal) => {
    const original = await importOriginal();
    return { ...original, findSurroundings: vi.fn(original.findSurroundings) };
  },
);
const { findSurroundings } =
  await import('../../../../../plugin/src/editor/image-blocks/surroundings.ts');
const { store } = await import('../../../../../plugin/src/editor/store/index.ts');
const { listImages } = await import('../../../../../plugin/src/editor/post/images.ts');
const { useSentContext } = await import('../../../../../plugin/src/editor/panel/use-context.ts');

const settled = () => new Promise((resolve) => setTimeout(resolve));

it('reads the post again when it or the keywords change, but not while a suggestion is edited', async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  const registry = openEditor({
    a: imageBlock(1),
    p: { name: 'core/paragraph', attributes: { content: 'A pond.' } },
  });
  registry.register(store);
  const [image] = listImages(registry);
  let context: ReturnType<typeof useSentContext> | undefined;
  function Probe() {
    context = image && useSentContext(image);
    return null;
  }
  const root = createRoot(document.createElement('div'));
  const after = (action: () => unknown) =>
    act(async () => {
      void action();
      await settled();
    });
  await after(() =>
    root.render(createElement(RegistryProvider, { value: registry }, createElement(Probe))),
  );
  expect(context?.surroundings).toEqual({ after: 'A pond.' });

  const { editAltText, editSuggestion, setKeywords } = registry.dispatch(store);
  const target = { type: 'block', clientId: 'a' } as const;
  await after(() => editAltText(target));
  vi.mocked(findSurroundings).mockClear();
  for (const typed of ['A', 'A d', 'A dog']) {
    await after(() => editSuggestion(target, typed));
  }
  expect(findSurroundings).not.toHaveBeenCalled();

  await after(() => setKeywords('boats'));
  expect(context?.seo_keywords).toBe('boats');
  await after(() =>
    registry.dispatch(blockEditorStore).updateBlockAttributes('p', { content: 'A lake.' }),
  );
  expect(context?.surroundings).toEqual({ after: 'A lake.' });
  await after(() => root.unmount());
});
