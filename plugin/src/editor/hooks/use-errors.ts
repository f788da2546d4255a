import { useSelect } from '@wordpress/data';
import type { ApiError } from '../../common/api-error.ts';
import { editorBootData } from '../boot-data.ts';
import { store } from '../store/index.ts';

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

/** Why no image can get alt text now; null if images can. */
export function useBlockingError(): ApiError | null {
  const connectionError = useConnectionError();
  const creditsError = useCreditsError();
  const isUnconnected = connectionError?.code === 'altscribe_not_connected';
  return creditsError ?? (isUnconnected ? connectionError : null);
}
