import type { DataRegistry } from '@wordpress/data';
import { store as editorStore } from '@wordpress/editor';
import { openPluginSidebar } from '../core-internals.ts';
import { targetKey, type AltTextTarget } from '../post/alt-text-target.ts';
import { listImages } from '../post/images.ts';
import { sidebarArea } from '../sidebar/sidebar-name.ts';
import { runButtonId, wantedRowStore } from '../store/wanted-row.ts';

/**
 * Opens the sidebar "Alt text", in the place of the publish panel if that is open, with the focus on
 * the button that starts a run.
 */
export function openSidebar(registry: DataRegistry): void {
  open(registry, runButtonId);
}

/** Opens the sidebar with the focus in the row of this image. */
export function openRow(registry: DataRegistry, target: AltTextTarget): void {
  open(registry, targetKey(target));
}

function open(registry: DataRegistry, wanted: string): void {
  // Without images there is nothing that could get the focus, and later it would be too late.
  if (listImages(registry).length > 0) {
    void registry.dispatch(wantedRowStore).wantRow(wanted);
  }
  void registry.dispatch(editorStore).closePublishSidebar();
  openPluginSidebar(registry, sidebarArea);
}
