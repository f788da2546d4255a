import type { ApiError } from '../common/api-error.ts';
import type { SuggestionCounts } from '../common/suggestions-api.ts';

/** Data from PHP for the page. */
export interface MediaPageBootData {
  /** The JSON of a WP_Error if the site is not connected, else null. */
  connectionError: ApiError | null;
  /** The settings screen, for users who may change them. */
  settingsUrl: string | null;
  /** URL of the CSV export, without filters. */
  exportUrl: string;
  /** The months in which images were uploaded, such as `202611`, newest first. */
  months: { value: string; label: string }[];
  mimeTypes: string[];
  authors: { id: number; name: string }[];
  /** The languages that images can have, and "none"; empty on a site with one language. */
  languages: { value: string; label: string }[];
  /** The language chosen in the admin bar; '' means all. */
  adminLanguage: string;
  /** The pending suggestions that the user may decide. */
  suggestions: SuggestionCounts;
  /** New texts are held until a user decides. */
  holdsNewTexts: boolean;
  /** Maximum number of images to process in parallel. */
  concurrency: number;
}

declare global {
  interface Window {
    altscribeMediaPage?: MediaPageBootData;
  }
}

export const bootData: MediaPageBootData = window.altscribeMediaPage ?? {
  connectionError: null,
  settingsUrl: null,
  exportUrl: '',
  months: [],
  mimeTypes: [],
  authors: [],
  languages: [],
  adminLanguage: '',
  suggestions: {
    pending: 0,
    without_findings: 0,
    reads: 0,
    reads_needed: 0,
    posts: [],
    authors: [],
    findings: [],
    months: [],
  },
  holdsNewTexts: false,
  concurrency: 1,
};
