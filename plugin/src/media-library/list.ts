import { findingsText, type Finding } from '../common/findings.ts';
import { joinSentences } from '../common/format.ts';
import { __ } from '@wordpress/i18n';
import {
  storeImage,
  type AltTextField,
  type KnownImage,
} from '../common/alt-text-field/alt-text-field.ts';
import type { LibraryImage } from '../common/images-api.ts';
import { mountControls } from './attachment-field.tsx';
import { generate } from '../common/alt-text-field/requests.ts';

/** The fields of the rows whose controls are shown. */
const fields = new WeakMap<HTMLElement, AltTextField>();

/** Lets the links "Generate alt text" of the list show their results in their rows. */
export function extendList(): void {
  document.querySelector('#the-list')?.addEventListener('click', ({ target }) => {
    const button = target instanceof Element ? target.closest('.altscribe-generate-row') : null;
    const cell = button?.closest('tr')?.querySelector<HTMLElement>('.altscribe-cell');
    if (cell) {
      void generate(showControls(cell));
    }
  });
}

function showControls(cell: HTMLElement): AltTextField {
  const shown = fields.get(cell);
  if (shown) {
    return shown;
  }
  const field = cellField(cell);
  fields.set(cell, field);
  mountControls(field, cell, { hasState: true });
  return field;
}

/** The text of a cell. */
function cellField(cell: HTMLElement): AltTextField {
  const { id = '', known: json = '' } = cell.dataset;
  const text = cell.querySelector<HTMLElement>('.altscribe-cell__text');
  const listeners = new Set<() => void>();
  const read = () => text?.textContent ?? '';
  const known = JSON.parse(json) as KnownImage;
  return {
    key: `attachment-${id}`,
    attachmentId: Number(id),
    ...known,
    isStored: true,
    isOfLibrary: true,
    read,
    write: async (written, isDecorative = false) => {
      const stored = await storeImage(Number(id), {
        previous_text: read(),
        alt_text: written,
        ...(written === '' && { decorative: isDecorative }),
      });
      if (stored) {
        if (text) {
          text.textContent = stored.alt_text;
        }
        showState(cell, stored);
        listeners.forEach((listener) => {
          listener();
        });
      }
      return stored?.alt_text ?? null;
    },
    watch: (onChange) => {
      listeners.add(onChange);
      return () => listeners.delete(onChange);
    },
  };
}

/** Shows the state in the same words as PHP. */
function showState(cell: HTMLElement, { state, findings }: LibraryImage): void {
  const element = cell.querySelector<HTMLElement>('.altscribe-cell__state');
  if (element) {
    element.className = `altscribe-cell__state is-${state}`;
    element.textContent = stateText(state, findings);
  }
}

function stateText(state: LibraryImage['state'], findings: Finding[]): string {
  switch (state) {
    case 'missing':
      return __('Missing', 'altscribe');
    case 'suggested':
      return __('Suggested', 'altscribe');
    case 'decorative':
      return __('Decorative', 'altscribe');
    case 'unread':
      return joinSentences([
        __('Written by AI, not checked', 'altscribe'),
        findings.length > 0 && findingsText(findings),
      ]);
    case 'check':
    case 'good':
      return findings.length > 0 ? findingsText(findings) : '';
  }
}
