import { _n, sprintf } from '@wordpress/i18n';
import { formatNumber } from '../../common/format.ts';
import type { ImportPreview, ImportResult } from '../../common/images-api.ts';

/** "would change 12 images. 300 rows are as they are here, 2 are of no image here, 3 cannot be read." */
export function previewText({ rows, unchanged, unknown, errors }: ImportPreview): string {
  const parts = [
    sprintf(
      /* translators: %s: number of images. */
      _n('%s image would change.', '%s images would change.', rows.length, 'altscribe'),
      formatNumber(rows.length),
    ),
    unchanged > 0 &&
      sprintf(
        /* translators: %s: number of rows of a file. */
        _n('%s row changes nothing.', '%s rows change nothing.', unchanged, 'altscribe'),
        formatNumber(unchanged),
      ),
    unknown.length > 0 &&
      sprintf(
        /* translators: %s: number of rows of a file. */
        _n(
          '%s row is of no image of this site.',
          '%s rows are of no image of this site.',
          unknown.length,
          'altscribe',
        ),
        formatNumber(unknown.length),
      ),
    errors.length > 0 &&
      sprintf(
        /* translators: %s: number of rows of a file. */
        _n(
          '%s row has an error and is left out.',
          '%s rows have errors and are left out.',
          errors.length,
          'altscribe',
        ),
        formatNumber(errors.length),
      ),
  ];
  return parts.filter((sentence) => sentence !== false).join(' ');
}

/** "Change 12 images" */
export function applyLabel(count: number): string {
  return sprintf(
    /* translators: %s: number of images. */
    _n('Change %s image', 'Change %s images', count, 'altscribe'),
    formatNumber(count),
  );
}

/** "12 images changed. 1 row was left out." */
export function resultText({ written, errors }: ImportResult): string {
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
    _n('%s row was left out.', '%s rows were left out.', errors.length, 'altscribe'),
    formatNumber(errors.length),
  );
  return `${changed} ${left}`;
}
