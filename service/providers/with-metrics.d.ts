import { type Provider } from './provider.ts';
import type { ProviderMetrics } from './metrics.ts';
export interface MetricsOptions {
    readonly metrics: ProviderMetrics;
    /** Place in the chain, from 0. */
    readonly position: number;
}
/** A provider whose calls are counted and measured, and whose failures are logged. */
export declare function withMetrics<Answer>(provider: Provider<Answer>, { metrics, position }: MetricsOptions): Provider<Answer>;
