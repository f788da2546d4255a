import ipaddr from 'ipaddr.js';

/** Prefixes of IPv6 addresses that carry an IPv4 address, and where in the 16 bytes it stands. */
const carriers: readonly (readonly [cidr: string, offset: number, mask: number])[] = [
  ['::/96', 12, 0], // IPv4-compatible, RFC 4291
  ['::ffff:0:0/96', 12, 0], // IPv4-mapped, RFC 4291
  ['::ffff:0:0:0/96', 12, 0], // IPv4-translated, RFC 2765
  ['64:ff9b::/96', 12, 0], // NAT64, RFC 6052
  ['2002::/16', 2, 0], // 6to4, RFC 3056
  ['2001::/32', 12, 0xff], // Teredo, RFC 4380: the client's address, inverted
];

/** Addresses in public space that clouds use for their own machines. */
const cloudInternal: ReadonlySet<string> = new Set([
  '168.63.129.16', // Azure's wire server
]);

/**
 * Whether an IP address is public unicast, so that fetching from it reaches nobody's own network.
 * IPv6 addresses that carry an IPv4 address are judged by that one.
 */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.parse(address);
  if (parsed instanceof ipaddr.IPv4) return isPublicIPv4(parsed);
  for (const [cidr, offset, mask] of carriers) {
    if (parsed.match(ipaddr.IPv6.parseCIDR(cidr))) {
      const bytes = parsed.toByteArray().slice(offset, offset + 4);
      return isPublicIPv4(new ipaddr.IPv4(bytes.map((byte) => byte ^ mask)));
    }
  }
  // 2000::/3 is all of the global unicast space (RFC 4291); the rest is local, reserved or unassigned.
  return parsed.range() === 'unicast' && parsed.match(ipaddr.IPv6.parseCIDR('2000::/3'));
}

function isPublicIPv4(address: ipaddr.IPv4): boolean {
  return address.range() === 'unicast' && !cloudInternal.has(address.toString());
}
