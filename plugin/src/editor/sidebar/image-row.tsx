import { Button, DropdownMenu, Icon, MenuGroup, MenuItem, Spinner } from '@wordpress/components';
import { useDispatch, useRegistry, useSelect } from '@wordpress/data';
import { memo, useLayoutEffect, useRef, useState } from '@wordpress/element';
import { __, sprintf } from '@wordpress/i18n';
import {
  caution,
  check,
  html,
  info,
  link,
  lock as lockIcon,
  moreVertical,
  notAllowed,
} from '@wordpress/icons';
import type { MouseEvent } from 'react';
import { lazyModule } from '../../common/hooks.ts';
import { missingName } from '../../common/missing-name.ts';
import { buttonName } from '../../common/accessible-button.tsx';
import { AltTextControls } from '../components/alt-text-controls.tsx';
import { focusRequestStore, rowId } from '../store/focus-request.ts';
import { imageLabel } from '../components/image-label.ts';
import { useChecks, type ImageReview } from '../hooks/use-reviews.ts';
import { useLanguageNames } from '../hooks/use-service.ts';
import { findClientId, openTargetAsHtml, targetKey } from '../post/alt-text-target.ts';
import { hasControls, type EditorImage } from '../post/editor-image.ts';
import { store } from '../store/index.ts';
import { Thumbnail, useShowInPost } from './thumbnail.tsx';

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

/** The state of an image in words and an icon, so it can be understood without colour. */
export function ImageStateLabel({ image, findings, isUnchecked }: ImageReview) {
  const { state } = image;
  const checks = useChecks();
  const found = state === 'has-alt' && findings ? checks?.describe(findings, isUnchecked) : null;
  const isGood = found?.isGood ?? false;
  return (
    <>
      <span className={`altscribe-state is-${isGood ? 'good' : state}`}>
        <StateIcon state={state} isGood={isGood} />
        {isUnchecked ? __('AI, not read yet', 'altscribe') : (found?.text ?? stateName(image))}
      </span>
      {found?.more && <span className="altscribe-note is-more-of-state">{found.more}</span>}
    </>
  );
}

function StateIcon({ state, isGood }: { state: EditorImage['state']; isGood: boolean }) {
  switch (state) {
    case 'missing':
      return <Icon icon={caution} size={20} />;
    case 'has-alt':
      return <Icon icon={isGood ? check : info} size={20} />;
    case 'decorative':
      return <Icon icon={notAllowed} size={20} />;
    case 'uploading':
      return <Spinner />;
    case 'html':
      return <Icon icon={html} size={20} />;
    case 'pointer':
      return <Icon icon={link} size={20} />;
    case 'locked':
      return <Icon icon={lockIcon} size={20} />;
  }
}

function stateName({ state, alt, isLinked }: EditorImage): string {
  switch (state) {
    case 'missing':
      return missingName(isLinked ? 'linked-without-text' : 'missing');
    case 'has-alt':
      return __('Not checked yet', 'altscribe');
    case 'decorative':
      return __('Decorative', 'altscribe');
    case 'uploading':
      return __('Uploading', 'altscribe');
    case 'html':
      return alt.trim() === '' ? __('Missing in HTML', 'altscribe') : __('In HTML', 'altscribe');
    case 'pointer':
      return __('Shows the featured image', 'altscribe');
    case 'locked':
      return __('Locked', 'altscribe');
  }
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

/** Only the menu needs these sentences. */
const useReasons = lazyModule(() => import('./run-parts.tsx'));

/** Rendered, and subscribed, only while the menu is open. */
function Items({ image, onClose }: { image: EditorImage; onClose: () => void }) {
  const { target, kind, state, decorative } = image;
  const isDecorative = state === 'decorative';
  const reasons = useReasons();
  const registry = useRegistry();
  const { markDecorative, restoreTextBefore, unmarkDecorative } = useDispatch(store);
  const show = useShowInPost(image);
  const before = useSelect((select) => select(store).getTextBefore(image), [image]);
  return (
    <MenuGroup>
      <MenuItem
        aria-disabled={!decorative.can}
        info={decorative.can ? undefined : reasons?.reasonMessage(decorative.reason)}
        onClick={() => {
          if (decorative.can) {
            void (isDecorative ? unmarkDecorative : markDecorative)(target);
            onClose();
          }
        }}
      >
        {isDecorative ? __('Not decorative', 'altscribe') : __('Mark as decorative', 'altscribe')}
      </MenuItem>
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
    >
      <Thumbnail image={image} />
      <div className="altscribe-image__text">
        <ImageStateLabel {...review} />
        <span className="altscribe-note">{imageLabel(image)}</span>
        {lock && <LockNote image={image} />}
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

/** Loaded later: the images that cannot be edited here, and why. */
export const useUnedited = lazyModule(() => import('./unedited.tsx'));

function LockNote({ image }: { image: EditorImage }) {
  const unedited = useUnedited();
  return (
    unedited && (
      <unedited.LockNote
        lock={image.lock}
        clientId={findClientId(image.target) ?? undefined}
        name={imageLabel(image)}
      />
    )
  );
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

/** "In the media library: “…”" [Use it] */
function LibraryText({ image }: { image: EditorImage }) {
  const { useLibraryText: applyLibraryText } = useDispatch(store);
  const { requestFocus } = useDispatch(focusRequestStore);
  const { libraryText, libraryLanguage, target } = image;
  if (libraryText === null) {
    return libraryLanguage === undefined ? null : <OtherLanguage code={libraryLanguage} />;
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

/** Suggests the model's finding, which the user may ignore. */
function DecorativeHint({ image }: { image: EditorImage }) {
  const { target, decorative } = image;
  const isSuggested = useSelect((select) => select(store).seemsDecorative(image), [image]);
  const { markDecorative } = useDispatch(store);
  if (!isSuggested || !decorative.can) {
    return null;
  }
  return (
    <p className="altscribe-library">
      {__('This image seems to be decorative.', 'altscribe')}{' '}
      <Button
        variant="link"
        onClick={(event: MouseEvent) => {
          // All other controls of the row disappear.
          event.currentTarget.closest('li')?.querySelector('button')?.focus();
          void markDecorative(target);
        }}
      >
        {__('Mark as decorative', 'altscribe')}
      </Button>
    </p>
  );
}
