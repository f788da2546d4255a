import { useSelect } from '@wordpress/data';
import { useEffect, useRef } from '@wordpress/element';
import type { RefObject } from 'react';
import { store } from '../store/index.ts';

/** Lets the browser ask before the tab closes while texts are under way. */
export function useLeaveWarning(): void {
  const isRunning = useSelect((select) => select(store).isRunning(), []);
  useEffect(() => {
    if (!isRunning) {
      return undefined;
    }
    const warn = (event: BeforeUnloadEvent) => {
      event.preventDefault();
    };
    window.addEventListener('beforeunload', warn);
    return () => {
      window.removeEventListener('beforeunload', warn);
    };
  }, [isRunning]);
}

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
