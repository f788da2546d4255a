import type { ProviderMetrics } from './metrics.ts';
import type { Provider } from './provider.ts';
export interface ChainOptions<Answer> {
    /** Longest time for one provider, its retry included, in milliseconds. */
    readonly providerTimeoutMs: number;
    /** Decorates a provider so that it answers what is made of the model's text, or fails. */
    withPostprocessing(provider: Provider): Provider<Answer>;
    readonly metrics: ProviderMetrics;
}
/**
 * The providers in order, as one: each is given a time-out, postprocessing, metrics and one retry.
 * Each but the last is given a circuit breaker, too, since there is another one to ask.
 */
export declare function providerChain<Answer>(providers: readonly Provider[], options: ChainOptions<Answer>): Provider<Answer>;
