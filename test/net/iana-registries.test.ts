/**
 * Every row of IANA's registries of special-purpose addresses (but the two that only hold others: 192.0.0.0/24, 2001::/23), with their column "Globally Reachable", and what the guard makes of
 * it (https://www.iana.org/assignments/iana-ipv4-special-registry/, .../iana-ipv6-special-registry/; as of November 2026).
 */
import ipaddr from 'ipaddr.js';
import { expect, test } from 'vitest';
import { checkAddress } from '../../shared/net/guard.ts';

type Row = [range: string, name: string, reachable: 'yes' | 'no' | 'not stated', passes: boolean];

const ROWS: Row[] = [
  ['0.0.0.0/8', 'this network', 'no', false],
  ['0.0.0.0/32', 'this host on this network', 'no', false],
  ['10.0.0.0/8', 'private use', 'no', false],
  ['100.64.0.0/10', 'shared address space', 'no', false],
  ['127.0.0.0/8', 'loopback', 'no', false],
  ['169.254.0.0/16', 'link-local', 'no', false],
  ['172.16.0.0/12', 'private use', 'no', false],
  ['192.0.0.0/29', 'IPv4 service continuity prefix', 'no', false],
  ['192.0.0.8/32', 'IPv4 dummy address', 'no', false],
  ['192.0.0.9/32', 'port control protocol anycast', 'yes', true],
  ['192.0.0.10/32', 'traversal using relays around NAT anycast', 'yes', true],
  ['192.0.0.170/32', 'NAT64/DNS64 discovery', 'no', false],
  ['192.0.0.171/32', 'NAT64/DNS64 discovery', 'no', false],
  ['192.0.2.0/24', 'documentation', 'no', false],
  ['192.31.196.0/24', 'AS112-v4', 'yes', true],
  ['192.52.193.0/24', 'AMT', 'yes', true],
  // Deprecated in 2015 and never reassigned (RFC 7526, 8): any server there is in the local network.
  ['192.88.99.0/24', 'relays of 6to4, deprecated', 'not stated', false],
  ['192.88.99.2/32', '6a44 relay anycast', 'no', false],
  ['192.168.0.0/16', 'private use', 'no', false],
  ['192.175.48.0/24', 'direct delegation AS112 service', 'yes', true],
  ['198.18.0.0/15', 'benchmarking', 'no', false],
  ['198.51.100.0/24', 'documentation', 'no', false],
  ['203.0.113.0/24', 'documentation', 'no', false],
  ['240.0.0.0/4', 'reserved', 'no', false],
  ['255.255.255.255/32', 'limited broadcast', 'no', false],

  ['::1/128', 'loopback', 'no', false],
  ['::/128', 'unspecified', 'no', false],
  ['64:ff9b:1::/48', 'IPv4-IPv6 translation of a network', 'no', false],
  ['100::/64', 'discard only', 'no', false],
  ['100:0:0:1::/64', 'dummy prefix', 'no', false],
  // The Teredo servers are gone; the addresses name machines behind a NAT.
  ['2001::/32', 'Teredo', 'not stated', false],
  ['2001:1::1/128', 'port control protocol anycast', 'yes', true],
  ['2001:1::2/128', 'traversal using relays around NAT anycast', 'yes', true],
  ['2001:1::3/128', 'DNS-SD service registration anycast', 'yes', true],
  ['2001:2::/48', 'benchmarking', 'no', false],
  ['2001:3::/32', 'AMT', 'yes', true],
  ['2001:4:112::/48', 'AS112-v6', 'yes', true],
  ['2001:10::/28', 'ORCHID, deprecated', 'not stated', false],
  ['2001:20::/28', 'ORCHIDv2', 'yes', true],
  ['2001:30::/28', 'drone remote ID', 'yes', true],
  ['2001:db8::/32', 'documentation', 'no', false],
  ['2620:4f:8000::/48', 'direct delegation AS112 service', 'yes', true],
  ['3fff::/20', 'documentation', 'no', false],
  ['5f00::/16', 'segment routing SIDs', 'no', false],
  ['fc00::/7', 'unique local', 'no', false],
  ['fe80::/10', 'link-local', 'no', false],
];

/** Returns the first address of a range, one inside it, and the last. */
function samplesOf(range: string): string[] {
  const [first, bits] = ipaddr.parseCIDR(range);
  const bytes = first.toByteArray();
  const filled = (fill: (i: number) => number) =>
    ipaddr.fromByteArray(bytes.map((byte, i) => byte | (fill(i) & (0xff >> Math.max(0, Math.min(8, bits - 8 * i))))));
  return [first, filled((i) => (i % 2 === 0 ? 0x55 : 0xaa)), filled(() => 0xff)].map(String);
}

test.each(ROWS)('%s (%s), globally reachable: %s, passes: %s', (range, _name, reachable, passes) => {
  expect(passes).toBe(reachable === 'yes');
  for (const address of samplesOf(range))
    expect([address, checkAddress(address, []) === undefined]).toEqual([address, passes]);
});

test('samples of a range include its ends and addresses in between', () => {
  expect(samplesOf('198.18.0.0/15')).toEqual(['198.18.0.0', '198.18.85.170', '198.19.255.255']);
  expect(samplesOf('192.0.0.9/32')).toEqual(Array(3).fill('192.0.0.9'));
});

/** Ranges that embed an IPv4 address; the embedded address decides. */
const CARRIERS: [range: string, name: string, of: (high: string, low: string) => string][] = [
  ['::ffff:0:0/96', 'mapped: the machine itself sends IPv4', (high, low) => `::ffff:${high}:${low}`],
  ['64:ff9b::/96', 'NAT64, globally reachable: yes', (high, low) => `64:ff9b::${high}:${low}`],
  ['2002::/16', '6to4, globally reachable: not stated', (high, low) => `2002:${high}:${low}::1`],
];

test.each(CARRIERS)('%s (%s) is judged by what it carries', (_range, _name, of) => {
  const inside = ['7f00:1', 'a00:1', 'a9fe:a9fe', 'c0a8:1', '6440:1', 'c612:1', 'c058:6301', 'e000:1'];
  const outside = ['808:808', '101:101', 'c01f:c401', 'c0af:3001'];
  const judged = (pairs: string[]) =>
    pairs.map((pair) => checkAddress(of(...(pair.split(':') as [string, string])), []));
  expect(new Set(judged(inside))).toEqual(new Set(['private-address']));
  expect(new Set(judged(outside))).toEqual(new Set([undefined]));
});

// In no registry row: multicast, deprecated site-local, unallocated ranges, and a cloud provider's address.
test.each(['224.0.0.1', '239.255.255.255', 'ff02::1', 'fec0::1', '4000::1', '::127.0.0.1', '168.63.129.16'])(
  '%s is refused as well',
  (address) => {
    expect(checkAddress(address, [])).toBe('private-address');
  },
);
