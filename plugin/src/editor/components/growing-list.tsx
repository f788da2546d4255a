import { getScrollContainer } from '@wordpress/dom';
import { useEffect, useRef, useState } from '@wordpress/element';
import type { ReactNode } from 'react';

/** Number of rows rendered at first. They fill the sidebar. */
const step = 12;
/**
 * How far below the visible part rows are rendered, so users never see the end of the rendered rows
 * (px).
 */
const margin = 800;
/** Approximate height of a row (px). */
const rowHeight = 120;

interface Props<Item> {
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
        // Keeps the scroll bar accurate.
        <li ref={end} aria-hidden="true" style={{ blockSize: rest * rowHeight }} />
      )}
    </ul>
  );
}
