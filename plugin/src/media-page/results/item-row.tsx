import { speak } from '@wordpress/a11y';
import { Icon, Spinner } from '@wordpress/components';
import { useRef, useState } from '@wordpress/element';
import { __, isRTL, sprintf } from '@wordpress/i18n';
import { backup, caution, check, closeSmall, pending, undo as undoIcon } from '@wordpress/icons';
import type { Result } from '../../common/api.ts';
import type { ApiError } from '../../common/api-error.ts';
import {
  editItem,
  retryItem,
  undoItem,
  type BatchItem,
  type ItemState,
} from '../../common/batches-api.ts';
import { dismissItem } from '../../common/images-api.ts';
import { filledIntoText } from '../../common/other-posts/use-posts.ts';
import { ImagePosts, TextEditor, Thumbnail, useRowFocus } from '../table/row-parts.tsx';
import { SettingsLink } from '../table/settings-link.tsx';
import { RowActions, type RowAction } from '../table/pagination.tsx';

/** The text that an image has now, if it is not the one that the batch wrote. */
function ChangedText({
  item: { state, alt_text: written, current_text: current },
}: {
  item: BatchItem;
}) {
  if (state !== 'written' || written === current) {
    return null;
  }
  return (
    <p className="altscribe-why">
      {current === ''
        ? __('(no alt text)', 'altscribe')
        : /* translators: %s: the alt text that an image has now. */
          sprintf(__('Current text: “%s”', 'altscribe'), current)}
    </p>
  );
}

/** The text before the batch, and the one that the batch wrote or suggested. */
function ItemTexts({ item }: { item: BatchItem }) {
  const { previous_text: before, state } = item;
  const isGone = state === 'undone' || state === 'skipped';
  const after = item.alt_text === '' || isGone ? null : item.alt_text;
  if (after === null && !(state === 'written' && before !== '')) {
    return <bdi>{before === '' ? '—' : before}</bdi>;
  }
  return (
    <>
      {before !== '' && (
        <span className="altscribe-before">
          <span className="screen-reader-text">{__('Before:', 'altscribe')} </span>
          <bdi>{state === 'written' ? <del>{before}</del> : before}</bdi>
        </span>
      )}
      <span className={state === 'suggested' ? 'altscribe-after is-suggested' : 'altscribe-after'}>
        {before !== '' && <span aria-hidden="true">{isRTL() ? '← ' : '→ '}</span>}
        <span className="screen-reader-text">
          {state === 'suggested' ? __('Suggested:', 'altscribe') : __('After:', 'altscribe')}{' '}
        </span>
        <bdi>{after ?? __('(no alt text)', 'altscribe')}</bdi>
      </span>
    </>
  );
}

/** In the order in which users are likely to need them. */
export const itemStates: ItemState[] = [
  'suggested',
  'failed',
  'written',
  'skipped',
  'undone',
  'running',
  'waiting',
];

const icons = {
  suggested: pending,
  failed: caution,
  written: check,
  skipped: closeSmall,
  undone: undoIcon,
  waiting: backup,
};

/** The state of an item, and the reason for it. */
function ItemStateText({ item }: { item: BatchItem }) {
  const { state, error } = item;
  return (
    <>
      <span className={`altscribe-state is-${state}`}>
        {state === 'running' ? <Spinner /> : <Icon icon={icons[state]} size={20} />}
        <span>{itemStateName(state)}</span>
      </span>
      {state === 'suggested' && <p className="altscribe-why">{suggestedReason(item)}</p>}
      {item.filled_posts > 0 && (
        <p className="altscribe-why">{filledIntoText(item.filled_posts)}</p>
      )}
      {error && state !== 'written' && <p className="altscribe-why">{error.message}</p>}
    </>
  );
}

export function itemStateName(state: ItemState): string {
  switch (state) {
    case 'waiting':
      return __('Waiting', 'altscribe');
    case 'running':
      return __('Generating…', 'altscribe');
    case 'written':
      return __('Written', 'altscribe');
    case 'suggested':
      return __('Suggested', 'altscribe');
    case 'skipped':
      return __('Unchanged', 'altscribe');
    case 'failed':
      return __('Failed', 'altscribe');
    case 'undone':
      return __('Undone', 'altscribe');
  }
}

function suggestedReason({ purpose, error }: BatchItem): string {
  if (purpose === 'decorative') {
    return __('This image seems to be decorative.', 'altscribe');
  }
  // The error already explains it.
  return error ? '' : __('Not used until you accept it.', 'altscribe');
}

interface Handlers {
  /** Sends a request and shows its result. */
  act: (request: () => Promise<Result<BatchItem>>) => void;
  edit: () => void;
  togglePosts: () => void;
}

/** The actions for an item. They include `edit` whenever the focus returns to a row. */
function itemActions(
  item: BatchItem,
  arePostsShown: boolean,
  { act, edit, togglePosts }: Handlers,
): RowAction[] {
  const { attachment_id: id, alt_text: text, current_text: previous_text, title, state } = item;
  const seen = { previous_text, shown_text: text };
  const action = (name: string, label: string, request: () => Promise<Result<BatchItem>>) => ({
    id: name,
    label,
    name: `${label}: ${title}`,
    onClick: () => {
      act(request);
    },
  });
  const editAction: RowAction = {
    id: 'edit',
    label: __('Edit', 'altscribe'),
    name: `${__('Edit', 'altscribe')}: ${title}`,
    onClick: edit,
  };
  const accept = () =>
    action('use', __('Accept', 'altscribe'), () => editItem(id, { ...seen, alt_text: text }));
  const dismiss = () => action('dismiss', __('Reject', 'altscribe'), () => dismissItem(id, text));
  const mark = () =>
    action('mark', __('Decorative', 'altscribe'), () =>
      editItem(id, { ...seen, alt_text: '', is_decorative: true }),
    );
  const undo = () => action('undo', __('Undo', 'altscribe'), () => undoItem(id));
  const retry = () => action('retry', __('Try again', 'altscribe'), () => retryItem(id));
  const againName =
    text === '' && previous_text === ''
      ? __('Generate alt text', 'altscribe')
      : __('Rewrite', 'altscribe');
  const again = () => action('again', againName, () => retryItem(id, true));

  const posts: RowAction = {
    id: 'posts',
    label: __('Also in other posts', 'altscribe'),
    name: `${__('Also in other posts', 'altscribe')}: ${title}`,
    isExpanded: arePostsShown,
    onClick: togglePosts,
  };

  // Texts filled into posts can be undone whatever happened to the image's own text.
  const filled = item.filled_posts > 0 || arePostsShown ? [posts] : [];

  switch (state) {
    case 'waiting':
    case 'running':
      return [];
    case 'written':
      return text === '' ? [editAction, undo(), ...filled] : [editAction, undo(), posts];
    case 'suggested':
      return [
        ...(text === '' ? [] : [accept()]),
        editAction,
        again(),
        dismiss(),
        ...(item.purpose === 'decorative' ? [mark()] : []),
        ...filled,
      ];
    case 'failed':
      return [retry(), editAction, ...filled];
    case 'skipped':
    case 'undone':
      return [editAction, again(), ...filled];
  }
}

interface Props {
  item: BatchItem;
  onChanged: (item: BatchItem) => void;
}

/** An image of a batch: its text before and after, and its actions. */
export function ItemRow({ item, onChanged }: Props) {
  const [isEditing, setIsEditing] = useState(false);
  const [isBusy, setIsBusy] = useState(false);
  const [arePostsShown, setArePostsShown] = useState(false);
  const [error, setError] = useState<ApiError | null>(null);
  const row = useRef<HTMLTableRowElement>(null);
  const focusAction = useRowFocus(row);
  const { title, previous_text: before, alt_text: after, current_text: current, state } = item;
  const shown = state === 'written' ? current : after;

  const settle = (result: Result<BatchItem>) => {
    setError(result.ok ? null : result.error);
    if (result.ok) {
      onChanged(result.value);
      speak(itemStateName(result.value.state));
    } else if (result.error.item !== undefined) {
      onChanged(result.error.item as BatchItem);
    }
    return result.ok ? null : result.error;
  };
  const act = async (request: () => Promise<Result<BatchItem>>) => {
    if (isBusy) {
      return;
    }
    setIsBusy(true);
    settle(await request());
    setIsBusy(false);
    // The actions have changed.
    focusAction('edit');
  };
  const close = () => {
    setIsEditing(false);
    focusAction('edit');
  };
  const save = async (alt_text: string) => {
    const failure = settle(
      await editItem(item.attachment_id, { previous_text: current, shown_text: after, alt_text }),
    );
    if (!failure) {
      close();
    }
    return failure;
  };

  return (
    <tr ref={row} className="is-expanded" aria-busy={isBusy}>
      <td className="title column-title has-row-actions column-primary">
        <strong className="has-media-icon">
          <Thumbnail url={item.thumbnail} />
          {item.edit_link === '' ? title : <a href={item.edit_link}>{title}</a>}
        </strong>
        {item.edit_link !== '' && !isEditing && (
          <RowActions
            actions={itemActions(item, arePostsShown, {
              act: (request) => void act(request),
              edit: () => {
                setIsEditing(true);
              },
              togglePosts: () => {
                setArePostsShown(!arePostsShown);
              },
            })}
          />
        )}
      </td>
      <td className="column-alt-text" data-colname={__('Alt text', 'altscribe')}>
        {isEditing ? (
          <TextEditor
            title={title}
            text={shown === '' ? before : shown}
            onSave={save}
            onCancel={close}
          />
        ) : (
          <ItemTexts item={item} />
        )}
        <ChangedText item={item} />
        {arePostsShown && (
          // If the text is new, the posts are searched again.
          <ImagePosts
            key={`${state} ${after}`}
            attachmentId={item.attachment_id}
            canFill={state === 'written' && after !== ''}
            onCounted={(added) => {
              if (added !== 0) {
                onChanged({ ...item, filled_posts: item.filled_posts + added });
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
      <td className="column-state" data-colname={__('State', 'altscribe')}>
        <ItemStateText item={item} />
      </td>
    </tr>
  );
}
