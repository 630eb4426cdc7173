import { expect, test } from 'vitest';
import { domainLimitOf } from '../../shared/url/domain-limit.ts';

test.each([
  ['a1.trap.example', 'trap.example'],
  ['x.y.trap.example:8080', 'trap.example'],
  ['www.cs.university.ac.uk', 'university.ac.uk'],
  // Names that are not valid, but that URLs may have and wildcard DNS answers.
  ['a1-.trap.example', 'trap.example'],
  ['a!b.trap.example:8080', 'trap.example'],
  [`${'a'.repeat(64)}.trap.example`, 'trap.example'],
  ['a.-b.trap.co.uk', 'trap.co.uk'],
  // Further ports of a name are further hosts of it.
  ['trap.example:8080', 'trap.example'],
  ['192.0.2.1:8080', '192.0.2.1'],
  ['[2001:db8::1]:8080', '[2001:db8::1]'],
  ['localhost:8080', 'localhost'],
  // Blogs below a public suffix are domains of their own.
  ['www.plants.github.io:8080', 'plants.github.io'],
  ['deep.plants.blogspot.com', 'plants.blogspot.com'],
])('%s counts as a host of %s', (host, domain) => {
  expect(domainLimitOf(host, 7)).toEqual({ domain, maxHosts: 7 });
});

test.each([
  'trap.example',
  'www.trap.example',
  'plants.github.io',
  'github.io',
  'plants.blogspot.com',
  'university.ac.uk',
  'localhost',
  '192.0.2.1',
  '[2001:db8::1]',
])('%s does not count', (host) => {
  expect(domainLimitOf(host, 7)).toBeUndefined();
});

test('nothing counts without a limit', () => {
  expect(domainLimitOf('a1.trap.example', null)).toBeUndefined();
});
