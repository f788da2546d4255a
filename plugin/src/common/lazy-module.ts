import { useEffect, useState } from '@wordpress/element';

/**
 * Returns a hook that loads a file of its own when something first needs it, and gives what that
 * exports; null until then, and where it cannot be loaded. Such a file must have no strings: WordPress
 * has translations for the script of the editor only.
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
