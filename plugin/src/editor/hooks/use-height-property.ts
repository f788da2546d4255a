import { useEffect, useRef } from '@wordpress/element';
import type { RefObject } from 'react';

/** Keeps a CSS property of the parent at the height of an element, which is given the returned ref. */
export function useHeightProperty(property: string): RefObject<HTMLDivElement> {
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const { current } = element;
    const parent = current?.parentElement;
    if (!current || !parent) {
      return undefined;
    }
    const observer = new ResizeObserver(() => {
      parent.style.setProperty(property, `${String(current.offsetHeight)}px`);
    });
    observer.observe(current);
    return () => {
      observer.disconnect();
    };
  }, [property]);
  return element;
}
