import type { Provider } from '../providers/provider.ts';
import { type AltText } from './answer.ts';
/**
 * A provider whose answers are alt texts, made fit to be published. An answer that cannot be made into
 * one is a failure of the provider.
 */
export declare function withPostprocessing(provider: Provider): Provider<AltText>;
