import { __ } from '@wordpress/i18n';
import type { Result } from '../../common/api.ts';
import { editItem, retryItem, undoItem, type BatchItem } from '../../common/batches-api.ts';
import { dismissItem } from '../../common/images-api.ts';
import type { RowAction } from '../table/row-actions.tsx';

interface Handlers {
  /** Sends a request, and shows what came of it. */
  act: (request: () => Promise<Result<BatchItem>>) => void;
  edit: () => void;
  togglePosts: () => void;
}

/** What somebody can do with an item. `edit` is among them wherever the focus returns to a row. */
export function itemActions(
  item: BatchItem,
  arePostsShown: boolean,
  { act, edit, togglePosts }: Handlers,
): RowAction[] {
  const { attachment_id: id, alt_text: text, title, state } = item;
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
    action('use', __('Use it', 'altscribe'), () => editItem(id, { alt_text: text }));
  const dismiss = () => action('dismiss', __('Dismiss', 'altscribe'), () => dismissItem(id));
  const mark = () =>
    action('mark', __('Mark as decorative', 'altscribe'), () =>
      editItem(id, { alt_text: '', is_decorative: true }),
    );
  const undo = () => action('undo', __('Undo', 'altscribe'), () => undoItem(id));
  const retry = () => action('retry', __('Try again', 'altscribe'), () => retryItem(id));
  const again = () => action('again', __('Generate again', 'altscribe'), () => retryItem(id, true));

  const posts: RowAction = {
    id: 'posts',
    label: __('Also in other posts', 'altscribe'),
    name: `${__('Also in other posts', 'altscribe')}: ${title}`,
    isExpanded: arePostsShown,
    onClick: togglePosts,
  };

  // What was filled into posts can be taken back whatever has become of the text.
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
        ...(item.purpose === 'decorative' ? [mark()] : []),
        again(),
        dismiss(),
        ...filled,
      ];
    case 'failed':
      return [retry(), editAction, ...filled];
    case 'skipped':
    case 'undone':
      return [editAction, again(), ...filled];
  }
}
