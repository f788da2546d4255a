import { useSelect } from '@wordpress/data';
import { useEffect, useState } from '@wordpress/element';
import { editorBootData } from '../common/boot-data.ts';
import type { ApiError } from '../common/api-error.ts';
import { listImages } from './blocks.ts';
import type { EditorImage } from './editor-image.ts';
import { keepUnchanged } from './keep-unchanged.ts';
import { readKeywords } from './keywords.ts';
import { findPostId } from './request.ts';
import { store } from './store/index.ts';

/** The images of the post; renders anew only when one of them changes. */
export function useImages(): EditorImage[] {
  const [stable] = useState(() => keepUnchanged<EditorImage>());
  return useSelect((_select, registry) => stable(listImages(registry)), [stable]);
}

export function usePostId(): number | null {
  return useSelect((_select, registry) => findPostId(registry), []);
}

/** Keywords of the post as they stand now. */
export function useKeywords() {
  const value = useSelect((select, registry) => {
    const typed = select(store).getTypedKeywords();
    return readKeywords(registry, typed).value;
  }, []);
  const source = useSelect((select, registry) => {
    const typed = select(store).getTypedKeywords();
    return readKeywords(registry, typed).source;
  }, []);
  return { value, source };
}

/** Why the account could not be read; null if it could, or has not been read yet. */
export function useConnectionError(): ApiError | null {
  return useSelect((select) => {
    const { getAccount, getAccountError } = select(store);
    return getAccountError() ?? (getAccount() === null ? editorBootData.connectionError : null);
  }, []);
}

/** Says that no credits are left; null while there are some, or while the account is unknown. */
export function useCreditsError(): ApiError | null {
  return useSelect((select) => select(store).getAccount()?.creditsError ?? null, []);
}

/** Why no image can get alt text now; null if images can. Disabled buttons say it. */
export function useBlockingError(): ApiError | null {
  const connectionError = useConnectionError();
  const creditsError = useCreditsError();
  const isUnconnected = connectionError?.code === 'altscribe_not_connected';
  return creditsError ?? (isUnconnected ? connectionError : null);
}

/** Whole seconds until the service takes requests again; 0 when it does. */
export function useBusySeconds(): number {
  const busyUntil = useSelect((select) => select(store).getBusyUntil(), []);
  const now = useClock(busyUntil);
  return busyUntil === null ? 0 : Math.max(0, Math.ceil((busyUntil - now) / 1_000));
}

/** The time in ms since 1970, ticking every second until `until`. */
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

/** True once something that began at `startedAt` has taken longer than `limit` (both in ms). */
export function useTakesLong(startedAt: number | null, limit: number): boolean {
  const [isLate, setIsLate] = useState(false);
  useEffect(() => {
    setIsLate(false);
    if (startedAt === null) {
      return undefined;
    }
    const timer = setTimeout(
      () => {
        setIsLate(true);
      },
      startedAt + limit - Date.now(),
    );
    return () => {
      clearTimeout(timer);
    };
  }, [startedAt, limit]);
  return isLate;
}
