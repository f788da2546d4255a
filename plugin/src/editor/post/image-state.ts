import type { Lock } from '../image-blocks/alt-text-lock.ts';
import type { BlockImage, ImageKind } from '../image-blocks/image-block.ts';

export type ImageState =
  | 'missing'
  | 'has-alt'
  | 'decorative'
  | 'uploading'
  | 'locked'
  /** In HTML, where only the user can write an alt text. */
  | 'html'
  /** The featured image, shown by a block: see `pointsTo`. */
  | 'pointer';

/** Whether the mark "decorative" can be set or taken away, and why not. */
export type DecorativeChoice = { can: true } | { can: false; reason: NotDecorativeReason };

export type NotDecorativeReason =
  /** Then the link would have no name. */
  | 'linked'
  /** It opens enlarged on a click, as a button that needs a name. */
  | 'lightbox'
  | 'locked'
  | 'uploading'
  | 'html'
  /** Its alt text is that of the featured image. */
  | 'pointer';

/** The state of an image whose alt text the editor could write. */
export function toState(image: BlockImage, lock: Lock | null): ImageState {
  if (image.isUploading) {
    return 'uploading';
  }
  if (lock) {
    return 'locked';
  }
  if (image.isDecorative) {
    return 'decorative';
  }
  return image.alt.trim() === '' ? 'missing' : 'has-alt';
}

/** One object for all, which is quicker to compare. */
const can: DecorativeChoice = { can: true };

/** `isBound`: the alt text is bound to a source, which has no place for a mark. */
export function toDecorativeChoice(
  { image, kind, isBound }: { image: BlockImage; kind: ImageKind; isBound?: boolean },
  state: ImageState,
): DecorativeChoice {
  if (kind === 'html') {
    return { can: false, reason: 'html' };
  }
  if (isBound) {
    return { can: false, reason: 'locked' };
  }
  switch (state) {
    case 'decorative':
      return can;
    case 'missing':
    case 'has-alt':
      if (image.isLinked) {
        return { can: false, reason: 'linked' };
      }
      return image.hasLightbox ? { can: false, reason: 'lightbox' } : can;
    default:
      return { can: false, reason: state };
  }
}
