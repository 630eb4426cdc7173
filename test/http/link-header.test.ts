import { expect, test } from 'vitest';
import { parseLinkHeader } from '../../shared/http/link-header.ts';

test.each([
  ['</a>; rel="canonical"', [['/a', 'canonical', undefined]]],
  ['<a,b;c>;REL=Canonical', [['a,b;c', 'canonical', undefined]]],
  [
    '< /a > ; rel = next , </b>; rel="prev  Start"',
    [
      ['/a', 'next', undefined],
      ['/b', 'prev start', undefined],
    ],
  ],
  ['</de>; rel=alternate; hreflang="de"; title="a, <b>; \\"c\\""', [['/de', 'alternate', 'de']]],
  ['</a>; rel=next; rel=prev', [['/a', 'next', undefined]]],
  ['</a>; rel=canonical; anchor="/other"', []],
  ['</a>', [['/a', '', undefined]]],
  ['</a>; rel="canonical', [['/a', '', undefined]]],
  ['/a; rel=canonical', []],
  ['', []],
])('reads the links of %s', (value, expected) => {
  expect(parseLinkHeader(value).map(({ target, relation, hreflang }) => [target, relation, hreflang])).toEqual(
    expected,
  );
});

test.each(['<', '<a>;', '<a>; ', '<a>;x="', '<a>;x=\\'])('reads a long value of %j', (part) => {
  expect(parseLinkHeader(part.repeat(20_000)).length).toBeLessThan(20_000);
});
