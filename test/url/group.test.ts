import { expect, test } from 'vitest';
import { type Grouping, groupOf } from '../../shared/url/group.ts';

test.each<[host: string, grouping: Grouping, group: string]>([
  ['www.example.org', 'host', 'www.example.org'],
  ['www.example.org:8080', 'host', 'www.example.org'],
  ['www.example.org:8080', 'address', 'www.example.org'],
  ['www.example.org', 'domain', 'example.org'],
  ['www.example.org:8080', 'domain', 'example.org'],
  ['a1-.example.org', 'domain', 'example.org'],
  ['a!b.example.org:8080', 'domain', 'example.org'],
  [`${'a'.repeat(64)}.example.org`, 'domain', 'example.org'],
  ['a1-.example.org', 'host', 'a1-.example.org'],
  ['a.github.io', 'domain', 'a.github.io'],
  ['localhost:3000', 'host', 'localhost'],
  ['localhost:3000', 'domain', 'localhost'],
  ['192.0.2.1:8080', 'domain', '192.0.2.1'],
  ['[2001:db8::1]', 'host', '[2001:db8::1]'],
  ['[2001:db8::1]:8080', 'domain', '[2001:db8::1]'],
])('the group of %s by %s is %s', (host, grouping, group) => {
  expect(groupOf(host, grouping)).toBe(group);
});
