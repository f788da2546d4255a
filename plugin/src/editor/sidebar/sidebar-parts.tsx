import { Path, SVG } from '@wordpress/components';
import type { DataRegistry } from '@wordpress/data';
import { store as editorStore } from '@wordpress/editor';
import { openPluginSidebar } from '../../common/core-internals.ts';
import { formatNumber } from '../../common/format.ts';
import { listImages } from '../post/images.ts';
import { focusRequestStore, reviewRequest, runButtonId } from '../store/focus-request.ts';

/** Name of the plugin, as registered with the editor. */
export const pluginName = 'altscribe';

/** Name of the sidebar within the plugin. */
export const sidebarName = 'altscribe-sidebar';

/** Name of the sidebar within the editor. */
export const sidebarArea = `${pluginName}/${sidebarName}`;

/** Larger numbers do not fit on the icon. */
const most = 99;

/** An image with two lines of text under it. */
export const sidebarIcon = (
  <SVG xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24">
    <Path d="M18 3H6a2 2 0 0 0-2 2v9c0 1.1.9 2 2 2h12a2 2 0 0 0 2-2V5a2 2 0 0 0-2-2ZM6 4.5h12a.5.5 0 0 1 .5.5v4.9L16 7.6a.8.8 0 0 0-1 0l-3.5 3-1.9-1.3a.8.8 0 0 0-.9 0L5.5 11V5a.5.5 0 0 1 .5-.5Zm12 10H6a.5.5 0 0 1-.5-.5v-1.2l3.6-2.1 2.1 1.4a.8.8 0 0 0 .9-.1l3.4-2.9 3 2.8V14a.5.5 0 0 1-.5.5ZM4 17.5h16V19H4zM4 20.5h10V22H4z" />
  </SVG>
);

/**
 * The icon with a number on it, or without one if it is 0. The button's name includes it in words.
 */
export function IconWithCount({ count }: { count: number }) {
  return (
    <span className="altscribe-icon">
      {sidebarIcon}
      {count > 0 && (
        <span className="altscribe-icon__count" aria-hidden="true">
          {count > most ? `${formatNumber(most)}+` : formatNumber(count)}
        </span>
      )}
    </span>
  );
}

/** Id of the number of images that need something. */
export const countId = 'altscribe-count';

/** True for a button that costs credits, or that is disabled. */
export function isRisky(button: Element): boolean {
  return button.matches('.altscribe-costs, [aria-disabled="true"]');
}

/**
 * Moves the focus to the main button, or, if there is none or it would cost credits, to the number
 * above it. Does nothing while the sidebar is closed.
 */
export function focusRunButton(): void {
  const button = document.getElementById(runButtonId);
  (button && !isRisky(button) ? button : document.getElementById(countId))?.focus();
}

/**
 * Opens the sidebar "Alt text", replacing an open publish panel, with the focus on the button that
 * starts a run.
 */
export function openSidebar(registry: DataRegistry): void {
  openPanel(registry, runButtonId);
}

/** Opens the sidebar with the review of new texts. */
export function openReview(registry: DataRegistry): void {
  openPanel(registry, reviewRequest);
}

/** Opens the sidebar with the focus as requested. */
export function openPanel(registry: DataRegistry, requested: string): void {
  // Without images, nothing can get the focus, and the request would take effect much later.
  if (listImages(registry).length > 0) {
    void registry.dispatch(focusRequestStore).requestFocus(requested);
  }
  void registry.dispatch(editorStore).closePublishSidebar();
  openPluginSidebar(registry, sidebarArea);
}
