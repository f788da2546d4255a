import type { Vendor } from './vendor.ts';
/** Google's Gemini. */
export declare const gemini: Vendor;
