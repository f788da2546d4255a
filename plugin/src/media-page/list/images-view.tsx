import { speak } from '@wordpress/a11y';
import { Notice, Spinner } from '@wordpress/components';
import { useEffect, useRef, useState } from '@wordpress/element';
import { __, _n, sprintf } from '@wordpress/i18n';
import type { ReactNode } from 'react';
import type { ApiError } from '../../common/api-error.ts';
import {
  type BatchRequest,
  type LibraryBatch,
  estimateBatch,
  previewBatch,
  startBatch,
} from '../../common/batches-api.ts';
import { updateCreditNotice } from '../../common/credit-notice.ts';
import { formatNumber } from '../../common/format.ts';
import { readingText } from '../../common/run-texts.ts';
import { countsText } from '../../common/counts.ts';
import { type ImageCounts, type LibraryImage, fetchImages } from '../../common/images-api.ts';
import { type Filters, noFilters, toImageQuery } from '../filters.ts';
import { type PageQuery, useLastPage, useLoaded } from '../hooks/use-page-query.ts';
import { GeneratePanel } from '../run/generate-panel.tsx';
import { Pagination, countText } from '../table/pagination.tsx';
import { SelectTable } from '../table/row-parts.tsx';
import { Counts } from './counts.tsx';
import { FilterBar } from './filter-bar.tsx';
import { bootData } from '../boot-data.ts';
import { ImageRow } from './image-row.tsx';

/**
 * For all selected images, with or without a text; without a selection, for the filtered images
 * without a text.
 */
function batchRequest(filters: Filters, ids: number[]): BatchRequest {
  if (ids.length > 0) {
    return { origin: 'page', ids, filters: { state: 'all' } };
  }
  return { origin: 'page', filters: { state: 'missing', ...toImageQuery(filters) } };
}

/** Why nothing can be generated for these images; null if it can. */
function disabledReason({ state }: Filters, selected: number): string | null {
  return state === 'decorative' && selected === 0
    ? __('Decorative images need no alt text.', 'altscribe')
    : null;
}

/** Why there is nothing to generate. */
function nothingText(filters: Filters, selected: number): string {
  if (selected > 0) {
    return __('Alt text is already being generated for these images.', 'altscribe');
  }
  return isFiltered(filters) || (filters.state !== '' && filters.state !== 'missing')
    ? __('None of these images needs alt text.', 'altscribe')
    : __('Every image has alt text.', 'altscribe');
}

/** Shown instead of an empty table; '' if the reason is already shown above. */
function emptyText(filters: Filters): string {
  if (isFiltered(filters)) {
    return __('No images match these filters.', 'altscribe');
  }
  return filters.state === 'missing' ? '' : __('No images found.', 'altscribe');
}

/** Whether there is a filter besides the state. */
function isFiltered(filters: Filters): boolean {
  return JSON.stringify({ ...filters, state: '' }) !== JSON.stringify(noFilters);
}

const imagesOnPage = 20;

/** Milliseconds between requests while the server finds out which images are used. */
const readAgainAfter = 1_000;

interface ImagesViewProps {
  query: PageQuery;
  /** Of the filtered images, by state; null until they are known. */
  counts: ImageCounts | null;
  /** A batch has not finished yet. */
  isActive: boolean;
  /** Increases when texts were changed elsewhere on the page. */
  version: number;
  onChanged: () => void;
  onStarted: (batch: LibraryBatch) => void;
  /** The link to the texts to review; null if there are none. */
  reviewLink: ReactNode;
}

/** The remaining work once the state of an image has changed: "1 to review, 2 missing". */
function leftText(
  counts: ImageCounts,
  before: LibraryImage['state'],
  now: LibraryImage['state'],
): string {
  const left = { ...counts };
  left[before] -= 1;
  left[now] += 1;
  return countsText({
    review: left.suggested + left.unread,
    missing: left.missing,
    problem: left.check,
  });
}

/** The filtered images, and the button that generates for them. */
export function ImagesView(props: ImagesViewProps) {
  const { query, counts, isActive, version, onChanged, onStarted, reviewLink } = props;
  const { filters, page } = query;
  const [selected, setSelected] = useState<ReadonlySet<number>>(new Set());
  const [isStarting, setIsStarting] = useState(false);
  const [error, setError] = useState<ApiError | null>(null);
  const filterKey = JSON.stringify(filters);
  const request = batchRequest(filters, [...selected]);

  /**
   * The filters for which the page has already announced the number of images, or that were set
   * when it opened.
   */
  const saidFilters = useRef(filterKey);

  const load = async () => {
    const result = await fetchImages(toImageQuery(filters), page, imagesOnPage);
    if (result.ok && saidFilters.current !== filterKey) {
      saidFilters.current = filterKey;
      speak(countText(result.value.total));
    }
    return result;
  };
  const list = useLoaded(`${filterKey} ${String(page)}`, load, version);
  useLastPage(list, page, imagesOnPage, query.setPage);
  const { shown } = list;
  const requestKey = JSON.stringify(request);
  const preview = useLoaded(requestKey, () => previewBatch(request), version);
  const estimate = useLoaded(requestKey, () => estimateBatch(request), version);

  useEffect(() => {
    setSelected(new Set());
    setError(null);
  }, [filterKey, page]);

  const reading = shown?.reading ?? null;
  const isReading = reading !== null && filters.isUsed;
  const wasReading = useRef(false);
  useEffect(() => {
    if (wasReading.current && !isReading && shown) {
      speak(countText(shown.total));
      preview.reload();
      onChanged();
    }
    wasReading.current = isReading;
    const timer =
      isReading && !list.isLoading ? setTimeout(list.reload, readAgainAfter) : undefined;
    return () => {
      clearTimeout(timer);
    };
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [isReading, list.isLoading]);

  const creditsLeft = preview.value?.creditsLeft ?? null;
  useEffect(() => {
    if (creditsLeft !== null && !isActive) {
      updateCreditNotice(creditsLeft);
    }
  }, [creditsLeft, isActive]);

  const start = async (wanted: BatchRequest) => {
    setIsStarting(true);
    const result = await startBatch(wanted);
    setIsStarting(false);
    setError(result.ok ? null : result.error);
    if (result.ok) {
      onStarted(result.value);
    }
  };
  const replace = (images: LibraryImage[]) => {
    const changed = new Map(images.map((image) => [image.attachment_id, image]));
    list.change((present) => ({
      ...present,
      items: present.items.map((one) => changed.get(one.attachment_id) ?? one),
    }));
  };
  /** Counts the changes of rows, to notice one during a request. */
  const changes = useRef(0);
  const rereadPage = async (): Promise<void> => {
    const before = changes.current;
    const result = await fetchImages(toImageQuery(filters), page, imagesOnPage);
    if (before !== changes.current) {
      return rereadPage();
    }
    replace(result.ok ? result.value.items : []);
  };
  const showChange = (image: LibraryImage): string => {
    changes.current += 1;
    const before = shown?.items.find((one) => one.attachment_id === image.attachment_id);
    replace([image]);
    if ([...image.findings, ...(before?.findings ?? [])].includes('repeats-other')) {
      // Another image on the page may have had the same text, or have it now.
      void rereadPage();
    }
    preview.reload();
    onChanged();
    return counts && before ? leftText(counts, before.state, image.state) : '';
  };
  const listReason =
    isReading && selected.size === 0
      ? __('Altscribe is still reading the posts of this site.', 'altscribe')
      : disabledReason(filters, selected.size);
  const reason = isActive
    ? __('Wait until the current run has finished, or stop it.', 'altscribe')
    : listReason;
  const paging = shown && (
    <Pagination page={page} perPage={imagesOnPage} total={shown.total} onChange={query.setPage} />
  );
  const problem = list.error;

  return (
    <>
      <GeneratePanel
        preview={preview}
        estimate={estimate.value}
        nothing={nothingText(filters, selected.size)}
        reason={reason}
        isStarting={isStarting}
        isActive={isActive}
        error={error}
        onStart={(limit) => void start(limit === undefined ? request : { ...request, limit })}
      >
        {reviewLink}
      </GeneratePanel>
      <Counts counts={counts} filters={filters} onChange={query.setFilters} />
      <div className="tablenav top">
        <FilterBar filters={filters} onChange={query.setFilters} />
        {paging}
        <br className="clear" />
      </div>
      {problem && (
        <Notice status="error" isDismissible={false}>
          {problem.message}
        </Notice>
      )}
      {isReading && (
        <Notice
          className="altscribe-reading"
          status="info"
          isDismissible={false}
          spokenMessage={__('Altscribe is still reading the posts of this site.', 'altscribe')}
        >
          {readingText(reading)}
        </Notice>
      )}
      {!shown && list.isLoading && (
        <p className="altscribe-loading">
          <Spinner /> {__('Loading images…', 'altscribe')}
        </p>
      )}
      {shown?.total === 0 && !isReading && (
        <p className="altscribe-nothing">{emptyText(filters)}</p>
      )}
      {shown && shown.items.length > 0 && (
        <>
          <ImageTable
            images={shown.items}
            isLoading={list.isLoading}
            selected={selected}
            onSelect={setSelected}
            isBatchRunning={isActive}
            onChanged={showChange}
          />
          <div className="tablenav bottom">
            <div className="alignleft">
              {selected.size > 0 &&
                sprintf(
                  /* translators: %s: number of images. */
                  _n('%s selected', '%s selected', selected.size, 'altscribe'),
                  formatNumber(selected.size),
                )}
            </div>
            {paging}
          </div>
        </>
      )}
    </>
  );
}

interface Props {
  images: LibraryImage[];
  isLoading: boolean;
  selected: ReadonlySet<number>;
  onSelect: (selected: ReadonlySet<number>) => void;
  isBatchRunning: boolean;
  onChanged: (image: LibraryImage) => string;
}

/** One page of the images, in the style of WordPress's tables. */
export function ImageTable(props: Props) {
  const { images, isBatchRunning, onChanged, ...select } = props;
  return (
    <SelectTable
      {...select}
      caption={__('Images', 'altscribe')}
      columns={{
        title: __('File', 'altscribe'),
        'alt-text': __('Alt text', 'altscribe'),
        ...(bootData.languages.length > 0 && { language: __('Language', 'altscribe') }),
        state: __('State', 'altscribe'),
      }}
      ids={images.map(({ attachment_id: id }) => id)}
    >
      {images.map((image) => (
        <ImageRow
          key={image.attachment_id}
          image={image}
          selected={select.selected}
          onSelect={select.onSelect}
          isBatchRunning={isBatchRunning}
          onChanged={onChanged}
        />
      ))}
    </SelectTable>
  );
}
