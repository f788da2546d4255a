import { speak } from '@wordpress/a11y';
import { __, _n, sprintf } from '@wordpress/i18n';
import { previewBatch, startBatch, type BatchRequest } from '../common/batches-api.ts';
import { formatNumber } from '../common/format.ts';
import { mediaBootData } from './boot-data.ts';
import type { AttachmentsBrowser, Media, MediaView } from '../common/wp-media.ts';

/**
 * Starts a batch for images of the grid and shows a notice. Asks first if the credits do not suffice, and starts nothing
 * without knowing that. Resolves with whether it runs.
 */
async function generateForSelection(ids: number[]): Promise<boolean> {
  const batch: BatchRequest = { ids, origin: 'bulk' };
  const preview = await previewBatch(batch);
  if (!preview.ok) {
    tell(preview.error.message, false);
    return false;
  }
  const { creditsAtMost, isUnlimited, creditsLeft } = preview.value;
  const left = isUnlimited ? null : creditsLeft;
  if (left && left < creditsAtMost) {
    // eslint-disable-next-line no-alert -- WordPress asks like this before it deletes a selection.
    if (!window.confirm(shortageQuestion(creditsAtMost, left))) {
      return false;
    }
    batch.limit = left;
  }
  const result = await startBatch(batch);
  const message = result.ok
    ? __(
        'Generating alt text for the images. You can close this page. Generating continues in the background.',
        'altscribe',
      )
    : result.error.message;
  tell(message, result.ok);
  return result.ok;
}

function tell(message: string, isSuccess: boolean): void {
  showNotice(message, isSuccess);
  speak(message, isSuccess ? 'polite' : 'assertive');
}

function shortageQuestion(most: number, left: number): string {
  return sprintf(
    /* translators: 1: number of credits, at least 2, 2: a smaller number of credits. */
    _n(
      'This costs at most %1$s credits. You have %2$s left. Generate %2$s alt text now?',
      'This costs at most %1$s credits. You have %2$s left. Generate %2$s alt texts now?',
      left,
      'altscribe',
    ),
    formatNumber(most),
    formatNumber(left),
  );
}

/** A standard WordPress notice, which replaces the previous one. */
function showNotice(message: string, isSuccess: boolean): void {
  document.querySelector('#altscribe-notice')?.remove();
  const notice = document.createElement('div');
  notice.id = 'altscribe-notice';
  notice.className = `notice is-dismissible ${isSuccess ? 'notice-success' : 'notice-error'}`;
  const text = document.createElement('p');
  text.append(message);
  if (isSuccess) {
    const link = document.createElement('a');
    link.href = mediaBootData.progressUrl;
    link.textContent = __('View progress', 'altscribe');
    text.append(' ', link);
  }
  notice.append(text);
  document.querySelector('.wrap .wp-header-end, .wrap h1')?.after(notice);
  // Lets WordPress add the close button.
  document.dispatchEvent(new Event('wp-updates-notice-added'));
}

/** Adds the filter by state and a bulk button to the toolbar of the grid. */
export function extendToolbar({ view }: Media): void {
  const { prototype } = view.AttachmentsBrowser;
  const { createToolbar } = prototype;
  const StateFilter = makeStateFilter(view);
  const GenerateButton = makeGenerateButton(view);
  prototype.createToolbar = function createToolbarWithAltText(this: AttachmentsBrowser) {
    createToolbar.call(this);
    const { controller, collection, toolbar } = this;
    // WordPress's media window has no room for a third filter.
    if (!controller.isModeActive('grid')) {
      return;
    }
    const label = { value: __('Filter by alt text', 'altscribe'), attributes: { for: filterId } };
    toolbar.set('altscribeFilterLabel', new view.Label({ ...label, priority: -74 }).render());
    const filter = new StateFilter({ controller, model: collection.props, priority: -74 });
    toolbar.set('altscribeFilter', filter.render());
    if (mediaBootData.mayUseQueue) {
      const text = __('Generate alt text', 'altscribe');
      const button = new GenerateButton({ text, controller, size: '', priority: -78 });
      toolbar.set('altscribeGenerate', button.render());
    }
  };
}

const filterId = 'media-attachment-altscribe-filter';

function makeStateFilter({ AttachmentFilters }: Media['view']) {
  return AttachmentFilters.extend({
    id: filterId,
    createFilters(this: { filters: object }) {
      const entries = Object.entries(mediaBootData.stateFilters).map(([state, text], index) => [
        state === '' ? 'all' : state,
        { text, props: { altscribe_state: state === '' ? null : state }, priority: index },
      ]);
      this.filters = Object.fromEntries(entries) as object;
    },
  });
}

/** Like WordPress's "Delete permanently", shown while images are being selected. */
function makeGenerateButton({ Button }: Media['view']) {
  const base = Button.prototype as MediaView & {
    initialize: () => void;
  };
  type ToolbarButton = typeof base & { update: () => void; isStarting?: boolean };
  return Button.extend({
    className: 'media-button altscribe-generate-selected',
    initialize(this: ToolbarButton) {
      base.initialize.call(this);
      const events = 'select:activate select:deactivate selection:toggle';
      this.controller.on(events, this.update, this);
    },
    render(this: ToolbarButton) {
      base.render.call(this);
      this.update();
      return this;
    },
    update(this: ToolbarButton) {
      const isEmpty = this.controller.state().get('selection').length === 0;
      // A native `disabled` would take the focus away, and users would not learn the reason.
      this.el.setAttribute('aria-disabled', String(isEmpty));
      this.el.classList.toggle('disabled', isEmpty);
      this.el.title = isEmpty ? __('No images selected.', 'altscribe') : '';
      this.el.classList.toggle('hidden', !this.controller.isModeActive('select'));
    },
    async click(this: ToolbarButton) {
      const ids = this.controller.state().get('selection').pluck('id') as number[];
      // Until the batch runs, another click would find nothing left to start.
      if (ids.length === 0 || this.isStarting) {
        return;
      }
      this.isStarting = true;
      if (await generateForSelection(ids)) {
        const hasFocus = document.activeElement === this.el;
        this.controller.trigger('selection:action:done');
        // The button is hidden now, which would lose the focus.
        if (hasFocus) {
          document.querySelector<HTMLElement>('.select-mode-toggle-button')?.focus();
        }
      }
      this.isStarting = false;
    },
  });
}
