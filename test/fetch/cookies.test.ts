import { expect, test } from 'vitest';
import { createCookieJar } from '../../shared/fetch/cookies.ts';
import type { Url } from '../../shared/url/url.ts';

const NOW = Date.UTC(2026, 0, 1);
const PAGE = 'http://bog.test/a/page?x=1' as Url;

// Set-Cookie · requested URL · Cookie
test.each<[string[], string, string | undefined]>([
  [['a=1'], PAGE, 'a=1'],
  [['a=1', 'b=2; Path=/'], PAGE, 'a=1; b=2'],
  [['a=1', 'a=2'], PAGE, 'a=2'],
  [['a=1'], 'http://bog.test/other', undefined],
  [['a=1'], 'http://bog.test/ab', undefined],
  [['a=1; Path=/'], 'http://bog.test/other', 'a=1'],
  [['a=1; path=nonsense'], PAGE, 'a=1'],
  [['a=1; Secure'], PAGE, undefined],
  [['a=1; Secure'], 'https://bog.test/a/page', 'a=1'],
  [['a=1; Max-Age=0'], PAGE, undefined],
  [['a=1', 'a=; Expires=Thu, 01 Jan 1970 00:00:00 GMT'], PAGE, undefined],
  [['a=1; Max-Age=10; Expires=Thu, 01 Jan 1970 00:00:00 GMT'], PAGE, 'a=1'],
  [['a=1; Domain=bog.test'], PAGE, 'a=1'],
  [['a=1; Domain=.test'], PAGE, 'a=1'],
  [['a=1; Domain=elsewhere.test'], PAGE, undefined],
  [['=1', 'nothing', ';', 'a b=1', 'a=\u0001'], PAGE, undefined],
  [['a=1\r\nx-evil: 1'], PAGE, undefined],
  [[`a=${'x'.repeat(5_000)}`], PAGE, undefined],
  [['a="q"; HttpOnly; SameSite=Lax'], PAGE, 'a="q"'],
])('of %j is sent to %s: %s', (set, url, sent) => {
  const jar = createCookieJar();
  jar.store(
    PAGE,
    set.map((text): [string, string] => ['Set-Cookie', text]),
    NOW,
  );
  expect(jar.headerFor(url as Url, NOW + 1)).toBe(sent);
});

test('cookies expire, and their number is limited', () => {
  const jar = createCookieJar();
  jar.store(PAGE, [['set-cookie', 'a=1; Max-Age=10']], NOW);
  expect([jar.headerFor(PAGE, NOW + 9_999), jar.headerFor(PAGE, NOW + 10_000)]).toEqual(['a=1', undefined]);
  jar.store(
    PAGE,
    Array.from({ length: 1_000 }, (_, i): [string, string] => ['set-cookie', `c${i}=1`]),
    NOW,
  );
  expect(jar.headerFor(PAGE, NOW)!.split('; ').length).toBeLessThanOrEqual(50);
});
