import { Agent } from 'undici';
/** The connection would have gone to an address that is not public. */
export declare class PrivateAddressError extends Error {
  readonly name = 'PrivateAddressError';
}
/**
 * An HTTP agent that connects to public addresses only. The address is judged where the connection
 * is made, on what the name has just resolved to, so that a name cannot change its mind in between.
 */
export declare function guardedAgent(isAllowed?: (address: string) => boolean): Agent;
