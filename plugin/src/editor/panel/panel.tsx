import { ExternalLink, Spinner, PanelBody, Notice } from '@wordpress/components';
import { useSelect, useDispatch } from '@wordpress/data';
import { __, _n, sprintf } from '@wordpress/i18n';
import type { Account, RenderedImages } from '../../common/api.ts';
import type { RefObject } from 'react';
import { useState, useCallback, useEffect, useRef } from '@wordpress/element';
import type { ApiError } from '../../common/api-error.ts';
import { isUnlimitedPlan } from '../../common/run-texts.ts';
import {
  editorBootData,
  ErrorText,
  focusRunButton,
  formatNumber,
  isCalm,
  planName,
  request,
  store,
  useConnectionError,
  useCreditsError,
  useErrorsAtTop,
  usePostId,
  useSuggestions,
} from '../main.tsx';
import { useReviewRequest, useRunRequest } from './use-requests.ts';
import type { ImageReview } from '../hooks/use-reviews.ts';
import { ImageList } from './image-list.tsx';
import { ContextFields } from './context-fields.tsx';
import { DemoNotice } from './run-parts.tsx';
import { Unedited } from './unedited.tsx';
import { Summary } from './summary.tsx';

/** The content of the sidebar, loaded when it opens. */
export function Panel({ reviews }: { reviews: ImageReview[] }) {
  const [isReviewing, setIsReviewing] = useState(false);
  const endReview = useCallback(() => {
    setIsReviewing(false);
  }, []);
  const [hasContext, setHasContext] = useState(false);
  const showContext = useCallback(() => {
    setHasContext(true);
  }, []);
  useAccount();
  useFocusAfter(isReviewing);
  // Only the list has the run button, so a request for it ends the review.
  useRunRequest(endReview);
  useReviewRequest(() => {
    setIsReviewing(true);
  });
  const review = useSuggestions();
  const postId = usePostId() ?? 0;
  /** The images that visitors would see in the post with this content. */
  const load = useCallback(
    (content: string) =>
      request('rendered-images', { post_id: postId, content }, (json) => json as RenderedImages),
    [postId],
  );
  if (isReviewing && review) {
    return <review.Review onEnd={endReview} />;
  }
  const isEmpty = reviews.length === 0;
  const others = (
    <Unedited images={reviews.map(({ image }) => image)} load={load} focus={focusRunButton} />
  );
  return (
    <>
      <SidebarNotices />
      {isEmpty ? (
        others
      ) : (
        <Header
          reviews={reviews}
          onReview={() => {
            setIsReviewing(true);
          }}
          onContext={showContext}
        />
      )}
      {(isEmpty || hasContext) && <ContextPanel isOpen={hasContext} onToggle={setHasContext} />}
      {!isEmpty && (
        <>
          <PanelBody>
            <ImageList reviews={reviews} onContext={showContext} />
          </PanelBody>
          {others}
        </>
      )}
      <PanelBody>
        <SidebarFooter />
      </PanelBody>
    </>
  );
}

/** Stays visible. Focused elements scroll to below it. */
function Header(props: Parameters<typeof Summary>[0]) {
  const header = useHeightProperty('--altscribe-header-height');
  return (
    <PanelBody className="altscribe-header" ref={header}>
      <Summary {...props} />
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

/**
 * Reads the account when the sidebar opens, and after an error when the user returns to the tab.
 */
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

/** Credits, plan, and a link to the settings. */
function SidebarFooter() {
  const account = useSelect((select) => select(store).getAccount(), []);
  const isLoading = useConnectionError() === null && account === null;
  return (
    <div className="altscribe-footer">
      <span>
        {account && accountText(account)}
        {isLoading && <Spinner />}
      </span>
      {editorBootData.settingsUrl !== null && (
        <ExternalLink href={editorBootData.settingsUrl}>{__('Settings', 'altscribe')}</ExternalLink>
      )}
    </div>
  );
}

/** "47 credits left · Pro", or "Unlimited" */
function accountText({ creditsAvailable, planType }: Account): string {
  if (isUnlimitedPlan(planType)) {
    return __('Unlimited', 'altscribe');
  }
  const credits = sprintf(
    /* translators: %s: number of credits. */
    _n('%s credit left', '%s credits left', creditsAvailable, 'altscribe'),
    formatNumber(creditsAvailable),
  );
  return planType === '' ? credits : `${credits} · ${planName(planType)}`;
}

interface ContextPanelProps {
  isOpen: boolean;
  onToggle: (isOpen: boolean) => void;
}

/** The context that is sent with images of this post, and the controls to change it. */
function ContextPanel({ isOpen, onToggle }: ContextPanelProps) {
  const panel = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // Opened from a menu, which has closed.
    if (isOpen) {
      panel.current?.querySelector('button')?.focus();
    }
  }, [isOpen]);
  return (
    <PanelBody
      ref={panel}
      title={__('Context', 'altscribe')}
      opened={isOpen}
      onToggle={(next) => {
        if (!next) {
          focusRunButton();
        }
        onToggle(next);
      }}
    >
      <ContextFields />
    </PanelBody>
  );
}

/**
 * All notices that are about more than one image. If a click on a button removes it, the focus
 * moves to the button that runs the next batch.
 */
function SidebarNotices() {
  const { connection, credits, batch } = useErrorsAtTop();
  const { loadAccount, retryBatch } = useDispatch(store);
  const reload = () => void loadAccount();
  return (
    <div className="altscribe-notices">
      {editorBootData.isDemo && <DemoNotice />}
      {connection && <ErrorNotice error={connection} onRetry={reload} />}
      {credits && <ErrorNotice error={credits} onRetry={reload} />}
      {batch && <ErrorNotice error={batch} onRetry={() => void retryBatch()} />}
    </div>
  );
}

function ErrorNotice({ error, onRetry }: { error: ApiError; onRetry: () => void }) {
  return (
    <Notice
      status={isCalm(error) ? 'info' : 'error'}
      isDismissible={false}
      spokenMessage={error.message}
    >
      <ErrorText
        error={error}
        onRetry={() => {
          focusRunButton();
          onRetry();
        }}
      />
    </Notice>
  );
}

/** Sets a CSS property of the parent to the height of the element with the returned ref. */
function useHeightProperty(property: string): RefObject<HTMLDivElement> {
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const { current } = element;
    const parent = current?.parentElement;
    if (!current || !parent) {
      return undefined;
    }
    const observer = new ResizeObserver(() => {
      parent.style.setProperty(property, `${String(current.offsetHeight)}px`);
    });
    observer.observe(current);
    return () => {
      observer.disconnect();
    };
  }, [property]);
  return element;
}
