import { PanelBody } from '@wordpress/components';
import { useDispatch } from '@wordpress/data';
import { PluginSidebar, PluginSidebarMoreMenuItem } from '@wordpress/editor';
import { useCallback, useEffect, useRef, useState } from '@wordpress/element';
import { __ } from '@wordpress/i18n';
import { editorBootData } from '../boot-data.ts';
import { countAttention } from '../hooks/use-attention.ts';
import { useHeightProperty } from '../hooks/use-height-property.ts';
import { useKeptTexts } from '../hooks/use-kept-texts.ts';
import { useLeaveWarning } from '../hooks/use-leave-warning.ts';
import { useReviews, type ImageReview } from '../hooks/use-reviews.ts';
import { useConnectionError, useCreditsError } from '../hooks/use-service.ts';
import { ReviewButton } from '../review/review-button.tsx';
import { Review } from '../review/review.tsx';
import { focusRunButton } from '../components/focus.ts';
import { store } from '../store/index.ts';
import { ContextPanel } from './context-panel.tsx';
import { SidebarFooter } from './footer.tsx';
import { ImageList } from './image-list.tsx';
import { SidebarNotices } from './notices.tsx';
import { SidebarHeader } from './sidebar-header.tsx';
import { IconWithCount, sidebarIcon, titleWithCount } from './sidebar-icon.tsx';
import { sidebarName } from './sidebar-name.ts';
import { Summary } from './summary.tsx';
import { useShownRunButton } from './wanted-row.ts';

/** The sidebar "Alt text", its button in the top bar and its item in the options menu. */
export function AltTextSidebar() {
  useLeaveWarning();
  useKeptTexts();
  useShownRunButton();
  const reviews = useReviews();
  const { count } = countAttention(reviews);
  const title = __('Alt text', 'altscribe');
  // The types of WordPress do not know it.
  const header = { header: <SidebarHeader title={title} /> };
  return (
    <>
      <PluginSidebarMoreMenuItem target={sidebarName} icon={sidebarIcon}>
        {title}
      </PluginSidebarMoreMenuItem>
      <PluginSidebar
        {...header}
        name={sidebarName}
        title={titleWithCount(title, count)}
        icon={<IconWithCount count={count} />}
        className="altscribe-sidebar"
      >
        <SidebarBody reviews={reviews} />
      </PluginSidebar>
    </>
  );
}

function SidebarBody({ reviews }: { reviews: ImageReview[] }) {
  const [isReviewing, setIsReviewing] = useState(false);
  const endReview = useCallback(() => {
    setIsReviewing(false);
  }, []);
  useAccount();
  useFocusAfter(isReviewing);
  if (isReviewing) {
    return <Review onEnd={endReview} />;
  }
  const isEmpty = reviews.length === 0;
  return (
    <>
      <SidebarNotices />
      {isEmpty ? (
        <PanelBody>{__('This post has no images yet.', 'altscribe')}</PanelBody>
      ) : (
        <Header
          reviews={reviews}
          onReview={() => {
            setIsReviewing(true);
          }}
        />
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
function Header({ reviews, onReview }: { reviews: ImageReview[]; onReview: () => void }) {
  const header = useHeightProperty('--altscribe-header-height');
  return (
    <PanelBody className="altscribe-header" ref={header}>
      <Summary reviews={reviews} />
      <ReviewButton onClick={onReview} />
    </PanelBody>
  );
}

/** Moves the focus to the run button when the review has ended. */
function useFocusAfter(isReviewing: boolean) {
  const wasReviewing = useRef(false);
  useEffect(() => {
    if (wasReviewing.current && !isReviewing) {
      focusRunButton();
    }
    wasReviewing.current = isReviewing;
  }, [isReviewing]);
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
