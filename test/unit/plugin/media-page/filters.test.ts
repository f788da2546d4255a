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
    language: 'de',
  } as const;
  const languages = ['de', 'fr', 'none'].map((value) => ({ value, label: value }));
  const site = { languages, adminLanguage: '' };

  it('are restored unchanged', () => {
    const query = withFilters('?page=altscribe-media&paged=4', filters, site);
    expect(readFilters(query, site)).toEqual(filters);
    expect(query).toContain('page=altscribe-media');
    expect(query).not.toContain('paged');
  });

  it('are removed from the URL when cleared', () => {
    const query = withFilters('?page=altscribe-media', filters, site);
    expect(withFilters(query, noFilters, site)).toBe('?page=altscribe-media');
  });

  it('are ignored if they are invalid', () => {
    const query =
      '?altscribe_state=bad&m=202613&post_mime_type=text/html&author=-1&used=2&altscribe_language=xx';
    expect(readFilters(query, site)).toEqual(noFilters);
  });
});

describe('without a language in the URL', () => {
  const site = { languages: [{ value: 'de', label: 'German' }], adminLanguage: 'de' };

  it('it is the one in the admin bar', () => {
    expect(readFilters('', site)).toEqual({ ...noFilters, language: 'de' });
    expect(readFilters('?altscribe_language=xx', site).language).toBe('de');
    expect(withFilters('', { ...noFilters, language: 'de' }, site)).toBe('?');
  });

  it('all languages are restored all the same', () => {
    const query = withFilters('', noFilters, site);
    expect(readFilters(query, site)).toEqual(noFilters);
  });

  it('a site with one language has none', () => {
    const one = { languages: [], adminLanguage: '' };
    expect(readFilters('?altscribe_language=de', one)).toEqual(noFilters);
  });
});

it('A month ends when the next one begins', () => {
  expect(monthRange('202611')).toEqual({ from: '2026-11-01', to: '2026-12-01' });
  expect(monthRange('202612')).toEqual({ from: '2026-12-01', to: '2027-01-01' });
});
