import type { StoreConfig } from '../../../service/config.ts';
import type { Load } from './ledger.ts';
/** What the process is asked to do; to each it replies with a message. See ledger.ts. */
export type Order = {
    readonly do: 'open';
    readonly config: StoreConfig;
} | {
    readonly do: 'fill';
    readonly accounts: number;
    readonly entries: number;
} | {
    readonly do: 'call';
    readonly load: Load;
} | {
    readonly do: 'close';
};
