import { __, sprintf } from '@wordpress/i18n';
import type { ReactNode } from 'react';
import { checkAltText } from '../../../../shared/alt-text/checks.ts';
import { matchLanguage } from '../../../../shared/match-language.ts';
import { AccessibleButton } from '../../common/accessible-button.tsx';
import { verdictText } from '../../common/suggestion/suggestion-card.tsx';
import type { Finding } from '../../common/findings.ts';
import { formatDate, formatNumber, joinFacts } from '../../common/format.ts';
import type { SuggestionItem } from '../../common/suggestions-api.ts';
import { isDecorativeVerdict } from './queue.ts';

/** Number of images that are loaded ahead of the one that is shown. */
const preloaded = 3;

/** The image of the first item. The others are loaded, so they can be shown at once. */
export function Images({ items }: { items: readonly SuggestionItem[] }) {
  return (
    <div className="altscribe-desk__image">
      {items.slice(0, 1 + preloaded).map(({ id, image }, index) => (
        // What it shows is in the texts beside it.
        <img key={id} src={image.url || image.thumbnail} alt="" hidden={index > 0} />
      ))}
    </div>
  );
}

interface SurroundingsProps {
  item: SuggestionItem;
  /** The text under review. */
  text: string;
  /** Actions that are rarely needed. */
  children: ReactNode;
}

/** What is around the image, in the order in which a screen reader reads it. */
export function Surroundings({ item, text, children }: SurroundingsProps) {
  const { surroundings, post, purpose } = item;
  const { heading, before, caption, after } = surroundings;
  return (
    <div className="altscribe-desk__context">
      <h3>
        {post
          ? __('As a screen reader reads it', 'altscribe')
          : __('In the media library', 'altscribe')}
      </h3>
      {heading !== '' && (
        <p dir="auto">
          <strong>{heading}</strong>
        </p>
      )}
      {before !== '' && <p dir="auto">{before}</p>}
      <p dir="auto" className="altscribe-desk__heard">
        {heardText(text.trim(), purpose === 'long')}
      </p>
      {caption !== '' && (
        <p dir="auto">
          {
            /* translators: %s: caption of an image. */
            sprintf(__('Caption: %s', 'altscribe'), caption)
          }
        </p>
      )}
      {after !== '' && <p dir="auto">{after}</p>}
      <details>
        <summary>{__('Details', 'altscribe')}</summary>
        <p>{sourceText(item)}</p>
        {children}
      </details>
    </div>
  );
}

function heardText(text: string, isLong: boolean): string {
  if (isLong) {
    /* translators: %s: title of a long description. */
    return sprintf(__('Below the image: “%s”', 'altscribe'), text.split('\n')[0] ?? '');
  }
  return text === ''
    ? __('Image: (no alt text)', 'altscribe')
    : /* translators: %s: an alt text. */
      sprintf(__('Image: “%s”', 'altscribe'), text);
}

/**
 * "From the greenhouse to the reef · image 2 of 5 · coral-square.webp", or "Media library · From the
 * greenhouse to the reef · coral-square.webp"
 */
export function Place({ item }: { item: SuggestionItem }) {
  const { post, post_id: postId, number, total, image } = item;
  return (
    <>
      {postId === 0 && `${__('Media library', 'altscribe')} · `}
      {post && (
        <>
          <a href={post.edit_url}>
            <bdi>{post.title === '' ? __('(no title)', 'altscribe') : post.title}</bdi>
          </a>
          {' · '}
        </>
      )}
      {number !== null && total !== null && `${numberText(number, total)} · `}
      <bdi>{image.file}</bdi>
    </>
  );
}

function numberText(number: number, total: number): string {
  return sprintf(
    /* translators: 1: number of an image in a post, 2: number of images in the post. */
    __('image %1$s of %2$s', 'altscribe'),
    formatNumber(number),
    formatNumber(total),
  );
}

/** "AI · gpt-5.4-mini · 23 Nov 2026" */
export function sourceText({ model, origin, created }: SuggestionItem): string {
  const names: Record<string, string> = {
    file: __('From the metadata of the file', 'altscribe'),
    copy: __('From a copy of the image', 'altscribe'),
    post: __('From a post', 'altscribe'),
  };
  const name = (model === '' && names[origin]) || __('AI', 'altscribe');
  return joinFacts([name, model, formatDate(created)]);
}

/** What the model found instead of, or besides, a text. */
export function verdictOf(item: SuggestionItem): 'declined' | 'decorative' | null {
  if (item.declined) {
    return 'declined';
  }
  return isDecorativeVerdict(item) ? 'decorative' : null;
}

/** The verdict in words, with its reason; '' without one. */
export function verdictOfItem(item: SuggestionItem): string {
  const verdict = verdictOf(item);
  return verdict ? verdictText(verdict, item.text, item.surroundings) : '';
}

/** The findings for the suggested text, or for the user's own version of it. */
export function findingsOf(
  { text: suggested, findings, image, surroundings, language }: SuggestionItem,
  text: string,
): Finding[] {
  if (text === suggested) {
    return findings.map(({ slug }) => slug);
  }
  return text.trim() === ''
    ? []
    : checkAltText(text, {
        fileName: image.file,
        caption: surroundings.caption,
        nearby: surroundings,
        language: matchLanguage(language),
      });
}

/** What its state is called: a text that waits, or one that is used already. */
export function stateName({ is_live: isLive = false }: SuggestionItem): string {
  return isLive ? __('Written by AI, not checked', 'altscribe') : __('Suggested', 'altscribe');
}

/** What rejecting a text that is used already would do. */
export function rejectText({ previous_text: before }: SuggestionItem): string {
  return before === ''
    ? __('Reject removes this text.', 'altscribe')
    : /* translators: %s: an alt text. */
      sprintf(__('Reject restores “%s”.', 'altscribe'), before);
}

/** Above the first of the proposals that are decorative, which come last. */
export function decorativeTitle(): string {
  return __('Probably decorative', 'altscribe');
}

/** The text that the image has now, in words. */
export function nowText({ purpose, current_text: current }: SuggestionItem): string {
  if (purpose === 'long') {
    return __('(no long description below the image)', 'altscribe');
  }
  return current === '' ? __('(no alt text)', 'altscribe') : current;
}

/** A decision, or another action, with its key. */
export interface Action {
  /** As in `KeyboardEvent.key`. */
  shortcut: string;
  /** The key as shown, if it is not a letter. */
  sign?: string;
  label: string;
  /** Why it is not possible now. */
  reason: string | null;
  /** What is suggested. */
  isMain?: boolean;
  /** It stands in the details, as it is rarely needed. */
  isMinor?: boolean;
  isHidden?: boolean;
  run: () => void;
}

/** Its name is the label; the key is shown beside it. Enter does what is suggested. */
export function ActionButton({
  shortcut,
  sign = shortcut.toUpperCase(),
  label,
  isMain = false,
  ...action
}: Action) {
  const letter = shortcut.length === 1 ? sign : shortcut;
  return (
    <AccessibleButton
      variant={isMain ? 'primary' : 'secondary'}
      className={shortcut === 'Backspace' ? 'is-back' : undefined}
      shortcut={isMain ? `Enter ${letter}` : letter}
      disabledReason={action.reason}
      onClick={action.run}
    >
      {label}
      <kbd aria-hidden="true">{isMain ? '⏎' : sign}</kbd>
    </AccessibleButton>
  );
}
