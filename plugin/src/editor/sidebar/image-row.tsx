import { Button } from '@wordpress/components';
import { useDispatch, useSelect } from '@wordpress/data';
import { memo } from '@wordpress/element';
import { __, sprintf } from '@wordpress/i18n';
import type { MouseEvent } from 'react';
import { AltTextControls } from '../components/alt-text-controls.tsx';
import { buttonName, imageLabel } from '../components/image-label.ts';
import type { ImageReview } from '../hooks/use-reviews.ts';
import { targetKey } from '../post/alt-text-target.ts';
import { hasControls, type EditorImage, type Lock } from '../post/editor-image.ts';
import { rowId } from '../components/focus.ts';
import { store } from '../store/index.ts';
import { wantedRowStore } from '../store/wanted-row.ts';
import { ClampedText } from './clamped-text.tsx';
import { ImageStateLabel } from './image-state.tsx';
import { RowMenu } from './row-menu.tsx';
import { Thumbnail } from './thumbnail.tsx';

interface Props {
  review: ImageReview;
  /** Its block is selected. */
  isCurrent: boolean;
}

/**
 * One image of the post with its alt text and its controls. It renders only if the image changes,
 * because a post may have hundreds of images.
 */
export const ImageRow = memo(Row);

function Row({ review, isCurrent }: Props) {
  const { image } = review;
  const { state, alt, lock, target } = image;
  return (
    <li
      id={rowId(targetKey(target))}
      className={isCurrent ? 'altscribe-image is-current' : 'altscribe-image'}
      aria-current={isCurrent ? 'true' : undefined}
    >
      <Thumbnail image={image} />
      <div className="altscribe-image__text">
        <ImageStateLabel {...review} />
        <span className="altscribe-note">{imageLabel(image)}</span>
        {lock && <span className="altscribe-note">{lockMessage(lock)}</span>}
        {state === 'pointer' && <PointerNote image={image} />}
        {alt.trim() !== '' && state !== 'decorative' && state !== 'pointer' && (
          <ClampedText
            image={image}
            text={
              /* translators: %s: an alt text. */
              sprintf(__('“%s”', 'altscribe'), alt)
            }
          />
        )}
      </div>
      <RowMenu image={image} />
      {state === 'missing' && <LibraryText image={image} />}
      {hasControls(image) && (
        <>
          <DecorativeHint image={image} />
          <AltTextControls image={image} />
        </>
      )}
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

/** Leads to the row of the featured image, which a block shows. */
function PointerNote({ image: { pointsTo, number } }: { image: EditorImage }) {
  const { wantRow } = useDispatch(wantedRowStore);
  return (
    <span className="altscribe-note">
      {__('Its text is that of the featured image.', 'altscribe')}{' '}
      {pointsTo !== null && (
        <Button
          variant="link"
          aria-label={sprintf(
            /* translators: %s: number of an image. The name must contain the translation of "Show it". */
            __('Show it: the featured image, for image %s', 'altscribe'),
            String(number),
          )}
          onClick={() => {
            void wantRow(pointsTo);
          }}
        >
          {__('Show it', 'altscribe')}
        </Button>
      )}
    </span>
  );
}

/** "In the media library: “…”" [Use it] */
function LibraryText({ image }: { image: EditorImage }) {
  const { useLibraryText: applyLibraryText } = useDispatch(store);
  const { wantRow } = useDispatch(wantedRowStore);
  const { libraryText, target } = image;
  if (libraryText === null) {
    return null;
  }
  return (
    <p className="altscribe-library">
      {sprintf(
        /* translators: %s: an alt text. */
        __('In the media library: “%s”', 'altscribe'),
        libraryText,
      )}{' '}
      <Button
        variant="link"
        aria-label={buttonName('library', image)}
        onClick={() => {
          void wantRow(targetKey(target));
          void applyLibraryText(target);
        }}
      >
        {__('Use it', 'altscribe')}
      </Button>{' '}
      <span className="altscribe-note">{__('no credit', 'altscribe')}</span>
    </p>
  );
}

/** Suggests what the model found; nobody has to follow it. */
function DecorativeHint({ image }: { image: EditorImage }) {
  const { target, decorative } = image;
  const isSuggested = useSelect((select) => select(store).seemsDecorative(image), [image]);
  const { markDecorative } = useDispatch(store);
  if (!isSuggested || !decorative.can) {
    return null;
  }
  return (
    <p className="altscribe-library">
      {__('This image seems to be there for decoration only.', 'altscribe')}{' '}
      <Button
        variant="link"
        onClick={(event: MouseEvent) => {
          // All other controls of the row go.
          event.currentTarget.closest('li')?.querySelector('button')?.focus();
          void markDecorative(target);
        }}
      >
        {__('Mark as decorative', 'altscribe')}
      </Button>
    </p>
  );
}
