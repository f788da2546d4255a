// @vitest-environment jsdom
import { createReduxStore, createRegistry } from '@wordpress/data';
import { expect, it, vi } from 'vitest';

vi.mock('@wordpress/components', () => ({ __experimentalUseSlotFills: undefined }));
vi.mock('@wordpress/block-editor', () => ({ store: { name: 'core/block-editor' } }));
vi.mock('@wordpress/editor', () => ({ store: { name: 'core/editor' } }));
vi.mock('@wordpress/blocks', () => ({ getBlockType: () => undefined }));
const internals = await import('../../../../plugin/src/editor/core-internals.ts');
const { selectTarget } = await import('../../../../plugin/src/editor/post/alt-text-target.ts');

it('does nothing in a WordPress that has none of it any more', () => {
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
});

it('tells when the user saves by the list of all changes', () => {
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
