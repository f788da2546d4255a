import type { Lock } from '../image-blocks/bindings.ts';
import type { BlockImage, ImageKind } from '../image-blocks/image-block.ts';

export type ImageState =
  | 'missing'
  | 'has-alt'
  | 'decorative'
  | 'uploading'
  | 'locked'
  /** In HTML, which only the user can edit. */
  | 'html'
  /** The featured image, shown by a block: see `pointsTo`. */
  | 'pointer';

/** Whether the decorative mark can be set or removed, and why not. */
export type DecorativeChoice = { can: true } | { can: false; reason: NotDecorativeReason };

export type NotDecorativeReason =
  /** Otherwise the link would have no name. */
  | 'linked'
  /** A click enlarges it, so it acts as a button that needs a name. */
  | 'lightbox'
  | 'locked'
  | 'uploading'
  | 'html'
  /** Its alt text is that of the featured image. */
  | 'pointer'
  /** Its block has several images and no mark for each. */
  | 'several';

/** The state of an image whose alt text the editor can write. */
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

/** One shared object, which is quicker to compare. */
const can: DecorativeChoice = { can: true };

/**
 * `isBound`: the alt text is bound to a source, which cannot store a mark. `hasNoMark`: its block
 * cannot store a mark for it.
 */
export function toDecorativeChoice(
  {
    image,
    kind,
    isBound,
    hasNoMark,
  }: { image: BlockImage; kind: ImageKind; isBound?: boolean; hasNoMark?: boolean },
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
      if (image.hasLightbox) {
        return { can: false, reason: 'lightbox' };
      }
      return hasNoMark ? { can: false, reason: 'several' } : can;
    default:
      return { can: false, reason: state };
  }
}
