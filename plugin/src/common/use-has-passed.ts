import { useEffect, useState } from '@wordpress/element';

/** True once `duration` (ms) has passed since `since` (ms since 1970); false without a `since`. */
export function useHasPassed(duration: number, since: number | null): boolean {
  const [hasPassed, setHasPassed] = useState(false);
  useEffect(() => {
    setHasPassed(false);
    if (since === null) {
      return undefined;
    }
    const timer = setTimeout(
      () => {
        setHasPassed(true);
      },
      since + duration - Date.now(),
    );
    return () => {
      clearTimeout(timer);
    };
  }, [duration, since]);
  return hasPassed;
}
