import { __, sprintf } from '@wordpress/i18n';
import type { ImportPreview } from '../../common/images-api.ts';

/** What is wrong with the rows of a file, all at once, by line. */
export function ImportErrors({ errors, unknown }: Pick<ImportPreview, 'errors' | 'unknown'>) {
  const lines = [
    ...errors,
    ...unknown.map(({ line, attachment_id: id }) => ({
      line,
      /* translators: %s: id of an image. */
      message: sprintf(__('This site has no image %s.', 'altscribe'), String(id)),
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
