import { speak } from '@wordpress/a11y';
import { Notice } from '@wordpress/components';
import { createPortal, createRoot, useEffect, useRef, useState } from '@wordpress/element';
import { __, _n, sprintf } from '@wordpress/i18n';
import type { Ref } from 'react';
import type { LibraryBatch } from '../common/batches-api.ts';
import { updateCreditNotice } from '../common/credit-notice.ts';
import { mayMoveFocus } from '../common/focus.ts';
import { formatNumber, formatTime, joinFacts } from '../common/format.ts';
import { fetchImageCounts, fetchPastBatches } from '../common/images-api.ts';
import { bootData } from './boot-data.ts';
import { type Filters, noReviewFilters, toImageQuery, toSuggestionQuery } from './filters.ts';
import { useBatch, useNews } from './hooks/use-batch.ts';
import {
  type PageQuery,
  type Tab,
  tabLink,
  useLoaded,
  usePageQuery,
  viewLink,
} from './hooks/use-page-query.ts';
import { ImportPanel } from './import/import-panel.tsx';
import { PageLink, Tabs } from './list/counts.tsx';
import { ReviewFilterBar } from './list/filter-bar.tsx';
import { ImagesView } from './list/images-view.tsx';
import { Results } from './results/results.tsx';
import { Desk } from './review/desk.tsx';
import { SuggestionList } from './review/suggestion-list.tsx';
import { reviewText, useSuggestions, type Review, type Suggestions } from './review/use-review.ts';
import { BatchPanel } from './run/batch-panel.tsx';
import { isActive, outcomeText } from './run/batch-state.ts';
import '../common/admin-colours.css';
import '../common/forced-colours.css';
import '../common/states.css';
import '../common/suggestion.css';
import './media-page.css';
import './review/review.css';

interface HeaderProps {
  filters: Filters;
  isImporting: boolean;
  importButton: Ref<HTMLButtonElement>;
  onImport: () => void;
}

const place = document.getElementById('altscribe-media-actions');

/** The actions beside the page heading, in the usual place on WordPress's pages. */
function Header({ filters, isImporting, importButton, onImport }: HeaderProps) {
  if (!place) {
    return null;
  }
  return createPortal(
    <>
      <a href={exportAddress(filters)} className="page-title-action">
        {__('Export CSV', 'altscribe')}
      </a>
      <button
        ref={importButton}
        type="button"
        className="page-title-action"
        aria-expanded={isImporting}
        onClick={onImport}
      >
        {__('Import', 'altscribe')}
      </button>
    </>,
    place,
  );
}

/** The filtered images. */
function exportAddress(filters: Filters): string {
  const address = new URL(bootData.exportUrl, window.location.href);
  for (const [name, value] of Object.entries(toImageQuery(filters))) {
    address.searchParams.set(name, value === true ? '1' : String(value));
  }
  return address.href;
}

interface PastBatchesProps {
  batches: LibraryBatch[];
  shownId: number | null;
  onShow: (id: number) => void;
}

/** The batches of the last 30 days. Each can be opened and undone. */
function PastBatches({ batches, shownId, onShow }: PastBatchesProps) {
  if (batches.length === 0) {
    return null;
  }
  return (
    <details className="altscribe-past">
      <summary>{__('Runs of the last 30 days', 'altscribe')}</summary>
      <ul>
        {batches.map((batch) => (
          <li key={batch.id}>
            <button
              type="button"
              className="button-link"
              aria-current={batch.id === shownId ? 'true' : undefined}
              onClick={() => {
                onShow(batch.id);
              }}
            >
              <time dateTime={batch.created}>{formatTime(batch.created)}</time>
            </button>{' '}
            {joinFacts([originText(batch), outcomeText(batch)])}
          </li>
        ))}
      </ul>
    </details>
  );
}

function originText({ origin, user }: LibraryBatch): string {
  const name = originName(origin);
  return user
    ? /* translators: 1: where a batch comes from, such as "Import"; 2: name of a user. */
      sprintf(__('%1$s by %2$s', 'altscribe'), name, user.name)
    : name;
}

function originName(origin: LibraryBatch['origin']): string {
  switch (origin) {
    case 'import':
      return __('Import', 'altscribe');
    case 'upload':
      return __('New uploads', 'altscribe');
    case 'bulk':
      return __('Media library', 'altscribe');
    case 'product':
      return __('Product', 'altscribe');
    case 'cli':
      return __('Command line', 'altscribe');
    case 'page':
    case 'api':
      return __('Generated', 'altscribe');
  }
}

interface ReviewTabProps {
  query: PageQuery;
  review: Review;
  suggestions: Suggestions;
}

/** The suggestions, one by one or as a list. */
function ReviewTab({ query, review, suggestions }: ReviewTabProps) {
  const { reviewFilters: filters, isList, follow } = query;
  const { counts, pending, recount } = suggestions;
  const isFiltered = JSON.stringify(filters) !== JSON.stringify(noReviewFilters);
  return (
    <>
      {(counts.pending > 0 || isFiltered) && (
        <div className="altscribe-review-bar">
          <ReviewFilterBar filters={filters} counts={counts} onChange={query.setReviewFilters} />
          <PageLink href={viewLink(!isList)} className="altscribe-view-switch" onFollow={follow}>
            {isList ? __('One by one', 'altscribe') : __('List view', 'altscribe')}
          </PageLink>
        </div>
      )}
      {!isList && (
        <Desk
          review={review}
          pending={pending}
          isFiltered={isFiltered}
          backLink={
            <PageLink href={tabLink('images')} className="button button-primary" onFollow={follow}>
              {__('Back to the library', 'altscribe')}
            </PageLink>
          }
        />
      )}
      {isList && review.queue.outbox.length === 0 && (
        <SuggestionList
          query={{ ...toSuggestionQuery(filters), state: 'pending' }}
          page={query.page}
          counts={counts}
          isFiltered={isFiltered}
          onPage={query.setPage}
          onChanged={recount}
        />
      )}
    </>
  );
}

/** Milliseconds until counts are read again while texts are still being checked. */
const recheckAfter = 3_000;

/** Media > Alt text. */
function Page() {
  const query = usePageQuery();
  const { batchId, filters } = query;
  const [isImporting, setIsImporting] = useState(false);
  const [version, setVersion] = useState(0);
  const top = useRef<HTMLDivElement>(null);
  const importButton = useRef<HTMLButtonElement>(null);
  const [firstTab] = useState<Tab>(bootData.suggestions.pending > 0 ? 'review' : 'images');
  const tab = query.tab ?? firstTab;
  const [review, suggestions] = useSuggestions(
    query.reviewFilters,
    tab === 'review' && !query.isList,
  );
  const { recount: recountSuggestions } = suggestions;
  const areImagesShown = useRef(false);
  areImagesShown.current = tab === 'images' && batchId === null;
  /** Whether an answer may show its batch: the user may be elsewhere by now, or typing. */
  const mayShowBatch = () => areImagesShown.current && mayMoveFocus(document.body);
  const control = useBatch(batchId, ({ id }) => {
    if (mayShowBatch()) {
      query.showBatch(id, true);
    }
  });
  const { shown } = control;
  const batch = shown?.batch ?? null;
  useNews(batch);

  const { state: _state, ...others } = filters;
  const counts = useLoaded(
    JSON.stringify(others),
    () => fetchImageCounts(toImageQuery({ ...others, state: '' })),
    version,
  );
  const past = useLoaded('', fetchPastBatches, version);
  const { shown: counted, reload: recount } = counts;
  const isGoing = batch !== null && isActive(batch);
  // The batch's texts change the counts, which are not reloaded while it is writing or being undone.
  const settled = batch && !isGoing && !control.undoing ? JSON.stringify(batch.counts) : '';

  useEffect(() => {
    if (isGoing) {
      // The batch spends credits, and reports when none are left.
      updateCreditNotice(null);
    }
  }, [isGoing]);

  useEffect(() => {
    if (settled !== '') {
      setVersion((number) => number + 1);
      recountSuggestions();
    }
  }, [settled, recountSuggestions]);

  useEffect(() => {
    if ((counted?.pending ?? 0) === 0) {
      return undefined;
    }
    const timer = setTimeout(recount, recheckAfter);
    return () => {
      clearTimeout(timer);
    };
  }, [counted, recount]);

  const showImages = () => {
    query.showBatch(null);
    // The clicked link is gone.
    top.current?.focus();
  };
  const showResults = (id: number) => {
    query.showBatch(id);
    top.current?.focus();
  };
  const isResults = batch !== null && batchId === batch.id;
  const reviewLink = suggestions.pending > 0 && (
    <PageLink
      href={tabLink('review')}
      className="components-button is-primary is-next-40px-default-size"
      onFollow={query.follow}
    >
      {reviewText(suggestions.pending)}
    </PageLink>
  );

  return (
    <>
      <Header
        filters={filters}
        isImporting={isImporting}
        importButton={importButton}
        onImport={() => {
          setIsImporting(!isImporting);
        }}
      />
      {bootData.connectionError && (
        <Notice status="info" isDismissible={false} spokenMessage="">
          {bootData.connectionError.message}{' '}
          {bootData.settingsUrl !== null && (
            <a href={bootData.settingsUrl}>{__('Open settings', 'altscribe')}</a>
          )}
        </Notice>
      )}
      {isImporting && (
        <ImportPanel
          onImported={(id, mayMove) => {
            setVersion((number) => number + 1);
            if (id > 0 && mayMove) {
              query.showBatch(id);
            }
          }}
          onClose={() => {
            setIsImporting(false);
            top.current?.focus();
          }}
          onCancel={() => {
            setIsImporting(false);
            importButton.current?.focus();
          }}
        />
      )}
      <Tabs tab={tab} pending={suggestions.pending} onFollow={query.follow} />
      {tab === 'review' && <ReviewTab query={query} review={review} suggestions={suggestions} />}
      {tab === 'history' && (
        <>
          <SuggestionList
            query={{ state: 'decided' }}
            page={query.page}
            counts={null}
            isFiltered={false}
            onPage={query.setPage}
            onChanged={() => {
              recountSuggestions();
              setVersion((number) => number + 1);
            }}
          />
          <PastBatches batches={past.shown ?? []} shownId={null} onShow={showResults} />
        </>
      )}
      {tab === 'images' && (
        <>
          <div ref={top} tabIndex={-1} className="altscribe-top">
            {shown && (isResults || isGoing) && (
              <BatchPanel shown={shown} control={control}>
                {isResults && reviewLink}
              </BatchPanel>
            )}
            {batch && isResults && (
              <p>
                <button type="button" className="button-link" onClick={showImages}>
                  {__('Show all images', 'altscribe')}
                </button>
              </p>
            )}
            {!isResults && isGoing && (
              <p>
                <button
                  type="button"
                  className="button-link"
                  onClick={() => {
                    showResults(batch.id);
                  }}
                >
                  {__('Show the results', 'altscribe')}
                </button>
              </p>
            )}
          </div>
          {batch && isResults ? (
            <Results key={batch.id} batch={batch} control={control} />
          ) : (
            <>
              {control.error && !shown && (
                <Notice status="error" isDismissible={false}>
                  {control.error.message}
                </Notice>
              )}
              <ImagesView
                query={query}
                counts={counted}
                isActive={isGoing}
                version={version}
                onChanged={() => {
                  recount();
                  recountSuggestions();
                }}
                reviewLink={reviewLink}
                onStarted={(started) => {
                  control.decide(started);
                  if (mayShowBatch()) {
                    showResults(started.id);
                  }
                  speak(
                    sprintf(
                      /* translators: %s: number of images. */
                      _n(
                        'Generating alt text for %s image.',
                        'Generating alt text for %s images.',
                        started.total,
                        'altscribe',
                      ),
                      formatNumber(started.total),
                    ),
                  );
                }}
              />
            </>
          )}
        </>
      )}
    </>
  );
}

const root = document.getElementById('altscribe-media');
if (root) {
  createRoot(root).render(<Page />);
}
