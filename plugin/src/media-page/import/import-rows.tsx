import { useState } from '@wordpress/element';
import { __ } from '@wordpress/i18n';
import type { ImportRow } from '../../common/images-api.ts';
import { Pagination } from '../table/pagination.tsx';

const rowsOnPage = 10;

/** What a file would change, page by page. */
export function ImportRows({ rows }: { rows: ImportRow[] }) {
  const [page, setPage] = useState(1);
  if (rows.length === 0) {
    return null;
  }
  return (
    <>
      <table className="wp-list-table widefat fixed striped altscribe-table has-no-checkboxes">
        <caption className="screen-reader-text">
          {__('What the file would change', 'altscribe')}
        </caption>
        <thead>
          <tr>
            <th scope="col" className="manage-column column-title column-primary">
              {__('Image', 'altscribe')}
            </th>
            <th scope="col" className="manage-column">
              {__('Now', 'altscribe')}
            </th>
            <th scope="col" className="manage-column">
              {__('After the import', 'altscribe')}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.slice((page - 1) * rowsOnPage, page * rowsOnPage).map((row) => (
            <tr key={row.attachment_id} className="is-expanded">
              <th scope="row" className="column-title column-primary">
                {row.title}
              </th>
              <td data-colname={__('Now', 'altscribe')} dir="auto">
                {textOf(row.previous_text, row.was_decorative)}
              </td>
              <td data-colname={__('After the import', 'altscribe')} dir="auto">
                {textOf(row.alt_text, row.decorative)}
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
