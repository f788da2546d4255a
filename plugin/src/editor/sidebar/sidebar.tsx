import {
  ExternalLink,
  Spinner,
  Button,
  ComboboxControl,
  BaseControl,
  PanelBody,
  TextControl,
  Notice,
} from '@wordpress/components';
import { useSelect, useRegistry, useDispatch } from '@wordpress/data';
import { __, _n, sprintf } from '@wordpress/i18n';
import { fetchRenderedImages, type Account } from '../../common/api.ts';
import { formatNumber, planName } from '../../common/format.ts';
import { lazyModule } from '../../common/hooks.ts';
import { editorBootData } from '../boot-data.ts';
import {
  useConnectionError,
  useLanguageNames,
  useErrorsAtTop,
  useCreditsError,
} from '../hooks/use-service.ts';
import {
  useContextImage,
  useKeptTexts,
  useKeywordsField,
  usePostId,
  useRunRequest,
  useSentContext,
} from '../hooks/use-post.ts';
import { store } from '../store/index.ts';
import { useViewportMatch } from '@wordpress/compose';
import { starEmpty, starFilled } from '@wordpress/icons';
import {
  isSidebarPinned,
  pinSidebar,
  sidebarHeaderClasses,
  withSidebarHeader,
} from '../../common/core-internals.ts';
import {
  sidebarArea,
  IconWithCount,
  sidebarIcon,
  titleWithCount,
  sidebarName,
} from './sidebar-icon.tsx';
import { pickLanguage, readLanguage } from '../post/current-post.ts';
import { imageLabel } from '../components/image-label.ts';
import type { RefObject } from 'react';
import type { EditorImage } from '../post/editor-image.ts';
import './sent-context.css';
import { useState, useCallback, useEffect, useRef } from '@wordpress/element';
import { isCalm, type ApiError } from '../../common/api-error.ts';
import { ErrorText } from '../components/notices.tsx';
import { PluginSidebar, PluginSidebarMoreMenuItem } from '@wordpress/editor';
import { countAttention, useReviews, type ImageReview } from '../hooks/use-reviews.ts';
import { ReviewButton, Review } from '../review/review.tsx';
import { ImageList, focusRunButton, useShownRunButton } from './image-list.tsx';
import { useUnedited } from './image-row.tsx';
import { Summary } from './summary.tsx';

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

/** "47 credits left · Pro" */
function accountText({ creditsAvailable, planType }: Account): string {
  const credits = sprintf(
    /* translators: %s: number of credits. */
    _n('%s credit left', '%s credits left', creditsAvailable, 'altscribe'),
    formatNumber(creditsAvailable),
  );
  return planType === '' ? credits : `${credits} · ${planName(planType)}`;
}

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

/** ComboboxControl uses '' for no choice. */
const automatic = 'automatic';

/** The language of the texts in this post: all languages, with search. */
function LanguagePicker() {
  const registry = useRegistry();
  const { codeOf, nameOf, options } = useLanguageNames();
  const picked = useSelect((_select, inside) => {
    const { code, isPicked } = readLanguage(inside);
    return isPicked ? code : null;
  }, []);
  const value = picked === null ? automatic : codeOf(picked);
  const language = useSelect((_select, inside) => readLanguage(inside).automatic, []);
  const automaticName = sprintf(
    /* translators: %s: name of a language. */
    __('Post language (%s)', 'altscribe'),
    nameOf(language),
  );
  // The choice is shown before the names are loaded.
  const listed = options.some((option) => option.value === value) || value === automatic;
  const unlisted = listed ? [] : [{ value, label: nameOf(value) }];
  return (
    <ComboboxControl
      __next40pxDefaultSize
      __nextHasNoMarginBottom
      label={__('Language', 'altscribe')}
      help={__('The language of alt text in this post. Saved with the post.', 'altscribe')}
      allowReset={false}
      options={[{ value: automatic, label: automaticName }, ...unlisted, ...options]}
      value={value}
      onChange={(code) => {
        pickLanguage(registry, code === automatic ? '' : (code ?? ''));
      }}
    />
  );
}

/** The exact context that is sent with the selected image, or with the first one. */
function SentContext() {
  const image = useContextImage();
  return image ? <ContextOfImage image={image} /> : null;
}

function ContextOfImage({ image }: { image: EditorImage }) {
  const { title, seo_keywords, image_context, language } = useSentContext(image);
  const { nameOf } = useLanguageNames();
  const lines = [
    [__('Title', 'altscribe'), title],
    [__('SEO keywords', 'altscribe'), seo_keywords],
    ['', image_context],
    [__('Language', 'altscribe'), nameOf(language)],
  ]
    .filter(([, text]) => text !== '')
    .map(([label, text]) => (label === '' ? text : `${label}: ${text}`));
  /* translators: %s: an image, such as "Image 1". */
  const label = sprintf(__('Sent with %s', 'altscribe'), imageLabel(image));
  return (
    <div>
      <BaseControl.VisualLabel>{label}</BaseControl.VisualLabel>
      <p className="altscribe-sent-context">{lines.join('\n')}</p>
    </div>
  );
}

/** The context of requests for images of this post, and the controls to change it. */
function ContextPanel() {
  return (
    <PanelBody title={__('Context', 'altscribe')} initialOpen={false}>
      <div className="altscribe-fields">
        <KeywordsField />
        <LanguagePicker />
        <SentContext />
      </div>
    </PanelBody>
  );
}

function KeywordsField() {
  const { value, source } = useKeywordsField();
  const { setKeywords } = useDispatch(store);
  return (
    <TextControl
      __next40pxDefaultSize
      __nextHasNoMarginBottom
      label={__('SEO keywords', 'altscribe')}
      help={
        source === null
          ? __('Separate with commas. Only used where they fit the image.', 'altscribe')
          : /* translators: %s: name of an SEO plugin, or "the tags of this post". */
            sprintf(__('From %s. Type to use your own.', 'altscribe'), source)
      }
      value={value}
      onChange={(keywords) => void setKeywords(keywords)}
    />
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
      {editorBootData.isDemo && <Demo />}
      {connection && <ErrorNotice error={connection} onRetry={reload} />}
      {credits && <ErrorNotice error={credits} onRetry={reload} />}
      {batch && <ErrorNotice error={batch} onRetry={() => void retryBatch()} />}
    </div>
  );
}

const useDemoNotice = lazyModule(() => import('./run-parts.tsx'));

function Demo() {
  const demo = useDemoNotice();
  return demo && <demo.DemoNotice />;
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

/** The sidebar "Alt text", its button in the top bar and its item in the options menu. */
export function AltTextSidebar() {
  useLeaveWarning();
  useKeptTexts();
  useShownRunButton();
  const reviews = useReviews();
  const { count } = countAttention(reviews);
  const title = __('Alt text', 'altscribe');
  return (
    <>
      <PluginSidebarMoreMenuItem target={sidebarName} icon={sidebarIcon}>
        {title}
      </PluginSidebarMoreMenuItem>
      <PluginSidebar
        {...withSidebarHeader(<SidebarHeader title={title} />)}
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
  // Only the list has the button for it.
  useRunRequest(endReview);
  const unedited = useUnedited();
  const postId = usePostId() ?? 0;
  const load = useCallback((content: string) => fetchRenderedImages(postId, content), [postId]);
  if (isReviewing) {
    return <Review onEnd={endReview} />;
  }
  const isEmpty = reviews.length === 0;
  const others = unedited && (
    <unedited.Unedited
      images={reviews.map(({ image }) => image)}
      load={load}
      focus={focusRunButton}
    />
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
        />
      )}
      <ContextPanel />
      {!isEmpty && (
        <>
          <PanelBody>
            <ImageList reviews={reviews} />
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

/** Lets the browser ask before the tab closes while texts are being generated. */
function useLeaveWarning(): void {
  const isRunning = useSelect((select) => select(store).isRunning(), []);
  useEffect(() => {
    if (!isRunning) {
      return undefined;
    }
    const warn = (event: BeforeUnloadEvent) => {
      event.preventDefault();
    };
    window.addEventListener('beforeunload', warn);
    return () => {
      window.removeEventListener('beforeunload', warn);
    };
  }, [isRunning]);
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
