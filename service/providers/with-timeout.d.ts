import type { Provider } from './provider.ts';
/** A provider that must answer before the deadline, whether or not it stops when told to. */
export declare function withTimeout<Answer>(provider: Provider<Answer>): Provider<Answer>;
