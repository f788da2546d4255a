import { Fragment } from '@wordpress/element';

export interface RowAction {
  /** Stays the same while the row does, so that its button keeps the focus. */
  id: string;
  label: string;
  /** For screen readers: which image; contains the label. */
  name: string;
  /** Whether it shows something; left out if it shows nothing. */
  isExpanded?: boolean;
  onClick: () => void;
}

/** The actions of a row, as WordPress's tables have them, but always visible. */
export function RowActions({ actions }: { actions: RowAction[] }) {
  return (
    <div className="row-actions visible">
      {actions.map(({ id, label, name, isExpanded, onClick }, index) => (
        <Fragment key={id}>
          {index > 0 && ' | '}
          <button
            type="button"
            className="button-link"
            data-action={id}
            aria-label={name}
            aria-expanded={isExpanded}
            onClick={onClick}
          >
            {label}
          </button>
        </Fragment>
      ))}
    </div>
  );
}
