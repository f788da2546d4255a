import { __ } from '@wordpress/i18n';
import type { LibraryImage } from '../../common/images-api.ts';
import { bootData } from '../boot-data.ts';
import { ImageRow } from './image-row.tsx';

interface Props {
  images: LibraryImage[];
  isLoading: boolean;
  selected: ReadonlySet<number>;
  onSelect: (selected: ReadonlySet<number>) => void;
  /** Null if nothing can be generated now. */
  onGenerate: ((id: number) => void) | null;
  isBatchRunning: boolean;
  onChanged: (image: LibraryImage) => void;
}

/** One page of the images, in the style of WordPress's tables. */
export function ImageTable(props: Props) {
  const { images, isLoading, selected, onSelect, onGenerate, isBatchRunning, onChanged } = props;
  const ids = images.map(({ attachment_id: id }) => id);
  const areAllSelected = ids.length > 0 && ids.every((id) => selected.has(id));
  return (
    <table
      className="wp-list-table widefat fixed striped media altscribe-table"
      aria-busy={isLoading}
    >
      <caption className="screen-reader-text">{__('Images', 'altscribe')}</caption>
      <thead>
        <tr>
          <td className="manage-column check-column">
            <input
              type="checkbox"
              aria-label={__('Select all on this page', 'altscribe')}
              checked={areAllSelected}
              onChange={() => {
                onSelect(new Set(areAllSelected ? [] : ids));
              }}
            />
          </td>
          <th scope="col" className="manage-column column-title column-primary">
            {__('File', 'altscribe')}
          </th>
          <th scope="col" className="manage-column column-alt-text">
            {__('Alt text', 'altscribe')}
          </th>
          {bootData.languages.length > 0 && (
            <th scope="col" className="manage-column column-language">
              {__('Language', 'altscribe')}
            </th>
          )}
          <th scope="col" className="manage-column column-state">
            {__('State', 'altscribe')}
          </th>
        </tr>
      </thead>
      <tbody>
        {images.map((image) => (
          <ImageRow
            key={image.attachment_id}
            image={image}
            isSelected={selected.has(image.attachment_id)}
            onSelect={(isSelected) => {
              const next = new Set(selected);
              next[isSelected ? 'add' : 'delete'](image.attachment_id);
              onSelect(next);
            }}
            isBatchRunning={isBatchRunning}
            onGenerate={
              onGenerate &&
              (() => {
                onGenerate(image.attachment_id);
              })
            }
            onChanged={onChanged}
          />
        ))}
      </tbody>
    </table>
  );
}
