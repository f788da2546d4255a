import { useRegistry } from '@wordpress/data';
import { memo } from '@wordpress/element';
import { __, sprintf } from '@wordpress/i18n';
import { selectImage } from '../blocks.ts';
import type { EditorImage } from '../editor-image.ts';
import { checkImage } from '../findings.ts';
import { AltTextControls } from '../image/alt-text-controls.tsx';
import { imageLabel, lockMessage } from '../image/label.ts';
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
 * One image of the post: what it is, what its alt text is, and what can be done about it. Rendered,
 * and its text checked, only when something about it changes: a post may have hundreds.
 */
export const ImageRow = memo(Row);

function Row({ image, isRepeat, keywords }: Props) {
  const { state, alt, lock } = image;
  const hasControls = state !== 'locked' && state !== 'decorative';
  return (
    <li className="altscribe-image">
      <Thumbnail image={image} />
      <div className="altscribe-image__text">
        <ImageStateLabel state={state} findings={checkImage(image, { isRepeat, keywords })} />
        <span className="altscribe-note">{imageLabel(image)}</span>
        {lock && <span className="altscribe-note">{lockMessage(lock)}</span>}
        {alt.trim() !== '' && state !== 'decorative' && (
          <ClampedText
            text={
              /* translators: %s: an alt text. */
              sprintf(__('“%s”', 'altscribe'), alt)
            }
          />
        )}
      </div>
      {hasControls && <AltTextControls image={image} />}
    </li>
  );
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
        selectImage(registry, image.clientId);
      }}
    >
      <img src={image.url} alt="" loading="lazy" />
    </button>
  );
}
