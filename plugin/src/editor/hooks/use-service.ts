import { useSelect } from '@wordpress/data';
import { isCalm, type ApiError } from '../../common/api-error.ts';
import { lazyModule, useCountdown, useHasPassed } from '../../common/hooks.ts';
import { editorBootData } from '../boot-data.ts';
import { chooseErrorsAtTop, type ErrorsAtTop } from '../store/errors-at-top.ts';
import { store } from '../store/index.ts';

const useNames = lazyModule(() => import('../../common/language-options.ts'));

/**
 * The names of all languages, also as options. Loaded later, because the names and codes would be a
 * third of the editor's script. Until then a language is shown by its code.
 */
export function useLanguageNames() {
  const names = useNames();

  return {
    /** The name of a language by its code, which may be a locale. */
    nameOf: (asked: string) => names?.languageNameOf(asked) ?? asked,
    otherLanguageText: (code: string) => names?.otherLanguageText(code) ?? '',
    /** The value of its option. */
    codeOf: (asked: string) => names?.matchLanguage(asked) ?? asked,
    options: names?.listLanguageOptions() ?? [],
  };
}

/** Why the account could not be read; null if it was read, or not requested yet. */
export function useConnectionError(): ApiError | null {
  return useSelect((select) => {
    const { getAccount, getAccountError } = select(store);
    return getAccountError() ?? (getAccount() === null ? editorBootData.connectionError : null);
  }, []);
}

/** A message that no credits are left; null while there are some or the account is unknown. */
export function useCreditsError(): ApiError | null {
  return useSelect((select) => select(store).getAccount()?.creditsError ?? null, []);
}

/** The errors that the sidebar shows above all images. */
export function useErrorsAtTop(): ErrorsAtTop {
  const connection = useConnectionError();
  const credits = useCreditsError();
  const batch = useSelect((select) => select(store).getBatch()?.error ?? null, []);
  return chooseErrorsAtTop({ connection, credits, batch });
}

/** How long a balance of zero is trusted without asking the service (ms). */
const balanceLifetime = 60_000;

/**
 * Why no image can get alt text now; null if images can. An older balance does not count, because
 * credits may have been added or a new month may have started.
 */
export function useBlockingError(): ApiError | null {
  const connectionError = useConnectionError();
  const creditsError = useCreditsError();
  const receivedAt = useSelect((select) => select(store).getAccountReceivedAt(), []);
  const isOldBalance = useHasPassed(balanceLifetime, receivedAt);
  if (creditsError && !isOldBalance) {
    return creditsError;
  }
  return connectionError && isCalm(connectionError) ? connectionError : null;
}

/** Whole seconds until the service accepts requests again; 0 if it is not busy. */
export function useBusySeconds(): number {
  const busyUntil = useSelect((select) => select(store).getBusyUntil(), []);
  return useCountdown(busyUntil);
}
