import type { ConfiguredProvider, Vendor } from './vendor.ts';
type Environment = Readonly<Record<string, string | undefined>>;
/** Lists the vendors that environment variables configure, in the order of `vendors`. */
export declare function listConfiguredProviders(env: Environment, vendors: readonly Vendor[]): ConfiguredProvider[];
/** Says what to set where no vendor is configured. */
export declare function describeMissingProvider(vendors: readonly Vendor[]): string;
export {};
