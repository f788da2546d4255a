import { store as blockEditorStore } from '@wordpress/block-editor';
import { SelectControl } from '@wordpress/components';
import { useDispatch, useSelect } from '@wordpress/data';
import { useEffect, useRef } from '@wordpress/element';
import { __, sprintf } from '@wordpress/i18n';
import { formatNumber } from '../../common/format.ts';
import {
  focusRequestStore,
  rowId,
  runButtonId,
  runRequest,
  shownRunButton,
} from '../store/focus-request.ts';
import { GrowingList } from '../components/growing-list.tsx';
import type { ImageReview } from '../hooks/use-reviews.ts';
import { findClientId, targetKey } from '../post/alt-text-target.ts';
import type { EditorImage } from '../post/editor-image.ts';
import { store } from '../store/index.ts';
import type { ImageFilter } from '../store/state.ts';
import { ImageRow } from './image-row.tsx';

/** The image (`targetKey`) whose row has the focus; null if there is none. */
export function findFocusedRow(): string | null {
  const row = document.activeElement?.closest(`[id^="${rowId('')}"]`);
  return row?.id.slice(rowId('').length) ?? null;
}

/**
 * Moves the focus into the requested row once it is rendered: to its suggestion field, or to its
 * button. Returns the position of that row in the list; null without a request.
 */
function useFocusRequest(images: EditorImage[]): number | null {
  const requested = useSelect((select) => select(focusRequestStore).getFocusRequest(), []);
  const { endFocusRequest } = useDispatch(focusRequestStore);
  const position = images.findIndex(({ target }) => targetKey(target) === requested);

  useEffect(() => {
    if (requested === null || requested === shownRunButton || requested === runRequest) {
      return;
    }
    if (requested === runButtonId) {
      focusRunButton();
    }
    const row = document.getElementById(rowId(requested));
    const places = ['textarea', '.altscribe-generate', 'button'];
    places
      .map((place) => row?.querySelector<HTMLElement>(place))
      .find((element) => element)
      ?.focus();
    void endFocusRequest();
  }, [requested, endFocusRequest]);

  return position < 0 ? null : position;
}

/**
 * Moves the focus to the button that starts a run when requested, unless the sidebar is closed.
 */
export function useShownRunButton(): void {
  const isRequested = useSelect(
    (select) => select(focusRequestStore).getFocusRequest() === shownRunButton,
    [],
  );
  const { endFocusRequest } = useDispatch(focusRequestStore);
  useEffect(() => {
    if (isRequested) {
      focusRunButton();
      void endFocusRequest();
    }
  }, [isRequested, endFocusRequest]);
}

/** Minimum number of images for the filter to be shown. */
const longList = 4;

/** The rows of all images, or of the filtered ones. */
export function ImageList({ reviews }: { reviews: ImageReview[] }) {
  const filter = useSelect((select) => select(store).getFilter(), []);
  const selected = useSelect((select) => select(blockEditorStore).getSelectedBlockClientId(), []);
  const shown = useStickyFilter(reviews, filter);
  const wanted = useFocusRequest(shown.map(({ image }) => image));
  return (
    <>
      {(reviews.length >= longList || filter !== 'all') && (
        <FilterControl reviews={reviews} filter={filter} />
      )}
      {shown.length === 0 && (
        <p className="altscribe-note">{__('No images match this filter.', 'altscribe')}</p>
      )}
      <GrowingList className="altscribe-images" items={shown} wanted={wanted}>
        {(review) => (
          <ImageRow
            key={targetKey(review.image.target)}
            review={review}
            isCurrent={selected !== null && findClientId(review.image.target) === selected}
          />
        )}
      </GrowingList>
    </>
  );
}

function FilterControl({ reviews, filter }: { reviews: ImageReview[]; filter: ImageFilter }) {
  const { chooseFilter } = useDispatch(store);
  const option = (value: ImageFilter, label: string) => ({
    value,
    label: sprintf(
      /* translators: 1: which images: Missing, 2: number of them. */
      __('%1$s (%2$s)', 'altscribe'),
      label,
      formatNumber(reviews.filter((review) => matches(review, value)).length),
    ),
  });
  return (
    <SelectControl
      __next40pxDefaultSize
      __nextHasNoMarginBottom
      label={__('Show', 'altscribe')}
      labelPosition="side"
      value={filter}
      options={[
        option('all', __('All', 'altscribe')),
        option('missing', __('Missing', 'altscribe')),
        option('attention', __('Needs attention', 'altscribe')),
      ]}
      onChange={(value) => void chooseFilter(value)}
    />
  );
}

/**
 * The images that match the filter or did when it was chosen, and the requested one, so no row
 * disappears while the user works on it.
 */
function useStickyFilter(reviews: ImageReview[], filter: ImageFilter): ImageReview[] {
  const seen = useRef({ filter, keys: new Set<string>() });
  if (seen.current.filter !== filter) {
    seen.current = { filter, keys: new Set() };
  }
  const { keys } = seen.current;
  const requested = useSelect((select) => select(focusRequestStore).getFocusRequest(), []);
  return reviews.filter((review) => {
    const key = targetKey(review.image.target);
    if (matches(review, filter) || key === requested) {
      keys.add(key);
    }
    return keys.has(key);
  });
}

function matches({ image, needsAttention }: ImageReview, filter: ImageFilter): boolean {
  switch (filter) {
    case 'all':
      return true;
    case 'missing':
      return image.state === 'missing';
    case 'attention':
      return needsAttention;
  }
}

/** Does nothing while the sidebar is closed. */
export function focusRunButton(): void {
  document.getElementById(runButtonId)?.focus();
}
