// @vitest-environment jsdom
import { createReduxStore, createRegistry } from '@wordpress/data';
import { createElement } from '@wordpress/element';
import type { ReactElement } from 'react';
import { expect, it, vi } from 'vitest';
import * as internals from '../../../../plugin/src/common/core-internals.ts';
import { useAltTextGroup } from '../../../../plugin/src/editor/inspector/block-settings.tsx';
import { selectTarget } from '../../../../plugin/src/editor/post/alt-text-target.ts';
import { findAttachment } from '../../../../plugin/src/editor/post/attachments.ts';
import { loadAttachment, openEditor } from '../editor/open-editor.ts';

// A WordPress that took its experiment back.
vi.mock('@wordpress/components', async (importOriginal) => ({
  ...(await importOriginal<object>()),
  __experimentalUseSlotFills: undefined,
}));

it('does nothing if WordPress no longer has any of the internals', () => {
  const registry = createRegistry();
  for (const name of ['core', 'core/block-editor']) {
    registry.register(createReduxStore(name, { reducer: () => null }));
  }
  internals.closeUndoStep(registry);
  internals.closeEntityUndoStep(registry);
  internals.openPluginSidebar(registry, 'altscribe/x');
  internals.closeSidebar(registry);
  internals.pinSidebar(registry, 'altscribe/x', true);
  selectTarget(registry, { type: 'attachment', attachmentId: 7 });
  expect(internals.isSidebarPinned(registry, 'altscribe/x')).toBe(true);
  expect(internals.findLoadedTerm(registry, 'post_tag', 7)).toBeUndefined();
  expect(internals.useSlotFills('x')).toBeUndefined();
  expect(internals.useHasContentSettings()).toBe(false);
  expect(useAltTextGroup('image')).toBe('default');
  expect(internals.findDefaultBinding(undefined)).toBeUndefined();
  expect(internals.findDefaultBinding({ url: 'a field' })).toBeUndefined();
});

it('checks again what WordPress has loaded if there is no notification', () => {
  const registry = openEditor({});
  const withoutResolvers = {
    ...registry,
    select: (name: string) => {
      const selectors = registry.select(name) as object;
      return { ...selectors, getCachedResolvers: undefined };
    },
  } as unknown as typeof registry;
  expect(internals.findResolvers(registry)).toBeDefined();
  expect(internals.findResolvers(withoutResolvers)).toBeUndefined();
  expect(findAttachment(withoutResolvers, 7)).toBeUndefined();
  loadAttachment(7, { alt_text: 'A boat' });
  expect(findAttachment(withoutResolvers, 7)?.alt).toBe('A boat');
});

it('draws a connector only if everything it needs is available', async () => {
  const register =
    vi.fn<(slug: string, config: { render: (props: object) => ReactElement }) => void>();
  const whole = { __experimentalRegisterConnector: register, __experimentalConnectorItem: 'li' };
  const modules = [
    () => Promise.reject(new Error('There is no such module.')),
    () => Promise.resolve({}),
    () => Promise.resolve({ ...whole, __experimentalConnectorItem: undefined }),
    () => Promise.resolve({ ...whole, __experimentalRegisterConnector: undefined }),
  ];
  for (const load of modules) {
    await internals.drawConnector(load, 'altscribe', 'A link');
  }
  expect(register).not.toHaveBeenCalled();
  await internals.drawConnector(() => Promise.resolve(whole), 'altscribe', 'A link');
  const [slug, { render }] = register.mock.calls[0] ?? ['', { render: () => createElement('i') }];
  expect(slug).toBe('altscribe');
  expect(render({ name: 'Altscribe', other: 1 })).toMatchObject({
    type: 'li',
    props: { name: 'Altscribe', actionArea: 'A link' },
  });
});

it('detects when the user saves from the list of all changes', () => {
  const onSave = vi.fn();
  const end = internals.onSaveFromList(onSave);
  document.body.innerHTML = `<div class="entities-saved-states__panel">
    <button class="is-secondary">Cancel</button>
    <button class="is-primary">Save</button>
    <button class="is-primary" aria-disabled="true">Save</button>
  </div><button class="is-primary">Save</button>`;
  const counts = [...document.querySelectorAll('button')].map((button) => {
    button.click();
    return onSave.mock.calls.length;
  });
  end();
  document.querySelector<HTMLElement>('.is-primary')?.click();
  expect([...counts, onSave.mock.calls.length]).toEqual([0, 1, 1, 1, 1]);
});
