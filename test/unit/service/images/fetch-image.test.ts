import { describe, expect, test } from 'vitest';
import { isPublicAddress } from '../../../../service/images/fetch-image.ts';

/** The address in a URL, as the URL parser of Node.js and browsers writes it. */
function addressIn(host: string): string {
  return new URL(`http://${host}/`).hostname.replace(/^\[|\]$/g, '');
}

describe('public', () => {
  test.each([
    ...['1.1.1.1', '8.8.8.8', '93.184.216.34', '11.0.0.0', '9.255.255.255'],
    ...['172.15.255.255', '172.32.0.0', '192.167.255.255', '192.169.0.0', '223.255.255.255'],
    ...['100.63.255.255', '100.128.0.0', '126.255.255.255', '128.0.0.0', '169.253.255.255'],
    ...['198.17.255.255', '198.20.0.0'],
    ...['2606:4700:4700::1111', '2a00:1450:4001:81b::200e', '2001:4860:4860::8888'],
    // Public IPv4 inside IPv6.
    ...['::ffff:8.8.8.8', '64:ff9b::8.8.8.8', '2002:808:808::1'],
  ])('%s', (address) => {
    expect(isPublicAddress(address)).toBe(true);
  });
});

describe('not public, IPv4', () => {
  test.each([
    ['this network', ['0.0.0.0', '0.1.2.3', '0.255.255.255']],
    ['private', ['10.0.0.0', '10.255.255.255', '172.16.0.0', '172.31.255.255', '192.168.0.1']],
    ['shared, of carriers (CGNAT)', ['100.64.0.0', '100.127.255.255']],
    ['loopback', ['127.0.0.1', '127.0.0.0', '127.255.255.255']],
    ['link-local, with the clouds’ metadata', ['169.254.169.254', '169.254.0.0']],
    ['Azure’s wire server', ['168.63.129.16']],
    ['of protocols', ['192.0.0.0', '192.0.0.8', '192.0.0.170']],
    ['documentation', ['192.0.2.1', '198.51.100.1', '203.0.113.255']],
    ['benchmarking', ['198.18.0.0', '198.19.255.255']],
    ['multicast', ['224.0.0.1', '239.255.255.255']],
    ['reserved', ['240.0.0.1', '255.255.255.254']],
    ['broadcast', ['255.255.255.255']],
  ])('%s', (_kind, addresses) => {
    for (const address of addresses)
      expect([address, isPublicAddress(address)]).toEqual([address, false]);
  });
});

describe('not public, IPv6', () => {
  test.each([
    ['unspecified and loopback', ['::', '::1']],
    ['unique local', ['fc00::1', 'fd00:ec2::254', 'fdff:ffff::1']],
    ['link-local', ['fe80::1', 'febf::1', 'fe80::1%eth0']],
    ['site-local', ['fec0::1']],
    ['multicast', ['ff02::1', 'ff0e::1']],
    ['documentation', ['2001:db8::1', '3fff::1']],
    ['benchmarking', ['2001:2::1']],
    ['of keys (ORCHID)', ['2001:10::1', '2001:20::1']],
    ['discarded', ['100::1']],
    ['segment routing', ['5f00::1']],
    ['unassigned', ['4000::1', '8000::1', 'c000::1', 'f000::1', '1::1']],
    ['mapped', ['::ffff:127.0.0.1', '::ffff:10.0.0.1', '::ffff:a9fe:a9fe', '::FFFF:C0A8:1']],
    ['compatible', ['::127.0.0.1', '::10.0.0.1', '::a9fe:a9fe']],
    ['translated', ['::ffff:0:127.0.0.1', '::ffff:0:a00:1']],
    ['NAT64', ['64:ff9b::127.0.0.1', '64:ff9b::a9fe:a9fe', '64:ff9b::10.1.2.3']],
    ['NAT64 of one’s own network', ['64:ff9b:1::1', '64:ff9b:1::8.8.8.8']],
    ['6to4', ['2002:7f00:1::', '2002:a00:1::1', '2002:c0a8:101::1', '2002:a9fe:a9fe::1']],
    // The client's address is inverted at the end.
    ['Teredo', ['2001:0:4136:e378:8000:63bf:80ff:fffe', '2001::f5ff:fffe', '2001::5601:5601']],
  ])('%s', (_kind, addresses) => {
    for (const address of addresses)
      expect([address, isPublicAddress(address)]).toEqual([address, false]);
  });
});

describe('not public, in the unusual forms that a URL may have', () => {
  test.each([
    ...['2130706433', '0x7f000001', '017700000001', '0x7f.0.0.1', '0177.0.0.1', '127.1', '127.0.1'],
    ...['0', '0x0', '10.1', '167772161', '0xa9fea9fe', '2852039166', '0251.0376.0251.0376'],
    ...[
      '169.254.43518',
      '3232235521',
      '0xc0.0xa8.0.1',
      '127.0.0.1.',
      '１２７.０.０.１',
      '127。0。0。1',
    ],
    ...['%31%32%37.0.0.1', '[::1]', '[0:0:0:0:0:0:0:1]', '[::ffff:127.0.0.1]', '[::ffff:7f00:1]'],
    ...['[0000::127.0.0.1]', '[64:ff9b::7f00:1]', '[fe80::1]', '[::]'],
  ])('%s', (host) => {
    expect(isPublicAddress(addressIn(host))).toBe(false);
  });

  test('8.8.8.8 is public in all unusual forms', () => {
    for (const host of ['134744072', '0x08080808', '010.8.8.8', '8.8.2056', '[::ffff:808:808]']) {
      expect(isPublicAddress(addressIn(host))).toBe(true);
    }
  });
});

test.each([
  '',
  'localhost',
  'example.com',
  '1.2.3.4.5',
  '256.1.1.1',
  '::g',
  '8.8.8.8/24',
  ' 8.8.8.8',
])('an invalid address is not public: %j', (text) => {
  expect(isPublicAddress(text)).toBe(false);
});
