import type { AccountStore } from '../storage/interfaces/account-store.ts';
import type { Middleware } from './state.ts';
type PingableStore = Pick<AccountStore, 'ping'>;
/** `GET /healthz`: the process is alive. */
export declare const healthz: Middleware;
/** `GET /readyz`: 200 when the service can take calls, 503 when the store is away or the service stops. */
export declare function readyz(store: PingableStore, isShuttingDown: () => boolean): Middleware;
export {};
