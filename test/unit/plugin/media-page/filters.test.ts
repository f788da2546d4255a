import { describe, expect, it } from 'vitest';
import {
  monthRange,
  noFilters,
  readFilters,
  withFilters,
} from '../../../../plugin/src/media-page/filters.ts';

describe('filters in the URL', () => {
  const filters = {
    state: 'missing',
    month: '202611',
    mimeType: 'image/svg+xml',
    author: 3,
    isUsed: true,
  } as const;

  it('are restored unchanged', () => {
    const query = withFilters('?page=altscribe-media&paged=4', filters);
    expect(readFilters(query)).toEqual(filters);
    expect(query).toContain('page=altscribe-media');
    expect(query).not.toContain('paged');
  });

  it('are removed from the URL when cleared', () => {
    const query = withFilters('?page=altscribe-media', filters);
    expect(withFilters(query, noFilters)).toBe('?page=altscribe-media');
  });

  it('are ignored if they are invalid', () => {
    const query = '?altscribe_state=bad&m=202613&post_mime_type=text/html&author=-1&used=2';
    expect(readFilters(query)).toEqual(noFilters);
  });
});

it('A month ends when the next one begins', () => {
  expect(monthRange('202611')).toEqual({ from: '2026-11-01', to: '2026-12-01' });
  expect(monthRange('202612')).toEqual({ from: '2026-12-01', to: '2027-01-01' });
});
