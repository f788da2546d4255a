import { Fragment, useId } from '@wordpress/element';
import { __, _n, _x, sprintf } from '@wordpress/i18n';
import { formatNumber } from '../../common/format.ts';
import { OptionalTooltip } from '../../common/optional-tooltip.tsx';

export interface RowAction {
  /** Stays the same as long as the row does, so its button keeps the focus. */
  id: string;
  label: string;
  /** For screen readers: names the image and contains the label. */
  name: string;
  /** Whether its content is expanded; omitted if it has none. */
  isExpanded?: boolean;
  onClick: () => void;
}

/** The actions of a row, like those in WordPress's tables, but always visible. */
export function RowActions({ actions }: { actions: RowAction[] }) {
  return (
    <div className="row-actions visible">
      {actions.map(({ id, label, name, isExpanded, onClick }, index) => (
        <Fragment key={id}>
          {index > 0 && ' | '}
          <button
            type="button"
            className="button-link"
            data-action={id}
            aria-label={name}
            aria-expanded={isExpanded}
            onClick={onClick}
          >
            {label}
          </button>
        </Fragment>
      ))}
    </div>
  );
}

/** "4 images" */
export function countText(total: number): string {
  return sprintf(
    /* translators: %s: number of images. */
    _n('%s image', '%s images', total, 'altscribe'),
    formatNumber(total),
  );
}

interface Props {
  page: number;
  perPage: number;
  total: number;
  onChange: (page: number) => void;
}

/** The pages of a table, in WordPress's style. A single page only shows the number of items. */
export function Pagination({ page, perPage, total, onChange }: Props) {
  const pages = Math.max(1, Math.ceil(total / perPage));
  return (
    <div className={`tablenav-pages altscribe-pages ${pages === 1 ? 'one-page' : ''}`}>
      <span className="displaying-num">{countText(total)}</span>
      {pages > 1 && (
        <span className="pagination-links">
          <PageButton
            name={__('First page', 'altscribe')}
            sign="«"
            to={1}
            disabledReason={firstPageReason()}
            {...{ page, onChange }}
          />
          <PageButton
            name={__('Previous page', 'altscribe')}
            sign="‹"
            to={Math.max(1, page - 1)}
            disabledReason={firstPageReason()}
            {...{ page, onChange }}
          />
          <span className="paging-input">
            <span className="tablenav-paging-text">
              {sprintf(
                /* translators: 1: number of this page, 2: number of pages. */
                _x('%1$s of %2$s', 'paging', 'altscribe'),
                formatNumber(page),
                formatNumber(pages),
              )}
            </span>
          </span>
          <PageButton
            name={__('Next page', 'altscribe')}
            sign="›"
            to={Math.min(pages, page + 1)}
            disabledReason={lastPageReason()}
            {...{ page, onChange }}
          />
          <PageButton
            name={__('Last page', 'altscribe')}
            sign="»"
            to={pages}
            disabledReason={lastPageReason()}
            {...{ page, onChange }}
          />
        </span>
      )}
    </div>
  );
}

function firstPageReason(): string {
  return __('This is the first page.', 'altscribe');
}

function lastPageReason(): string {
  return __('This is the last page.', 'altscribe');
}

interface PageButtonProps {
  name: string;
  sign: string;
  to: number;
  /** Why it is disabled, if `to` is the current page. */
  disabledReason: string;
  page: number;
  onChange: (page: number) => void;
}

/**
 * Disabled for the current page, but keeps the focus. Looks like the links of WordPress's tables.
 */
function PageButton({ name, sign, to, disabledReason, page, onChange }: PageButtonProps) {
  const isDisabled = to === page;
  const id = useId();
  return (
    <>
      <OptionalTooltip text={isDisabled ? disabledReason : ''} className="altscribe-tooltip">
        <button
          type="button"
          className={isDisabled ? 'tablenav-pages-navspan button disabled' : 'button'}
          aria-disabled={isDisabled}
          aria-describedby={isDisabled ? id : undefined}
          onClick={() => {
            if (!isDisabled) {
              onChange(to);
            }
          }}
        >
          <span className="screen-reader-text">{name}</span>
          <span aria-hidden="true">{sign}</span>
        </button>
      </OptionalTooltip>
      {isDisabled && (
        <span id={id} hidden>
          {disabledReason}
        </span>
      )}
    </>
  );
}
