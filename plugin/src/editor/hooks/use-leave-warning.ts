import { useSelect } from '@wordpress/data';
import { useEffect } from '@wordpress/element';
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
