import { speak } from '@wordpress/a11y';
import { Notice, Spinner } from '@wordpress/components';
import { useEffect, useRef, useState } from '@wordpress/element';
import { __, _n, sprintf } from '@wordpress/i18n';
import {
  previewBatch,
  startBatch,
  type Batch,
  type BatchRequest,
} from '../../common/batches-api.ts';
import type { ApiError } from '../../common/api-error.ts';
import { updateCreditNotice } from '../../common/credit-notice.ts';
import { fetchImages, type LibraryImage } from '../../common/images-api.ts';
import { formatNumber } from '../../common/format.ts';
import { useLoaded } from '../hooks/use-loaded.ts';
import type { PageQuery } from '../hooks/use-page-query.ts';
import { toImageQuery } from '../query.ts';
import { GeneratePanel } from '../run/generate-panel.tsx';
import { countText, Pagination } from '../table/pagination.tsx';
import { FilterBar } from './filter-bar.tsx';
import { batchRequest, disabledReason, emptyText, nothingText } from './batch-request.ts';
import { ImageTable } from './image-table.tsx';

const imagesOnPage = 20;

interface Props {
  query: PageQuery;
  /** A batch is not over yet. */
  isActive: boolean;
  /** Goes up when texts were changed elsewhere on the page. */
  version: number;
  onChanged: () => void;
  onStarted: (batch: Batch) => void;
  /** Shows the results of a batch. */
  onReview: (batchId: number) => void;
}

/** The images that the filters leave, and the button that generates for them. */
export function ImagesView(props: Props) {
  const { query, isActive, version, onChanged, onStarted, onReview } = props;
  const { filters, page } = query;
  const [selected, setSelected] = useState<ReadonlySet<number>>(new Set());
  const [isStarting, setIsStarting] = useState(false);
  const [error, setError] = useState<ApiError | null>(null);
  const filterKey = JSON.stringify(filters);
  const request = batchRequest(filters, [...selected]);

  /** The filters whose images the page has said the number of, or has shown when it opened. */
  const saidFilters = useRef(filterKey);

  const list = useLoaded(`${filterKey} ${String(page)} ${String(version)}`, async () => {
    const result = await fetchImages(toImageQuery(filters), page, imagesOnPage);
    if (result.ok && saidFilters.current !== filterKey) {
      saidFilters.current = filterKey;
      speak(countText(result.value.total));
    }
    return result;
  });
  const preview = useLoaded(`${JSON.stringify(request)} ${String(version)}`, () =>
    previewBatch(request),
  );

  useEffect(() => {
    setSelected(new Set());
    setError(null);
  }, [filterKey, page]);

  const creditsLeft = preview.isLoading ? null : (preview.value?.creditsLeft ?? null);
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
  const replace = (image: LibraryImage) => {
    list.change((present) => ({
      ...present,
      items: present.items.map((one) => (one.attachment_id === image.attachment_id ? image : one)),
    }));
    preview.reload();
    onChanged();
  };
  const reason = isActive
    ? __('Wait until the present batch has ended, or stop it.', 'altscribe')
    : disabledReason(filters, selected.size);
  const paging = list.value && (
    <Pagination
      page={page}
      perPage={imagesOnPage}
      total={list.value.total}
      onChange={query.setPage}
    />
  );
  const problem = list.error;

  return (
    <>
      <GeneratePanel
        preview={preview}
        nothing={nothingText(filters, selected.size)}
        reason={reason}
        isStarting={isStarting}
        error={error}
        onStart={() => void start(request)}
        onReview={onReview}
      />
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
      {!list.value && list.isLoading && (
        <p className="altscribe-loading">
          <Spinner /> {__('Loading images…', 'altscribe')}
        </p>
      )}
      {list.value?.items.length === 0 && <p className="altscribe-nothing">{emptyText(filters)}</p>}
      {list.value && list.value.items.length > 0 && (
        <>
          <ImageTable
            images={list.value.items}
            isLoading={list.isLoading}
            selected={selected}
            onSelect={setSelected}
            onGenerate={reason === null ? (id) => void start(batchRequest(filters, [id])) : null}
            onChanged={replace}
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
