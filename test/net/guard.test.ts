import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  checkAddress,
  checkRedirectChain,
  checkResolvedAddress,
  checkUrl,
  invalidRanges,
} from '../../shared/net/guard.ts';
import { answerGuard } from '../../shared/net/guard-jsonl.ts';
import { anyText } from '../any-text.ts';
import { fewOrMany } from '../long-test.ts';

test.each([
  ...['8.8.8.8', '1.1.1.1', '100.63.0.1', '172.32.0.1', '2606:4700::1111', '::ffff:8.8.8.8', '2600:1f00::5efe:808:808'],
])('%s is public', (address) => {
  expect(checkAddress(address, [])).toBe(undefined);
});

test.each([
  // RFC 6890 and related.
  ...['0.0.0.0', '0.1.2.3', '10.1.2.3', '100.64.0.1', '127.0.0.1', '127.255.255.254', '169.254.1.1', '172.16.0.1'],
  ...['172.31.255.255', '192.0.0.1', '192.0.2.1', '192.168.0.1', '198.18.0.1', '198.51.100.1', '203.0.113.1'],
  ...['224.0.0.1', '240.0.0.1', '255.255.255.255'],
  ...['::', '::1', 'fe80::1', 'fe80::1%eth0', 'fec0::1', 'fc00::1', 'fd12::1', 'ff02::1', '2001:db8::1', '100::1'],
  // Cloud services: metadata, Azure's WireServer, Alibaba, Oracle, Amazon over IPv6.
  ...['169.254.169.254', '168.63.129.16', '100.100.100.200', '192.0.0.192', 'fd00:ec2::254'],
  // Embedded IPv4: mapped, compatible, NAT64, 6to4, Teredo, ISATAP.
  ...['::ffff:127.0.0.1', '::ffff:a00:1', '::127.0.0.1', '::a9fe:a9fe', '64:ff9b::7f00:1', '64:ff9b:1::a00:1'],
  ...['2002:7f00:1::', '2001:0:7f00:1::', '2600:1f00::5efe:a00:1', '2600:1f00::200:5efe:7f00:1', '::ffff:0:7f00:1'],
  ...['3fff::1', '5f00::1', 'not an address', ''],
])('%s is not public', (address) => {
  expect(checkAddress(address, [])).toBe('private-address');
});

test('permits the given ranges and nothing else', () => {
  const open = ['10.1.0.0/16', '127.0.0.1', 'fd00::/8'];
  expect(['10.1.255.1', '127.0.0.1', '::ffff:127.0.0.1', 'fd12::1'].map((a) => checkAddress(a, open))).toEqual([
    ...Array(4).fill(undefined),
  ]);
  for (const address of ['10.2.0.1', '127.0.0.2', 'fe80::1'])
    expect(checkAddress(address, open)).toBe('private-address');
});

test.each([
  ['localhost', '127.0.0.1', undefined],
  ['printer.local', '10.1.2.3', undefined],
  ['printer.local', '10.2.0.1', 'private-address'],
  ['printer.local', '8.8.8.8', 'private-address'],
  ['printer.example', '8.8.8.8', undefined],
])('name %s resolving to %s, with 10.1.0.0/16 and 127.0.0.1 permitted: %s', (name, leadsTo, reason) => {
  const open = ['10.1.0.0/16', '127.0.0.1'];
  expect(checkResolvedAddress(name, leadsTo, open)).toBe(reason);
  expect(checkRedirectChain({ url: `http://${name}/`, addresses: [leadsTo] }, open)).toBe(reason);
});

test('permits localhost with its address, and other private names by their resolved address only', () => {
  expect(checkUrl('http://localhost:8080/', ['127.0.0.0/8'])).toBe(undefined);
  expect(checkUrl('http://localhost:8080/', ['10.0.0.0/8'])).toBe('private-address');
  expect(checkUrl('http://wiki.internal/', ['10.0.0.0/8'])).toBe('private-address');
});

test('lists invalid ranges', () => {
  expect(invalidRanges(['10.0.0.0/8', '::1', '10.0.0.0/40', 'here', ''])).toEqual(['10.0.0.0/40', 'here', '']);
});

test.each([
  ['http://example.org/', undefined],
  ['ftp://example.org/', undefined],
  ['http://2130706433/', 'private-address'],
  ['http://0x7f.1/', 'private-address'],
  ['http://0177.0.0.1/', 'private-address'],
  ['http://127.0.0.1./', 'private-address'],
  ['http://１２７.０.０.１/', 'private-address'],
  ['http://%31%32%37.0.0.1/', 'private-address'],
  ['http:\\\\127.0.0.1\\', 'private-address'],
  ['http://example.org@127.0.0.1/', 'private-address'],
  ['http://127.0.0.1@example.org/', undefined],
  ['http://[::1]/', 'private-address'],
  ['http://[::ffff:10.0.0.1]/', 'private-address'],
  ['http://[2606:4700::1111]/', undefined],
  ['http://localhost/', 'private-address'],
  ['http://LOCALHOST./', 'private-address'],
  ['http://a.localhost/', 'private-address'],
  ['http://printer/', 'private-address'],
  ['http://printer.local/', 'private-address'],
  ['http://metadata.google.internal/', 'private-address'],
  ['http://127.0.0.1.nip.io/', 'private-address'],
  ['http://app-10-0-0-1.sslip.io/', 'private-address'],
  ['http://8.8.8.8.nip.io/', undefined],
  ['http://x.localtest.me/', 'private-address'],
  ['http://internal.example.org/', undefined],
  ['http://local.org/', undefined],
  ['file:///etc/passwd', 'scheme'],
  ['gopher://example.org/', 'scheme'],
  ['http://', 'malformed'],
])('%s as written: %s', (url, reason) => {
  expect(checkUrl(url, [])).toBe(reason);
});

const url = 'http://a.example/';
test.each([
  [{ url, addresses: ['8.8.8.8'] }, undefined],
  [{ url, addresses: ['8.8.8.8', '10.0.0.1'] }, 'private-address'],
  [{ url, addresses: [['8.8.8.8'], ['1.1.1.1']] }, undefined],
  [{ url, addresses: [['8.8.8.8'], ['127.0.0.1']] }, 'private-address'],
  [{ url, addresses: [] }, 'dns'],
  [{ url, addresses: [['8.8.8.8'], []] }, 'dns'],
  [{ url: 'http://127.0.0.1/', addresses: ['8.8.8.8'] }, 'private-address'],
  [{ url: 'file:///x', addresses: ['8.8.8.8'] }, 'scheme'],
  [{ url: 'http://printer/', addresses: ['8.8.8.8'] }, undefined],
  // Names that are never public, whatever a resolver answers.
  [{ url: 'http://localhost/', addresses: ['8.8.8.8'] }, 'private-address'],
  [{ url: 'http://LOCALHOST./', addresses: ['8.8.8.8'] }, 'private-address'],
  [{ url: 'http://a.localhost/', addresses: ['8.8.8.8'] }, 'private-address'],
  [{ url: 'http://printer.local/', addresses: ['2606:4700::1111'] }, 'private-address'],
  [{ url: 'http://metadata.google.internal/', addresses: ['8.8.8.8'] }, 'private-address'],
  [{ url: 'http://internal.example/', addresses: ['8.8.8.8'] }, undefined],
  [{ url, redirects: ['https://b.example/', '/x', '//c.example/'] }, undefined],
  [{ url, redirects: ['https://b.example/', 'http://169.254.169.254/'] }, 'private-address'],
  [{ url, addresses: ['8.8.8.8'], redirects: ['/x', 'http://a.example:81/'] }, undefined],
  [{ url, addresses: ['8.8.8.8'], redirects: ['http://localhost/'] }, 'private-address'],
  [{ url, addresses: ['8.8.8.8'], redirects: ['file:///etc/passwd'] }, 'scheme'],
  // An address uses no lookup, so the addresses are those of the first name.
  [{ url: 'http://8.8.8.8/', addresses: ['10.0.0.1'], redirects: ['/x', 'http://b.example/'] }, 'private-address'],
  [{ url: 'http://8.8.8.8/', addresses: ['1.1.1.1'], redirects: ['http://b.example/'] }, undefined],
  [{ url: 'http://8.8.8.8/', addresses: [], redirects: ['http://b.example/'] }, 'dns'],
  [{ url: 'http://8.8.8.8/', addresses: ['10.0.0.1'], redirects: ['http://1.1.1.1/'] }, undefined],
  [{ url, redirects: ['http://['] }, 'redirect-nowhere'],
  [{ url: 'http://[', redirects: null, addresses: null }, 'malformed'],
] as const)('%o: %s', (question, reason) => {
  expect(checkRedirectChain(question)).toBe(reason);
  expect(answerGuard({ id: 7, ...question })).toEqual({ id: 7, allowed: reason === undefined, reason: reason ?? null });
});

const hop = fc.oneof(
  anyText(),
  fc.webUrl(),
  fc.string({ unit: 'grapheme' }).map((text) => `http://${text}/`),
  fc
    .tuple(fc.constantFrom('', '.', '..', ':1', '%00', '\\@x.example'), fc.ipV4Extended())
    .map((t) => `//${t[1]}${t[0]}`),
);
const address = fc.oneof(fc.string(), fc.ipV4(), fc.ipV6(), fc.ipV4Extended());

test('answers any query and never allows a private address', () => {
  fc.assert(
    fc.property(
      hop,
      fc.option(fc.oneof(fc.array(address), fc.array(fc.array(address)))),
      fc.option(fc.array(hop)),
      (from, addresses, redirects) => {
        const { allowed, reason } = answerGuard({ id: 1, url: from, addresses, redirects });
        expect(allowed).toBe(reason === null);
        const host = URL.parse(from)?.hostname.replace(/\.+$/, '') ?? '';
        if (allowed && /^\d+(?:\.\d+){3}$|^\[/.test(host))
          expect(checkAddress(host.replace(/^\[|\]$/g, ''), [])).toBe(undefined);
      },
    ),
    { numRuns: fewOrMany(200, 1_000) },
  );
});
