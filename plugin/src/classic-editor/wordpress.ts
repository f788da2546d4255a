import type { AttachmentModel } from '../common/wp-media.ts';
import type { ApiError } from '../common/api-error.ts';
import type { SeoKeywords } from '../common/keywords.ts';
import type { SuggestionItem } from '../common/suggestions-api.ts';

/** The parts of WordPress's classic edit screen that the box uses. */

/** The visual editor, TinyMCE 4. */
export interface VisualEditor {
  id: string;
  initialized: boolean;
  isHidden: () => boolean;
  getContent: () => string;
  getBody: () => HTMLElement;
  /** Makes the function's changes one undo step. */
  undoManager: { transact: (change: () => void) => void };
  setDirty: (isDirty: boolean) => void;
  nodeChanged: () => void;
  on: (events: string, callback: () => void) => void;
}

interface TinyMce {
  get: (id: string) => VisualEditor | null;
  on: (event: 'AddEditor', callback: (event: { editor: VisualEditor }) => void) => void;
}

/** A Backbone model of an image in the media library. */
export interface Attachment extends Omit<AttachmentModel, 'set'> {
  set: AttachmentModel['set'] & ((values: object) => void);
  fetch: () => { done: (callback: () => void) => void };
}

/** A Backbone collection. */
interface Attachments {
  models: Attachment[];
  on: (events: string, callback: () => void) => void;
  more: () => { done: (callback: () => void) => void };
}

interface WordPress {
  media: {
    attachment: (id: number) => Attachment;
    gallery: { attachments: (shortcode: object) => Attachments };
    model: { Attachments: { all: Pick<Attachments, 'on'> } };
  };
  shortcode: new (options: { tag: string; attrs: string; type: 'single' }) => object;
}

interface Screen {
  wp: WordPress;
  tinymce?: TinyMce;
  switchEditors?: { wpautop: (html: string) => string };
}

const screen = window as unknown as Screen;

/** The visual editor of the post while it is shown; undefined in the text tab. */
export function findVisualEditor(): VisualEditor | undefined {
  const editor = screen.tinymce?.get('content');
  return editor?.initialized === true && !editor.isHidden() ? editor : undefined;
}

/** Calls back with the visual editor of the post once it is there, which may be late or never. */
export function onVisualEditor(callback: (editor: VisualEditor) => void): void {
  const present = screen.tinymce?.get('content');
  if (present) {
    callback(present);
  }
  screen.tinymce?.on('AddEditor', ({ editor }) => {
    if (editor.id === 'content') {
      callback(editor);
    }
  });
}

/** The text tab, which has the content of the post if the visual editor is not shown. */
export function findTextTab(): HTMLTextAreaElement | null {
  return document.querySelector<HTMLTextAreaElement>('textarea#content');
}

/** Turns empty lines into paragraphs. */
export function toParagraphs(html: string): string {
  return screen.switchEditors?.wpautop(html) ?? html;
}

/** An image of the media library, whose data may not be loaded yet. */
export function getAttachment(id: number): Attachment {
  return screen.wp.media.attachment(id);
}

/** Calls back when the data of an image of the media library is loaded or changes. */
export function onAttachments(callback: () => void): void {
  screen.wp.media.model.Attachments.all.on('add change', callback);
}

const galleries = new Map<string, Attachments>();

/**
 * The images of a shortcode `[gallery]`, as WordPress finds them; they are loaded on first use. For a
 * user who may not open the media library: those with its ids, or those attached to the post.
 */
export function listGallery(attrs: string, onChange: () => void): Attachment[] {
  let gallery = galleries.get(attrs);
  if (!gallery) {
    const { media, shortcode: Shortcode } = screen.wp;
    gallery = media.gallery.attachments(new Shortcode({ tag: 'gallery', attrs, type: 'single' }));
    galleries.set(attrs, gallery);
    gallery.on('add remove reset', onChange);
    gallery.more().done(onChange);
  }
  return gallery.models.length > 0 ? gallery.models : listNamed(attrs).map(getAttachment);
}

/** The ids of the images that a shortcode `[gallery]` shows, as far as they are known without a request. */
function listNamed(attrs: string): number[] {
  const read = (name: string) => {
    const list = new RegExp(`(?:^|\\s)${name}=["']?([\\d,\\s]+)`, 'i').exec(attrs)?.[1];
    return list?.match(/\d+/g)?.map(Number);
  };
  const excluded = read('exclude') ?? [];
  const attached = (read('id') ?? [bootData.postId]).includes(bootData.postId)
    ? bootData.attached.filter((id) => !excluded.includes(id))
    : [];
  return read('ids') ?? read('include') ?? attached;
}

/** An unread generated text in the content. */
export interface UnreadText {
  /** Id of the attachment, or the URL of an image that is not in the library. */
  image: number | string;
  text: string;
  /** The parts that a second model could not confirm. */
  doubts?: string[];
}

/** Data from PHP for the box of the classic editor. Never a key. */
export interface ClassicBootData {
  postId: number;
  /** Why the user cannot generate anything; null if there is no known reason. */
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
  /** The pending suggestions for the images of the post. */
  suggestions: SuggestionItem[];
  unread: UnreadText[];
  /** The post type's name of its featured image, such as "Product image". */
  featuredName: string;
  /** A product of WooCommerce. */
  isProduct: boolean;
  /** The images of its variations, as saved. */
  variationImages: number[];
  /** Images of the media library that the post uses, as WordPress describes them to its media window. */
  attachments: ({ id: number } & Record<string, unknown>)[];
  /** Images that are attached to the post, for a user who may not open the media library. */
  attached: number[];
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
  suggestions: [],
  unread: [],
  featuredName: '',
  isProduct: false,
  variationImages: [],
  attachments: [],
  attached: [],
};
