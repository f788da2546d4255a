import { type Provider } from './provider.ts';
/**
 * A provider made of providers: it asks them in order until one answers. Each has its share of the
 * time that is left, so that the last ones have some whatever the first ones do.
 * @param providerTimeoutMs longest time for one provider, in milliseconds
 */
export declare function fallback<Answer>(providers: readonly Provider<Answer>[], providerTimeoutMs: number): Provider<Answer>;
