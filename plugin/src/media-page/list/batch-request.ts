import { __ } from '@wordpress/i18n';
import type { BatchRequest } from '../../common/batches-api.ts';
import { noFilters, type Filters } from '../filters.ts';
import { toImageQuery } from '../query.ts';

/** For the selected images whatever they have, else for those of the filters that have no text. */
export function batchRequest(filters: Filters, ids: number[]): BatchRequest {
  if (ids.length > 0) {
    return { origin: 'page', ids, filters: { state: 'all' } };
  }
  return { origin: 'page', filters: { state: 'missing', ...toImageQuery(filters) } };
}

/** Why nothing is generated for these images; null if it is. */
export function disabledReason({ state }: Filters, selected: number): string | null {
  return state === 'decorative' && selected === 0
    ? __('Decorative images need no alt text.', 'altscribe')
    : null;
}

/** Why there is nothing to generate. */
export function nothingText(filters: Filters, selected: number): string {
  if (selected > 0) {
    return __('Alt text is already being generated for these images.', 'altscribe');
  }
  return isFiltered(filters) || (filters.state !== '' && filters.state !== 'missing')
    ? __('None of these images needs alt text.', 'altscribe')
    : __('Every image has alt text.', 'altscribe');
}

/** What stands in the place of the table if it would be empty; '' where that is said above. */
export function emptyText(filters: Filters): string {
  if (isFiltered(filters)) {
    return __('No images match these filters.', 'altscribe');
  }
  return filters.state === 'missing' ? '' : __('No images here.', 'altscribe');
}

/** Whether there is a filter beside that of the state. */
function isFiltered(filters: Filters): boolean {
  return JSON.stringify({ ...filters, state: '' }) !== JSON.stringify(noFilters);
}
