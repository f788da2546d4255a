import { Button, PanelBody, Spinner } from '@wordpress/components';
import { useViewportMatch } from '@wordpress/compose';
import { useDispatch, useRegistry, useSelect } from '@wordpress/data';
import { PluginSidebar, PluginSidebarMoreMenuItem } from '@wordpress/editor';
import { useEffect } from '@wordpress/element';
import { __ } from '@wordpress/i18n';
import { starEmpty, starFilled } from '@wordpress/icons';
import type { ComponentType } from 'react';
import {
  isSidebarPinned,
  pinSidebar,
  sidebarHeaderClasses,
  withSidebarHeader,
} from '../../common/core-internals.ts';
import { countsText } from '../../common/counts.ts';
import { lazyModule } from '../../common/hooks.ts';
import { useStoredSuggestions } from '../hooks/use-post.ts';
import { countNeeds, useReviews, type ImageReview } from '../hooks/use-reviews.ts';
import { focusRequestStore, shownRunButton } from '../store/focus-request.ts';
import { store } from '../store/index.ts';
import { warnBeforeLeaving } from '../store/stored-suggestions.ts';
import {
  focusRunButton,
  IconWithCount,
  sidebarArea,
  sidebarIcon,
  sidebarName,
} from './sidebar-parts.tsx';

/** WordPress's sidebar header, rebuilt because the button in the top bar has a longer title. */
function SidebarHeader({ title }: { title: string }) {
  const isSmall = useViewportMatch('medium', '<');
  const registry = useRegistry();
  const isPinned = useSelect((_select, inside) => isSidebarPinned(inside, sidebarArea), []);
  return (
    <>
      <h2 className={sidebarHeaderClasses.title}>{title}</h2>
      {!isSmall && (
        <Button
          className={sidebarHeaderClasses.pin}
          icon={isPinned ? starFilled : starEmpty}
          label={
            isPinned ? __('Unpin from toolbar', 'altscribe') : __('Pin to toolbar', 'altscribe')
          }
          onClick={() => {
            pinSidebar(registry, sidebarArea, !isPinned);
          }}
          isPressed={isPinned}
          aria-expanded={isPinned}
          size="compact"
        />
      )}
    </>
  );
}

/** The sidebar "Alt text", its button in the top bar and its item in the options menu. */
export function AltTextSidebar() {
  useLeaveWarning();
  useStoredSuggestions();
  useShownRunButton();
  const reviews = useReviews();
  const needs = countsText(countNeeds(reviews));
  const title = __('Alt text', 'altscribe');
  return (
    <>
      <PluginSidebarMoreMenuItem target={sidebarName} icon={sidebarIcon}>
        {title}
      </PluginSidebarMoreMenuItem>
      <PluginSidebar
        {...withSidebarHeader(<SidebarHeader title={title} />)}
        name={sidebarName}
        title={needs === '' ? title : `${title}, ${needs}`}
        icon={<IconWithCount count={reviews.filter(({ need }) => need).length} />}
        className="altscribe-sidebar"
      >
        <LoadedPanel reviews={reviews} />
      </PluginSidebar>
    </>
  );
}

function useLeaveWarning(): void {
  const registry = useRegistry();
  useEffect(() => warnBeforeLeaving(() => registry.select(store).isRunning()), [registry]);
}

interface PanelProps {
  reviews: ImageReview[];
}

let usePanel: () => { Panel: ComponentType<PanelProps> } | null = () => null;

/** Sets how the content of the sidebar is loaded once it opens. */
export function setPanel(load: () => Promise<{ Panel: ComponentType<PanelProps> }>): void {
  usePanel = lazyModule(() => load().catch(() => ({ Panel: NotLoaded })));
}

function LoadedPanel(props: PanelProps) {
  const panel = usePanel();
  return panel ? (
    <panel.Panel {...props} />
  ) : (
    <PanelBody>
      <Spinner />
    </PanelBody>
  );
}

function NotLoaded() {
  return (
    <PanelBody>
      <p>
        {__('This could not be loaded. Check the connection and reload the page.', 'altscribe')}
      </p>
    </PanelBody>
  );
}

/**
 * Moves the focus to the button that starts a run when requested, unless the sidebar is closed.
 */
export function useShownRunButton(): void {
  const isRequested = useSelect(
    (select) => select(focusRequestStore).getFocusRequest() === shownRunButton,
    [],
  );
  const { endFocusRequest } = useDispatch(focusRequestStore);
  useEffect(() => {
    if (isRequested) {
      focusRunButton();
      void endFocusRequest();
    }
  }, [isRequested, endFocusRequest]);
}
