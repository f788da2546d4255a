import { useEffect, useState } from '@wordpress/element';

/**
 * Returns a hook that loads a module on first use and returns its exports, or null until it is
 * loaded or if loading fails. The module's strings are in the .json file of the script that loads
 * it.
 */
export function lazyModule<Module extends object>(load: () => Promise<Module>) {
  let loaded: Module | null = null;
  return function useModule(): Module | null {
    const [module, setModule] = useState(loaded);
    useEffect(() => {
      let isWanted = true;
      load().then(
        (found) => {
          loaded = found;
          if (isWanted) {
            setModule(found);
          }
        },
        () => undefined,
      );
      return () => {
        isWanted = false;
      };
    }, []);
    return module;
  };
}

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

/**
 * Whole seconds until a time (ms since 1970), updated every second; 0 once it has passed, or without
 * one.
 */
export function useCountdown(until: number | null): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    setNow(Date.now());
    if (until === null || until <= Date.now()) {
      return undefined;
    }
    const timer = setInterval(() => {
      setNow(Date.now());
      if (Date.now() >= until) {
        clearInterval(timer);
      }
    }, 1_000);
    return () => {
      clearInterval(timer);
    };
  }, [until]);
  return until === null ? 0 : Math.max(0, Math.ceil((until - now) / 1_000));
}
