import { speak } from '@wordpress/a11y';
import { useRef, useState } from '@wordpress/element';
import { __ } from '@wordpress/i18n';
import type { ApiError } from '../../common/api-error.ts';
import type { Result } from '../../common/api.ts';
import { editItem, type BatchItem } from '../../common/batches-api.ts';
import { ImagePosts } from '../table/image-posts.tsx';
import { RowActions } from '../table/row-actions.tsx';
import { TextEditor } from '../table/text-editor.tsx';
import { Thumbnail } from '../table/thumbnail.tsx';
import { useRowFocus } from '../table/use-row-focus.ts';
import { itemActions } from './item-actions.ts';
import { itemStateName, ItemStateText } from './item-state.tsx';
import { ItemTexts } from './item-texts.tsx';

interface Props {
  item: BatchItem;
  onChanged: (item: BatchItem) => void;
}

/** An image of a batch: its text before and after, and what can be done with it. */
export function ItemRow({ item, onChanged }: Props) {
  const [isEditing, setIsEditing] = useState(false);
  const [isBusy, setIsBusy] = useState(false);
  const [arePostsShown, setArePostsShown] = useState(false);
  const [error, setError] = useState<ApiError | null>(null);
  const row = useRef<HTMLTableRowElement>(null);
  const focusAction = useRowFocus(row);
  const { title, previous_text: before, alt_text: after, state } = item;

  const settle = (result: Result<BatchItem>) => {
    setError(result.ok ? null : result.error);
    if (result.ok) {
      onChanged(result.value);
      speak(itemStateName(result.value.state));
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
    // The actions are others now.
    focusAction('edit');
  };
  const close = () => {
    setIsEditing(false);
    focusAction('edit');
  };
  const save = async (alt_text: string) => {
    const failure = settle(await editItem(item.attachment_id, { alt_text }));
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
            text={after === '' ? before : after}
            onSave={save}
            onCancel={close}
          />
        ) : (
          <ItemTexts item={item} />
        )}
        {arePostsShown && (
          // Of another text, posts are looked for anew.
          <ImagePosts
            key={`${state} ${after}`}
            attachmentId={item.attachment_id}
            canFill={state === 'written' && after !== ''}
            onChanged={(filled_posts) => {
              onChanged({ ...item, filled_posts });
            }}
          />
        )}
        {error && !isEditing && (
          <p className="altscribe-row-error" role="alert">
            {error.message}
          </p>
        )}
      </td>
      <td className="column-state" data-colname={__('State', 'altscribe')}>
        <ItemStateText item={item} />
      </td>
    </tr>
  );
}
