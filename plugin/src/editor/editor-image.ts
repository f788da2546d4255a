/** One image of the post, as the rest of the editor sees it. */

export type ImageState = 'missing' | 'described' | 'decorative' | 'uploading' | 'locked';

/** Why an alt text cannot be edited in this post. */
export type Lock = 'binding' | 'pattern' | 'template';

/** A `core/image` block that shows an image. */
export interface EditorImage {
  clientId: string;
  /** Position among the images of the post, from 1. */
  number: number;
  /** Title of the block it stands in; empty at the top level. */
  container: string;
  /** Address of what is shown; `blob:` while it is uploaded. */
  url: string;
  /** Null for an image that is not in the media library. */
  attachmentId: number | null;
  alt: string;
  /** Rich text: an object, or a string of HTML. */
  caption: unknown;
  isLinked: boolean;
  state: ImageState;
  /** Why it cannot be edited here; null when it can. */
  lock: Lock | null;
}

/** The same for all blocks that show the same image, whatever size of it. */
export function shownImage({ attachmentId, url }: EditorImage): number | string {
  return attachmentId ?? url;
}

/** What the block's own attributes say; undefined while it shows no image. */
export function readAttributes(
  attributes: Record<string, unknown>,
  { lock, knowsDecorative }: { lock: Lock | null; knowsDecorative: boolean },
): Omit<EditorImage, 'clientId' | 'number' | 'container'> | undefined {
  const url = asText(attributes.url) || asText(attributes.blob);
  if (url === '') {
    return undefined;
  }
  const alt = asText(attributes.alt);
  const attachmentId = typeof attributes.id === 'number' ? attributes.id : null;
  const isLinked = asText(attributes.href) !== '';
  return { url, attachmentId, alt, caption: attributes.caption, isLinked, state: toState(), lock };

  function toState(): ImageState {
    if (attributes.blob !== undefined || url.startsWith('blob:')) {
      return 'uploading';
    }
    if (lock) {
      return 'locked';
    }
    if (knowsDecorative && attributes.isDecorative === true) {
      return 'decorative';
    }
    return alt.trim() === '' ? 'missing' : 'described';
  }
}

/** The attribute's text; empty where it is missing or is none. */
export function asText(attribute: unknown): string {
  return typeof attribute === 'string' ? attribute : '';
}
