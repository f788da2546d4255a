import { Button, DropdownMenu, Icon, MenuGroup, MenuItem } from '@wordpress/components';
import { useDispatch, useRegistry, useSelect } from '@wordpress/data';
import { useViewportMatch } from '@wordpress/compose';
import { memo, useEffect, useLayoutEffect, useRef, useState } from '@wordpress/element';
import { __, sprintf } from '@wordpress/i18n';
import { image as imageIcon, moreVertical } from '@wordpress/icons';
import {
  AltTextControls,
  buttonName,
  closeSidebar,
  findClientId,
  findSourceOf,
  focusRequestStore,
  hasControls,
  imageLabel,
  ImageStateLabel,
  openTargetAsHtml,
  rowId,
  selectTarget,
  store,
  targetKey,
  useLanguageNames,
} from '../main.tsx';
import { doubtsText } from '../../common/findings.ts';
import { reasonMessage } from './run-parts.tsx';
import { LongDescription, LongDescriptionItem } from '../toolbar/long-description.tsx';
import { LockNote } from './unedited.tsx';
import type { ImageReview } from '../hooks/use-reviews.ts';
import type { EditorImage } from '../post/editor-image.ts';

/** A thumbnail of the image, as a button that leads to its block. */
function Thumbnail({ image }: { image: EditorImage }) {
  const { url } = image;
  const [isBroken, setIsBroken] = useState(false);
  const show = useShowInPost(image);
  useEffect(() => {
    setIsBroken(false);
  }, [url]);
  const name = imageLabel(image);
  const label = isBroken
    ? /* translators: %s: "Image 1, boat.jpg, in Gallery". */
      sprintf(__('Select block: %s. The image cannot be shown.', 'altscribe'), name)
    : /* translators: %s: "Image 1, boat.jpg, in Gallery". */
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
function useShowInPost({ target }: EditorImage): () => void {
  const registry = useRegistry();
  const isSmall = useViewportMatch('medium', '<');
  return () => {
    if (isSmall) {
      closeSidebar(registry);
    }
    selectTarget(registry, target);
  };
}

/** Three lines of a text, and a button that shows the rest of a longer one. */
function ClampedText({ text, image }: { text: string; image: EditorImage }) {
  const [isOpen, setIsOpen] = useState(false);
  const [isLong, setIsLong] = useState(false);
  const paragraph = useRef<HTMLParagraphElement>(null);

  useLayoutEffect(() => {
    const element = paragraph.current;
    if (element && !isOpen) {
      setIsLong(element.scrollHeight > element.clientHeight + 1);
    }
  }, [text, isOpen]);

  return (
    <>
      <p
        ref={paragraph}
        dir="auto"
        className={isOpen ? 'altscribe-text' : 'altscribe-text is-clamped'}
      >
        {text}
      </p>
      {isLong && (
        <Button
          variant="link"
          aria-expanded={isOpen}
          aria-label={buttonName(isOpen ? 'less' : 'more', image)}
          onClick={() => {
            setIsOpen(!isOpen);
          }}
        >
          {isOpen ? __('Show less', 'altscribe') : __('Show more', 'altscribe')}
        </Button>
      )}
    </>
  );
}

/** The other actions for an image. */
function RowMenu({ image }: { image: EditorImage }) {
  return (
    <DropdownMenu
      className="altscribe-image__menu"
      icon={moreVertical}
      label={buttonName('menu', image)}
      toggleProps={{ size: 'small' }}
      popoverProps={{ placement: 'bottom-end' }}
    >
      {({ onClose }) => <Items image={image} onClose={onClose} />}
    </DropdownMenu>
  );
}

/** Rendered, and subscribed, only while the menu is open. */
function Items({ image, onClose }: { image: EditorImage; onClose: () => void }) {
  const { target, kind, state, decorative } = image;
  const isDecorative = state === 'decorative';
  const registry = useRegistry();
  const { markDecorative, restoreTextBefore, unmarkDecorative } = useDispatch(store);
  const show = useShowInPost(image);
  const before = useSelect((select) => select(store).getTextBefore(image), [image]);
  return (
    <MenuGroup>
      <MenuItem
        aria-disabled={!decorative.can}
        info={decorative.can ? undefined : reasonMessage(decorative.reason)}
        onClick={() => {
          if (decorative.can) {
            void (isDecorative ? unmarkDecorative : markDecorative)(target);
            onClose();
          }
        }}
      >
        {isDecorative ? __('Not decorative', 'altscribe') : __('Mark as decorative', 'altscribe')}
      </MenuItem>
      <LongDescriptionItem image={image} isInRow onClose={onClose} />
      {target.type !== 'attachment' && (
        <MenuItem
          onClick={() => {
            onClose();
            show();
          }}
        >
          {__('Show in post', 'altscribe')}
        </MenuItem>
      )}
      {kind === 'html' && (
        <MenuItem
          onClick={() => {
            onClose();
            openTargetAsHtml(registry, target);
          }}
        >
          {__('Edit as HTML', 'altscribe')}
        </MenuItem>
      )}
      {before !== null && (
        <MenuItem
          info={
            before === ''
              ? __('(no alt text)', 'altscribe')
              : /* translators: %s: an alt text. */
                sprintf(__('“%s”', 'altscribe'), before)
          }
          onClick={() => {
            void restoreTextBefore(target);
            onClose();
          }}
        >
          {__('Restore previous text', 'altscribe')}
        </MenuItem>
      )}
    </MenuGroup>
  );
}

interface Props {
  review: ImageReview;
  /** Its block is selected. */
  isCurrent: boolean;
}

/**
 * One image of the post with its alt text and its controls. It renders only when the image changes,
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
      aria-labelledby={`${rowId(targetKey(target))}-name`}
    >
      <Thumbnail image={image} />
      <div className="altscribe-image__text">
        <h3 id={`${rowId(targetKey(target))}-name`} className="altscribe-image__name">
          {imageLabel(image)}
        </h3>
        <ImageStateLabel {...review} />
        {review.isNotRead && <Doubts image={image} />}
        {lock && (
          <LockNote
            lock={lock}
            clientId={findClientId(target) ?? undefined}
            name={imageLabel(image)}
          />
        )}
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
      {hasControls(image) && <AltTextControls image={image} />}
      <LongDescription review={review} />
    </li>
  );
}

/** What a second model could not confirm in a generated text, until somebody has read it. */
function Doubts({ image }: { image: EditorImage }) {
  const text = useSelect(
    (_select, registry) => doubtsText(findSourceOf(registry, image)?.doubts, image.alt),
    [image],
  );
  return text === '' ? null : <p className="altscribe-doubts">{text}</p>;
}

/** A link to the row of the featured image that a block shows. */
function PointerNote({ image: { pointsTo, number } }: { image: EditorImage }) {
  const { requestFocus } = useDispatch(focusRequestStore);
  return (
    <span className="altscribe-note">
      {__('Uses the alt text of the featured image.', 'altscribe')}{' '}
      {pointsTo !== null && (
        <Button
          variant="link"
          aria-label={sprintf(
            /* translators: %s: number of an image. The name must contain the translation of "Show it". */
            __('Show it: the featured image, for image %s', 'altscribe'),
            String(number),
          )}
          onClick={() => {
            void requestFocus(pointsTo);
          }}
        >
          {__('Show it', 'altscribe')}
        </Button>
      )}
    </span>
  );
}

/** "In the media library: “…”" or "In the file: “…”" [Use it] */
function LibraryText({ image }: { image: EditorImage }) {
  const { applyLibraryText } = useDispatch(store);
  const { requestFocus } = useDispatch(focusRequestStore);
  const { libraryText, isTextInFile, libraryLanguage, target } = image;
  if (libraryText === null) {
    return libraryLanguage === undefined ? null : <OtherLanguage code={libraryLanguage} />;
  }
  return (
    <p className="altscribe-library">
      {isTextInFile
        ? sprintf(
            /* translators: %s: an alt text. */
            __('This file contains alt text: “%s”', 'altscribe'),
            libraryText,
          )
        : sprintf(
            /* translators: %s: an alt text. */
            __('In the media library: “%s”', 'altscribe'),
            libraryText,
          )}{' '}
      <Button
        variant="link"
        aria-label={buttonName('library', image)}
        onClick={() => {
          void requestFocus(targetKey(target));
          void applyLibraryText(target);
        }}
      >
        {__('Use it', 'altscribe')}
      </Button>{' '}
      <span className="altscribe-note">{__('no credit', 'altscribe')}</span>
    </p>
  );
}

/** "English text in the library": it cannot be used in this post. */
function OtherLanguage({ code }: { code: string }) {
  const { otherLanguageText } = useLanguageNames();
  return <p className="altscribe-library altscribe-note">{otherLanguageText(code)}</p>;
}
