import type { LibraryImageState } from '../common/batches-api.ts';
import type { MediaPageBootData } from './boot-data.ts';
import type { ImageQuery } from '../common/images-api.ts';
import type { SuggestionQuery } from '../common/suggestions-api.ts';

/**
 * The filters for the images on the page. They are stored in the URL, under WordPress's parameter
 * names if there are any.
 */
export interface Filters {
  /** '' means all. */
  state: LibraryImageState | '';
  /** `202611`, or '' for any date. */
  month: string;
  /** Such as `image/jpeg`, or '' for any type. */
  mimeType: string;
  /** Id of a user, or 0 for anyone. */
  author: number;
  /** Only images that a published post uses. */
  isUsed: boolean;
  /** Code of a language, "none" for images without one, or '' for all languages. */
  language: string;
}

export const imageStates: LibraryImageState[] = [
  'missing',
  'suggested',
  'unread',
  'check',
  'decorative',
  'good',
];

export const noFilters: Filters = {
  state: '',
  month: '',
  mimeType: '',
  author: 0,
  isUsed: false,
  language: '',
};

/** The languages of the site and the one in the admin bar. */
export type SiteLanguages = Pick<MediaPageBootData, 'languages' | 'adminLanguage'>;

/** The value of the URL's parameter for all languages, unless that is the choice in the admin bar. */
const allLanguages = 'all';

/**
 * Reads the filters in the URL and ignores invalid values. Without a language in the URL, it is the
 * one chosen in the admin bar.
 */
export function readFilters(search: string, site: SiteLanguages): Filters {
  const query = new URLSearchParams(search);
  const month = query.get('m') ?? '';
  const mimeType = query.get('post_mime_type') ?? '';
  const author = query.get('author') ?? '';
  return {
    state: imageStates.find((state) => state === query.get('altscribe_state')) ?? '',
    month: /^\d{4}(0[1-9]|1[0-2])$/.test(month) ? month : '',
    mimeType: /^image\/[\w.+-]+$/.test(mimeType) ? mimeType : '',
    author: /^[1-9]\d{0,9}$/.test(author) ? Number(author) : 0,
    isUsed: query.get('used') === '1',
    language: readLanguage(query.get('altscribe_language'), site),
  };
}

function readLanguage(
  language: string | null,
  { languages, adminLanguage }: SiteLanguages,
): string {
  if (language === allLanguages) {
    return '';
  }
  const known = languages.find(({ value }) => value === language);
  return known?.value ?? adminLanguage;
}

/**
 * The query of the page's URL with these filters. Other parameters are preserved, except the page
 * of the list.
 */
export function withFilters(
  search: string,
  filters: Filters,
  { adminLanguage }: SiteLanguages,
): string {
  const query = new URLSearchParams(search);
  query.delete('paged');
  const values = {
    altscribe_state: filters.state,
    m: filters.month,
    post_mime_type: filters.mimeType,
    author: filters.author === 0 ? '' : String(filters.author),
    used: filters.isUsed ? '1' : '',
    altscribe_language: filters.language === adminLanguage ? '' : filters.language || allLanguages,
  };
  for (const [name, value] of Object.entries(values)) {
    if (value === '') {
      query.delete(name);
    } else {
      query.set(name, value);
    }
  }
  return `?${query.toString()}`;
}

/** The first day of a month, and of the next one: `2026-11-01`, `2026-12-01`. */
export function monthRange(month: string): { from: string; to: string } {
  const [year, number] = [Number(month.slice(0, 4)), Number(month.slice(4))];
  return { from: firstDay(year, number), to: firstDay(year, number + 1) };
}

function firstDay(year: number, month: number): string {
  return new Date(Date.UTC(year, month - 1, 1)).toISOString().slice(0, 10);
}

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

/** The filters for the suggestions under review, stored in the URL as well. */
export interface ReviewFilters {
  /** Id of a post, or 0. */
  post: number;
  /** Id of a user, or 0. */
  author: number;
  /** The month in which it was generated, `202611`, or ''. */
  month: string;
  type: 'library' | 'post' | '';
  /** Only suggestions, or only texts that are already used. */
  waiting: 'suggested' | 'live' | '';
  /** Slug of a finding, "none", or ''. */
  finding: string;
}

export const noReviewFilters: ReviewFilters = {
  post: 0,
  author: 0,
  month: '',
  type: '',
  waiting: '',
  finding: '',
};

/** Reads the filters in the URL and ignores invalid values. */
export function readReviewFilters(search: string): ReviewFilters {
  const query = new URLSearchParams(search);
  const id = (name: string) => {
    const value = query.get(name) ?? '';
    return /^[1-9]\d{0,15}$/.test(value) ? Number(value) : 0;
  };
  const month = query.get('m') ?? '';
  const finding = query.get('finding') ?? '';
  return {
    post: id('post'),
    author: id('author'),
    month: /^\d{4}(0[1-9]|1[0-2])$/.test(month) ? month : '',
    type: (['library', 'post'] as const).find((type) => type === query.get('type')) ?? '',
    waiting:
      (['suggested', 'live'] as const).find((waiting) => waiting === query.get('waiting')) ?? '',
    finding: /^[a-z-]+$/.test(finding) ? finding : '',
  };
}

/** The query of the page's URL with these filters. Other parameters are preserved. */
export function withReviewFilters(search: string, filters: ReviewFilters): string {
  const query = new URLSearchParams(search);
  // Without this parameter, the filters are those of the images.
  query.set('tab', 'review');
  query.delete('paged');
  const { month, ...others } = filters;
  for (const [name, value] of Object.entries({ ...others, m: month })) {
    if (value === '' || value === 0) {
      query.delete(name);
    } else {
      query.set(name, String(value));
    }
  }
  return `?${query.toString()}`;
}

/** The filters as parameters of the REST route. */
export function toSuggestionQuery({
  post,
  author,
  month,
  type,
  waiting,
  finding,
}: ReviewFilters): SuggestionQuery {
  const range = month === '' ? null : monthRange(month);
  return {
    ...(post !== 0 && { post }),
    ...(author !== 0 && { author }),
    ...(range && { after: range.from, before: range.to }),
    ...(type !== '' && { type }),
    ...(waiting !== '' && { waiting }),
    ...(finding !== '' && { finding }),
  };
}
