// @vitest-environment jsdom
import { RegistryProvider } from '@wordpress/data';
import { createElement, createRoot } from '@wordpress/element';
import { act, type ReactNode } from 'react';
import { beforeEach, expect, it, vi } from 'vitest';
import {
  blockEditorStore,
  editorStore,
  imageBlock,
  noticesStore,
  openEditor,
} from '../fake-editor.ts';

interface Menu {
  selectedClientIds: string[];
  onClose: () => void;
}

const onClose = vi.hoisted(() => vi.fn<() => void>());
const generateHere = vi.hoisted(() => vi.fn());
vi.mock('@wordpress/api-fetch', () => ({ default: vi.fn() }));
vi.mock('@wordpress/block-editor', () => ({
  store: blockEditorStore,
  BlockSettingsMenuControls: ({ children }: { children: (menu: Menu) => ReactNode }) =>
    children({ selectedClientIds: ['a'], onClose }),
}));
vi.mock('@wordpress/editor', () => ({ store: editorStore }));
vi.mock('@wordpress/notices', () => ({ store: noticesStore }));
vi.mock('@wordpress/blocks', () => ({ getBlockType: () => undefined }));
vi.mock('../../../../../plugin/src/editor/commands/commands.ts', () => ({ generateHere }));
const { store } = await import('../../../../../plugin/src/editor/store/index.ts');
const { progressStore } =
  await import('../../../../../plugin/src/editor/toolbar/add-long-description.ts');
const { BlockMenu } = await import('../../../../../plugin/src/editor/toolbar/block-menu.tsx');

/** The item of the menu, for an image with this address. */
function openMenu(url: string): HTMLButtonElement | null {
  const registry = openEditor({ a: imageBlock(1, '', { id: undefined, url }) });
  registry.register(store);
  registry.register(progressStore);
  const container = document.createElement('div');
  document.body.append(container);
  act(() => {
    const menu = createElement(BlockMenu);
    createRoot(container).render(createElement(RegistryProvider, { value: registry }, menu));
  });
  return container.querySelector<HTMLButtonElement>('[role="menuitem"]');
}

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  onClose.mockReset();
  generateHere.mockReset();
});

it('states why it cannot generate, including for keyboard users', () => {
  const item = openMenu('blob:https://example.com/1');
  expect(item?.textContent).toBe('Generate alt textWait until the image is uploaded.');
  expect(item?.getAttribute('aria-disabled')).toBe('true');
  act(() => {
    item?.focus();
    item?.click();
  });
  expect(document.activeElement).toBe(item);
  expect(onClose).not.toHaveBeenCalled();
  expect(generateHere).not.toHaveBeenCalled();
});

it('generates and closes the menu', () => {
  const item = openMenu('https://example.com/1.jpg');
  expect(item?.getAttribute('aria-disabled')).toBe('false');
  act(() => item?.click());
  expect(onClose).toHaveBeenCalledOnce();
  expect(generateHere).toHaveBeenCalledOnce();
});
