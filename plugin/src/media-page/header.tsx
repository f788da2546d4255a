import { createPortal } from '@wordpress/element';
import { __ } from '@wordpress/i18n';
import type { Ref } from 'react';
import { bootData } from './boot-data.ts';
import type { Filters } from './filters.ts';
import { toImageQuery } from './query.ts';

interface Props {
  filters: Filters;
  isImporting: boolean;
  importButton: Ref<HTMLButtonElement>;
  onImport: () => void;
}

const place = document.getElementById('altscribe-media-actions');

/** The actions beside the heading of the page, where WordPress's pages have theirs. */
export function Header({ filters, isImporting, importButton, onImport }: Props) {
  if (!place) {
    return null;
  }
  return createPortal(
    <>
      <a href={exportAddress(filters)} className="page-title-action">
        {__('Export CSV', 'altscribe')}
      </a>
      <button
        ref={importButton}
        type="button"
        className="page-title-action"
        aria-expanded={isImporting}
        onClick={onImport}
      >
        {__('Import', 'altscribe')}
      </button>
    </>,
    place,
  );
}

/** The images that the filters leave. */
function exportAddress(filters: Filters): string {
  const address = new URL(bootData.exportUrl, window.location.href);
  for (const [name, value] of Object.entries(toImageQuery(filters))) {
    address.searchParams.set(name, value === true ? '1' : String(value));
  }
  return address.href;
}
