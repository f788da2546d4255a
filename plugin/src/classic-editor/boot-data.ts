import type { ApiError } from '../common/api-error.ts';
import type { SeoKeywords } from '../common/keywords.ts';

/** Data from PHP for the box of the classic editor. Never a key. */
export interface ClassicBootData {
  postId: number;
  /** Why the user cannot generate anything; null if nothing is known to prevent it. */
  connectionError: ApiError | null;
  /** Null if the user may not open the settings. */
  settingsUrl: string | null;
  /** Code of the language for alt text; it may be a locale. */
  language: string;
  /** The keywords that a user entered for this post in the block editor; '' if there are none. */
  ownKeywords: string;
  /** The keywords that an SEO plugin had saved for the post; null if there were none. */
  savedKeywords: SeoKeywords | null;
  /** New texts are held until a user applies them. */
  reviewNewTexts: boolean;
  /** The box lists the featured image. */
  hasFeatured: boolean;
  /** Images of the media library that the post uses, as WordPress describes them to its media window. */
  attachments: ({ id: number } & Record<string, unknown>)[];
}

declare global {
  interface Window {
    altscribeClassic?: ClassicBootData;
  }
}

export const bootData: ClassicBootData = window.altscribeClassic ?? {
  postId: 0,
  connectionError: null,
  settingsUrl: null,
  language: 'en',
  ownKeywords: '',
  savedKeywords: null,
  reviewNewTexts: false,
  hasFeatured: false,
  attachments: [],
};
