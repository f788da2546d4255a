import type { AccountStore } from '../interfaces/account-store.ts';
import { type OpenFolderOptions } from './folder.ts';
/**
 * Opens the store in a folder, which is made if it is not there. Reservations that a crash left
 * behind are released.
 * @throws StoreError when the folder cannot be used, another process has it, or a file is damaged
 */
export declare function openLowdbAccountStore(dataDir: string, options?: OpenFolderOptions): Promise<AccountStore>;
