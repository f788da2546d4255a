import { useEffect } from '@wordpress/element';

/** Lets the browser ask before a page with unsaved changes is left. */
export function useUnsavedGuard(isChanged: boolean): void {
  useEffect(() => {
    if (!isChanged) {
      return undefined;
    }
    const guard = (event: BeforeUnloadEvent) => {
      event.preventDefault();
    };
    window.addEventListener('beforeunload', guard);
    return () => {
      window.removeEventListener('beforeunload', guard);
    };
  }, [isChanged]);
}
