import type { TranslatedText } from '../../../shared/alt-text/checks.ts';
import type { ApiError } from '../common/api-error.ts';
import type { WriteTo } from '../common/api.ts';

/** An attachment that the post used when the editor was opened. */
export interface BootAttachment {
  /** Its text in the media library. */
  alt: string;
  /** Address of a size that is large enough to be looked at. */
  url: string;
  /** Path of the file below the folder of uploads: `2026/11/boat.jpg`. */
  file: string;
  /** The user may change its text. */
  canEdit: boolean;
  isDecorative: boolean;
  /** Code of the language that its text is in; it may be a locale. */
  language: string;
  /** What its older translations say: see `altscribe_older_texts` of the REST interface. */
  olderTexts?: readonly TranslatedText[];
}

/** What PHP hands to the editor. Never a key. */
export interface EditorBootData {
  /** Id of the post that the editor was opened for; null if there is none. */
  postId: number | null;
  /** Says that the plugin is not connected to a service; null if it is. */
  connectionError: ApiError | null;
  /** Null if the user may not open the settings. */
  settingsUrl: string | null;
  /** The service runs without an AI model. */
  isDemo: boolean;
  /**
   * Code of the language that alt text is written in unless somebody picks another one for the post; it
   * may be a locale: `de_DE_formal`.
   */
  language: string;
  /** What an SEO plugin had saved for the post when the editor opened; null if none had. */
  savedKeywords: { source: string; keywords: string } | null;
  /** The tags that the post had when the editor opened. */
  tags: { id: number; name: string }[];
  /** The media library has translations of images. */
  isTranslated: boolean;
  /** Where to save new texts, unless a batch says otherwise. */
  writeTo: WriteTo;
  /** New texts wait until somebody has applied them. */
  reviewNewTexts: boolean;
  /** The server generates texts for images that are uploaded. */
  generatesOnUpload: boolean;
  /** Whether the user must settle the images before publishing, and may publish all the same. */
  publishLock: { mustSettle: boolean; canBypass: boolean };
  /** By their ids. */
  attachments: Record<number, BootAttachment>;
}

declare global {
  interface Window {
    altscribeEditor?: EditorBootData;
  }
}

export const editorBootData: EditorBootData = window.altscribeEditor ?? {
  postId: null,
  connectionError: null,
  settingsUrl: null,
  isDemo: false,
  language: 'en',
  savedKeywords: null,
  tags: [],
  isTranslated: false,
  writeTo: 'block',
  reviewNewTexts: false,
  generatesOnUpload: false,
  publishLock: { mustSettle: false, canBypass: false },
  attachments: {},
};
