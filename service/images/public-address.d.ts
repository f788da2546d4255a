/**
 * Whether an IP address is public unicast, so that fetching from it reaches nobody's own network.
 * IPv6 addresses that carry an IPv4 address are judged by that one.
 */
export declare function isPublicAddress(address: string): boolean;
