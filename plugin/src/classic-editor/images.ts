import { doubtsOf, noteDoubts } from '../common/api.ts';
import type { KnownImage, WrittenText } from '../common/alt-text-field/alt-text-field.ts';
import type { TranslatedText } from '../../../shared/alt-text/checks.ts';
import { readFileName, withoutSize } from '../common/url-file-name.ts';
import {
  type Attachment,
  type UnreadText,
  bootData,
  findTextTab,
  findVisualEditor,
  getAttachment,
  listGallery,
  onAttachments,
  onVisualEditor,
  toParagraphs,
} from './wordpress.ts';
import { readContent, type Content, type ContentImage } from './content.ts';

/** An image of the post: in its content or a gallery, its featured image, or another one of a product. */
export interface PostImage {
  /** Stays the same while the image is in the post. */
  key: string;
  kind: 'content' | 'gallery' | 'featured' | 'variation';
  /** Null if the image is not in the media library. */
  attachmentId: number | null;
  url: string;
  thumbnail: string;
  alt: string;
  caption: string;
  isLinked: boolean;
  linkTarget: string;
  linkText?: string;
  isDecorative: boolean;
  /** The text is generated and unread. */
  isUnread: boolean;
  /** The parts of that text that a second model could not confirm. */
  doubts?: readonly string[] | undefined;
  /** The user may not change its text. */
  isLocked: boolean;
  /**
   * The text of the media library, or else of the file, in the language of the post; '' if there is none, or it is the
   * image's text.
   */
  libraryText: string;
  /** That text is from the file. */
  isTextInFile?: boolean;
  /** Code of the language of the media library's text, if there is only one in another language; else ''. */
  libraryLanguage: string;
  known: KnownImage;
  /** Its element in the copy of the content; null for the featured image and those of a product. */
  element: Element | null;
  /** Only for an image in the content. */
  inContent: ContentImage | null;
}

/** The images of the post as it is in the editor now, in the same order as in the block editor's list. */
export interface PostImages {
  images: readonly PostImage[];
  content: Content;
}

let last: { html: string; isVisual: boolean; content: Content } | null = null;

/** The content in the editor now, saved or not. */
function readEditor(): Content {
  const visual = findVisualEditor();
  const html = visual ? visual.getContent() : (findTextTab()?.value ?? '');
  const isVisual = visual !== undefined;
  if (last?.html !== html || last.isVisual !== isVisual) {
    const content = readContent(html, isVisual ? undefined : toParagraphs);
    last = { html, isVisual, content };
  }
  return last.content;
}

export function listImages(): PostImages {
  const content = readEditor();
  const images = listOwn();
  const counts = new Map<string, number>();
  for (const item of content.items) {
    if (item.type === 'gallery') {
      const inGallery = listGallery(item.attributes, refreshSoon)
        .filter((model) => model.get('url') !== undefined)
        .map((model) => fromAttachment('gallery', model, item.element));
      images.push(...inGallery.filter(({ key }) => !images.some((image) => image.key === key)));
    } else {
      const count = counts.get(item.identity) ?? 0;
      counts.set(item.identity, count + 1);
      images.push(fromContent(item, `${item.identity} ${String(count)}`));
    }
  }
  return { images, content };
}

/**
 * The featured image, and the gallery and variations of a product, as they are selected now: WordPress and WooCommerce
 * hold them in hidden fields until the form is sent.
 */
function listOwn(): PostImage[] {
  const kinds = new Map<number, PostImage['kind']>();
  const add = (kind: PostImage['kind'], ids: readonly number[]) => {
    for (const id of ids) {
      if (id > 0 && !kinds.has(id)) {
        kinds.set(id, kind);
      }
    }
  };
  // WordPress uses -1 for no image.
  add('featured', readIds('#_thumbnail_id'));
  add('gallery', readIds('#product_image_gallery'));
  add('variation', readIds('#variable_product_options .upload_image_id'));
  add('variation', bootData.variationImages);
  return [...kinds].flatMap(([id, kind]) => {
    const model = getAttachment(id);
    if (model.get('url') === undefined) {
      load(model);
      return [];
    }
    return [fromAttachment(kind, model, null)];
  });
}

function readIds(fields: string): number[] {
  return [...document.querySelectorAll<HTMLInputElement>(fields)].flatMap(({ value }) =>
    value.split(',').map(Number),
  );
}

/** Requested images; the user may not be allowed to see some of them. */
const loading = new Set<number>();

function load(model: Attachment): void {
  if (!loading.has(model.id)) {
    loading.add(model.id);
    model.fetch().done(refreshSoon);
  }
}

/** A text that was written to an image in the content. PHP records where it comes from when the post is saved. */
export interface ContentText extends WrittenText {
  /** Id of the attachment, or the URL of an image that is not in the library. */
  image: number | string;
}

let writtenTexts: readonly ContentText[] = [];

const isSameText = (one: UnreadText, other: UnreadText) =>
  one.image === other.image && one.text === other.text;

/** Notes a text for PHP, which receives it with the form of the post. */
export function noteText(written: ContentText): void {
  writtenTexts = [written, ...writtenTexts.filter((other) => !isSameText(other, written))];
  const field = document.querySelector<HTMLInputElement>('#altscribe-texts');
  if (field) {
    field.value = JSON.stringify(writtenTexts);
  }
  refresh();
}

for (const { text, doubts } of bootData.unread) {
  noteDoubts(text, doubts);
}

function isUnread(text: UnreadText): boolean {
  const written = writtenTexts.find((other) => isSameText(other, text));
  return written ? !written.isRead : bootData.unread.some((other) => isSameText(other, text));
}

function fromAttachment(
  kind: PostImage['kind'],
  model: Attachment,
  element: Element | null,
): PostImage {
  const known = model.get('altscribe') as LibraryKnown | undefined;
  const alt = asText(model.get('alt'));
  return {
    key: `attachment-${String(model.id)}`,
    kind,
    attachmentId: model.id,
    url: asText(model.get('url')),
    thumbnail: readThumbnail(model),
    alt,
    caption: asText(model.get('caption')),
    isLinked: false,
    linkTarget: '',
    isDecorative: known?.isDecorative === true && alt.trim() === '',
    isUnread: known?.isUnread === true && alt.trim() !== '',
    doubts: doubtsOf(alt) ?? known?.doubts,
    isLocked: known === undefined,
    libraryText: '',
    libraryLanguage: '',
    known: known ?? unknown,
    element,
    inContent: null,
  };
}

type LibraryKnown = KnownImage &
  Record<'isDecorative' | 'isUnread', boolean> & { doubts?: string[] };

const unknown: KnownImage = { language: bootData.language, olderTexts: [], filledPosts: 0 };

function fromContent(item: ContentImage, key: string): PostImage {
  const { attachmentId, url, alt, caption, isLinked, linkTarget, linkText, isDecorative, element } =
    item;
  const model = attachmentId === null ? undefined : getAttachment(attachmentId);
  const known = model?.get('altscribe') as KnownImage | undefined;
  const offered = model && alt.trim() === '' ? findOwnTexts(model, url) : undefined;
  const texts = offered?.inLibrary ?? [];
  const own = texts.find(({ language }) => primary(language) === primary(bootData.language));
  const inFile = texts.length > 0 ? undefined : offered?.inFile.find(isForPost);
  return {
    key,
    kind: 'content',
    attachmentId,
    url,
    thumbnail: url,
    alt,
    caption,
    isLinked,
    linkTarget,
    linkText,
    isDecorative,
    isUnread: isUnread({ image: attachmentId ?? url, text: alt }),
    doubts: doubtsOf(alt),
    isLocked: false,
    libraryText: (own ?? inFile)?.text.trim() ?? '',
    isTextInFile: inFile !== undefined,
    libraryLanguage: own ? '' : (texts[0]?.language ?? ''),
    known: {
      ...unknown,
      olderTexts: known?.olderTexts ?? [],
      fileName: readFileName(url),
      title: known?.title ?? '',
    },
    element,
    inContent: item,
  };
}

/** The texts of an image and its translations in the media library, and those of its file. */
function findOwnTexts(model: Attachment, url: string) {
  const known = model.get('altscribeTexts') as
    | { language: string; others: TranslatedText[]; inFile: TranslatedText[] }
    | undefined;
  // After an import, the id in the content may be that of another image.
  if (!known || fileOf(asText(model.get('url'))) !== fileOf(url)) {
    return undefined;
  }
  const texts = [{ text: asText(model.get('alt')), language: known.language }, ...known.others];
  return { inLibrary: texts.filter(({ text }) => text.trim() !== ''), inFile: known.inFile };
}

/** Whether a text in a file is in the language of the post, or does not state its language. */
function isForPost({ language }: TranslatedText): boolean {
  return language === '' || primary(language) === primary(bootData.language);
}

/** The name of a file without its size. */
function fileOf(url: string): string {
  return withoutSize(readFileName(url));
}

/** `pt` of `pt_BR`. */
function primary(code: string): string {
  return code.replace(/[-_].*$/, '').toLowerCase();
}

function readThumbnail(model: Attachment): string {
  const sizes = model.get('sizes') as Partial<Record<string, { url: string }>> | undefined;
  return sizes?.thumbnail?.url ?? asText(model.get('url'));
}

function asText(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** An image, and its position among the places in the content that show the same file. */
export interface PlacedImage {
  image: PostImage;
  place: { index: number; count: number };
}

function findPlaced(
  { key, inContent }: PostImage,
  images: readonly PostImage[],
): PlacedImage | undefined {
  const image = images.find((other) => other.key === key);
  const same = images.filter(
    (other) => other.inContent !== null && other.inContent.identity === inContent?.identity,
  );
  return image && { image, place: { index: same.indexOf(image), count: same.length } };
}

/**
 * Returns a function that finds the image again after changes to the post: undefined if it was
 * removed, or if it cannot be told apart from other places with the same file.
 */
export function rememberImage(
  image: PostImage,
  images: readonly PostImage[],
): () => PlacedImage | undefined {
  const before = findPlaced(image, images);
  return () => {
    const now = findPlaced(image, listImages().images);
    return now?.place.count === before?.place.count ? now : undefined;
  };
}

let shown: PostImages | null = null;
let timer: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<() => void>();

/** The images as last read; the same object until one changes. */
export function getImages(): PostImages {
  shown ??= listImages();
  return shown;
}

export function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Reads the images again, and calls back if any has changed. */
export function refresh(): void {
  clearTimeout(timer);
  const now = listImages();
  if (shown && describe(now) === describe(shown)) {
    return;
  }
  shown = now;
  for (const listener of listeners) {
    listener();
  }
}

/** The data of the images that the list shows. */
function describe({ images }: PostImages): string {
  return JSON.stringify(images.map((image) => ({ ...image, element: null, inContent: null })));
}

/** Milliseconds without an edit after which the images are read again. */
const pause = 300;

function refreshSoon(): void {
  clearTimeout(timer);
  timer = setTimeout(refresh, pause);
}

/** Follows all edits of the content, the featured image and the media library on this screen. */
export function followEdits(): void {
  // In the capture phase, because some events of WordPress's own buttons do not bubble.
  for (const event of ['input', 'change', 'click', 'keyup']) {
    document.addEventListener(event, refreshSoon, true);
  }
  onVisualEditor((editor) => {
    editor.on('init change input keyup undo redo NodeChange SetContent show hide', refreshSoon);
  });
  onAttachments(refreshSoon);
  // WordPress and WooCommerce render these again for other images.
  for (const box of document.querySelectorAll(
    '#postimagediv .inside, #woocommerce-product-images .product_images, #variable_product_options',
  )) {
    new MutationObserver(refreshSoon).observe(box, { childList: true, subtree: true });
  }
}
