import { lookup, type LookupAddress } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { Agent, buildConnector } from 'undici';
import { isPublicAddress } from './public-address.ts';

/** The connection would have gone to an address that is not public. */
export class PrivateAddressError extends Error {
  override readonly name = 'PrivateAddressError';
}

const connectTimeoutMs = 5_000;

/**
 * An HTTP agent that connects to public addresses only. The address is judged where the connection
 * is made, on what the name has just resolved to, so that a name cannot change its mind in between.
 */
export function guardedAgent(isAllowed: (address: string) => boolean = isPublicAddress): Agent {
  const connect = buildConnector({
    timeout: connectTimeoutMs,
    lookup: guardedLookup(isAllowed),
  });
  return new Agent({
    connect(options, callback) {
      const host = options.hostname.replace(/^\[|\]$/g, '');
      // An address in the URL itself is never looked up.
      if (isIP(host) !== 0 && !isAllowed(host)) {
        callback(new PrivateAddressError(), null);
      } else {
        connect(options, callback);
      }
    },
  });
}

function guardedLookup(isAllowed: (address: string) => boolean): LookupFunction {
  return (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, addresses: LookupAddress[]) => {
      if (error) return callback(error, []);
      const [first] = addresses;
      // One private address among several is enough: nothing honest resolves so.
      if (!first || !addresses.every(({ address }) => isAllowed(address))) {
        return callback(new PrivateAddressError(), []);
      }
      if (options.all) return callback(null, addresses);
      callback(null, first.address, first.family);
    });
  };
}
