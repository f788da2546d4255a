import { __experimentalUseSlotFills as experimentalUseSlotFills } from '@wordpress/components';
import type { store as coreStore } from '@wordpress/core-data';
import type { DataRegistry } from '@wordpress/data';
import { createElement } from '@wordpress/element';
import type { ComponentType, ReactNode } from 'react';

/**
 * All undocumented parts of WordPress that the plugin's scripts use, each with a fallback. If a
 * version of WordPress has removed or renamed one, only the feature described here is lost. No
 * other file may name them, which lint checks. Stores are named here instead of imported, because
 * imports would load them on screens without an editor.
 */

const core = 'core' as unknown as typeof coreStore;

type Actions = Partial<Record<string, (...args: unknown[]) => unknown>>;

/** Stores without a package that plugins can import. */
type HiddenStore = 'core/interface' | 'core/edit-post';

function dispatchTo(
  registry: DataRegistry,
  store: HiddenStore | 'core' | 'core/block-editor',
): Actions {
  return (registry.dispatch(store) as Actions | undefined) ?? {};
}

/** Ends the undo step of blocks. Without it, one undo may revert more than one change. */
export function closeUndoStep(registry: DataRegistry): void {
  dispatchTo(registry, 'core/block-editor').__unstableMarkLastChangeAsPersistent?.();
}

/**
 * Ends the undo step of entities, so cached edits belong to it. Without it, the next change ends
 * it.
 */
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
 * The registry's `dispatch` for a block binding's source. Edits of entities join the previous undo
 * step (`joins`) and include the whole meta, because WordPress's "Redo" would otherwise lose the
 * rest of it.
 */
export function dispatchInOneStep(
  registry: DataRegistry,
  joins: boolean,
): DataRegistry['dispatch'] {
  const editEntityRecord: EditEntity = (kind, name, id, edits, options) => {
    const edited = registry.select(core).getEditedEntityRecord(kind, name, id as number);
    const { meta } = (edited || {}) as { meta?: object };
    const whole = edits.meta ? { ...edits, meta: { ...meta, ...edits.meta } } : edits;
    const edit = registry.dispatch(core).editEntityRecord as EditEntity;
    return edit(kind, name, id, whole, { ...options, isCached: joins });
  };
  const dispatch = (store: string | { name: string }): object => {
    const actions = registry.dispatch(store as string) as object;
    const isCore = (typeof store === 'string' ? store : store.name) === 'core';
    return isCore ? Object.assign(Object.create(actions) as object, { editEntityRecord }) : actions;
  };
  return dispatch as DataRegistry['dispatch'];
}

type FindTerm = (kind: string, taxonomy: string, id: unknown) => { name?: unknown } | undefined;

/**
 * A term that WordPress has already loaded. The public selectors would request any other. Without
 * this selector, no term.
 */
export function findLoadedTerm(registry: DataRegistry, taxonomy: string, id: unknown) {
  const selectors = registry.select(core) as unknown as Record<string, FindTerm | undefined>;
  return selectors.__experimentalGetEntityRecordNoResolver?.('taxonomy', taxonomy, id);
}

/** The fills of a slot. Without it, no slot appears to have any. */
export const useSlotFills = orElse(experimentalUseSlotFills, () => undefined);

/**
 * True if blocks fill the group "content" of their settings. Without its slot, the group counts as
 * empty.
 */
export function useHasContentSettings(): boolean {
  return (useSlotFills('InspectorControlsContent')?.length ?? 0) > 0;
}

function orElse<Value>(value: Value | undefined, fallback: Value): Value {
  return value ?? fallback;
}

/** Opens the settings of the post, which contain the featured image. Without it, nothing opens. */
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

/** True if the sidebar's button is in the top bar. Without it, always true. */
export function isSidebarPinned(registry: DataRegistry, area: string): boolean {
  const selectors = registry.select('core/interface') as { isItemPinned?: IsPinned } | undefined;
  return selectors?.isItemPinned?.('core', area) !== false;
}

/** Adds a sidebar's button to the top bar, or removes it. Without it, nothing changes. */
export function pinSidebar(registry: DataRegistry, area: string, isPinned: boolean): void {
  dispatchTo(registry, 'core/interface')[isPinned ? 'pinItem' : 'unpinItem']?.('core', area);
}

/**
 * Calls back before WordPress saves the selection in its list of all changes ("Are you ready to
 * save?"). There is no hook for this. Without WordPress's class names, the callback never runs.
 * Returns a function that unsubscribes.
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

/**
 * The requests of a store, by selector: a new object after every request and response. Without it,
 * undefined, so results cannot be cached.
 */
export function findResolvers(registry: DataRegistry): Partial<Record<string, object>> | undefined {
  const selectors = registry.select('core') as {
    getCachedResolvers?: () => Partial<Record<string, object>>;
  };
  return selectors.getCachedResolvers?.();
}

/**
 * The default binding, for all attributes that have none of their own. Without it, only explicit
 * bindings count.
 */
export function findDefaultBinding<Binding>(
  bindings: Readonly<Record<string, Binding>> | undefined,
): Binding | undefined {
  return bindings?.__default;
}

/** Props that give a sidebar a custom header. Without them, WordPress shows the title. */
export function withSidebarHeader(header: ReactNode): object {
  return { header };
}

/** Classes of WordPress's sidebar header. Without them, ours is unstyled. */
export const sidebarHeaderClasses = {
  title: 'interface-complementary-area-header__title',
  pin: 'interface-complementary-area__pin-unpin-item',
};

interface ConnectorProps {
  logo?: ReactNode;
  name: string;
  description: string;
}

/** The part of WordPress's script module that draws an entry under Settings > Connectors. */
interface ConnectorsModule {
  __experimentalRegisterConnector?: (
    slug: string,
    config: { render: ComponentType<ConnectorProps> },
  ) => void;
  __experimentalConnectorItem?: ComponentType<ConnectorProps & { actionArea: ReactNode }>;
}

/**
 * Draws an entry under Settings > Connectors with a custom action. Without the script module or one
 * of its functions, the entry stays as WordPress draws it.
 * @param loadModule Imports a script module of the page.
 * @param slug       Name of the connector.
 * @param actionArea Replaces the field for the key.
 */
export async function drawConnector(
  loadModule: (name: string) => Promise<object>,
  slug: string,
  actionArea: ReactNode,
): Promise<void> {
  const module: ConnectorsModule = await loadModule('@wordpress/connectors').catch(() => ({}));
  const { __experimentalRegisterConnector: register, __experimentalConnectorItem: Item } = module;
  if (register && Item) {
    register(slug, {
      render: ({ logo, name, description }) =>
        createElement(Item, { logo, name, description, actionArea }),
    });
  }
}
