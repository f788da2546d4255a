import { speak } from '@wordpress/a11y';
import { useRef, useState } from '@wordpress/element';
import { __, sprintf } from '@wordpress/i18n';
import { changeImage, type ImageChange, type LibraryImage } from '../../common/images-api.ts';
import type { ApiError } from '../../common/api-error.ts';
import { filledIntoText } from '../../common/other-posts/posts-text.ts';
import { ImagePosts } from '../table/image-posts.tsx';
import { RowActions, type RowAction } from '../table/row-actions.tsx';
import { TextEditor } from '../table/text-editor.tsx';
import { Thumbnail } from '../table/thumbnail.tsx';
import { useRowFocus } from '../table/use-row-focus.ts';
import { imageStateName, ImageStateText } from './image-state.tsx';

interface Props {
  image: LibraryImage;
  isSelected: boolean;
  onSelect: (isSelected: boolean) => void;
  /** Null if nothing can be generated now. */
  onGenerate: (() => void) | null;
  onChanged: (image: LibraryImage) => void;
}

/** An image of the list: its text can be edited in place. */
export function ImageRow({ image, isSelected, onSelect, onGenerate, onChanged }: Props) {
  const [isEditing, setIsEditing] = useState(false);
  const [arePostsShown, setArePostsShown] = useState(false);
  const [error, setError] = useState<ApiError | null>(null);
  const row = useRef<HTMLTableRowElement>(null);
  const focusAction = useRowFocus(row);
  const { title, file, alt_text: text, state } = image;

  const change = async (part: Omit<ImageChange, 'previous_text'>) => {
    const result = await changeImage(image.attachment_id, { ...part, previous_text: text });
    setError(result.ok ? null : result.error);
    if (result.ok) {
      onChanged(result.value);
      speak(imageStateName(result.value.state, result.value.findings));
    }
    return result.ok ? null : result.error;
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
      <th scope="row" className="check-column">
        <input
          type="checkbox"
          aria-label={sprintf(
            /* translators: %s: title of an image. */
            __('Select %s', 'altscribe'),
            title,
          )}
          checked={isSelected}
          onChange={(event) => {
            onSelect(event.target.checked);
          }}
        />
      </th>
      <td className="title column-title has-row-actions column-primary">
        <strong className="has-media-icon">
          <Thumbnail url={image.thumbnail} />
          {image.edit_link === '' ? title : <a href={image.edit_link}>{title}</a>}
        </strong>
        <p className="filename">{file}</p>
        {image.edit_link !== '' && !isEditing && (
          <RowActions
            actions={listActions(image, arePostsShown, {
              generate: onGenerate,
              edit: () => {
                setIsEditing(true);
              },
              togglePosts: () => {
                setArePostsShown(!arePostsShown);
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
          <span dir="auto">{text === '' ? '—' : text}</span>
        )}
        {arePostsShown && (
          // Of another text, posts are looked for anew.
          <ImagePosts
            key={text}
            attachmentId={image.attachment_id}
            canFill={text !== ''}
            onChanged={(filled_posts) => {
              onChanged({ ...image, filled_posts });
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
        <ImageStateText state={state} findings={image.findings} />
        {image.filled_posts > 0 && (
          <p className="altscribe-why">{filledIntoText(image.filled_posts)}</p>
        )}
      </td>
    </tr>
  );
}

interface Handlers {
  generate: (() => void) | null;
  edit: () => void;
  togglePosts: () => void;
  mark: (decorative: boolean) => void;
}

function listActions(
  image: LibraryImage,
  arePostsShown: boolean,
  { generate, edit, togglePosts, mark }: Handlers,
): RowAction[] {
  const { state, title } = image;
  const named = (label: string) => ({ label, name: `${label}: ${title}` });
  return [
    ...(generate
      ? [{ id: 'generate', ...named(__('Generate alt text', 'altscribe')), onClick: generate }]
      : []),
    { id: 'edit', ...named(__('Edit', 'altscribe')), onClick: edit },
    // A text is not thrown away by the way.
    ...(state === 'missing' || state === 'decorative'
      ? [
          {
            id: 'mark',
            ...named(
              state === 'missing'
                ? __('Mark as decorative', 'altscribe')
                : __('Not decorative', 'altscribe'),
            ),
            onClick: () => {
              mark(state === 'missing');
            },
          },
        ]
      : []),
    ...(image.filled_posts > 0 || arePostsShown
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
