import { useSelect } from '@wordpress/data';
import { useEffect, useState } from '@wordpress/element';
import { store } from '../store/index.ts';

/** Whole seconds until the service accepts requests again; 0 if it is not busy. */
export function useBusySeconds(): number {
  const busyUntil = useSelect((select) => select(store).getBusyUntil(), []);
  const now = useClock(busyUntil);
  return busyUntil === null ? 0 : Math.max(0, Math.ceil((busyUntil - now) / 1_000));
}

/** The time in ms since 1970, updated every second until `until`. */
function useClock(until: number | null): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    if (until === null) {
      return undefined;
    }
    const tick = () => {
      setNow(Date.now());
      if (Date.now() >= until) {
        clearInterval(timer);
      }
    };
    const timer = setInterval(tick, 1_000);
    tick();
    return () => {
      clearInterval(timer);
    };
  }, [until]);
  return now;
}
