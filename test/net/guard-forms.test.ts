/**
 * All notations of private addresses. Ranges: IANA's registries of special-purpose addresses
 * (https://www.iana.org/assignments/iana-ipv4-special-registry/, .../iana-ipv6-special-registry/) and of multicast; forms: the
 * host parser of the URL standard. Tests use the first and last address of each range, and the addresses next to them.
 */
import { describe, expect, test } from 'vitest';
import { checkAddress, checkUrl } from '../../shared/net/guard.ts';

const number = (address: string) => address.split('.').reduce((sum, part) => sum * 256 + Number(part), 0);
const address = (n: number) => [n >>> 24, (n >>> 16) & 255, (n >>> 8) & 255, n & 255].join('.');

const RANGES: [name: string, from: string, to: string][] = [
  ['this network (RFC 791)', '0.0.0.0', '0.255.255.255'],
  ['private (RFC 1918)', '10.0.0.0', '10.255.255.255'],
  ['shared by carriers (RFC 6598)', '100.64.0.0', '100.127.255.255'],
  ['loopback (RFC 1122)', '127.0.0.0', '127.255.255.255'],
  ['link-local (RFC 3927)', '169.254.0.0', '169.254.255.255'],
  ['private (RFC 1918)', '172.16.0.0', '172.31.255.255'],
  ['protocol assignments (RFC 6890)', '192.0.0.0', '192.0.0.8'],
  ['protocol assignments (RFC 6890)', '192.0.0.11', '192.0.0.255'],
  ['documentation (RFC 5737)', '192.0.2.0', '192.0.2.255'],
  ['relays of 6to4 (RFC 7526)', '192.88.99.0', '192.88.99.255'],
  ['private (RFC 1918)', '192.168.0.0', '192.168.255.255'],
  ['benchmarking (RFC 2544)', '198.18.0.0', '198.19.255.255'],
  ['documentation (RFC 5737)', '198.51.100.0', '198.51.100.255'],
  ['documentation (RFC 5737)', '203.0.113.0', '203.0.113.255'],
  ['multicast, reserved and broadcast (RFC 5771, 1112, 919)', '224.0.0.0', '255.255.255.255'],
  ['the machinery of a cloud', '168.63.129.16', '168.63.129.16'],
];

const hex = (n: number) => `${(n >>> 16).toString(16)}:${(n & 0xffff).toString(16)}`;

/** Forms of IPv6 addresses that embed an IPv4 address. */
const CARRIERS: [name: string, of: (n: number) => string][] = [
  ['mapped (RFC 4291)', (n) => `::ffff:${hex(n)}`],
  ['mapped, with dots', (n) => `::ffff:${address(n)}`],
  ['compatible (RFC 4291)', (n) => `::${hex(n)}`],
  ['translated (RFC 2765)', (n) => `::ffff:0:${hex(n)}`],
  ['NAT64 (RFC 6052)', (n) => `64:ff9b::${hex(n)}`],
  ['NAT64 of a network (RFC 8215)', (n) => `64:ff9b:1::${hex(n)}`],
  ['6to4 (RFC 3056)', (n) => `2002:${hex(n)}::1`],
  ['Teredo (RFC 4380)', (n) => `2001:0:808:808:0:0:${hex(~n >>> 0)}`],
  ['ISATAP (RFC 5214)', (n) => `2600:1f00::5efe:${hex(n)}`],
  ['ISATAP, unique', (n) => `2600:1f00::200:5efe:${hex(n)}`],
];

/** Forms that are public if the embedded address is. The other forms are local or unallocated. */
const PUBLIC_IF_EMBEDDED_IS = /^(?:mapped.*|NAT64 \(RFC 6052\)|6to4.*|ISATAP.*)$/;

/** Other spellings of an IPv4 address in a URL; the URL parser normalises all of them. */
const FORMS: [name: string, of: (n: number) => string][] = [
  ['four numbers', address],
  ['with the dot of the root', (n) => `${address(n)}.`],
  ['one number', (n) => `${n}`],
  ['one number, hexadecimal', (n) => `0x${n.toString(16)}`],
  ['one number, octal', (n) => `0${n.toString(8)}`],
  ['hexadecimal', (n) => address(n).replace(/\d+/g, (part) => `0x${Number(part).toString(16)}`)],
  ['capitals', (n) => address(n).replace(/\d+/g, (part) => `0X${Number(part).toString(16).toUpperCase()}`)],
  ['octal', (n) => address(n).replace(/\d+/g, (part) => `0${Number(part).toString(8)}`)],
  ['octal, with more zeros', (n) => address(n).replace(/\d+/g, (part) => `0000${Number(part).toString(8)}`)],
  ['three parts', (n) => `${n >>> 24}.${(n >>> 16) & 255}.${n & 0xffff}`],
  ['two parts', (n) => `${n >>> 24}.${n & 0xffffff}`],
  ['mixed', (n) => `0x${(n >>> 24).toString(16)}.0${((n >>> 16) & 255).toString(8)}.${n & 0xffff}`],
  ['escaped', (n) => address(n).replace(/./g, (sign) => `%${sign.charCodeAt(0).toString(16)}`)],
  ['full-width digits', (n) => address(n).replace(/\d/g, (digit) => String.fromCharCode(0xff10 + Number(digit)))],
  ['bold digits', (n) => address(n).replace(/\d/g, (digit) => String.fromCodePoint(0x1d7ce + Number(digit)))],
  [
    'enclosed digits',
    (n) => address(n).replace(/\d/g, (digit) => (digit === '0' ? '⓪' : String.fromCharCode(0x245f + Number(digit)))),
  ],
  ['ideographic dots', (n) => address(n).replaceAll('.', '。')],
  ['full-width dots', (n) => address(n).replaceAll('.', '．')],
  ['a soft hyphen', (n) => address(n).replace('.', '\u00ad.')],
];

const ends = RANGES.flatMap(([, from, to]) => [number(from), number(to)]);
const beside = RANGES.flatMap(([, from, to]) => [number(from) - 1, number(to) + 1])
  .filter((n) => n >= 0 && n <= 0xffffffff)
  .filter((n) => !RANGES.some(([, from, to]) => n >= number(from) && n <= number(to)));

test('refuses both ends of every private range and permits the addresses next to it', () => {
  expect(ends.map(address).filter((end) => checkAddress(end, []) === undefined)).toEqual([]);
  expect(beside.map(address).filter((end) => checkAddress(end, []) !== undefined)).toEqual([]);
  expect([ends.length, beside.length]).toEqual([32, 30]);
});

describe('in a URL', () => {
  test.each(FORMS)('%s', (_form, of) => {
    expect(ends.map((n) => `http://${of(n)}/`).filter((url) => checkUrl(url, []) !== 'private-address')).toEqual([]);
    expect(beside.map((n) => `http://${of(n)}/`).filter((url) => checkUrl(url, []) !== undefined)).toEqual([]);
  });

  test.each(CARRIERS)('%s', (_form, of) => {
    expect(ends.map((n) => `http://[${of(n)}]/`).filter((url) => checkUrl(url, []) !== 'private-address')).toEqual([]);
    expect(ends.map(of).filter((six) => checkAddress(six, []) === undefined)).toEqual([]);
  });

  test.each(CARRIERS.filter(([name]) => PUBLIC_IF_EMBEDDED_IS.test(name)))(
    'permits %s with public embedded addresses',
    (_form, of) => {
      expect(beside.map(of).filter((six) => checkAddress(six, []) !== undefined)).toEqual([]);
    },
  );

  test.each(CARRIERS.filter(([name]) => !PUBLIC_IF_EMBEDDED_IS.test(name)))(
    'refuses %s with any embedded address',
    (_form, of) => {
      expect(beside.map(of).filter((six) => checkAddress(six, []) === undefined)).toEqual([]);
    },
  );
});

test.each([
  ...[
    '::',
    '::1',
    '0:0:0:0:0:0:0:1',
    '100::1',
    '100:0:0:1::1',
    '2001:2::1',
    '2001:10::1',
    '2001:db8::1',
    '3fff::1',
    '5f00::1',
  ],
  // Next to special-purpose ranges, and globally reachable.
  ...[
    '2001:1::',
    '2001:1::4',
    '2001:2:ffff::1',
    '2001:4:111:ffff::1',
    '2001:4:113::1',
    '2001:1f:ffff::1',
    '2001:40::1',
  ],
  ...['64:ff9a:ffff::808:808', '64:ff9b::1:808:808', '64:ff9b:1::808:808', '2002:808:808::5efe:a00:1'],
  ...['fc00::1', 'fdff:ffff::1', 'fd00:ec2::254', 'fe80::1', 'febf::1', 'fe80::1%eth0', 'fec0::1', 'feff::1'],
  ...['ff00::1', 'ff02::1', 'ff0e::1', '4000::1', '1::1', '8000::1', 'f000::1'],
])('%s of IPv6 is private, reserved or unallocated', (six) => {
  expect(checkAddress(six, [])).toBe('private-address');
});

test.each([
  '2001:4860:4860::8888',
  '2606:4700:4700::1111',
  '2620:fe::fe',
  '2a00:1450::1',
  '2400::1',
  '2c0f::1',
  '2003::1',
  '2001:db9::1',
])('%s is public', (six) => {
  expect([checkAddress(six, []), checkUrl(`http://[${six}]/`, [])]).toEqual([undefined, undefined]);
});

test.each([
  ...[
    'localhost',
    'LOCALHOST',
    'localhost.',
    'x.localhost',
    'ⓛocalhost',
    'local%68ost',
    'localhost.localdomain',
    'ip6-localhost',
  ],
  ...[
    'printer',
    'printer.local',
    'router.lan',
    'nas.home.arpa',
    'wiki.corp',
    'wiki.intranet',
    'db.internal',
    'x.onion',
  ],
  ...[
    'metadata',
    'metadata.google.internal',
    'metadata.google.internal.',
    'instance-data.ec2.internal',
    'host.docker.internal',
  ],
  ...['kubernetes.default.svc', 'kubernetes.default.svc.cluster.local', 'web.service.consul'],
  ...['localtest.me', 'x.lvh.me', 'fuf.me', 'traefik.me', '7f000001.c0a80001.rbndr.us', 'make-127-0-0-1-rebind.1u.ms'],
  ...[
    '127.0.0.1.nip.io',
    'x.10.0.0.1.nip.io',
    'x-10-0-0-1.nip.io',
    'x-10-0-0-1-y.sslip.io',
    '7f000001.nip.io',
    'app-7f000001.nip.io',
  ],
  ...[
    '0x7f000001.nip.io',
    '--1.sslip.io',
    'fe80--1.sslip.io',
    '10.0.0.1.traefik.me',
    '127.0.0.1.xip.io.',
    '8.8.8.8.127.0.0.1.nip.io',
  ],
  ...['localhost..', 'traefik.me', 'x.traefik.me', 'x.localh.st', 'a.rebind.network', 'metadata.tencentyun.com'],
])('refuses the name %s as written', (name) => {
  expect(checkUrl(`http://${name}/`, [])).toBe('private-address');
});

test.each([
  ...[
    'example.org',
    'localhost.example.org',
    'local.org',
    'intranet.example.org',
    'corp.com',
    '127.example.org',
    'nip.io',
    'www.nip.io',
  ],
  ...[
    '8.8.8.8.nip.io',
    '08080808.nip.io',
    '2606-4700--1111.sslip.io',
    'internal.co',
    'lan.net',
    'home.pl',
    'svc.org',
    'mylvh.me',
  ],
  ...['1.1.1.1.example.org', '10.0.0.1.example.org', 'xn--bcher-kva.example', 'a-b-c.sslip.io', 'traefik.io'],
])('permits the name %s', (name) => {
  expect(checkUrl(`http://${name}/`, [])).toBe(undefined);
});

test.each([
  ...[
    'http://example.org@127.0.0.1/',
    'http://127.0.0.1:80\\@example.org/',
    'http:127.0.0.1',
    'http:/127.0.0.1',
    'http:\\\\127.0.0.1',
  ],
  ...[
    'http://127.0.0.1#@example.org/',
    'http://127.0.0.1?@example.org/',
    'HTTP://127.0.0.1/',
    ' http://127.0.0.1/ ',
    'http://127\t.0.0.1/',
  ],
  ...['ftp://127.0.0.1/', 'https://127.0.0.1:8443/'],
])('refuses %j', (url) => {
  expect(checkUrl(url, [])).toBe('private-address');
});

test.each([...['127.0.0.1.', '127.0.0.1..', '10.0.0.1...'], ...['①②⑦.⓪.⓪.①', '127%2e0%2e0%2e1', '127.0.0.1%2e']])(
  'refuses the address %s',
  (host) => {
    expect(checkUrl(`http://${host}/`, [])).toBe('private-address');
  },
);

/** Forms that no resolver writes and that parsers read differently. */
test.each(['010.0.0.1', '8.8', '134744072', '0x8080808', '::ffff:010.0.0.1', '[2606:4700::1111]', ' 8.8.8.8'])(
  'does not accept %j as a resolver’s address',
  (address) => {
    expect(checkAddress(address, [])).toBe('private-address');
  },
);

const PUBLIC = [
  ...['1.0.0.1', '2.16.0.1', '9.255.255.255', '11.0.0.0', '17.0.0.1', '93.184.216.34', '100.63.255.255', '100.128.0.0'],
  ...[
    '126.255.255.255',
    '128.0.0.0',
    '151.101.1.1',
    '168.63.129.15',
    '168.63.129.17',
    '169.253.255.255',
    '169.255.0.0',
  ],
  ...['172.15.255.255', '172.32.0.0', '185.199.108.153', '191.255.255.255', '192.0.1.0', '192.0.3.0', '192.88.98.1'],
  ...[
    '192.88.100.1',
    '192.167.255.255',
    '192.169.0.0',
    '198.17.255.255',
    '198.20.0.0',
    '198.51.99.255',
    '198.51.101.0',
  ],
  ...['203.0.112.255', '203.0.114.0', '208.67.222.222', '216.58.214.14', '223.255.255.255'],
  ...['2001:200::1', '2001:500:2::c', '2001:503:ba3e::2:30', '2001:67c:2e8:22::1', '2001:7fd::1', '2001:dc3::35'],
  ...['2001:db7::1', '2001:db9::1', '2003:0:1::1', '2400:cb00::1', '2404:6800::1', '2600::1', '2606:4700::6810:84e5'],
  // Special-purpose and globally reachable (IANA).
  ...['192.0.0.9', '192.0.0.10', '192.31.196.0', '192.31.196.255', '192.52.193.0', '192.52.193.255', '192.175.48.0'],
  ...['192.175.48.255', '2001:1::1', '2001:1::2', '2001:1::3', '2001:3::', '2001:3:ffff::1', '2001:4:112::'],
  ...['2001:4:112:ffff::1', '2001:20::', '2001:2f:ffff::1', '2001:30::', '2001:3f:ffff::1', '2620:4f:8000::'],
  ...['2620:4f:8000:ffff::1', '64:ff9b::808:808', '64:ff9b::8.8.8.8', '2002:808:808::1', '2002:808:808::5efe:808:808'],
  ...['2607:f8b0::1', '2620:0:ccc::2', '2800:1::1', '2a00:1450:4001::1', '2a02:26f0::1', '2c0f:fb50::1', '3ffe::1'],
];

test('refuses no public address, with or without a final dot', () => {
  expect(PUBLIC.filter((address) => checkAddress(address, []) !== undefined)).toEqual([]);
  const hosts = PUBLIC.flatMap((address) => (address.includes(':') ? [`[${address}]`] : [address, `${address}.`]));
  expect(hosts.filter((host) => checkUrl(`http://${host}/`, []) !== undefined)).toEqual([]);
  expect(PUBLIC).toHaveLength(79);
});

test.each([
  'file:///etc/passwd',
  'gopher://example.org/',
  'dict://example.org/',
  'ldap://example.org/',
  'data:,x',
  'javascript:1',
  'ws://example.org/',
  'jar:http://example.org/!/',
])('refuses %s for its scheme', (url) => {
  expect(checkUrl(url, [])).toBe('scheme');
});
