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
} from './fake-editor.ts';

vi.mock('@wordpress/api-fetch', () => ({ default: vi.fn() }));
vi.mock('@wordpress/block-editor', () => ({
  store: blockEditorStore,
  InspectorControls: ({ group }: { group: string }) => `controls in ${group}`,
}));
vi.mock('@wordpress/editor', () => ({ store: editorStore }));
vi.mock('@wordpress/notices', () => ({ store: noticesStore }));
vi.mock('@wordpress/blocks', () => ({ getBlockType: () => undefined }));
// A WordPress that took its experiment back.
vi.mock('@wordpress/components', async (original) => ({
  ...(await original<object>()),
  __experimentalUseSlotFills: undefined,
}));
const { withAltTextControls } = await import('../../../../plugin/src/editor/block-settings.tsx');
const { store } = await import('../../../../plugin/src/editor/store/index.ts');

it('shows the controls in the default group if WordPress does not tell which groups it has', () => {
  const registry = openEditor({ a: imageBlock(1) });
  registry.register(store);
  const Edit = withAltTextControls(() => createElement('b', null, 'the block'));
  const block = createElement(Edit, { name: 'core/image', clientId: 'a', isSelected: true });
  const page = document.createElement('div');
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  act(() => {
    createRoot(page).render(createElement(RegistryProvider, { value: registry }, block));
  });
  expect(page.textContent).toBe('controls in defaultthe block');
});
