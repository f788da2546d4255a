import { speak } from '@wordpress/a11y';
import { store as blockEditorStore } from '@wordpress/block-editor';
import { SelectControl } from '@wordpress/components';
import { useDispatch, useSelect } from '@wordpress/data';
import { getScrollContainer } from '@wordpress/dom';
import { useCallback, useEffect, useRef, useState } from '@wordpress/element';
import { __, sprintf } from '@wordpress/i18n';
import type { ReactNode } from 'react';
import {
  countId,
  countNeeds,
  countsText,
  findClientId,
  focusRequestStore,
  focusRunButton,
  formatNumber,
  reviewRequest,
  rowId,
  runButtonId,
  runRequest,
  shownRunButton,
  store,
  targetKey,
} from '../main.tsx';
import type { ImageReview } from '../hooks/use-reviews.ts';
import type { EditorImage } from '../post/editor-image.ts';
import type { ImageFilter } from '../store/state.ts';
import { ImageRow } from './image-row.tsx';

/**
 * Moves the focus to the heading of the requested row once it is rendered. Returns the position of that row in the list; null without a request.
 */
function useFocusRequest(images: EditorImage[]): number | null {
  const requested = useSelect((select) => select(focusRequestStore).getFocusRequest(), []);
  const { endFocusRequest } = useDispatch(focusRequestStore);
  const position = images.findIndex(({ target }) => targetKey(target) === requested);

  useEffect(() => {
    const isOfList = ![null, shownRunButton, runRequest, reviewRequest].includes(requested);
    if (requested === null || !isOfList) {
      return;
    }
    if (requested === runButtonId) {
      focusRunButton();
    }
    const row = document.getElementById(rowId(requested));
    row?.querySelector<HTMLElement>('.altscribe-image__toggle')?.focus();
    void endFocusRequest();
  }, [requested, endFocusRequest]);

  return position < 0 ? null : position;
}

/**
 * Moves the focus on after a decision about an image: to the next one to review, or to the numbers
 * above the list. `isRead`: nothing else shows what has happened.
 */
function useGoOn(reviews: ImageReview[]): (decided: EditorImage, isRead?: boolean) => void {
  const { requestFocus } = useDispatch(focusRequestStore);
  const latest = useRef(reviews);
  useEffect(() => {
    latest.current = reviews;
  }, [reviews]);
  return useCallback(
    ({ target }: EditorImage, isRead?: boolean) => {
      const at = latest.current.findIndex(
        ({ image }) => targetKey(image.target) === targetKey(target),
      );
      const others = [...latest.current.slice(at + 1), ...latest.current.slice(0, Math.max(0, at))];
      const next = others.find(({ need }) => need === 'review');
      if (isRead) {
        speak(countsText(countNeeds(others)) || __('No problems found', 'altscribe'));
      }
      if (next) {
        void requestFocus(targetKey(next.image.target));
      } else {
        document.getElementById(countId)?.focus();
      }
    },
    [requestFocus],
  );
}

/** Minimum number of images for the filter to be shown. */
const longList = 4;

interface ImageListProps {
  reviews: ImageReview[];
  /** Shows the context that is sent with the selected image. */
  onContext: () => void;
}

/** The rows of all images, or of the filtered ones. */
export function ImageList({ reviews, onContext }: ImageListProps) {
  const filter = useSelect((select) => select(store).getFilter(), []);
  const selected = useSelect((select) => select(blockEditorStore).getSelectedBlockClientId(), []);
  const shown = useStickyFilter(reviews, filter);
  const goOn = useGoOn(reviews);
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
            onContext={onContext}
            onDone={goOn}
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
        option('review', __('To review', 'altscribe')),
        option('missing', __('Missing', 'altscribe')),
        option('problem', __('Problems', 'altscribe')),
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

function matches({ need }: ImageReview, filter: ImageFilter): boolean {
  return filter === 'all' || need === filter;
}

/** Number of rows rendered at first. They fill the sidebar. */
const step = 12;
/**
 * How far below the visible part rows are rendered, so users never see the end of the rendered rows
 * (px).
 */
const margin = 800;
/** Approximate height of a row (px). */
const rowHeight = 49;

interface GrowingListProps<Item> {
  className: string;
  items: Item[];
  /** Position of an item that must be rendered; null if there is none. */
  wanted: number | null;
  children: (item: Item) => ReactNode;
}

/**
 * A list that renders its first rows, and more as the user nears its end by scrolling or with the
 * focus. Rendering hundreds of rows together would block the editor for half a second.
 */
function GrowingList<Item>({ className, items, wanted, children }: GrowingListProps<Item>) {
  const [count, setCount] = useState(step);
  if (wanted !== null && wanted >= count) {
    setCount(wanted + step);
  }
  const rest = Math.max(0, items.length - count);
  const end = useRef<HTMLLIElement>(null);

  useEffect(() => {
    const element = end.current;
    if (!element) {
      return undefined;
    }
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) {
          setCount(count + step);
        }
      },
      { root: getScrollContainer(element) ?? null, rootMargin: `${String(margin)}px 0px` },
    );
    observer.observe(element);
    return () => {
      observer.disconnect();
    };
  }, [count, rest]);

  return (
    <ul className={className}>
      {items.slice(0, count).map(children)}
      {rest > 0 && (
        // For an accurate scroll bar.
        <li ref={end} aria-hidden="true" style={{ blockSize: rest * rowHeight }} />
      )}
    </ul>
  );
}
