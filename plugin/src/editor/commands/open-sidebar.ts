import type { DataRegistry } from '@wordpress/data';
import { store as editorStore } from '@wordpress/editor';
import { targetKey, type AltTextTarget } from '../post/alt-text-target.ts';
import { sidebarArea } from '../sidebar/sidebar-name.ts';
import { wantedRowStore } from '../store/wanted-row.ts';

/** Opens the sidebar "Alt text", in the place of the publish panel if that is open. */
export function openSidebar(registry: DataRegistry): void {
  void registry.dispatch(editorStore).closePublishSidebar();
  void registry.dispatch('core/edit-post').openGeneralSidebar?.(sidebarArea);
}

/** Opens the sidebar with the focus in the row of this image. */
export function openRow(registry: DataRegistry, target: AltTextTarget): void {
  void registry.dispatch(wantedRowStore).wantRow(targetKey(target));
  openSidebar(registry);
}
