import { speak } from '@wordpress/a11y';
import { Icon } from '@wordpress/components';
import { useRef, useState } from '@wordpress/element';
import { __ } from '@wordpress/i18n';
import { caution, check, info, notAllowed, pending, unseen } from '@wordpress/icons';
import type { ApiError } from '../../common/api-error.ts';
import { doubtsOf, generateForAttachment, type Result } from '../../common/api.ts';
import type { LibraryImageState } from '../../common/batches-api.ts';
import { doubtsText, findingsText, type Finding } from '../../common/findings.ts';
import {
  changeImage,
  fetchImage,
  type ImageChange,
  type LibraryImage,
  markRead,
} from '../../common/images-api.ts';
import { filledIntoText, foundText } from '../../common/other-posts/use-posts.ts';
import { verdictText } from '../../common/suggestion/suggestion-card.tsx';
import { isSameText, sameText } from '../../common/request/announce.ts';
import { decideSuggestion, type Decision } from '../../common/suggestions-api.ts';
import { ImagePosts, SelectCell, TextEditor, Thumbnail, useRowFocus } from '../table/row-parts.tsx';
import { bootData } from '../boot-data.ts';
import { SettingsLink } from '../table/settings-link.tsx';
import { RowActions, type RowAction } from '../table/pagination.tsx';

interface ImageStateProps {
  state: LibraryImageState;
  findings: Finding[];
}

/** As in the editor. */
const icons = {
  missing: caution,
  suggested: pending,
  unread: unseen,
  check: info,
  decorative: notAllowed,
  good: check,
};

/** "Missing", "Suggested", "Check: very long", "Decorative", or "Written by AI, not checked" and "No problems found" with any findings. */
function ImageStateText({ state, findings }: ImageStateProps) {
  return (
    <>
      <span className={`altscribe-state is-${state}`}>
        <Icon icon={icons[state]} size={20} />
        <span>{imageStateName(state, findings)}</span>
      </span>
      {(state === 'good' || state === 'unread') && findings.length > 0 && (
        <p className="altscribe-why">{findingsText(findings)}</p>
      )}
    </>
  );
}

/** The state in words. */
function imageStateName(state: LibraryImageState, findings: Finding[]): string {
  switch (state) {
    case 'missing':
      return __('Missing', 'altscribe');
    case 'unread':
      return __('Written by AI, not checked', 'altscribe');
    case 'suggested':
      return __('Suggested', 'altscribe');
    case 'check':
      return findingsText(findings);
    case 'decorative':
      return __('Decorative', 'altscribe');
    case 'good':
      return __('No problems found', 'altscribe');
  }
}

/** A pending text for the row's image. */
interface RowSuggestion {
  id: number;
  text: string;
  isDecorative: boolean;
  findings: Finding[];
}

interface ImageRowProps {
  image: LibraryImage;
  selected: ReadonlySet<number>;
  onSelect: (selected: ReadonlySet<number>) => void;
  /** A batch has not finished, so only missing texts are generated here, ahead of it. */
  isBatchRunning: boolean;
  /** Returns the remaining work. */
  onChanged: (image: LibraryImage) => string;
}

/** An image in the list. Its text can be edited in place. */
export function ImageRow({ image, selected, onSelect, isBatchRunning, onChanged }: ImageRowProps) {
  const [isEditing, setIsEditing] = useState(false);
  const [isBusy, setIsBusy] = useState(false);
  const [suggestion, setSuggestion] = useState<RowSuggestion | null>(null);
  const [arePostsShown, setArePostsShown] = useState(false);
  const [error, setError] = useState<ApiError | null>(null);
  const row = useRef<HTMLTableRowElement>(null);
  const focusAction = useRowFocus(row);
  const { title, file, alt_text: text, state } = image;
  /** When an answer arrives: the user may have changed the image since. */
  const latest = useRef({ image, onChanged });
  latest.current = { image, onChanged };

  const change = (part: Omit<ImageChange, 'previous_text'>) =>
    show(changeImage(image.attachment_id, { ...part, previous_text: text }));
  const show = async (changed: Promise<Result<LibraryImage>>) => {
    const result = await changed;
    setError(result.ok ? null : result.error);
    if (result.ok) {
      const left = latest.current.onChanged(result.value);
      const now = imageStateName(result.value.state, result.value.findings);
      speak(left === '' ? now : `${now}. ${left}`);
    }
    return result.ok ? null : result.error;
  };
  /** For one request of the row at a time. */
  const act = async (request: () => Promise<void>) => {
    if (!isBusy) {
      setIsBusy(true);
      await request();
      setIsBusy(false);
    }
  };
  const generate = async () => {
    speak(__('Generating…', 'altscribe'));
    const result = await generateForAttachment(image.attachment_id);
    if (!result.ok) {
      setError(result.error);
    } else if (result.value.suggestionId > 0) {
      const { suggestionId: id, altText, purpose, findings = [] } = result.value;
      const isDecorative = purpose === 'decorative';
      setError(null);
      setSuggestion({ id, text: altText, isDecorative, findings });
      speak([...(isDecorative ? [verdictText('decorative')] : []), altText].join(' ').trim());
      const { image: now } = latest.current;
      latest.current.onChanged(now.state === 'missing' ? { ...now, state: 'suggested' } : now);
      focusAction('suggested');
    } else if (isSameText(result.value.altText, text)) {
      setError({ code: 'same_text', message: sameText() });
    } else if (!(await change({ alt_text: result.value.altText }))) {
      focusAction('edit');
    }
  };
  const decide = async ({ id, text: shown_text }: RowSuggestion, decision: Decision) => {
    const decided = await decideSuggestion(id, { decision, shown_text, expected_current: text });
    if (decided.ok) {
      setSuggestion(null);
      await show(fetchImage(image.attachment_id));
      focusAction('edit');
      return;
    }
    if (decided.error.code === 'altscribe_text_changed') {
      await show(fetchImage(image.attachment_id));
    }
    setError(decided.error);
  };
  const close = () => {
    setIsEditing(false);
    focusAction('edit');
  };
  const save = async (alt_text: string) => {
    const failure = await change({ alt_text });
    if (!failure) {
      close();
    }
    return failure;
  };

  return (
    <tr ref={row} className="is-expanded">
      <SelectCell id={image.attachment_id} title={title} selected={selected} onSelect={onSelect} />
      <td className="title column-title has-row-actions column-primary">
        <strong className="has-media-icon">
          <Thumbnail url={image.thumbnail} />
          {image.edit_link === '' ? title : <a href={image.edit_link}>{title}</a>}
        </strong>
        {/* Most titles are the names of their files. */}
        <p className="filename" aria-hidden={file.startsWith(`${title}.`) || undefined}>
          {file}
        </p>
        {image.edit_link !== '' && !isEditing && (
          <RowActions
            actions={listActions(image, arePostsShown, {
              generate:
                bootData.connectionError || suggestion || (isBatchRunning && text !== '')
                  ? null
                  : () => void act(generate),
              isBusy,
              accept:
                suggestion && suggestion.text !== ''
                  ? () => void act(() => decide(suggestion, 'accept'))
                  : null,
              reject: suggestion && (() => void act(() => decide(suggestion, 'reject'))),
              decorate: suggestion?.isDecorative
                ? () => void act(() => decide(suggestion, 'decorative'))
                : null,
              edit: () => {
                setIsEditing(true);
              },
              togglePosts: () => {
                setArePostsShown(!arePostsShown);
              },
              read: () => {
                void show(markRead(image.attachment_id, text)).then(() => {
                  focusAction('edit');
                });
              },
              mark: (decorative) => {
                void change({ decorative }).then(() => {
                  focusAction('mark');
                });
              },
            })}
          />
        )}
      </td>
      <td className="column-alt-text" data-colname={__('Alt text', 'altscribe')}>
        {isEditing ? (
          <TextEditor title={title} text={text} onSave={save} onCancel={close} />
        ) : (
          <>
            <span dir="auto">{text === '' ? '—' : text}</span>
            {suggestion && (
              <span className="altscribe-after is-suggested" data-action="suggested" tabIndex={-1}>
                {suggestion.isDecorative && <strong>{verdictText('decorative')} </strong>}
                {suggestion.text !== '' && (
                  <>
                    {__('Suggested:', 'altscribe')} <bdi>{suggestion.text}</bdi>
                  </>
                )}
              </span>
            )}
            {suggestion && suggestion.findings.length > 0 && (
              <p className="altscribe-why">{findingsText(suggestion.findings)}</p>
            )}
            {suggestion && doubtsOf(suggestion.text) && (
              <p className="altscribe-doubts">
                {doubtsText(doubtsOf(suggestion.text), suggestion.text)}
              </p>
            )}
          </>
        )}
        {arePostsShown && (
          // If the text is new, the posts are searched again.
          <ImagePosts
            key={text}
            attachmentId={image.attachment_id}
            canFill={text !== ''}
            onCounted={(added, without) => {
              const filled_posts = image.filled_posts + added;
              const posts_without_text = without ?? Math.max(0, image.posts_without_text - added);
              if (added !== 0 || posts_without_text !== image.posts_without_text) {
                onChanged({ ...image, filled_posts, posts_without_text });
              }
            }}
          />
        )}
        {error && !isEditing && (
          <p className="altscribe-row-error" role="alert">
            {error.message}
            <SettingsLink error={error} />
          </p>
        )}
      </td>
      {bootData.languages.length > 0 && (
        <td className="column-language" data-colname={__('Language', 'altscribe')}>
          <bdi>{languageText(image.language)}</bdi>
        </td>
      )}
      <td className="column-state" data-colname={__('State', 'altscribe')}>
        <ImageStateText state={state} findings={image.findings} />
        {image.doubts.length > 0 && (
          <p className="altscribe-doubts">{doubtsText(image.doubts, text)}</p>
        )}
        {image.filled_posts > 0 && (
          <p className="altscribe-why">{filledIntoText(image.filled_posts)}</p>
        )}
        {image.posts_without_text > 0 && (
          <p className="altscribe-why">{foundText(image.posts_without_text, false)}</p>
        )}
      </td>
    </tr>
  );
}

function languageText(language: string): string {
  const known = bootData.languages.find(({ value }) => value === language);
  return known?.label ?? __('No language', 'altscribe');
}

interface Handlers {
  generate: (() => void) | null;
  isBusy: boolean;
  /** For a suggestion of this row; null without one. */
  accept: (() => void) | null;
  reject: (() => void) | null;
  /** For a decorative verdict. */
  decorate: (() => void) | null;
  edit: () => void;
  togglePosts: () => void;
  read: () => void;
  mark: (decorative: boolean) => void;
}

/** A pending text has been paid for, so it is only shown. */
function generateLabel({ state, alt_text: text }: LibraryImage, isBusy: boolean): string {
  if (isBusy) {
    return __('Generating…', 'altscribe');
  }
  if (state === 'suggested') {
    return __('Review', 'altscribe');
  }
  return text === '' ? __('Generate alt text', 'altscribe') : __('Rewrite', 'altscribe');
}

function listActions(
  image: LibraryImage,
  arePostsShown: boolean,
  { generate, isBusy, accept, reject, decorate, edit, togglePosts, read, mark }: Handlers,
): RowAction[] {
  const { state, title } = image;
  const named = (label: string) => ({ label, name: `${label}: ${title}` });
  return [
    ...(state === 'unread' && !accept
      ? [{ id: 'read', ...named(__('Accept', 'altscribe')), onClick: read }]
      : []),
    ...(generate
      ? [
          {
            id: 'generate',
            ...named(generateLabel(image, isBusy)),
            onClick: generate,
          },
        ]
      : []),
    ...(accept ? [{ id: 'accept', ...named(__('Accept', 'altscribe')), onClick: accept }] : []),
    { id: 'edit', ...named(__('Edit', 'altscribe')), onClick: edit },
    ...(reject ? [{ id: 'reject', ...named(__('Reject', 'altscribe')), onClick: reject }] : []),
    ...(decorate
      ? [{ id: 'decorate', ...named(__('Decorative', 'altscribe')), onClick: decorate }]
      : []),
    // Not for an image with a text, which the mark would discard.
    ...((state === 'missing' && !decorate) || state === 'decorative'
      ? [
          {
            id: 'mark',
            ...named(
              state === 'missing'
                ? __('Decorative', 'altscribe')
                : __('Not decorative', 'altscribe'),
            ),
            onClick: () => {
              mark(state === 'missing');
            },
          },
        ]
      : []),
    ...(image.filled_posts > 0 || image.posts_without_text > 0 || arePostsShown
      ? [
          {
            id: 'posts',
            ...named(__('Also in other posts', 'altscribe')),
            isExpanded: arePostsShown,
            onClick: togglePosts,
          },
        ]
      : []),
  ];
}
