import { useEffect, useState } from '@wordpress/element';

/** Whole seconds until a moment, in milliseconds since 1970; 0 once it is over. */
export function useCountdown(until: number): number {
  const [now, setNow] = useState(() => Date.now());
  const isOver = until <= now;
  useEffect(() => {
    setNow(Date.now());
    if (until <= Date.now()) {
      return undefined;
    }
    const timer = setInterval(() => {
      setNow(Date.now());
    }, 1_000);
    return () => {
      clearInterval(timer);
    };
  }, [until]);
  return isOver ? 0 : Math.ceil((until - now) / 1_000);
}
