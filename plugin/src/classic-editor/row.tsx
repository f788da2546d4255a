import { Button, Icon } from '@wordpress/components';
import type { MouseEvent } from 'react';
import { useLayoutEffect, useRef } from '@wordpress/element';
import { __, sprintf } from '@wordpress/i18n';
import { caution, check, info, lock, notAllowed } from '@wordpress/icons';
import { type AltTextField } from '../common/alt-text-field/alt-text-field.ts';
import {
  edit,
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
import { formatNumber } from '../common/format.ts';
import { lazyModule } from '../common/hooks.ts';
import type { PostImage } from './images.ts';

interface Props {
  image: PostImage;
  field: AltTextField;
  setup: ControlsSetup;
  /** Gets the focus when the image is removed while the focus is here. */
  focusNext: () => void;
}

/** Few rows need the names of languages, which are large. */
const useLanguages = lazyModule(() => import('../common/language-options.ts'));

/** One image of the post with its alt text and its controls. */
export function Row({ image, field, setup, focusNext }: Props) {
  const { alt, isDecorative, isUnread, isLinked, isLocked, libraryText, libraryLanguage } = image;
  const languages = useLanguages();
  const { startedAt } = useRequestState(field);
  const row = useRef<HTMLLIElement>(null);
  useLayoutEffect(() => {
    const element = row.current;
    return () => {
      if (element?.contains(element.ownerDocument.activeElement)) {
        focusNext();
      }
    };
  }, [focusNext]);
  const toggled = useRef(false);
  useLayoutEffect(() => {
    // The pressed button disappeared with the others.
    if (toggled.current) {
      toggled.current = false;
      row.current?.querySelector('button')?.focus();
    }
  }, [isDecorative]);
  const read = useRef<HTMLButtonElement>(null);
  const editButton = useRef<HTMLButtonElement>(null);
  const isNew = isUnread && startedAt === null;
  useLayoutEffect(() => {
    // The pressed button would now pay for another text.
    if (isNew && row.current?.querySelector('.is-secondary:focus')) {
      read.current?.focus();
    }
  }, [isNew]);
  const number = field.inPost?.number ?? 0;
  const mark = {
    isDecorative,
    number,
    onClick: () => {
      toggled.current = true;
      void (isDecorative ? unmarkDecorative(field) : write(field, '', { isDecorative: true }));
    },
  };
  const hasText = alt.trim() !== '';
  return (
    <li ref={row} className="altscribe-image">
      <img className="altscribe-thumbnail" src={image.thumbnail} alt="" />
      <div className="altscribe-image__text">
        <State image={image} field={field} />
        <span className="altscribe-note">{label(image, number)}</span>
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
              onClick={({ currentTarget }: MouseEvent) => {
                currentTarget.closest('li')?.querySelector<HTMLElement>('.is-secondary')?.focus();
                void write(field, libraryText);
              }}
            >
              {__('Use it', 'altscribe')}
            </Button>{' '}
            <span className="altscribe-note">{__('no credit', 'altscribe')}</span>
          </p>
        )}
        {libraryLanguage !== '' && languages && (
          <p className="altscribe-library altscribe-note">
            {languages.otherLanguageText(libraryLanguage)}
          </p>
        )}
        {!isLocked && !isDecorative && (
          <Controls field={field} setup={setup} hasState>
            {startedAt === null && (
              <>
                {isUnread && (
                  <Button
                    ref={read}
                    variant="link"
                    aria-label={buttonName('check', { number })}
                    onClick={() => {
                      editButton.current?.focus();
                      void confirmText(image);
                    }}
                  >
                    {__('Looks right', 'altscribe')}
                  </Button>
                )}
                <Button
                  ref={editButton}
                  variant="link"
                  aria-label={buttonName('edit', { number })}
                  onClick={() => {
                    edit(field);
                  }}
                >
                  {__('Edit', 'altscribe')}
                </Button>
                {!isLinked && <MarkButton {...mark} />}
                <span className="altscribe-note">
                  {hasText
                    ? __('Rewrite uses 1 credit', 'altscribe')
                    : __('uses 1 credit', 'altscribe')}
                </span>
              </>
            )}
          </Controls>
        )}
        {isDecorative && !isLocked && <MarkButton {...mark} />}
      </div>
    </li>
  );
}

/** "Image 1 · in Gallery" */
function label({ kind }: PostImage, number: number): string {
  const places = {
    content: [],
    gallery: [__('in a gallery', 'altscribe')],
    featured: [__('Featured image', 'altscribe')],
  };
  /* translators: %s: number of the image in the post. */
  const name = sprintf(__('Image %s', 'altscribe'), formatNumber(number));
  return [name, ...places[kind]].join(' · ');
}

interface MarkButtonProps {
  isDecorative: boolean;
  number: number;
  onClick: () => void;
}

/** Marks the image as decorative, or removes the mark. */
function MarkButton({ isDecorative, number, onClick }: MarkButtonProps) {
  const shown = formatNumber(number);
  return isDecorative ? (
    <Button
      variant="link"
      aria-label={sprintf(
        /* translators: %s: number of an image. The name must begin with the translation of "Not decorative". */
        __('Not decorative: image %s', 'altscribe'),
        shown,
      )}
      onClick={onClick}
    >
      {__('Not decorative', 'altscribe')}
    </Button>
  ) : (
    <Button
      variant="link"
      aria-label={sprintf(
        /* translators: %s: number of an image. The name must begin with the translation of "Mark as decorative". */
        __('Mark as decorative: image %s', 'altscribe'),
        shown,
      )}
      onClick={onClick}
    >
      {__('Mark as decorative', 'altscribe')}
    </Button>
  );
}

/** The state of an image in words and an icon, so it can be understood without colour. */
function State({ image, field }: Pick<Props, 'image' | 'field'>) {
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
  if (alt.trim() === '') {
    return isLocked
      ? show('locked', lock, __('Locked', 'altscribe'))
      : show('missing', caution, findingName(isLinked ? 'linked-without-text' : 'missing'));
  }
  if (isUnread) {
    const doubtful = doubtsText(image.doubts, alt);
    return (
      <>
        {show('has-alt', info, __('AI, not read yet', 'altscribe'))}
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
