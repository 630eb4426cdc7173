import { expect, test } from 'vitest';
import { evaluateUrlQuery } from '../../shared/url/url-query.ts';

test.each([
  [
    { id: 1, input: '../x?utm_source=a#b', base: 'http://www.example.co.uk/a/b/' },
    {
      href: 'http://www.example.co.uk/a/x?utm_source=a#b',
      url: 'http://www.example.co.uk/a/x',
      domain: 'example.co.uk',
    },
  ],
  [
    { id: 'a', input: 'http://127.0.0.1/' },
    { href: 'http://127.0.0.1/', url: 'http://127.0.0.1/', domain: null },
  ],
  [
    { id: null, input: 'ftp://ftp.example.org/x', base: null },
    { href: 'ftp://ftp.example.org/x', url: 'ftp://ftp.example.org/x', domain: 'example.org' },
  ],
  [
    { id: null, input: 'mailto:me@example.org', base: null },
    { href: 'mailto:me@example.org', url: null, domain: 'example.org', reason: 'scheme' },
  ],
  [
    { id: 2, input: 'http://[' },
    { href: null, url: null, domain: null, reason: 'malformed' },
  ],
])('evaluates %o', (query, result) => {
  expect(evaluateUrlQuery(query)).toEqual({ id: query.id, ...result });
});
