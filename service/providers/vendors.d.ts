import type { Vendor } from './vendor.ts';
/** Every vendor whose models can be asked, in the order in which they are asked. */
export declare const vendors: readonly Vendor[];
