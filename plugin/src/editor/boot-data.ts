import type { TranslatedText } from '../../../shared/alt-text/checks.ts';
import type { ApiError } from '../common/api-error.ts';
import type { WriteTo } from '../common/api.ts';

/** An attachment that the post used when the editor was opened. */
export interface BootAttachment {
  /** Its text in the media library. */
  alt: string;
  /** URL of a size large enough to view. */
  url: string;
  /** Path of the file below the uploads folder: `2026/11/boat.jpg`. */
  file: string;
  /** The user may change its text. */
  canEdit: boolean;
  isDecorative: boolean;
  /** Code of the language that its text is in; it may be a locale. */
  language: string;
  /** Texts of its older translations: see `altscribe_older_texts` of the REST interface. */
  olderTexts?: readonly TranslatedText[];
}

/** Data from PHP for the editor. Never a key. */
export interface EditorBootData {
  /** Id of the post that the editor was opened for; null if there is none. */
  postId: number | null;
  /** A message that the plugin is not connected to a service; null if it is. */
  connectionError: ApiError | null;
  /** Null if the user may not open the settings. */
  settingsUrl: string | null;
  /** The service runs without an AI model. */
  isDemo: boolean;
  /**
   * Code of the language for alt text unless a user picks another one for the post. It may be a
   * locale: `de_DE_formal`.
   */
  language: string;
  /**
   * The keywords that an SEO plugin had saved for the post when the editor opened; null if there
   * were none.
   */
  savedKeywords: { source: string; keywords: string } | null;
  /** The tags that the post had when the editor opened. */
  tags: { id: number; name: string }[];
  /** The media library has translations of images. */
  isTranslated: boolean;
  /** Where to save new texts, unless a batch specifies otherwise. */
  writeTo: WriteTo;
  /** New texts are held until a user applies them. */
  reviewNewTexts: boolean;
  /** The server generates texts for uploaded images. */
  generatesOnUpload: boolean;
  /**
   * Whether the user must settle the images before publishing, and whether the user may bypass
   * this.
   */
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
