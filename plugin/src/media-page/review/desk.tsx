import { speak } from '@wordpress/a11y';
import { Spinner } from '@wordpress/components';
import { useEffect, useLayoutEffect, useRef, useState } from '@wordpress/element';
import { __, _n, sprintf } from '@wordpress/i18n';
import type { KeyboardEvent, ReactNode } from 'react';
import { AccessibleButton } from '../../common/accessible-button.tsx';
import { mayMoveFocus } from '../../common/focus.ts';
import { formatNumber, joinSentences } from '../../common/format.ts';
import { useShownItem } from '../../common/keyboard.ts';
import { doubtsText } from '../../common/findings.ts';
import { Rewrite, SuggestionCard } from '../../common/suggestion/suggestion-card.tsx';
import type { SuggestionItem } from '../../common/suggestions-api.ts';
import { bootData } from '../boot-data.ts';
import { SettingsLink } from '../table/settings-link.tsx';
import {
  ActionButton,
  Images,
  Place,
  Surroundings,
  decorativeTitle,
  findingsOf,
  nowText,
  rejectText,
  stateName,
  verdictOf,
  verdictOfItem,
  type Action,
} from './item-parts.tsx';
import { acceptVerdict, counterText, endText, shownText, type Verdict } from './queue.ts';
import { reviewText, type Review } from './use-review.ts';

interface DeskProps {
  review: Review;
  /** Number of pending suggestions on the site. */
  pending: number;
  /** There are filters. */
  isFiltered: boolean;
  /** Leads to all images. */
  backLink: ReactNode;
}

/** Shows one suggestion after the other for a decision. Each decision is one key. */
export function Desk({ review, pending, isFiltered, backLink }: DeskProps) {
  const { queue, isLoading, error } = review;
  const [isEnded, setIsEnded] = useState(false);
  const [item] = queue.ahead;
  if (isLoading) {
    return (
      <p className="altscribe-loading">
        <Spinner /> {__('Loading texts…', 'altscribe')}
      </p>
    );
  }
  if (error && !item) {
    return (
      <p className="altscribe-row-error" role="alert">
        {error.message}{' '}
        <button type="button" className="button-link" onClick={review.restart}>
          {__('Try again', 'altscribe')}
        </button>
      </p>
    );
  }
  if (item && !isEnded) {
    return (
      <Suggestion
        item={item}
        review={review}
        onEnd={() => {
          setIsEnded(true);
        }}
      />
    );
  }
  if (queue.past.length === 0 && !item) {
    return (
      <div className="altscribe-desk-end">
        <p>
          {isFiltered
            ? __('No texts match these filters.', 'altscribe')
            : __('Nothing to review. New texts wait here until you decide.', 'altscribe')}
        </p>
        <p>{backLink}</p>
      </div>
    );
  }
  return (
    <End
      review={review}
      pending={pending}
      backLink={backLink}
      onContinue={() => {
        setIsEnded(false);
      }}
    />
  );
}

interface EndProps extends Pick<DeskProps, 'review' | 'pending' | 'backLink'> {
  onContinue: () => void;
}

/** What was decided, once there is nothing more to decide or the user has ended the review. */
function End({ review, pending, backLink, onContinue }: EndProps) {
  const { queue } = review;
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (mayMoveFocus()) {
      heading.current?.focus();
    }
  }, []);
  const isSaving = queue.outbox.length > 0;
  const isSkipped = queue.past.filter(({ verdict }) => verdict === 'skipped').length === pending;
  return (
    <div className="altscribe-desk-end">
      <h2 ref={heading} tabIndex={-1}>
        {endText(queue)}
      </h2>
      <p role="status">{isSaving ? __('Saving your decisions…', 'altscribe') : ''}</p>
      <div className="altscribe-panel__buttons">
        {queue.past.length > 0 && (
          <AccessibleButton
            variant="secondary"
            disabledReason={null}
            onClick={() => {
              review.goBack();
              onContinue();
            }}
          >
            {__('Undo', 'altscribe')}
          </AccessibleButton>
        )}
        {queue.ahead.length > 0 && (
          <AccessibleButton variant="secondary" disabledReason={null} onClick={onContinue}>
            {__('Continue', 'altscribe')}
          </AccessibleButton>
        )}
        {queue.ahead.length === 0 && pending > 0 && !isSaving && (
          <AccessibleButton variant="secondary" disabledReason={null} onClick={review.restart}>
            {isSkipped ? skippedText(pending) : reviewText(pending)}
          </AccessibleButton>
        )}
        {backLink}
      </div>
    </div>
  );
}

function skippedText(count: number): string {
  return count === 1
    ? __('Review the skipped image', 'altscribe')
    : sprintf(
        /* translators: %s: number of images, at least 2. */
        _n('Review the %s skipped image', 'Review the %s skipped images', count, 'altscribe'),
        formatNumber(count),
      );
}

interface SuggestionProps {
  item: SuggestionItem;
  review: Review;
  onEnd: () => void;
}

/** One suggestion: its image, where it is used, its text and the decisions. */
function Suggestion({ item, review, onEnd }: SuggestionProps) {
  const { queue } = review;
  const { id } = item;
  const root = useRef<HTMLElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  const hintField = useRef<HTMLInputElement>(null);
  const [hintFor, setHintFor] = useState<number | null>(null);
  const text = shownText(queue, item);
  const verdict = acceptVerdict(queue, item);
  const rewriting = review.rewrites[id];
  const isBusy = rewriting === 'text';
  const isAdding = rewriting === 'long';
  const isAsking = hintFor === id && !isBusy;
  // Who edits the text wants one.
  const isDecorative = verdictOf(item) === 'decorative' && text === item.text;
  const isLong = item.purpose === 'long';
  const group = verdictOf(item) === 'decorative' ? ` · ${decorativeTitle()}` : '';
  const title = `${counterText(queue)}${group}`;
  const { follow, wasSeen } = useShownItem(id, heading);
  const decisions = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    // Everything from the heading to the decisions is in sight; in a window that is too small, the heading.
    decisions.current?.scrollIntoView({ block: 'nearest' });
    heading.current?.scrollIntoView({ block: 'nearest' });
  }, [id]);
  useAnnouncement(review, item);
  useLayoutEffect(() => {
    if (isAsking) {
      hintField.current?.focus();
      hintField.current?.scrollIntoView({ block: 'center' });
    }
  }, [isAsking]);

  const busyReason = isBusy ? __('A new text is being generated.', 'altscribe') : null;
  const rewriteReason = busyReason ?? bootData.connectionError?.message ?? null;
  /** Closes the field for a hint; another item is shown, whose heading gets the focus. */
  const leave = (step: () => void) => {
    setHintFor(null);
    follow();
    step();
  };
  const decide = (choice: Verdict) => {
    leave(() => {
      review.decide(choice);
    });
  };
  const focusHeading = () => {
    heading.current?.focus();
  };
  const rewrite = async (hint: string) => {
    setHintFor(null);
    // The field closes. No button that costs a credit gets the focus, nor one that is disabled.
    focusHeading();
    speak(__('Generating…', 'altscribe'));
    const written = await review.rewrite(item, hint);
    speak(written ? written.text : __('No new text was generated.', 'altscribe'));
  };
  const addLong = async () => {
    focusHeading();
    speak(__('Generating…', 'altscribe'));
    const added = await review.addLong(item);
    speak(
      added
        ? __('The long description is ready for review.', 'altscribe')
        : __('No new text was generated.', 'altscribe'),
    );
  };

  const actions: Action[] = [
    {
      shortcut: 'a',
      label: __('Accept', 'altscribe'),
      reason: busyReason ?? (verdict === null ? __('Enter alt text first.', 'altscribe') : null),
      isMain: !isDecorative && verdict !== null,
      run: () => {
        decide(verdict ?? 'accepted');
      },
    },
    {
      shortcut: 'e',
      label: __('Edit', 'altscribe'),
      reason: busyReason,
      isMain: !isDecorative && verdict === null,
      run: () => {
        field.current?.focus();
        field.current?.setSelectionRange(text.length, text.length);
      },
    },
    {
      shortcut: 'r',
      label: __('Rewrite', 'altscribe'),
      reason: rewriteReason,
      run: () => {
        setHintFor(id);
        hintField.current?.focus();
      },
    },
    {
      shortcut: 'x',
      label: __('Reject', 'altscribe'),
      reason: null,
      run: () => {
        decide('rejected');
      },
    },
    {
      shortcut: 'd',
      label: __('Decorative', 'altscribe'),
      reason: item.can_be_decorative
        ? null
        : __('This image is the only content of a link, so it needs a text.', 'altscribe'),
      isMain: isDecorative,
      isHidden: isLong,
      run: () => {
        decide('decorative');
      },
    },
    {
      shortcut: 's',
      label: __('Skip', 'altscribe'),
      reason: null,
      run: () => {
        decide('skipped');
      },
    },
    {
      shortcut: 'l',
      label: __('Add a long description', 'altscribe'),
      reason: isAdding ? __('Generating…', 'altscribe') : rewriteReason,
      isHidden: isLong,
      isMinor: item.purpose !== 'complex',
      run: () => void addLong(),
    },
    {
      shortcut: 'Backspace',
      sign: '⌫',
      label: __('Back', 'altscribe'),
      reason: queue.past.length === 0 ? __('This is the first text.', 'altscribe') : null,
      run: () => {
        leave(review.goBack);
      },
    },
  ].filter(({ isHidden = false }: Action) => !isHidden);

  const main = actions.find(({ isMain }) => isMain);

  const onKeyDown = (event: KeyboardEvent) => {
    const { ctrlKey, metaKey, altKey, shiftKey, key } = event;
    if (ctrlKey || metaKey || altKey || shiftKey || event.defaultPrevented || isField(event)) {
      return;
    }
    if (key === 'Escape') {
      onEnd();
    }
    const isOfElement =
      key === 'Enter' && event.target instanceof Element && event.target.matches('a, button');
    const action =
      key === 'Enter'
        ? main
        : actions.find(({ shortcut }) => shortcut.toLowerCase() === key.toLowerCase());
    if (!action || (isOfElement && wasSeen())) {
      return;
    }
    // Otherwise the letter is typed into the field that gets the focus.
    event.preventDefault();
    if (!wasSeen()) {
      return;
    }
    if (action.reason === null) {
      action.run();
    } else {
      speak(action.reason);
    }
  };

  return (
    // eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Shortcuts of its buttons.
    <section
      ref={root}
      className="altscribe-desk"
      aria-labelledby="altscribe-desk-title"
      onKeyDown={onKeyDown}
      onKeyDownCapture={ignoreHeldKey}
    >
      <h2
        ref={heading}
        id="altscribe-desk-title"
        tabIndex={-1}
        aria-label={`${title}, ${item.image.file}`}
      >
        {title}
      </h2>
      <Images items={queue.ahead} />
      <div>
        <p className="altscribe-desk__place">
          <Place item={item} />
        </p>
        {queue.problems[id] !== undefined && (
          <p className="altscribe-row-error">{queue.problems[id]}</p>
        )}
        <p className="altscribe-desk__now">
          {item.is_live ? (
            <>
              <strong>{stateName(item)}</strong> {rejectText(item)}
            </>
          ) : (
            <>
              <span className="altscribe-desk__label">{__('Current text', 'altscribe')}</span>{' '}
              <bdi>{nowText(item)}</bdi>
            </>
          )}
        </p>
        <SuggestionCard
          // It is the one in the field.
          current={item.is_live && text === item.text ? '' : item.current_text}
          isCurrentShown
          text={text}
          verdict={verdictOf(item)}
          nearby={item.surroundings}
          findings={findingsOf(item, text)}
          doubts={item.doubts}
          isLong={isLong}
          rows={isLong ? 12 : 2}
          fieldRef={field}
          onChange={(typed) => {
            review.type(id, typed);
          }}
          onEnter={main?.reason === null && !isLong ? main.run : undefined}
          onEscape={() => {
            review.type(id, item.text);
            focusHeading();
          }}
        >
          {(isBusy || isAdding) && (
            <p className="altscribe-desk__busy">
              <Spinner /> {__('Generating…', 'altscribe')}
            </p>
          )}
          {typeof rewriting === 'object' && (
            <p className="altscribe-row-error">
              {rewriting.message}
              <SettingsLink error={rewriting} />
            </p>
          )}
          {isAsking && (
            <Rewrite
              hint={item.hint}
              disabledReason={rewriteReason}
              progress={null}
              fieldRef={hintField}
              onRewrite={(hint) => void rewrite(hint)}
              onEscape={() => {
                setHintFor(null);
                focusHeading();
              }}
            />
          )}
          <div ref={decisions} className={`altscribe-desk__actions${isAsking ? ' is-asking' : ''}`}>
            {actions
              .filter(({ isMinor }) => isMinor !== true)
              .map((action) => (
                <ActionButton key={action.shortcut} {...action} />
              ))}
          </div>
        </SuggestionCard>
      </div>
      <Surroundings item={item} text={text}>
        {actions
          .filter(({ isMinor }) => isMinor)
          .map((action) => (
            <ActionButton key={action.shortcut} {...action} />
          ))}
      </Surroundings>
    </section>
  );
}

function isField({ target }: KeyboardEvent): boolean {
  return target instanceof Element && target.matches('input, textarea, select');
}

/**
 * A key that is held down does nothing but type: Enter would accept text after text unread.
 */
function ignoreHeldKey(event: KeyboardEvent): void {
  if (event.repeat && event.key !== 'Tab' && (event.key === 'Enter' || !isField(event))) {
    event.preventDefault();
    event.stopPropagation();
  }
}

/** Says the counter, then the text, whenever another suggestion is shown. */
function useAnnouncement({ queue }: Review, item: SuggestionItem): void {
  const text = shownText(queue, item);
  const doubtful = doubtsText(item.doubts, text);
  const state = item.is_live ? stateName(item) : '';
  const problem = queue.problems[item.id];
  const parts = [counterText(queue), problem, state, verdictOfItem(item), text, doubtful];
  const news = useRef('');
  news.current = joinSentences(parts);
  useEffect(() => {
    speak(news.current);
  }, [item.id]);
}
