import { getScrollContainer } from '@wordpress/dom';
import { useEffect, useRef, useState } from '@wordpress/element';
import type { ReactNode } from 'react';

/** Rows that are rendered at once. The first of them fill the sidebar. */
const step = 12;
/** How far below the visible part rows are rendered, so that nobody meets the end (px). */
const margin = 800;
/** About as high as a row (px). */
const rowHeight = 120;

interface Props<Item> {
  className: string;
  items: Item[];
  /** Position of an item that must be there, wherever it is; null if there is none. */
  wanted: number | null;
  children: (item: Item) => ReactNode;
}

/**
 * A list that renders its first rows, and more of them as its reader comes near its end, by scrolling
 * or with the focus: hundreds of rows at once keep the editor busy for half a second.
 */
export function GrowingList<Item>({ className, items, wanted, children }: Props<Item>) {
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
        // Keeps the scroll bar true.
        <li ref={end} aria-hidden="true" style={{ blockSize: rest * rowHeight }} />
      )}
    </ul>
  );
}
