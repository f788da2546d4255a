import { Icon } from '@wordpress/components';
import { useViewportMatch } from '@wordpress/compose';
import { useRegistry } from '@wordpress/data';
import { useEffect, useState } from '@wordpress/element';
import { __, sprintf } from '@wordpress/i18n';
import { image as imageIcon } from '@wordpress/icons';
import { imageLabel } from '../components/image-label.ts';
import { closeSidebar } from '../../common/core-internals.ts';
import { selectTarget } from '../post/alt-text-target.ts';
import type { EditorImage } from '../post/editor-image.ts';

/** A thumbnail of the image, as a button that leads to its block. */
export function Thumbnail({ image }: { image: EditorImage }) {
  const { url } = image;
  const [isBroken, setIsBroken] = useState(false);
  const show = useShowInPost(image);
  useEffect(() => {
    setIsBroken(false);
  }, [url]);
  const name = imageLabel(image);
  const label = isBroken
    ? /* translators: %s: "Image 1 · in Gallery". */
      sprintf(__('Select block: %s. The image cannot be shown.', 'altscribe'), name)
    : /* translators: %s: "Image 1 · in Gallery". */
      sprintf(__('Select block: %s', 'altscribe'), name);
  return (
    <button
      type="button"
      className="altscribe-thumbnail"
      aria-label={label}
      title={label}
      onClick={show}
    >
      {isBroken ? (
        <Icon icon={imageIcon} className="altscribe-thumbnail__broken" />
      ) : (
        <img
          src={url}
          alt=""
          loading="lazy"
          onError={() => {
            setIsBroken(true);
          }}
        />
      )}
    </button>
  );
}

/**
 * Selects the block of an image. On a small screen the sidebar covers the post, so it closes first.
 */
export function useShowInPost({ target }: EditorImage): () => void {
  const registry = useRegistry();
  const isSmall = useViewportMatch('medium', '<');
  return () => {
    if (isSmall) {
      closeSidebar(registry);
    }
    selectTarget(registry, target);
  };
}
