import { useCallback, useEffect, useRef, useState } from '@wordpress/element';
import type { ApiError } from '../../common/api-error.ts';
import type { Result } from '../../common/api.ts';

/** Something that is read from the server, and read anew when `key` changes. */
export interface Loaded<Value> {
  /** As it was read last, also while it is read anew. Null before. */
  value: Value | null;
  error: ApiError | null;
  isLoading: boolean;
  reload: () => void;
  /** Changes it here, without the server. */
  change: (change: (value: Value) => Value) => void;
}

/** `load` is called for each `key`; responses that come after a newer request was sent are dropped. */
export function useLoaded<Value>(key: string, load: () => Promise<Result<Value>>): Loaded<Value> {
  const [value, setValue] = useState<Value | null>(null);
  const [error, setError] = useState<ApiError | null>(null);
  const [isLoading, setIsLoading] = useState(true);
  const [round, setRound] = useState(0);
  const latest = useRef(load);
  latest.current = load;

  useEffect(() => {
    let isCurrent = true;
    setIsLoading(true);
    void latest.current().then((result) => {
      if (!isCurrent) {
        return;
      }
      setIsLoading(false);
      setError(result.ok ? null : result.error);
      if (result.ok) {
        setValue(result.value);
      }
    });
    return () => {
      isCurrent = false;
    };
  }, [key, round]);

  const reload = useCallback(() => {
    setRound((number) => number + 1);
  }, []);
  const change = useCallback((edit: (value: Value) => Value) => {
    setValue((present) => (present === null ? null : edit(present)));
  }, []);
  return { value, error, isLoading, reload, change };
}
