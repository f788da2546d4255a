import { Button, Icon } from '@wordpress/components';
import type { KeyboardEvent } from 'react';
import { useLayoutEffect, useRef } from '@wordpress/element';
import { __, sprintf } from '@wordpress/i18n';
import { caution, check, info, lock, notAllowed, pending, unseen } from '@wordpress/icons';
import { type AltTextField } from '../common/alt-text-field/alt-text-field.ts';
import {
  dismiss,
  edit,
  generate,
  undo,
  unmarkDecorative,
  useFindings,
  useRequestState,
  write,
} from '../common/alt-text-field/requests.ts';
import { Controls, type ControlsSetup } from '../common/alt-text-field/controls.tsx';
import { confirmText } from './fields.ts';
import { buttonName } from '../common/accessible-button.tsx';
import { isFault } from '../../../shared/alt-text/hints.ts';
import { doubtsText, findingName, findingsText } from '../common/findings.ts';
import { formatNumber, joinFacts } from '../common/format.ts';
import { lazyModule } from '../common/hooks.ts';
import { useWasSeen } from '../common/keyboard.ts';
import { isGenerated } from '../common/request/state.ts';
import type { PostImage } from './images.ts';
import { bootData } from './wordpress.ts';

interface Props {
  image: PostImage;
  field: AltTextField;
  setup: ControlsSetup;
  /** Moves the focus to the summary of the list: after its last image, or if this one is removed. */
  focusSummary: () => void;
}

/** Few rows need the names of languages, which are large. */
const useLanguages = lazyModule(() => import('../common/language-options.ts'));

/** One image of the post with its alt text and its controls. */
export function Row({ image, field, setup, focusSummary }: Props) {
  const { alt, isDecorative, isUnread, isLinked, isLocked, libraryText, libraryLanguage } = image;
  const languages = useLanguages();
  const flaws = useFindings(libraryText, field);
  const { startedAt, suggestion, written } = useRequestState(field);
  const row = useRef<HTMLLIElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  useLayoutEffect(() => {
    const element = row.current;
    return () => {
      if (element?.contains(element.ownerDocument.activeElement)) {
        focusSummary();
      }
    };
  }, [focusSummary]);
  const focusNext = () => {
    const next = row.current?.nextElementSibling?.querySelector<HTMLElement>('h3');
    if (next) {
      next.focus();
    } else {
      focusSummary();
    }
  };
  const isBusy = startedAt !== null;
  useLayoutEffect(() => {
    // The pressed button pays for another text as soon as this one has arrived.
    if (isBusy && row.current?.querySelector('button:focus')) {
      heading.current?.focus();
    }
  }, [isBusy]);
  const number = field.inPost?.number ?? 0;
  const confirm = () => {
    focusNext();
    void confirmText(image);
  };
  const mark = {
    isDecorative,
    number,
    onClick: () => {
      if (isDecorative) {
        heading.current?.focus();
        void unmarkDecorative(field);
      } else {
        focusNext();
        void write(field, '', { isDecorative: true });
      }
    },
  };
  const hasText = alt.trim() !== '';
  const isSuggested = isGenerated(suggestion);
  const suggested = isSuggested ? (suggestion?.text.trim() ?? '') : '';
  const isFree = !isLocked && !isBusy;
  const onKeyDown = useKeys(`${alt} ${suggestion?.generated ?? ''} ${String(isDecorative)}`, {
    a:
      suggested === ''
        ? isFree && isUnread && !suggestion && confirm
        : () => {
            focusNext();
            void write(field, suggested);
          },
    e:
      isFree &&
      !isDecorative &&
      (() => {
        if (suggestion) {
          row.current?.querySelector('textarea')?.focus();
        } else {
          // The field takes the focus from its button.
          row.current?.querySelector<HTMLElement>('[aria-keyshortcuts=E]')?.focus();
          edit(field);
        }
      }),
    r:
      isFree &&
      (isSuggested || (hasText && !suggestion)) &&
      setup.connectionError === null &&
      (() => {
        void generate(field, { regenerate: isSuggested, hint: suggestion?.hint });
      }),
    x:
      isFree &&
      (isSuggested || (isUnread && written !== null)) &&
      (() => {
        focusNext();
        if (isSuggested) {
          dismiss(field);
        } else {
          void undo(field);
        }
      }),
    d: isFree && !isLinked && !isDecorative && mark.onClick,
    s: focusNext,
  });
  const name = label(image, number);
  const editButton = (
    <Button
      variant="link"
      aria-label={buttonName('edit', { number })}
      aria-keyshortcuts="E"
      onClick={() => {
        edit(field);
      }}
    >
      {__('Edit', 'altscribe')}
    </Button>
  );
  return (
    // The keys are shortcuts of its buttons.
    // eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <li ref={row} className="altscribe-image" onKeyDown={onKeyDown}>
      <img className="altscribe-thumbnail" src={image.thumbnail} alt="" />
      <div className="altscribe-image__text">
        <h3 ref={heading} className="altscribe-note" tabIndex={-1}>
          {name}
        </h3>
        <State image={image} field={field} isSuggested={isSuggested} />
        {image.kind !== 'content' && (
          <span className="altscribe-note">
            {isLocked
              ? __('You are not allowed to edit this file in the media library.', 'altscribe')
              : __('Media library text, shared by all posts that use the image', 'altscribe')}
          </span>
        )}
        {hasText && (
          <p className="altscribe-text" dir="auto">
            {/* translators: %s: an alt text. */ sprintf(__('“%s”', 'altscribe'), alt)}
          </p>
        )}
        {libraryText !== '' && (
          <p className="altscribe-library">
            {image.isTextInFile
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
              aria-label={buttonName('library', { number })}
              onClick={() => {
                focusNext();
                void write(field, libraryText);
              }}
            >
              {__('Accept', 'altscribe')}
            </Button>{' '}
            <span className="altscribe-note">{__('no credit', 'altscribe')}</span>
            {flaws.length > 0 && <span className="altscribe-note"> {findingsText(flaws)}</span>}
          </p>
        )}
        {libraryLanguage !== '' && languages && (
          <p className="altscribe-library altscribe-note">
            {languages.otherLanguageText(libraryLanguage)}
          </p>
        )}
        {!isLocked && !isDecorative && (
          <Controls
            field={field}
            setup={setup}
            name={name}
            hasState
            verbs={
              hasText && !isBusy ? (
                <>
                  {isUnread && (
                    <Button
                      variant="link"
                      aria-label={buttonName('apply', { number })}
                      aria-keyshortcuts="A"
                      onClick={confirm}
                    >
                      {__('Accept', 'altscribe')}
                    </Button>
                  )}
                  {editButton}
                </>
              ) : null
            }
            onDone={(isDecided) => {
              if (isDecided) {
                focusNext();
              } else {
                heading.current?.focus();
              }
            }}
          >
            {!isBusy && (
              <>
                {!hasText && (
                  <>
                    <span className="altscribe-note">{__('uses 1 credit', 'altscribe')}</span>
                    {editButton}
                  </>
                )}
                {!isLinked && <MarkButton {...mark} />}
                {hasText && (
                  <span className="altscribe-note">{__('Rewrite uses 1 credit', 'altscribe')}</span>
                )}
              </>
            )}
          </Controls>
        )}
        {isDecorative && !isLocked && <MarkButton {...mark} />}
      </div>
    </li>
  );
}

/**
 * The keys of an image's verbs, outside of its fields.
 * @param shown The text that the user decides about: a key only counts once the user has seen it.
 */
function useKeys(shown: string, verbs: Record<string, (() => void) | false>) {
  const wasSeen = useWasSeen(shown);
  return (event: KeyboardEvent) => {
    const { target, key, ctrlKey, metaKey, altKey, shiftKey, repeat } = event;
    const isOther = ctrlKey || metaKey || altKey || shiftKey || repeat;
    const verb = verbs[key];
    if (verb && !isOther && !(target as Element).matches('input, textarea') && wasSeen()) {
      // Otherwise the letter would be typed into the field that gets the focus.
      event.preventDefault();
      verb();
    }
  };
}

/** "Image 1 · in Gallery" */
function label({ kind }: PostImage, number: number): string {
  const places = {
    content: [],
    gallery: [__('in a gallery', 'altscribe')],
    featured: [bootData.featuredName],
    variation: [__('of a variation', 'altscribe')],
  };
  /* translators: %s: number of the image in the post. */
  const name = sprintf(__('Image %s', 'altscribe'), formatNumber(number));
  return joinFacts([name, ...places[kind]]);
}

interface MarkButtonProps {
  isDecorative: boolean;
  number: number;
  onClick: () => void;
}

/** Marks the image as decorative, or removes the mark. */
function MarkButton({ isDecorative, number, onClick }: MarkButtonProps) {
  return isDecorative ? (
    <Button
      variant="link"
      aria-label={sprintf(
        /* translators: %s: number of an image. The name must begin with the translation of "Not decorative". */
        __('Not decorative: image %s', 'altscribe'),
        formatNumber(number),
      )}
      onClick={onClick}
    >
      {__('Not decorative', 'altscribe')}
    </Button>
  ) : (
    <Button
      variant="link"
      aria-label={buttonName('decorative', { number })}
      aria-keyshortcuts="D"
      onClick={onClick}
    >
      {__('Decorative', 'altscribe')}
    </Button>
  );
}

interface StateProps extends Pick<Props, 'image' | 'field'> {
  /** A text or a verdict waits for a decision. */
  isSuggested: boolean;
}

/** The state of an image in words and an icon, so it can be understood without colour. */
function State({ image, field, isSuggested }: StateProps) {
  const { alt, isDecorative, isUnread, isLinked, isLocked } = image;
  const findings = useFindings(alt, field);
  const show = (name: string, icon: typeof check, text: string) => (
    <span className={`altscribe-state is-${name}`}>
      <Icon icon={icon} size={20} />
      {text}
    </span>
  );
  if (isDecorative) {
    return show('decorative', notAllowed, __('Decorative', 'altscribe'));
  }
  if (isSuggested) {
    return show('has-alt', pending, __('Suggested', 'altscribe'));
  }
  if (alt.trim() === '') {
    return isLocked
      ? show('locked', lock, __('Locked', 'altscribe'))
      : show('missing', caution, findingName(isLinked ? 'linked-without-text' : 'missing'));
  }
  if (isUnread) {
    const doubtful = doubtsText(image.doubts, alt);
    return (
      <>
        {show('has-alt', unseen, __('Written by AI, not checked', 'altscribe'))}
        {findings.length > 0 && <span className="altscribe-note">{findingsText(findings)}</span>}
        {doubtful !== '' && <span className="altscribe-doubts">{doubtful}</span>}
      </>
    );
  }
  return findings.length === 0
    ? show('good', check, __('No problems found', 'altscribe'))
    : show(
        findings.some(isFault) ? 'has-alt' : 'good',
        findings.some(isFault) ? info : check,
        findingsText(findings),
      );
}
