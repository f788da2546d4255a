import type { TranslatedText } from '../../../shared/alt-text/checks.ts';
import { findingsText } from '../common/findings.ts';
import { __ } from '@wordpress/i18n';
import { storeText, type AltTextField } from '../common/alt-text-field/alt-text-field.ts';
import { mountControls } from './mount.tsx';
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
  const { id = '', language = '', olderTexts = '[]' } = cell.dataset;
  const text = cell.querySelector<HTMLElement>('.altscribe-cell__text');
  const listeners = new Set<() => void>();
  const read = () => text?.textContent ?? '';
  const known = { language, olderTexts: JSON.parse(olderTexts) as TranslatedText[] };
  return {
    key: `attachment-${id}`,
    attachmentId: Number(id),
    ...known,
    filledPosts: 0,
    isStored: true,
    read,
    write: async (written) => {
      const stored = await storeText(Number(id), written, read());
      if (stored !== null) {
        if (text) {
          text.textContent = stored;
        }
        void showState(cell, stored, known);
        listeners.forEach((listener) => {
          listener();
        });
      }
      return stored;
    },
    watch: (onChange) => {
      listeners.add(onChange);
      return () => listeners.delete(onChange);
    },
  };
}

/** Shows the same state for the new text as PHP does for a stored one. */
async function showState(
  cell: HTMLElement,
  text: string,
  { language, olderTexts }: Pick<AltTextField, 'language' | 'olderTexts'>,
): Promise<void> {
  const state = cell.querySelector<HTMLElement>('.altscribe-cell__state');
  if (!state) {
    return;
  }
  if (text === '') {
    // A text does not remove the mark.
    const isDecorative = cell.dataset.decorative === 'yes';
    setState(
      state,
      isDecorative ? 'decorative' : 'missing',
      isDecorative ? __('Decorative', 'altscribe') : __('Missing', 'altscribe'),
    );
    return;
  }
  const { checkText } = await import('../common/alt-text-field/check-text.ts');
  const findings = checkText(text, language, olderTexts);
  const isGood = findings.length === 0;
  setState(state, isGood ? 'good' : 'check', isGood ? '' : findingsText(findings));
}

function setState(element: HTMLElement, name: string, text: string): void {
  element.className = `altscribe-cell__state is-${name}`;
  element.textContent = text;
}
