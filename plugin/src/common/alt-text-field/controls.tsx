import { Button, ExternalLink } from '@wordpress/components';
import { useEffect, useLayoutEffect, useRef, useState } from '@wordpress/element';
import { __, sprintf } from '@wordpress/i18n';
import type { ReactNode } from 'react';
import {
  AccessibleButton,
  type ImageButton,
  buttonName,
  fieldName,
} from '../accessible-button.tsx';
import { errorAction, type ApiError } from '../api-error.ts';
import { doubtsOf } from '../api.ts';
import { findingsText } from '../findings.ts';
import { mayMoveFocus } from '../focus.ts';
import { lengthText } from '../format.ts';
import { OtherPosts } from '../other-posts/other-posts.tsx';
import {
  countWithoutText,
  filledPosts,
  filledText,
  foundText,
  othersText,
  usePosts,
} from '../other-posts/use-posts.ts';
import { useHasPassed } from '../hooks.ts';
import { Rewrite, SuggestionCard } from '../suggestion/suggestion-card.tsx';
import { type AltTextField } from './alt-text-field.ts';
import {
  type FreeText,
  type RequestState,
  type HeldSuggestion,
  acceptText,
  dismiss,
  editSuggestion,
  generate,
  noteFilledPosts,
  undo,
  useFindings,
  useRequestState,
  useText,
  useFreeText,
  write,
} from './requests.ts';
import { writtenText } from '../request/announce.ts';
import { isGenerated } from '../request/state.ts';
import { longRequest } from '../run/announce.ts';
import { findMedia } from '../wp-media.ts';

interface ErrorMessageProps {
  field: AltTextField;
  error: ApiError;
  settingsUrl: string | null;
}

/** The name of a button, if the screen lists several images. */
function nameFor({ inPost }: AltTextField, button: ImageButton): string | undefined {
  return inPost && buttonName(button, inPost);
}

/** An error's message, followed by the one action available to this user. */
function ErrorMessage({ field, error, settingsUrl }: ErrorMessageProps) {
  const action = errorAction(error, settingsUrl !== null);
  // A plugin that is not set up is not an error.
  const isCalm = error.code === 'altscribe_not_connected';
  return (
    <p className={isCalm ? 'altscribe-note' : 'altscribe-media__error'}>
      {error.message}{' '}
      {action === 'open-settings' && (
        <ExternalLink href={settingsUrl ?? ''}>{__('Open settings', 'altscribe')}</ExternalLink>
      )}
      {(action === 'retry' || action === 'check-credits') && !isCalm && (
        <Button
          variant="link"
          aria-label={nameFor(field, 'retry')}
          onClick={() => void generate(field)}
        >
          {__('Try again', 'altscribe')}
        </Button>
      )}
    </p>
  );
}

interface GenerateButtonProps {
  field: AltTextField;
  hasText: boolean;
  /** Null if the user can generate. */
  blockedReason: string | null;
  variant: 'secondary' | 'link';
  /** Called when a request ends while the button has the focus: it would cost another credit. */
  onEnd: () => void;
}

/** Requests a text. All states use the same element, so it keeps the focus meanwhile. */
function GenerateButton({ field, hasText, blockedReason, variant, onEnd }: GenerateButtonProps) {
  const { startedAt } = useRequestState(field);
  const button = useRef<HTMLButtonElement>(null);
  const isLong = useHasPassed(longRequest, startedAt);
  const name = hasText ? __('Rewrite', 'altscribe') : __('Generate alt text', 'altscribe');
  const progress = isLong ? __('Still working…', 'altscribe') : __('Generating…', 'altscribe');
  const isBusy = startedAt !== null;
  const wasBusy = useRef(isBusy);
  useLayoutEffect(() => {
    if (wasBusy.current && !isBusy && button.current?.matches(':focus')) {
      onEnd();
    }
    wasBusy.current = isBusy;
  });
  return (
    <AccessibleButton
      buttonRef={button}
      variant={variant}
      size="compact"
      isBusy={isBusy}
      name={isBusy ? undefined : nameFor(field, hasText ? 'rewrite' : 'generate')}
      disabledReason={isBusy ? progress : blockedReason}
      onClick={() => void generate(field)}
    >
      {isBusy ? progress : name}
    </AccessibleButton>
  );
}

interface PostsNoteProps {
  field: AltTextField;
  /** The text has not been undone since. */
  isWritten: boolean;
  /** Called when an answer closes the note, in which the focus may be. */
  onClose: () => void;
}

/** "Also in 3 posts without alt text", which opens the list of posts; empty if there are none. */
function PostsNote({ field, isWritten, onClose }: PostsNoteProps) {
  const openPostId = findMedia()?.view.settings.post.id;
  const posts = usePosts(field.attachmentId, openPostId, (count) => {
    if (count === 0 && !isWritten) {
      onClose();
    }
    noteFilledPosts(field, count);
  });
  const [isOpen, setIsOpen] = useState(false);
  const { state } = posts;
  const count = countWithoutText(state);
  const filled = filledPosts(state).length;
  const others = state.posts.length - count + state.others.length;
  // Texts filled into posts can be undone even if the image has no text.
  const isShown = (count + others > 0 && isWritten) || filled > 0;
  const otherLabel = filled > 0 ? filledText(filled) : othersText(others);
  return (
    <>
      {/* It is rendered before its text, so screen readers announce the text once it is added. */}
      <div role="status">
        {isShown && (
          <Button
            variant="link"
            aria-expanded={isOpen}
            onClick={() => {
              setIsOpen(!isOpen);
            }}
          >
            {count > 0 && isWritten ? foundText(count, state.next !== null) : otherLabel}
          </Button>
        )}
      </div>
      {isShown && isOpen && <OtherPosts posts={posts} canFill={isWritten} />}
    </>
  );
}

interface WrittenNoteProps {
  field: AltTextField;
  written: NonNullable<RequestState['written']>;
  /** Called before the note closes, while the focus is inside. */
  onUndo: () => void;
}

/** "Alt text added." with Undo. It has already been announced. */
function WrittenNote({ field, written, onUndo }: WrittenNoteProps) {
  return (
    <p className="altscribe-note">
      {written.isDecorative
        ? __('The image is marked as decorative.', 'altscribe')
        : writtenText(written.before)}{' '}
      <Button
        variant="link"
        onClick={() => {
          onUndo();
          void undo(field);
        }}
      >
        {__('Undo', 'altscribe')}
      </Button>
    </p>
  );
}

interface FieldSuggestionProps {
  field: AltTextField;
  suggestion: HeldSuggestion;
  /** Null if the user can generate. */
  blockedReason: string | null;
  /** The text in the field. */
  present: string;
  /** The text that cost no credit; null if there is none. */
  freeText: FreeText | null;
  /** Called before the panel closes, while the focus is inside. `isDecided`: the user has decided about the text. */
  onClose: (isDecided: boolean) => void;
}

/** A suggested text, which the user can edit, apply or dismiss. */
function FieldSuggestion({
  field,
  suggestion,
  blockedReason,
  present,
  freeText,
  onClose,
}: FieldSuggestionProps) {
  const { text, hint, verdict } = suggestion;
  const isOwn = !isGenerated(suggestion);
  const { startedAt } = useRequestState(field);
  const found = useFindings(text, field);
  // Only the site knows the findings from the post that the text comes from.
  const findings = text === freeText?.text ? [...new Set([...freeText.findings, ...found])] : found;
  const textarea = useRef<HTMLTextAreaElement>(null);
  useLayoutEffect(() => {
    const place = textarea.current?.closest<HTMLElement>('.altscribe-media');
    const active = place?.ownerDocument.activeElement;
    // The button with the focus is hidden now. The focus never moves out of a field or to a decision.
    if (active?.matches('button') && place?.contains(active)) {
      (isOwn ? textarea.current : place)?.focus();
    }
    // eslint-disable-next-line react-hooks/exhaustive-deps -- Only when it opens.
  }, []);
  const isEmpty = text.trim() === '';
  const apply = () => {
    onClose(true);
    void write(field, text.trim());
  };
  const close = () => {
    onClose(!isOwn);
    dismiss(field);
  };
  const { generated } = suggestion;
  const reset =
    generated === null || generated === text
      ? undefined
      : () => {
          editSuggestion(field, generated);
        };
  const mark = () => {
    onClose(true);
    void write(field, '', { isDecorative: true });
  };
  const canMark = canBeDecorative(field);
  const isMarkMain = verdict === 'decorative' && canMark && text === suggestion.generated;
  const accept = isEmpty ? undefined : apply;
  return (
    <SuggestionCard
      name={field.inPost && fieldName(field.inPost, !isOwn)}
      current={present}
      text={text}
      isOwn={isOwn}
      verdict={verdict}
      nearby={field.inPost?.surroundings.nearby ?? {}}
      onDecorate={canMark ? mark : undefined}
      decorateName={nameFor(field, 'decorative')}
      findings={findings}
      doubts={doubtsOf(generated ?? '')}
      notes={notes(suggestion, freeText)}
      isCurrentShown
      fieldRef={textarea}
      onChange={(typed) => {
        editSuggestion(field, typed);
      }}
      onEnter={isMarkMain ? mark : accept}
      onEscape={isOwn ? close : reset}
    >
      <div className="altscribe-actions">
        <AccessibleButton
          variant={isMarkMain ? 'secondary' : 'primary'}
          size="compact"
          name={nameFor(field, isOwn ? 'save' : 'apply')}
          disabledReason={isEmpty ? __('Enter alt text first.', 'altscribe') : null}
          onClick={apply}
        >
          {isOwn ? __('Save', 'altscribe') : __('Accept', 'altscribe')}
        </AccessibleButton>
        <Button
          variant="tertiary"
          size="compact"
          aria-label={nameFor(field, isOwn ? 'cancel' : 'dismiss')}
          onClick={close}
        >
          {isOwn ? __('Cancel', 'altscribe') : __('Reject', 'altscribe')}
        </Button>
      </div>
      {!isOwn && (
        <Rewrite
          hint={hint}
          disabledReason={blockedReason}
          progress={startedAt === null ? null : __('Generating…', 'altscribe')}
          nameOf={field.inPost && ((button) => buttonName(button, field.inPost ?? { number: 0 }))}
          onRewrite={(typed) => void generate(field, { regenerate: true, hint: typed })}
        />
      )}
    </SuggestionCard>
  );
}

/** A link needs a text, and WordPress's dialog for an image in a post cannot mark it. */
function canBeDecorative({ inPost, isOfLibrary }: AltTextField): boolean {
  return inPost ? inPost.surroundings.isLinked !== true : isOfLibrary;
}

/** Why the text is held, and its cost. */
function notes({ text, cause, isFree, id }: HeldSuggestion, freeText: FreeText | null): string[] {
  return [
    cause === 'edited' &&
      __('You edited the alt text in the meantime, so it was not replaced.', 'altscribe'),
    isFree && freeNote(text === freeText?.text ? freeText : null, id > 0),
  ].filter((note) => note !== false);
}

function offerOf({ text, from }: FreeText): string {
  return {
    /* translators: %s: an alt text. */
    file: sprintf(__('This file contains alt text: “%s”', 'altscribe'), text),
    /* translators: %s: an alt text. */
    post: sprintf(__('In a post: “%s”', 'altscribe'), text),
    /* translators: %s: an alt text. */
    copy: sprintf(__('A copy of this image has: “%s”', 'altscribe'), text),
  }[from];
}

function freeNote(found: FreeText | null, isHeld: boolean): string {
  if (found) {
    return {
      file: __('From the metadata of the file. No credit used.', 'altscribe'),
      post: __('From a post that shows this image. No credit used.', 'altscribe'),
      copy: __('From a copy of this image in the library. No credit used.', 'altscribe'),
    }[found.from];
  }
  return isHeld
    ? __('Suggested earlier. No credit used.', 'altscribe')
    : __('Reused from the last 24 hours. No credit used.', 'altscribe');
}

/** The screen's data about its user. */
export interface ControlsSetup {
  /** Why the user cannot generate anything; null if there is no known reason. */
  connectionError: ApiError | null;
  /** Null if the user may not open the settings. */
  settingsUrl: string | null;
  /** The screen shows that error above all images. */
  isErrorAbove?: boolean;
}

interface ControlsProps {
  field: AltTextField;
  setup: ControlsSetup;
  /** Accessible name of the group, if the screen has several. */
  name?: string;
  /** The length and findings of the current text are already shown below it. */
  hasState?: boolean;
  /** The verbs before "Rewrite", as links like all of them. */
  verbs?: ReactNode;
  /** Further buttons beside the button. */
  children?: ReactNode;
  /** Moves the focus after an action here, `isDecided`: of a decision about the text; by default to the controls. */
  onDone?: (isDecided: boolean) => void;
}

/** The controls beside a field for alt text: the button and its results. */
export function Controls({
  field,
  setup: { connectionError, settingsUrl, isErrorAbove = false },
  name = 'Altscribe',
  hasState = false,
  verbs,
  children,
  onDone,
}: ControlsProps) {
  const { suggestion, written, error, news, ...state } = useRequestState(field);
  const filledCount = state.filledPosts ?? field.filledPosts;
  const text = useText(field);
  // The text that was unread when the page was loaded, or the unread one written since.
  const [unreadText, setUnreadText] = useState(field.isUnread === true ? text : null);
  const lastUnread = written?.isUnread ? written.text : null;
  useEffect(() => {
    if (lastUnread !== null && field.isStored) {
      setUnreadText(lastUnread);
    }
  }, [lastUnread, field.isStored]);
  const isUnread = text !== '' && text === unreadText;
  const findings = useFindings(text, field);
  const freeText = useFreeText(field, text.trim() === '');
  const place = useRef<HTMLDivElement>(null);
  const storedText = useStoredText(field, written);
  const returnFocus = (isDecided = false) => {
    if (onDone) {
      onDone(isDecided);
    } else {
      place.current?.focus();
    }
  };
  /** After an answer: the user may have gone on since. */
  const returnFocusIfHere = () => {
    if (mayMoveFocus(place.current)) {
      returnFocus();
    }
  };
  const accept = async () => {
    const result = await acceptText(field, text);
    if (result) {
      setUnreadText(null);
      returnFocusIfHere();
    }
  };
  const blockedReason = connectionError?.message ?? null;
  return (
    <div ref={place} className="altscribe-media" role="group" aria-label={name} tabIndex={-1}>
      {!hasState && text.trim() !== '' && (
        <p className="altscribe-note">
          {isUnread && (
            <span className="altscribe-findings">
              {__('Written by AI, not checked', 'altscribe')}{' '}
              <Button variant="link" onClick={() => void accept()}>
                {__('Accept', 'altscribe')}
              </Button>
            </span>
          )}
          {lengthText(text)}
          {findings.length > 0 && (
            <span className="altscribe-findings">{findingsText(findings)}</span>
          )}
        </p>
      )}
      {freeText && connectionError === null && (
        <p className="altscribe-note" hidden={suggestion !== null}>
          {offerOf(freeText)}{' '}
          <Button
            variant="link"
            onClick={() => {
              void generate(field);
            }}
          >
            {__('Accept', 'altscribe')}
          </Button>{' '}
          {__('no credit', 'altscribe')}
          {freeText.findings.length > 0 && (
            <span className="altscribe-findings">{findingsText(freeText.findings)}</span>
          )}
        </p>
      )}
      {connectionError && !isErrorAbove ? (
        <ErrorMessage field={field} error={connectionError} settingsUrl={settingsUrl} />
      ) : (
        <div className="altscribe-actions" hidden={suggestion !== null}>
          {verbs}
          <GenerateButton
            field={field}
            hasText={text.trim() !== ''}
            blockedReason={blockedReason}
            variant={verbs ? 'link' : 'secondary'}
            onEnd={returnFocus}
          />
          {children}
        </div>
      )}
      {error && <ErrorMessage field={field} error={error} settingsUrl={settingsUrl} />}
      {news !== '' && <p className="altscribe-note">{news}</p>}
      {written && <WrittenNote field={field} written={written} onUndo={returnFocus} />}
      {(storedText !== '' || filledCount > 0) && (
        <PostsNote
          key={storedText}
          field={field}
          isWritten={field.isStored && written !== null}
          onClose={returnFocusIfHere}
        />
      )}
      {suggestion && (
        <FieldSuggestion
          field={field}
          suggestion={suggestion}
          blockedReason={blockedReason}
          present={text}
          freeText={freeText}
          onClose={returnFocus}
        />
      )}
    </div>
  );
}

/**
 * The text last written to the media library, even if it has been undone since; '' if there is
 * none.
 */
function useStoredText({ isStored }: AltTextField, written: RequestState['written']): string {
  const last = useRef('');
  if (isStored && written) {
    last.current = written.text;
  }
  return last.current;
}
