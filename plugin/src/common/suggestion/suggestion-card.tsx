import { Button, TextareaControl, TextControl } from '@wordpress/components';
import { useState } from '@wordpress/element';
import { __, sprintf } from '@wordpress/i18n';
import type { KeyboardEvent, ReactNode, Ref } from 'react';
import { findRepeatedPlace, type NearbyTexts } from '../../../../shared/alt-text/nearby.ts';
import { AccessibleButton } from '../accessible-button.tsx';
import { doubtsText, type Finding, findingsText } from '../findings.ts';
import { lengthText } from '../format.ts';
import { lazyModule } from '../hooks.ts';

const useParts = lazyModule(
  () => import(/* webpackChunkName: "diff-words" */ '../word-diff-parts.tsx'),
);

/** The differences between two texts: removed words are struck through, new ones underlined. */
export function WordDiff(texts: { before: string; after: string }) {
  const parts = useParts();
  return parts && <parts.WordDiffParts {...texts} />;
}

interface Props {
  /** Accessible name of the field if the screen has several. It begins with the visible label. */
  name?: string | undefined;
  /** The text that the image has now. */
  current: string;
  /** The suggested text with the user's edits; the user's own text for `isOwn`. */
  text: string;
  /** The user edits the current text. Nothing was generated. */
  isOwn?: boolean;
  /** `declined`: the model gave no text; `decorative`: it found nothing that needs one. */
  verdict?: Verdict;
  /** The texts beside the image, which may be why it is decorative. */
  nearby?: NearbyTexts | undefined;
  /** Marks the image. Offered before the text, which is for users who disagree. */
  onDecorate?: (() => void) | undefined;
  /** Accessible name of its button if the screen has several. */
  decorateName?: string | undefined;
  findings: Finding[];
  /** Quotations from the suggested text that a second model could not confirm. */
  doubts?: readonly string[] | undefined;
  /** Further facts about the text, such as "AI · gpt-5.4-mini · 23 Nov". */
  notes?: readonly string[];
  /** The current text is already on the screen. */
  isCurrentShown?: boolean;
  /** A long description: several lines, for a block below the image. */
  isLong?: boolean;
  /** Shows the text instead of the field, until the user edits it. */
  readOnly?: boolean;
  rows?: number;
  fieldRef?: Ref<HTMLTextAreaElement>;
  onChange: (typed: string) => void;
  /**
   * Enter in the field does what the main button does, because an alt text has one line: it accepts,
   * saves, or marks.
   */
  onEnter?: (() => void) | undefined;
  /** Escape in the field cancels the edit. */
  onEscape?: () => void;
  /** The actions. */
  children: ReactNode;
}

/**
 * A suggested text for an image, which the user reads, edits and decides about. The sidebar, the
 * review, the media library and the desk all use it, each with its own actions.
 */
export function SuggestionCard({
  name,
  current,
  text,
  isOwn = false,
  verdict = null,
  nearby,
  onDecorate,
  decorateName,
  findings,
  doubts,
  notes = [],
  isCurrentShown = false,
  isLong = false,
  readOnly = false,
  rows = 3,
  fieldRef,
  onChange,
  onEnter,
  onEscape,
  children,
}: Props) {
  const ownLabel = isOwn ? __('Alt text', 'altscribe') : __('Suggested alt text', 'altscribe');
  const label = isLong ? __('Long description', 'altscribe') : ownLabel;
  const found = findings.length > 0 ? findingsText(findings) : '';
  const isSame = !isOwn && current.trim() !== '' && current.trim() === text.trim();
  const doubtful = doubtsText(doubts, text);
  const shownNotes = isSame ? [...notes, __('Same as the current text.', 'altscribe')] : notes;
  const onKeyDown = (event: KeyboardEvent) => {
    const run = { Enter: onEnter, Escape: onEscape }[event.key];
    if (((event.key === 'Enter' && !isLong) || run) && !event.nativeEvent.isComposing) {
      event.preventDefault();
      event.stopPropagation();
      run?.();
    }
  };
  return (
    <div className="altscribe-suggestion">
      {verdict && (
        <p className="altscribe-suggestion__verdict">{verdictText(verdict, text, nearby)}</p>
      )}
      {verdict === 'decorative' && onDecorate && (
        <div className="altscribe-actions">
          <Button
            variant={onEnter === onDecorate ? 'primary' : 'secondary'}
            size="compact"
            aria-label={decorateName}
            description={verdictText(verdict, text, nearby)}
            onClick={onDecorate}
          >
            {__('Decorative', 'altscribe')}
          </Button>
        </div>
      )}
      {doubtful !== '' && <p className="altscribe-doubts">{doubtful}</p>}
      {shownNotes.map((note) => (
        <p key={note} className="altscribe-note">
          {note}
        </p>
      ))}
      {!isCurrentShown && (
        <p className="altscribe-note" dir="auto">
          {currentText(current)}
        </p>
      )}
      {readOnly ? (
        <>
          <p dir="auto" className="altscribe-text">
            {quote(text)}
          </p>
          {found !== '' && <p className="altscribe-note">{found}</p>}
        </>
      ) : (
        <TextareaControl
          __nextHasNoMarginBottom
          ref={fieldRef}
          label={label}
          aria-label={name}
          help={
            <>
              {!isLong && lengthText(text)}
              {found !== '' && <span className="altscribe-findings">{found}</span>}
            </>
          }
          dir="auto"
          rows={rows}
          value={text}
          onChange={onChange}
          onKeyDown={onKeyDown}
        />
      )}
      {current.trim() !== '' && text.trim() !== '' && !isSame && (
        <WordDiff before={current} after={text} />
      )}
      {children}
    </div>
  );
}

/** `declined`: the model gave no text; `decorative`: it found nothing that needs one. */
type Verdict = 'declined' | 'decorative' | null;

/**
 * The model's verdict, with or without a text: "Decorative? The caption already says this."
 * Without the texts beside the image, only the question.
 */
export function verdictText(
  verdict: NonNullable<Verdict>,
  text = '',
  nearby?: NearbyTexts,
): string {
  if (verdict === 'declined') {
    return __('The AI declined to describe this image. Write the text yourself.', 'altscribe');
  }
  const question = __('Decorative?', 'altscribe');
  return nearby ? `${question} ${decorativeReason(text, nearby)}` : question;
}

function decorativeReason(text: string, nearby: NearbyTexts): string {
  // Dictionaries for words do not depend on the language.
  switch (findRepeatedPlace(text, nearby, 'en')) {
    case 'caption':
      return __('The caption already says this.', 'altscribe');
    case 'link':
      return __('The link text already says this.', 'altscribe');
    case 'around':
    case 'before':
    case 'after':
      return __('The text next to it already says this.', 'altscribe');
    case null:
      return Object.values(nearby).every((there) => there === '')
        ? __('It seems to add only style.', 'altscribe')
        : __('It seems to add only style, or to repeat the text around it.', 'altscribe');
  }
}

function quote(text: string): string {
  /* translators: %s: an alt text. */
  return text.trim() === '' ? '' : sprintf(__('“%s”', 'altscribe'), text);
}

function currentText(current: string): string {
  return current.trim() === ''
    ? __('No alt text yet', 'altscribe')
    : /* translators: %s: the alt text that an image has now. */
      sprintf(__('Current text: “%s”', 'altscribe'), current);
}

/** A length that the user asks for; `same`: that of the current suggestion. */
export type RewriteLength = 'same' | 'short' | 'detailed';

interface RewriteProps {
  /** The hint of the current suggestion. */
  hint: string;
  /** Why no other text can be generated now. */
  disabledReason: string | null;
  /** Shown on the button while a text is being generated. */
  progress: string | null;
  /** With "Shorter" and "More detail". */
  hasLengths?: boolean;
  /** Accessible names of the buttons if the screen has several. */
  nameOf?: ((button: 'regenerate' | 'shorter' | 'detailed') => string) | undefined;
  fieldRef?: Ref<HTMLInputElement>;
  onRewrite: (hint: string, length: RewriteLength) => void;
  /** Escape in the field. */
  onEscape?: () => void;
}

/** Replaces a suggestion with another text, using a hint that only the user can give. */
export function Rewrite({
  hint,
  disabledReason,
  progress,
  hasLengths = false,
  nameOf,
  fieldRef,
  onRewrite,
  onEscape,
}: RewriteProps) {
  const [typed, setTyped] = useState(hint);
  const reason = progress ?? disabledReason;
  const button = (
    name: 'regenerate' | 'shorter' | 'detailed',
    label: string,
    length: RewriteLength,
  ) => (
    <AccessibleButton
      variant="link"
      name={progress === null ? nameOf?.(name) : undefined}
      disabledReason={reason}
      onClick={() => {
        onRewrite(typed.trim(), length);
      }}
    >
      {label}
    </AccessibleButton>
  );
  return (
    <div className="altscribe-regenerate">
      <TextControl
        __next40pxDefaultSize
        __nextHasNoMarginBottom
        ref={fieldRef}
        label={__('Anything the AI should know?', 'altscribe')}
        placeholder={__('Aunt Rosa, Red Cross, 1931', 'altscribe')}
        maxLength={200}
        value={typed}
        onChange={setTyped}
        onKeyDown={(event) => {
          if (event.nativeEvent.isComposing || !['Enter', 'Escape'].includes(event.key)) {
            return;
          }
          event.preventDefault();
          event.stopPropagation();
          if (event.key === 'Escape') {
            onEscape?.();
          } else if (reason === null) {
            onRewrite(typed.trim(), 'same');
          }
        }}
      />
      <div className="altscribe-actions">
        {button('regenerate', progress ?? __('Rewrite', 'altscribe'), 'same')}
        {hasLengths && button('shorter', __('Shorter', 'altscribe'), 'short')}
        {hasLengths && button('detailed', __('More detail', 'altscribe'), 'detailed')}
        <span className="altscribe-note">{__('1 credit each', 'altscribe')}</span>
      </div>
    </div>
  );
}
