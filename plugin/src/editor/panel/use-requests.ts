import { useDispatch, useSelect } from '@wordpress/data';
import { useEffect } from '@wordpress/element';
import { focusRequestStore, reviewRequest, runRequest } from '../main.tsx';

/** Calls back when the review is requested, from the pre-publish panel. */
export function useReviewRequest(onRequest: () => void): void {
  const { endFocusRequest } = useDispatch(focusRequestStore);
  useRequest(reviewRequest, () => {
    void endFocusRequest();
    onRequest();
  });
}

/** Calls back when a command requests a run. The callback of that render is used. */
export function useRunRequest(onRequest: () => void): void {
  useRequest(runRequest, onRequest);
}

function useRequest(wanted: string, onRequest: () => void): void {
  const isRequested = useSelect(
    (select) => select(focusRequestStore).getFocusRequest() === wanted,
    [wanted],
  );
  useEffect(() => {
    if (isRequested) {
      onRequest();
    }
    // eslint-disable-next-line react-hooks/exhaustive-deps -- not again for another callback
  }, [isRequested]);
}
