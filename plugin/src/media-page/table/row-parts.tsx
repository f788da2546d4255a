import { OtherPosts } from '../../common/other-posts/other-posts.tsx';
import { countWithoutText, filledPosts, usePosts } from '../../common/other-posts/use-posts.ts';
import { useEffect, useRef, useState } from '@wordpress/element';
import type { FocusEvent, KeyboardEvent, ReactNode, RefObject } from 'react';
import { Icon, TextareaControl } from '@wordpress/components';
import { image as imageIcon } from '@wordpress/icons';
import { __, sprintf } from '@wordpress/i18n';
import { AccessibleButton } from '../../common/accessible-button.tsx';
import type { ApiError } from '../../common/api-error.ts';
import { mayMoveFocus } from '../../common/focus.ts';

interface TableProps {
  /** For screen readers. */
  caption: string;
  /** The label of each column, in their order. */
  columns: { title: string; 'alt-text': string; language?: string; state: string };
  isLoading: boolean;
  /** The rows that can be selected. */
  ids: readonly number[];
  selected: ReadonlySet<number>;
  onSelect: (selected: ReadonlySet<number>) => void;
  children: ReactNode;
}

/** A table in the style of WordPress's own, whose rows can be selected. */
export function SelectTable({ caption, columns, isLoading, ids, ...props }: TableProps) {
  const areAllSelected = ids.length > 0 && ids.every((id) => props.selected.has(id));
  const whenGone = useFocusWhenGone();
  return (
    <table
      className="wp-list-table widefat fixed striped media altscribe-table"
      aria-busy={isLoading}
    >
      <caption className="screen-reader-text">{caption}</caption>
      <thead>
        <tr>
          <td className="manage-column check-column">
            <input
              type="checkbox"
              aria-label={__('Select all on this page', 'altscribe')}
              checked={areAllSelected}
              onChange={() => {
                props.onSelect(new Set(areAllSelected ? [] : ids));
              }}
            />
          </td>
          {Object.entries(columns).map(([name, label]) => (
            <th
              key={name}
              scope="col"
              className={`manage-column column-${name}${name === 'title' ? ' column-primary' : ''}`}
            >
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody {...whenGone}>{props.children}</tbody>
    </table>
  );
}

/**
 * Returns the handlers of a table's body: if the row with the focus leaves the list, the chosen
 * filter above it gets the focus, or the place of the list.
 */
export function useFocusWhenGone() {
  const focused = useRef<Element | null>(null);
  useEffect(() => {
    const rescue = () => {
      if (focused.current?.isConnected !== false) {
        return;
      }
      // Once only: what the user does then with the focus is theirs.
      focused.current = null;
      if (mayMoveFocus()) {
        const find = (selector: string) => document.querySelector<HTMLElement>(selector);
        (find('.subsubsub [aria-current]') ?? find('.altscribe-top'))?.focus();
      }
    };
    rescue();
    // The last row takes the table with it.
    return rescue;
  });
  return {
    onFocus: ({ target }: FocusEvent) => {
      focused.current = target.closest('tr');
    },
    onBlur: () => {
      focused.current = null;
    },
  };
}

interface SelectCellProps {
  id: number;
  /** Title or file name of the image. */
  title: string;
  /** Whether the row can be selected. */
  canSelect?: boolean;
  selected: ReadonlySet<number>;
  onSelect: (selected: ReadonlySet<number>) => void;
}

/** The checkbox of a row. */
export function SelectCell({ id, title, canSelect = true, selected, onSelect }: SelectCellProps) {
  return (
    <th scope="row" className="check-column">
      {canSelect && (
        <input
          type="checkbox"
          aria-label={sprintf(
            /* translators: %s: title of an image. */
            __('Select %s', 'altscribe'),
            title,
          )}
          checked={selected.has(id)}
          onChange={({ target }) => {
            const next = new Set(selected);
            next[target.checked ? 'add' : 'delete'](id);
            onSelect(next);
          }}
        />
      )}
    </th>
  );
}

interface Props {
  attachmentId: number;
  /** Whether the image has a text that can be filled in. */
  canFill: boolean;
  /**
   * Called once the posts are known, and after each change. `added`: to how many more posts the text was added since the
   * last call. `without`: to how many it can be added, as countWithoutText() counts; null if not all are known.
   */
  onCounted: (added: number, without: number | null) => void;
}

/** The posts that show a row's image. */
export function ImagePosts({ attachmentId, canFill, onCounted }: Props) {
  const posts = usePosts(attachmentId);
  const { state } = posts;
  const counted = useRef<number | null>(null);
  const isKnown = counted.current !== null || (!state.isBusy && state.error === null);
  const filled = filledPosts(state).length;
  const listed = state.next === null ? countWithoutText(state) : null;
  const without = canFill ? listed : 0;
  useEffect(() => {
    if (isKnown) {
      onCounted(filled - (counted.current ?? filled), without);
      counted.current = filled;
    }
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [isKnown, filled, without]);
  return <OtherPosts posts={posts} canFill={canFill} />;
}

/**
 * Returns a function that moves the focus to a part of the row, by its `data-action`, once the row is
 * rendered again. If that part is missing, "Edit" gets the focus, because other buttons may cost a credit.
 * The focus is left alone if it is in a field or outside the row.
 */
export function useRowFocus(row: RefObject<HTMLElement | null>): (action: string) => void {
  const [wanted, setWanted] = useState<{ action: string } | null>(null);
  useEffect(() => {
    const find = (selector: string) => row.current?.querySelector<HTMLElement>(selector);
    if (wanted && mayMoveFocus(find('[data-action]:focus'))) {
      (find(`[data-action="${wanted.action}"]`) ?? find('[data-action="edit"], a'))?.focus();
    }
  }, [wanted, row]);
  return (action) => {
    setWanted({ action });
  };
}

/** A thumbnail of the image. Its title is beside it, so it needs no alt text. */
export function Thumbnail({ url }: { url: string }) {
  const [brokenUrl, setBrokenUrl] = useState('');
  return (
    <span className="media-icon image-icon altscribe-media-thumbnail">
      {url === '' || url === brokenUrl ? (
        <Icon icon={imageIcon} />
      ) : (
        <img
          src={url}
          alt=""
          loading="lazy"
          onError={() => {
            setBrokenUrl(url);
          }}
        />
      )}
    </span>
  );
}

interface EditorProps {
  /** Title of the image. */
  title: string;
  text: string;
  /** Returns the error if the text could not be saved. */
  onSave: (text: string) => Promise<ApiError | null>;
  onCancel: () => void;
}

/** A field for an alt text in its row. It takes the focus, and Escape closes it. */
export function TextEditor({ title, text, onSave, onCancel }: EditorProps) {
  const [draft, setDraft] = useState(text);
  const [isSaving, setIsSaving] = useState(false);
  const [error, setError] = useState<ApiError | null>(null);

  const save = async () => {
    setIsSaving(true);
    const failure = await onSave(draft.trim());
    // Without an error, the field is already closed.
    if (failure) {
      setError(failure);
      setIsSaving(false);
    }
  };
  const closeOnEscape = (event: KeyboardEvent) => {
    if (event.key === 'Escape') {
      event.stopPropagation();
      onCancel();
    }
  };

  return (
    <div className="altscribe-text-editor">
      <TextareaControl
        __nextHasNoMarginBottom
        label={__('Alt text', 'altscribe')}
        hideLabelFromVision
        aria-label={`${__('Alt text', 'altscribe')}: ${title}`}
        value={draft}
        rows={3}
        dir="auto"
        // It closes with the submitted text.
        readOnly={isSaving}
        ref={(element) => {
          if (element && !element.dataset.focused) {
            element.dataset.focused = 'true';
            element.focus();
          }
        }}
        onChange={setDraft}
        onKeyDown={closeOnEscape}
      />
      {error && (
        <p className="altscribe-row-error" role="alert">
          {error.message}
        </p>
      )}
      <div className="altscribe-text-editor__buttons">
        <AccessibleButton
          variant="primary"
          size="compact"
          isBusy={isSaving}
          disabledReason={isSaving ? __('The text is being saved.', 'altscribe') : null}
          onClick={() => void save()}
        >
          {__('Save', 'altscribe')}
        </AccessibleButton>
        <AccessibleButton
          variant="tertiary"
          size="compact"
          disabledReason={null}
          onClick={onCancel}
        >
          {__('Cancel', 'altscribe')}
        </AccessibleButton>
      </div>
    </div>
  );
}
