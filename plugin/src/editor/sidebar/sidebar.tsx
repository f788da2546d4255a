import { PanelBody, Path, SVG } from '@wordpress/components';
import { useDispatch } from '@wordpress/data';
import { PluginSidebar, PluginSidebarMoreMenuItem } from '@wordpress/editor';
import { useEffect } from '@wordpress/element';
import { __ } from '@wordpress/i18n';
import { editorBootData } from '../boot-data.ts';
import { useHeightProperty } from '../hooks/use-height-property.ts';
import { useLeaveWarning } from '../hooks/use-leave-warning.ts';
import { usePostId } from '../hooks/use-post.ts';
import { useReviews, type ImageReview } from '../hooks/use-reviews.ts';
import { useConnectionError, useCreditsError } from '../hooks/use-service.ts';
import { store } from '../store/index.ts';
import { ContextPanel } from './context-panel.tsx';
import { SidebarFooter } from './footer.tsx';
import { ImageList } from './image-list.tsx';
import { SidebarNotices } from './notices.tsx';
import { Summary } from './summary.tsx';

const name = 'altscribe-sidebar';

/** An image with two lines of text under it. */
const icon = (
  <SVG xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24">
    <Path d="M18 3H6a2 2 0 0 0-2 2v9c0 1.1.9 2 2 2h12a2 2 0 0 0 2-2V5a2 2 0 0 0-2-2ZM6 4.5h12a.5.5 0 0 1 .5.5v4.9L16 7.6a.8.8 0 0 0-1 0l-3.5 3-1.9-1.3a.8.8 0 0 0-.9 0L5.5 11V5a.5.5 0 0 1 .5-.5Zm12 10H6a.5.5 0 0 1-.5-.5v-1.2l3.6-2.1 2.1 1.4a.8.8 0 0 0 .9-.1l3.4-2.9 3 2.8V14a.5.5 0 0 1-.5.5ZM4 17.5h16V19H4zM4 20.5h10V22H4z" />
  </SVG>
);

/** The sidebar "Alt text", its button in the top bar and its item in the options menu. */
export function AltTextSidebar() {
  const postId = usePostId();
  useLeaveWarning();
  if (postId === null) {
    return null;
  }
  const title = __('Alt text', 'altscribe');
  return (
    <>
      <PluginSidebarMoreMenuItem target={name} icon={icon}>
        {title}
      </PluginSidebarMoreMenuItem>
      <PluginSidebar name={name} title={title} icon={icon} className="altscribe-sidebar">
        <SidebarBody />
      </PluginSidebar>
    </>
  );
}

function SidebarBody() {
  const reviews = useReviews();
  useAccount();
  const isEmpty = reviews.length === 0;
  return (
    <>
      <SidebarNotices />
      {isEmpty ? (
        <PanelBody>{__('This post has no images yet.', 'altscribe')}</PanelBody>
      ) : (
        <Header reviews={reviews} />
      )}
      <ContextPanel />
      {!isEmpty && (
        <PanelBody>
          <ImageList reviews={reviews} />
        </PanelBody>
      )}
      <PanelBody>
        <SidebarFooter />
      </PanelBody>
    </>
  );
}

/** Stays in sight; what gets the focus scrolls to below it. */
function Header({ reviews }: { reviews: ImageReview[] }) {
  const header = useHeightProperty('--altscribe-header-height');
  return (
    <PanelBody className="altscribe-header" ref={header}>
      <Summary reviews={reviews} />
    </PanelBody>
  );
}

/** Reads the account when the sidebar opens, and after an error when the user comes back to the tab. */
function useAccount() {
  const { loadAccount } = useDispatch(store);
  const creditsError = useCreditsError();
  const connectionError = useConnectionError();
  const isStuck = creditsError !== null || connectionError !== null;

  useEffect(() => {
    if (editorBootData.connectionError === null) {
      void loadAccount();
    }
  }, [loadAccount]);

  useEffect(() => {
    const onReturn = () => {
      if (isStuck && document.visibilityState === 'visible') {
        void loadAccount();
      }
    };
    document.addEventListener('visibilitychange', onReturn);
    return () => {
      document.removeEventListener('visibilitychange', onReturn);
    };
  }, [isStuck, loadAccount]);
}
