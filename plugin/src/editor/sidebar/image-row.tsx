import { useRegistry } from '@wordpress/data';
import { memo } from '@wordpress/element';
import { __, sprintf } from '@wordpress/i18n';
import { AltTextControls } from '../components/alt-text-controls.tsx';
import { imageLabel } from '../components/image-label.ts';
import { checkImage } from '../post/alt-text-checks.ts';
import { selectTarget } from '../post/alt-text-target.ts';
import { hasControls, type EditorImage, type Lock } from '../post/images.ts';
import { ClampedText } from './clamped-text.tsx';
import { ImageStateLabel } from './image-state.tsx';

interface Props {
  image: EditorImage;
  /** Another image has the same alt text. */
  isRepeat: boolean;
  /** SEO keywords of the post. */
  keywords: string;
}

/**
 * One image of the post with its alt text and its controls. It renders and checks the alt text only
 * if the image changes, because a post may have hundreds of images.
 */
export const ImageRow = memo(Row);

function Row({ image, isRepeat, keywords }: Props) {
  const { state, alt, lock } = image;
  return (
    <li className="altscribe-image">
      <Thumbnail image={image} />
      <div className="altscribe-image__text">
        <ImageStateLabel state={state} findings={checkImage(image, { isRepeat, keywords })} />
        <span className="altscribe-note">{imageLabel(image)}</span>
        {lock && <span className="altscribe-note">{lockMessage(lock)}</span>}
        {alt.trim() !== '' && state !== 'decorative' && (
          <ClampedText
            image={image}
            text={
              /* translators: %s: an alt text. */
              sprintf(__('“%s”', 'altscribe'), alt)
            }
          />
        )}
      </div>
      {hasControls(image) && <AltTextControls image={image} />}
    </li>
  );
}

/** Why the alt text cannot be edited here. */
function lockMessage(lock: Lock): string {
  switch (lock) {
    case 'binding':
      return __('Its alt text is connected to dynamic data. Change it there.', 'altscribe');
    case 'pattern':
      return __('Part of a synced pattern. Edit the pattern to change it.', 'altscribe');
    case 'query':
      return __(
        'Repeated for each post of a query. Select it to change its alt text.',
        'altscribe',
      );
    case 'attachment':
      return __('You may not edit this file in the media library.', 'altscribe');
    case 'template':
      return __('Part of the template. It cannot be edited here.', 'altscribe');
  }
}

function Thumbnail({ image }: { image: EditorImage }) {
  const registry = useRegistry();
  const label = sprintf(
    /* translators: %s: "Image 1 · in Gallery". */
    __('Select block: %s', 'altscribe'),
    imageLabel(image),
  );
  return (
    <button
      type="button"
      className="altscribe-thumbnail"
      aria-label={label}
      title={label}
      onClick={() => {
        selectTarget(registry, image.target);
      }}
    >
      <img src={image.url} alt="" loading="lazy" />
    </button>
  );
}
