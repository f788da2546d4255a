import { CircuitState } from 'cockatiel';
import { type Provider } from './provider.ts';
declare const stateNames: {
    readonly 0: "closed";
    readonly 1: "open";
    readonly 2: "half-open";
    readonly 3: "open";
};
export type BreakerState = (typeof stateNames)[CircuitState];
/**
 * A provider that is skipped for a short while when it keeps failing; then one call tries it.
 * @param onState called with the state at the beginning, and after every change
 */
export declare function withCircuitBreaker<Answer>(provider: Provider<Answer>, onState: (state: BreakerState) => void): Provider<Answer>;
export {};
