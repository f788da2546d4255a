import { useLayoutEffect, useRef } from '@wordpress/element';
import type { RefObject } from 'react';

/**
 * New content never takes the focus. Only the user moves the focus, and a key decides about an
 * item only once it has been shown long enough to be seen.
 */

/** How long an item must be shown before a key decides about it, in milliseconds. */
const lookTime = 500;

interface ShownItem {
  /** Call this when the user asks for another item: its heading gets the focus. */
  follow: () => void;
  /** Whether the user can have seen the item that is shown. */
  wasSeen: () => boolean;
}

/**
 * The focus and the keys of a screen that shows one item at a time.
 * @param key     Changes with the item.
 * @param heading Of the item. It gets the focus after `follow`, or if nothing has it.
 */
export function useShownItem(
  key: number | string,
  heading: RefObject<HTMLElement | null>,
): ShownItem {
  const isFollowing = useRef(false);
  const wasSeen = useWasSeen(key);
  useLayoutEffect(() => {
    const active = document.activeElement ?? document.body;
    if (isFollowing.current || active === document.body) {
      heading.current?.focus({ preventScroll: true });
      heading.current?.scrollIntoView({ block: 'nearest' });
    }
    isFollowing.current = false;
  }, [key, heading]);
  return {
    follow: () => {
      isFollowing.current = true;
    },
    wasSeen,
  };
}

/** Whether the user can have seen what is shown. @param key Changes with it. */
export function useWasSeen(key: number | string): () => boolean {
  const shownAt = useRef(0);
  useLayoutEffect(() => {
    shownAt.current = performance.now();
  }, [key]);
  return () => performance.now() - shownAt.current >= lookTime;
}
