import { __, sprintf } from '@wordpress/i18n';
import type { Batch } from '../common/batches-api.ts';
import { formatTime } from '../common/format.ts';
import { outcomeText } from './run/batch-text.ts';

interface Props {
  batches: Batch[];
  shownId: number | null;
  onShow: (id: number) => void;
}

/** The batches of the last 30 days: each can be looked at and taken back. */
export function PastBatches({ batches, shownId, onShow }: Props) {
  if (batches.length === 0) {
    return null;
  }
  return (
    <details className="altscribe-past">
      <summary>{__('Batches of the last 30 days', 'altscribe')}</summary>
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
            {[originText(batch), outcomeText(batch)].join(' · ')}
          </li>
        ))}
      </ul>
    </details>
  );
}

function originText({ origin, user }: Batch): string {
  const name = originName(origin);
  return user
    ? /* translators: 1: where a batch comes from, such as "Import"; 2: name of a user. */
      sprintf(__('%1$s by %2$s', 'altscribe'), name, user.name)
    : name;
}

function originName(origin: Batch['origin']): string {
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
