import { speak } from '@wordpress/a11y';
import { FormFileUpload, Notice, ProgressBar } from '@wordpress/components';
import { useEffect, useRef, useState } from '@wordpress/element';
import { __, _n, isRTL, sprintf } from '@wordpress/i18n';
import { AccessibleButton } from '../../common/accessible-button.tsx';
import { isFault } from '../../../../shared/alt-text/hints.ts';
import { findingsText } from '../../common/findings.ts';
import { mayMoveFocus } from '../../common/focus.ts';
import { formatNumber } from '../../common/format.ts';
import type { ImportPreview, ImportResult, ImportRow } from '../../common/images-api.ts';
import { Pagination } from '../table/pagination.tsx';
import { applyRows, previewFile } from './preview-import.ts';

/** All errors in the rows of a file, by line. */
function ImportErrors({ errors, unknown }: Pick<ImportPreview, 'errors' | 'unknown'>) {
  const lines = [
    ...errors,
    ...unknown.map(({ line, attachment_id: id }) => ({
      line,
      /* translators: %s: id of an image. */
      message: sprintf(__('Image %s not found on this site.', 'altscribe'), String(id)),
    })),
  ].sort((one, other) => one.line - other.line);
  if (lines.length === 0) {
    return null;
  }
  return (
    <ul className="altscribe-import__errors" tabIndex={0} aria-label={__('Errors', 'altscribe')}>
      {lines.map(({ line, message }) => (
        <li key={line}>
          <strong>
            {
              /* translators: %s: number of a line. */
              sprintf(__('Line %s:', 'altscribe'), String(line))
            }
          </strong>{' '}
          {message}
        </li>
      ))}
    </ul>
  );
}

const rowsOnPage = 10;

/** The changes that a file would make, page by page. */
function ImportRows({ rows }: { rows: ImportRow[] }) {
  const [page, setPage] = useState(1);
  if (rows.length === 0) {
    return null;
  }
  return (
    <>
      <table className="wp-list-table widefat fixed striped altscribe-table has-no-checkboxes">
        <caption className="screen-reader-text">{__('Changes in this file', 'altscribe')}</caption>
        <thead>
          <tr>
            <th scope="col" className="manage-column column-title column-primary">
              {__('Image', 'altscribe')}
            </th>
            <th scope="col" className="manage-column">
              {__('Current text', 'altscribe')}
            </th>
            <th scope="col" className="manage-column">
              {__('After import', 'altscribe')}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.slice((page - 1) * rowsOnPage, page * rowsOnPage).map((row) => (
            <tr key={row.attachment_id} className="is-expanded">
              <th scope="row" className="column-title column-primary">
                {row.title}
              </th>
              <td data-colname={__('Current text', 'altscribe')} dir="auto">
                {textOf(row.previous_text, row.was_decorative)}
              </td>
              <td data-colname={__('After import', 'altscribe')} dir="auto">
                {textOf(row.alt_text, row.decorative)}
                {row.findings.length > 0 && (
                  <p className="altscribe-why" dir={isRTL() ? 'rtl' : 'ltr'}>
                    {findingsText(row.findings)}
                  </p>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <div className="tablenav bottom">
        <Pagination page={page} perPage={rowsOnPage} total={rows.length} onChange={setPage} />
      </div>
    </>
  );
}

function textOf(text: string, isDecorative: boolean): string {
  if (isDecorative) {
    return __('Decorative', 'altscribe');
  }
  return text === '' ? '—' : text;
}

/** "12 images would change. 2 new texts have problems. 300 rows without changes." */
function previewText({ rows, unchanged, unknown, errors }: ImportPreview): string {
  const faulty = rows.filter(({ findings }) => findings.some(isFault)).length;
  const parts = [
    sprintf(
      /* translators: %s: number of images. */
      _n('%s image would change.', '%s images would change.', rows.length, 'altscribe'),
      formatNumber(rows.length),
    ),
    faulty > 0 &&
      sprintf(
        /* translators: %s: number of alt texts. */
        _n('%s new text has problems.', '%s new texts have problems.', faulty, 'altscribe'),
        formatNumber(faulty),
      ),
    unchanged > 0 &&
      sprintf(
        /* translators: %s: number of rows of a file. */
        _n('%s row without changes.', '%s rows without changes.', unchanged, 'altscribe'),
        formatNumber(unchanged),
      ),
    unknown.length > 0 &&
      sprintf(
        /* translators: %s: number of rows of a file. */
        _n('%s row matches no image.', '%s rows match no image.', unknown.length, 'altscribe'),
        formatNumber(unknown.length),
      ),
    errors.length > 0 &&
      sprintf(
        /* translators: %s: number of rows of a file. */
        _n(
          '%s row has an error and will be skipped.',
          '%s rows have errors and will be skipped.',
          errors.length,
          'altscribe',
        ),
        formatNumber(errors.length),
      ),
  ];
  return parts.filter((sentence) => sentence !== false).join(' ');
}

/** "Change 12 images" */
function applyLabel(count: number): string {
  return sprintf(
    /* translators: %s: number of images. */
    _n('Change %s image', 'Change %s images', count, 'altscribe'),
    formatNumber(count),
  );
}

/** "12 images changed. 1 row skipped." */
function resultText({ written, errors }: ImportResult): string {
  const changed = sprintf(
    /* translators: %s: number of images. */
    _n('%s image changed.', '%s images changed.', written, 'altscribe'),
    formatNumber(written),
  );
  if (errors.length === 0) {
    return changed;
  }
  const left = sprintf(
    /* translators: %s: number of rows of a file. */
    _n('%s row skipped.', '%s rows skipped.', errors.length, 'altscribe'),
    formatNumber(errors.length),
  );
  return `${changed} ${left}`;
}

interface Props {
  /** `batchId` is the batch of the written texts; 0 if nothing was written. `mayMove`: the user has not gone elsewhere. */
  onImported: (batchId: number, mayMove: boolean) => void;
  onClose: () => void;
  /** Nothing was imported. */
  onCancel: () => void;
}

type Step =
  | { name: 'choose' }
  | { name: 'reading' | 'writing'; share: number }
  | { name: 'preview'; file: string; preview: ImportPreview }
  | { name: 'done'; result: ImportResult };

/** Import: previews the changes of a file, then applies them. */
export function ImportPanel({ onImported, onClose, onCancel }: Props) {
  const [step, setStep] = useState<Step>({ name: 'choose' });
  const [error, setError] = useState('');
  const panel = useRef<HTMLElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);

  useEffect(() => {
    heading.current?.focus();
  }, []);
  useEffect(() => {
    // Each step removes the element with the focus.
    if (mayMoveFocus(panel.current)) {
      heading.current?.focus();
    }
  }, [step.name]);

  const read = async (file: File | undefined) => {
    if (!file) {
      return;
    }
    setError('');
    setStep({ name: 'reading', share: 0 });
    const result = await previewFile(file, (share) => {
      setStep({ name: 'reading', share });
    });
    if (result.ok) {
      setStep({ name: 'preview', file: file.name, preview: result.value });
      speak(previewText(result.value));
    } else {
      setStep({ name: 'choose' });
      setError(result.error.message);
    }
  };

  const write = async ({ rows }: ImportPreview) => {
    setStep({ name: 'writing', share: 0 });
    const { result, error: failure } = await applyRows(rows, (share) => {
      setStep({ name: 'writing', share });
    });
    setError(failure?.message ?? '');
    const mayMove = mayMoveFocus(panel.current);
    onImported(result.batch_id, mayMove);
    if (mayMove && !failure && result.errors.length === 0) {
      onClose();
    } else {
      setStep({ name: 'done', result });
      speak(resultText(result));
    }
  };

  return (
    <section
      ref={panel}
      className="altscribe-panel altscribe-import"
      aria-labelledby="altscribe-import"
    >
      <h2 id="altscribe-import" ref={heading} tabIndex={-1}>
        {__('Import CSV', 'altscribe')}
      </h2>
      {error !== '' && (
        <Notice status="error" isDismissible={false}>
          {error}
        </Notice>
      )}
      {step.name === 'choose' && (
        <p>
          {__(
            'Choose a CSV file with the columns “id” and “alt_text”, such as an exported file. You can review the changes before importing.',
            'altscribe',
          )}
        </p>
      )}
      {(step.name === 'reading' || step.name === 'writing') && (
        <ProgressBar className="altscribe-progress" value={step.share * 100} />
      )}
      {step.name === 'preview' && (
        <>
          <p>
            <strong>{step.file}</strong> {previewText(step.preview)}
          </p>
          <ImportErrors errors={step.preview.errors} unknown={step.preview.unknown} />
          <ImportRows rows={step.preview.rows} />
        </>
      )}
      {step.name === 'done' && (
        <>
          <p>{resultText(step.result)}</p>
          <ImportErrors errors={step.result.errors} unknown={[]} />
        </>
      )}
      <div className="altscribe-panel__buttons">
        {step.name === 'choose' && (
          <FormFileUpload
            __next40pxDefaultSize
            accept=".csv,.txt,.tsv,text/csv"
            className="is-primary"
            onChange={(event) => void read(event.currentTarget.files?.[0])}
          >
            {__('Choose file', 'altscribe')}
          </FormFileUpload>
        )}
        {step.name === 'preview' && (
          <AccessibleButton
            variant="primary"
            disabledReason={
              step.preview.rows.length === 0
                ? __('This file contains no changes.', 'altscribe')
                : null
            }
            onClick={() => void write(step.preview)}
          >
            {applyLabel(step.preview.rows.length)}
          </AccessibleButton>
        )}
        {step.name !== 'reading' && step.name !== 'writing' && (
          <AccessibleButton
            variant="tertiary"
            disabledReason={null}
            onClick={step.name === 'done' ? onClose : onCancel}
          >
            {step.name === 'done' ? __('Close', 'altscribe') : __('Cancel', 'altscribe')}
          </AccessibleButton>
        )}
      </div>
    </section>
  );
}
