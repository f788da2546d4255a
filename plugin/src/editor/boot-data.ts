import type { TranslatedText } from '../../../shared/alt-text/checks.ts';
import type { ApiError } from '../common/api-error.ts';
import type { WriteTo } from '../common/api.ts';

/**
 * Where a text came from, and whether a person has read it. A text without a record is the author's.
 */
export interface Source {
  source: string;
  model: string;
  prompt: string;
  /** In seconds since 1970. PHP sets this and the following ones once the record is saved. */
  time: number;
  /** In seconds since 1970; 0 if it is unread. */
  read: number;
  /** MD5 of the text. With another text, the record no longer counts. */
  text: string;
  /** The parts that a second model could not confirm. */
  doubts?: readonly string[];
}

/** An attachment that the post used when the editor was opened. */
export interface BootAttachment {
  /** Its text in the media library. */
  alt: string;
  /** URL of a size large enough to view. */
  url: string;
  /** Path of the file below the uploads folder: `2026/11/boat.jpg`. */
  file: string;
  /** Its title in the media library. */
  title?: string;
  /** The user may change its text. */
  canEdit: boolean;
  isDecorative: boolean;
  /** Code of the language that its text is in; it may be a locale. */
  language: string;
  /** Texts of its older translations: see `altscribe_older_texts` of the REST interface. */
  olderTexts?: readonly TranslatedText[];
  /** Alt text in the metadata of its file. */
  fileTexts?: readonly TranslatedText[];
  /** The same as `olderTexts`, of all its translations. */
  translatedTexts?: readonly TranslatedText[];
  /** The record of its text, for users who may edit it. */
  source?: Source | null;
}

/**
 * Where the images of a block are in its attributes, as docs/hooks.md describes. The paths may lead
 * into lists: `images[].alt`.
 */
export interface ImageEntry {
  /** Name of the block type, or of all in a namespace: `plugin/*`. */
  name: string;
  url: string;
  /** Several if the block keeps the text more than once. */
  alt: string | readonly string[];
  id?: string;
  caption?: string;
  link?: string;
  /** A path to `true`, or a path and its value: `role=presentation`. */
  decorative?: string;
  /** Visitors get the text of the media library for an image that is there. */
  library?: boolean;
  /** Values by path. A value that is missing passes. */
  if?: Readonly<Record<string, unknown>>;
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
  /** Suggestions for images of the post wait for a decision. */
  hasSuggestions: boolean;
  /** The blocks with images. */
  imageBlocks: readonly ImageEntry[];
  /** The media library has translations of images. */
  isTranslated: boolean;
  /** Where to save new texts, unless a batch specifies otherwise. */
  writeTo: WriteTo;
  /** New texts are held until a user applies them. */
  reviewNewTexts: boolean;
  /** The server generates texts for uploaded images. */
  generatesOnUpload: boolean;
  /**
   * Whether the user must settle the images before publishing, whether generated texts must have
   * been read too, and whether the user may bypass this.
   */
  publishLock: { mustSettle: boolean; mustRead: boolean; canBypass: boolean };
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
  hasSuggestions: false,
  imageBlocks: [],
  isTranslated: false,
  writeTo: 'block',
  reviewNewTexts: false,
  generatesOnUpload: false,
  publishLock: { mustSettle: false, mustRead: false, canBypass: false },
  attachments: {},
};
