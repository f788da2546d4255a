import { useSelect } from '@wordpress/data';
import { useEffect, useState } from '@wordpress/element';
import { editorBootData } from '../common/boot-data.ts';
import { problemMessage } from '../common/messages.ts';
import type { Problem } from '../common/problem.ts';
import { listImages } from './blocks.ts';
import type { EditorImage } from './editor-image.ts';
import { keepUnchanged } from './keep-unchanged.ts';
import { readKeywords } from './keywords.ts';
import { findPostId } from './request.ts';
import { store } from './store/index.ts';

export const canManage = editorBootData.settingsUrl !== null;

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

/** What stands in the way of any request; null when nothing does. */
export function useConnectionProblem(): Problem | null {
  return useSelect((select) => {
    const { getAccount, getAccountProblem } = select(store);
    const isUnset = !editorBootData.isConnected && getAccount() === null;
    return getAccountProblem() ?? (isUnset ? ({ kind: 'not_connected' } as const) : null);
  }, []);
}

/** Why nothing can be generated now; null when it can. */
export function useBlockingProblem(): Problem | null {
  const problem = useConnectionProblem();
  const creditProblem = useCreditProblem();
  return creditProblem ?? (problem?.kind === 'not_connected' ? problem : null);
}

/** That the credits are used up; null while there are some, and while that is not known. */
export function useCreditProblem(): Problem | null {
  return useSelect((select) => {
    const account = select(store).getAccount();
    return account && account.creditsAvailable <= 0
      ? ({ kind: 'insufficient_credits', ...account } as const)
      : null;
  }, []);
}

/** The same as a sentence, for disabled buttons. */
export function useBlockedReason(): string | null {
  const problem = useBlockingProblem();
  return problem && problemMessage(problem, canManage);
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
