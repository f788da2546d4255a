import { useEffect, useState } from '@wordpress/element';
import type { RefObject } from 'react';

/**
 * Returns a function that moves the focus to an action of the row, by its id, once the row is
 * rendered again and the focused element is gone. If that action is missing, the first one of the
 * row gets the focus.
 */
export function useRowFocus(row: RefObject<HTMLElement | null>): (action: string) => void {
  const [wanted, setWanted] = useState<{ action: string } | null>(null);
  useEffect(() => {
    if (wanted) {
      const find = (selector: string) => row.current?.querySelector<HTMLElement>(selector);
      (find(`[data-action="${wanted.action}"]`) ?? find('[data-action], a'))?.focus();
    }
  }, [wanted, row]);
  return (action) => {
    setWanted({ action });
  };
}
