import { Button, DropdownMenu, Icon, MenuGroup, MenuItem } from '@wordpress/components';
import { useDispatch, useRegistry, useSelect } from '@wordpress/data';
import { useViewportMatch } from '@wordpress/compose';
import { memo, useEffect, useLayoutEffect, useRef, useState } from '@wordpress/element';
import { __, sprintf } from '@wordpress/i18n';
import type { ReactElement } from 'react';
import { check, image as imageIcon, moreVertical, notAllowed, pencil } from '@wordpress/icons';
import {
  AltTextControls,
  buttonName,
  closeSidebar,
  doubtsOf,
  findClientId,
  findSourceOf,
  focusRequestStore,
  formatNumber,
  hasControls,
  openTargetAsHtml,
  rowId,
  selectInBackground,
  selectTarget,
  store,
  targetKey,
  useFindings,
  useLanguageNames,
} from '../main.tsx';
import { OptionalTooltip } from '../../common/optional-tooltip.tsx';
import { doubtsText, findingsText } from '../../common/findings.ts';
import { useKeys, useVerbs, type Verb } from '../image-parts/verbs.tsx';
import { imageLabel } from '../image-parts/image-label.ts';
import { ImageStateLabel, useStateName } from '../image-parts/state-label.tsx';
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
  const number = formatNumber(image.number);
  const label = isBroken
    ? /* translators: %s: number of an image. */
      sprintf(__('Select block: Image %s. The image cannot be shown.', 'altscribe'), number)
    : /* translators: %s: number of an image. */
      sprintf(__('Select block: Image %s', 'altscribe'), number);
  return (
    <button type="button" className="altscribe-thumbnail" aria-label={label} onClick={show}>
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

interface MenuProps {
  image: EditorImage;
  verbs: Verb[];
  /** Shows what is sent with the selected image. */
  onContext: () => void;
}

/** The other actions for an image. */
function RowMenu({ image, ...props }: MenuProps) {
  return (
    <DropdownMenu
      className="altscribe-image__menu"
      icon={moreVertical}
      label={buttonName('menu', image)}
      toggleProps={{ size: 'small' }}
      popoverProps={{ placement: 'bottom-end' }}
    >
      {({ onClose }) => <Items image={image} {...props} onClose={onClose} />}
    </DropdownMenu>
  );
}

/** Rendered, and subscribed, only while the menu is open. */
function Items({ image, verbs, onContext, onClose }: MenuProps & { onClose: () => void }) {
  const { target, kind, state, decorative } = image;
  const isDecorative = state === 'decorative';
  const registry = useRegistry();
  const { restoreTextBefore, unmarkDecorative } = useDispatch(store);
  const show = useShowInPost(image);
  const before = useSelect((select) => select(store).getTextBefore(image), [image]);
  return (
    <MenuGroup>
      {verbs.map(({ key, label, run }) => (
        <MenuItem
          key={key}
          shortcut={key.toUpperCase()}
          onClick={() => {
            onClose();
            run();
          }}
        >
          {label}
        </MenuItem>
      ))}
      {!decorative.can && (
        <MenuItem aria-disabled info={reasonMessage(decorative.reason)}>
          {__('Decorative', 'altscribe')}
        </MenuItem>
      )}
      {isDecorative && decorative.can && (
        <MenuItem
          onClick={() => {
            void unmarkDecorative(target);
            onClose();
          }}
        >
          {__('Not decorative', 'altscribe')}
        </MenuItem>
      )}
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
      {hasControls(image) && (
        <MenuItem
          onClick={() => {
            onClose();
            selectInBackground(registry, target);
            onContext();
          }}
        >
          {__('Context', 'altscribe')}
        </MenuItem>
      )}
    </MenuGroup>
  );
}

interface Props {
  review: ImageReview;
  /** Its block is selected. */
  isCurrent: boolean;
  onContext: MenuProps['onContext'];
  /** Moves the focus on after a decision. */
  onDone: (decided: EditorImage, isRead?: boolean) => void;
}

/**
 * One image of the post with its alt text and its controls. It renders only when the image changes,
 * because a post may have hundreds of images.
 */
export const ImageRow = memo(Row);

function Row({ review, isCurrent, onContext, onDone }: Props) {
  const { image, isSuggested, need } = review;
  const { state, alt, lock, target, libraryText } = image;
  const id = rowId(targetKey(target));
  const row = useRef<HTMLLIElement>(null);
  const [isOpened, setIsOpened] = useState(isCurrent);
  const wantsField = useRef(false);
  const suggestion = useSelect((select) => select(store).getSuggestion(image), [image]);
  // While the user edits the present text.
  const isOpen = isOpened || (suggestion !== null && !isSuggested);
  useLayoutEffect(() => {
    // Not under the user's hands.
    if (isCurrent || row.current?.contains(document.activeElement) === false) {
      setIsOpened(isCurrent);
    }
  }, [isCurrent]);
  useLayoutEffect(() => {
    const field = row.current?.querySelector('textarea');
    if (wantsField.current && field) {
      wantsField.current = false;
      field.focus();
    }
  });
  const open = (isEdit: boolean) => {
    wantsField.current = isEdit;
    row.current?.querySelector<HTMLElement>('.altscribe-image__toggle')?.focus();
    setIsOpened(true);
  };
  const done = (isRead?: boolean) => {
    setIsOpened(false);
    onDone(image, isRead);
  };
  const verbs = useVerbs(image, open, done);
  const shown = isSuggested && !isOpen ? (suggestion?.text ?? '') : alt;
  const isProposal = suggestion?.verdict === 'decorative' && !isOpen;
  const isText = shown.trim() !== '' && !['decorative', 'pointer'].includes(state);
  const hasText = isText && !isProposal;
  const offered = state === 'missing' && !isSuggested ? libraryText : null;
  const doubts = useDoubts(review);
  const whole = useWhole(
    review,
    offered === null ? isText && quote(shown) : offerText(image, offered),
    doubts,
  );
  const readAt = useRef(Infinity);
  const keys = verbs.map((verb) => ({
    ...verb,
    run: () => {
      const text = row.current?.querySelector('.altscribe-text');
      const isCut = text && text.scrollWidth > text.clientWidth;
      // Nobody accepts what they could not read.
      if (verb.key === 'a' && !isOpen && isCut && performance.now() - readAt.current < lookTime) {
        open(false);
      } else {
        verb.run();
      }
    },
  }));
  useKeys(row, keys, `${state} ${suggestion?.generated ?? alt}`);
  const [main] = verbs;
  // The text gets at least half of its line.
  const isWord = !hasText || isShortWord(main?.label ?? '');
  return (
    <li
      ref={row}
      id={id}
      className={[
        'altscribe-image',
        !isOpen && 'is-line',
        isCurrent && 'is-current',
        (hasText || offered !== null) && 'has-text',
        isProposal && 'is-proposal',
      ]
        .filter(Boolean)
        .join(' ')}
      aria-current={isCurrent ? 'true' : undefined}
      onFocus={({ target: focused, currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) {
          // After a click, no tooltip shows the whole text.
          readAt.current = focused.matches(':focus-visible') ? performance.now() : Infinity;
        }
      }}
    >
      <Thumbnail image={image} />
      <div className="altscribe-image__text">
        <h3 className="altscribe-image__name">
          <Whole text={isOpen ? '' : whole}>
            <button
              type="button"
              className="altscribe-image__toggle"
              aria-expanded={isOpen}
              aria-describedby={`${id}-state`}
              onClick={() => {
                setIsOpened(!isOpen);
              }}
            >
              <span>{imageLabel(image)}</span>
            </button>
          </Whole>
        </h3>
        <div id={`${id}-state`} className="altscribe-image__state">
          <ImageStateLabel {...review} />
          {isProposal && <span className="altscribe-note">{__('Decorative?', 'altscribe')}</span>}
          {isText && (
            <p dir="auto" className="altscribe-text">
              {quote(shown)}
            </p>
          )}
          {/* The card of a suggestion has its own. */}
          {doubts !== '' && !(isOpen && isSuggested) && (
            <p className="altscribe-doubts">{doubts}</p>
          )}
          {offered !== null && !isOpen && (
            <span aria-hidden="true" dir="auto" className="altscribe-text">
              {quote(offered)}
            </span>
          )}
        </div>
        {lock && (
          <LockNote
            lock={lock}
            clientId={findClientId(target) ?? undefined}
            name={imageLabel(image)}
          />
        )}
        {state === 'pointer' && <PointerNote image={image} />}
        {image.kind === 'html' && need === 'missing' && <HtmlButton image={image} />}
      </div>
      {state === 'missing' && !isSuggested && <LibraryText image={image} isOpen={isOpen} />}
      {hasControls(image) && <AltTextControls image={image} isOpen={isOpen} onDone={done} />}
      <div className="altscribe-image__end">
        {!isOpen && need === 'review' && main && (
          <Whole
            text={isWord ? whole : `${main.label}\n${whole}`}
            shortcut={main.key.toUpperCase()}
          >
            <Button
              variant="secondary"
              size="small"
              icon={isWord ? undefined : ({ a: check, d: notAllowed }[main.key] ?? pencil)}
              aria-label={buttonName(main.button, image)}
              aria-describedby={`${id}-state`}
              aria-keyshortcuts={main.key.toUpperCase()}
              onClick={main.run}
            >
              {isWord && main.label}
            </Button>
          </Whole>
        )}
        <RowMenu image={image} verbs={verbs} onContext={onContext} />
      </div>
      <LongDescription review={review} isOpen={isOpen} />
    </li>
  );
}

/** Leaves room for a text beside the button: "Accept", but not "Übernehmen". */
function isShortWord(label: string): boolean {
  return label.length <= 8;
}

/** How long a text that is cut must be shown whole before a key accepts it (ms). */
const lookTime = 500;

function quote(text: string): string {
  /* translators: %s: an alt text. */
  return sprintf(__('“%s”', 'altscribe'), text);
}

/** What a line has no room for, while the pointer or the focus is on it. Above, where rows are done. */
function Whole({
  children,
  ...props
}: {
  text: string;
  shortcut?: string;
  children: ReactElement;
}) {
  return (
    <OptionalTooltip
      {...props}
      delay={100}
      placement="top"
      hideOnClick={false}
      className="altscribe-tooltip is-whole"
    >
      {children}
    </OptionalTooltip>
  );
}

/** "Image 2, boat.jpg", its state, the whole text and its doubts, each in a line. */
function useWhole(review: ImageReview, text: string | false, doubts: string): string {
  const { name, more } = useStateName(review);
  return [imageLabel(review.image), name, more, text, doubts].filter(Boolean).join('\n');
}

/** What a second model could not confirm in a generated text, until somebody has read it. */
function useDoubts({ image, isSuggested, isNotRead }: ImageReview): string {
  return useSelect(
    (select, registry) => {
      if (isSuggested) {
        const text = select(store).getSuggestion(image)?.text ?? '';
        return doubtsText(doubtsOf(text), text);
      }
      return isNotRead ? doubtsText(findSourceOf(registry, image)?.doubts, image.alt) : '';
    },
    [image, isSuggested, isNotRead],
  );
}

/** The way to an image whose text can only be written in its HTML. */
function HtmlButton({ image }: { image: EditorImage }) {
  const registry = useRegistry();
  return (
    <Button
      variant="link"
      aria-label={sprintf(
        /* translators: %s: number of an image. The name must begin with the translation of "Edit as HTML". */
        __('Edit as HTML: image %s', 'altscribe'),
        formatNumber(image.number),
      )}
      onClick={() => {
        openTargetAsHtml(registry, image.target);
      }}
    >
      {__('Edit as HTML', 'altscribe')}
    </Button>
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

/** "In the media library: “…”" or "In the file: “…”" [Accept] */
function LibraryText({ image, isOpen }: { image: EditorImage; isOpen: boolean }) {
  const { applyLibraryText } = useDispatch(store);
  const { requestFocus } = useDispatch(focusRequestStore);
  const { libraryText, libraryLanguage, target } = image;
  const findings = useFindings(image, libraryText ?? '');
  if (libraryText === null) {
    return libraryLanguage === undefined ? null : (
      <OtherLanguage code={libraryLanguage} isOpen={isOpen} />
    );
  }
  const label = __('Accept', 'altscribe');
  const isWord = isOpen || isShortWord(label);
  const cost = __('no credit', 'altscribe');
  const found = findings.length > 0 ? findingsText(findings) : '';
  const whole = [!isWord && label, offerText(image, libraryText), cost, found]
    .filter(Boolean)
    .join('\n');
  return (
    <p className="altscribe-library">
      <span hidden={!isOpen}>{offerText(image, libraryText)} </span>
      <Whole text={isOpen ? '' : whole}>
        <Button
          variant={isOpen ? 'link' : 'secondary'}
          size="small"
          icon={isWord ? undefined : check}
          aria-label={buttonName('library', image)}
          onClick={() => {
            void requestFocus(targetKey(target));
            void applyLibraryText(target);
          }}
        >
          {isWord && label}
        </Button>
      </Whole>
      <span className="altscribe-note" hidden={!isOpen}>
        {' '}
        {cost} {found}
      </span>
    </p>
  );
}

function offerText({ isTextInFile }: EditorImage, text: string): string {
  return isTextInFile
    ? sprintf(
        /* translators: %s: an alt text. */
        __('This file contains alt text: “%s”', 'altscribe'),
        text,
      )
    : sprintf(
        /* translators: %s: an alt text. */
        __('In the media library: “%s”', 'altscribe'),
        text,
      );
}

/** "English text in the library": it cannot be used in this post. */
function OtherLanguage({ code, isOpen }: { code: string; isOpen: boolean }) {
  const { otherLanguageText } = useLanguageNames();
  return (
    <p className="altscribe-library altscribe-note" hidden={!isOpen}>
      {otherLanguageText(code)}
    </p>
  );
}
