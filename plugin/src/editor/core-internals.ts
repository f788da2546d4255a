import { __experimentalUseSlotFills as experimentalUseSlotFills } from '@wordpress/components';
import { store as coreStore } from '@wordpress/core-data';
import type { DataRegistry } from '@wordpress/data';

/**
 * Everything that the editor's script uses of WordPress without its being public, each with a way out: a
 * WordPress that has it no longer, or under another name, loses what is described here and nothing else.
 * No other file of the editor may name such a thing, which lint sees to.
 */

type Actions = Partial<Record<string, (...args: unknown[]) => unknown>>;

/** Stores without a package that plugins can import. */
type HiddenStore = 'core/interface' | 'core/edit-post';

function dispatchTo(
  registry: DataRegistry,
  store: HiddenStore | 'core' | 'core/block-editor',
): Actions {
  return (registry.dispatch(store) as Actions | undefined) ?? {};
}

/** Ends the undo step of blocks. Without it, one undo may take more than one change back. */
export function closeUndoStep(registry: DataRegistry): void {
  dispatchTo(registry, 'core/block-editor').__unstableMarkLastChangeAsPersistent?.();
}

/** Ends the undo step of entities, so that cached edits belong to it. Without it, the next change ends it. */
export function closeEntityUndoStep(registry: DataRegistry): void {
  dispatchTo(registry, 'core').__unstableCreateUndoLevel?.();
}

type EditEntity = (
  kind: string,
  name: string,
  id: unknown,
  edits: { meta?: object },
  options?: object,
) => unknown;

/**
 * The registry's `dispatch`, for a block binding's source: the edits of entities are a part of the undo step
 * before (`joins`), and say the whole meta, since WordPress's "Redo" would lose the rest of it.
 */
export function dispatchInOneStep(
  registry: DataRegistry,
  joins: boolean,
): DataRegistry['dispatch'] {
  const editEntityRecord: EditEntity = (kind, name, id, edits, options) => {
    const edited = registry.select(coreStore).getEditedEntityRecord(kind, name, id as number);
    const { meta } = (edited || {}) as { meta?: object };
    const whole = edits.meta ? { ...edits, meta: { ...meta, ...edits.meta } } : edits;
    const edit = registry.dispatch(coreStore).editEntityRecord as EditEntity;
    return edit(kind, name, id, whole, { ...options, isCached: joins });
  };
  const dispatch = (store: string | { name: string }): object => {
    const actions = registry.dispatch(store as string) as object;
    const isCore = (typeof store === 'string' ? store : store.name) === coreStore.name;
    return isCore ? Object.assign(Object.create(actions) as object, { editEntityRecord }) : actions;
  };
  return dispatch as DataRegistry['dispatch'];
}

type FindTerm = (kind: string, taxonomy: string, id: unknown) => { name?: unknown } | undefined;

/** A term that WordPress has loaded. Its public selectors send a request for any other; without it, none. */
export function findLoadedTerm(registry: DataRegistry, taxonomy: string, id: unknown) {
  const selectors = registry.select(coreStore) as unknown as Record<string, FindTerm | undefined>;
  return selectors.__experimentalGetEntityRecordNoResolver?.('taxonomy', taxonomy, id);
}

/** The fills of a slot. Without it, no slot is known to have any. */
export const useSlotFills = orElse(experimentalUseSlotFills, () => undefined);

function orElse<Value>(value: Value | undefined, fallback: Value): Value {
  return value ?? fallback;
}

/** Opens the settings of the post, where the featured image is. Without it, nothing opens. */
export function openPostSettings(registry: DataRegistry): void {
  dispatchTo(registry, 'core/interface').enableComplementaryArea?.('core', 'edit-post/document');
}

/** Opens a sidebar of a plugin (`<plugin>/<sidebar>`). Without it, nothing opens. */
export function openPluginSidebar(registry: DataRegistry, area: string): void {
  dispatchTo(registry, 'core/edit-post').openGeneralSidebar?.(area);
}

/** Closes the sidebar that is open. Without it, it stays open. */
export function closeSidebar(registry: DataRegistry): void {
  dispatchTo(registry, 'core/interface').disableComplementaryArea?.('core');
}

type IsPinned = (scope: string, area: string) => boolean;

/** True if a sidebar has its button in the top bar. Without it, each has. */
export function isSidebarPinned(registry: DataRegistry, area: string): boolean {
  const selectors = registry.select('core/interface') as { isItemPinned?: IsPinned } | undefined;
  return selectors?.isItemPinned?.('core', area) !== false;
}

/** Puts the button of a sidebar into the top bar, or takes it out. Without it, nothing changes. */
export function pinSidebar(registry: DataRegistry, area: string, isPinned: boolean): void {
  dispatchTo(registry, 'core/interface')[isPinned ? 'pinItem' : 'unpinItem']?.('core', area);
}

/**
 * Calls back before WordPress saves what is ticked in its list of all changes ("Are you ready to save?"). No
 * hook tells of it. Without its class names, nobody is called. Returns what ends that.
 */
export function onSaveFromList(callback: () => void): () => void {
  const onClick = ({ target }: MouseEvent) => {
    const button = target instanceof Element ? target.closest('button') : null;
    const isSave = button?.matches(
      '.entities-saved-states__panel :is(.is-primary, .editor-entities-saved-states__save-button)',
    );
    if (isSave && button?.getAttribute('aria-disabled') !== 'true') {
      callback();
    }
  };
  document.addEventListener('click', onClick, true);
  return () => {
    document.removeEventListener('click', onClick, true);
  };
}
