import type { ImageQuery } from '../common/images-api.ts';
import { monthRange, type Filters } from './filters.ts';

/** The filters as parameters of the REST routes. */
export function toImageQuery({
  state,
  month,
  mimeType,
  author,
  isUsed,
  language,
}: Filters): ImageQuery {
  const range = month === '' ? null : monthRange(month);
  return {
    ...(state !== '' && { state }),
    ...(range && { after: range.from, before: range.to }),
    ...(mimeType !== '' && { mime_type: mimeType }),
    ...(author !== 0 && { author }),
    ...(isUsed && { used: true }),
    ...(language !== '' && { language }),
  };
}
