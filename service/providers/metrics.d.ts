import { type Registry } from 'prom-client';
import type { BreakerState } from './with-circuit-breaker.ts';
/** How one call of a provider ended. */
export interface ProviderCall {
    readonly provider: string;
    /** The provider's place in the chain, from 0. */
    readonly position: number;
    /** `ok`, or the kind of the failure. */
    readonly outcome: string;
    readonly seconds: number;
}
/** What is measured of providers. */
export interface ProviderMetrics {
    /** One call ended. */
    called(call: ProviderCall): void;
    /** The circuit breaker of a provider changed. */
    breaker(provider: string, state: BreakerState): void;
}
/** Measures providers in a Prometheus registry. */
export declare function createProviderMetrics(registry: Registry): ProviderMetrics;
