import { expect, test } from 'vitest';
import { PRODUCT_TOKEN, productToken } from '../../shared/robots/product-token.ts';
import { parseRobots } from '../../shared/robots/rules.ts';
import type { Url } from '../../shared/url/url.ts';

test.each([
  ['Bogbot', 'bogbot'],
  ['Bogbot/1.0 (+https://bog.example/bot)', 'bogbot'],
  ['bot2/1.0', 'bot2'],
  ['MJ12bot/v1.4.8', 'mj12bot'],
  ['Bog_Bot-news 2', 'bog_bot-news'],
  ['Mozilla/5.0 (compatible; Bogbot/2.1; +http://bog.example/)', 'bogbot'],
  ['Mozilla/5.0 (compatible; Bogbot)', 'bogbot'],
  ['Mozilla/5.0 (compatible ; Bogbot/1.0)', 'bogbot'],
  ['Mozilla/5.0(compatible;Bogbot/1.0)', 'bogbot'],
  ['Mozilla/5.0 (X11; Linux x86_64) Bogbot/1.0', 'bogbot'],
  ['Mozilla/5.0 (X11) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0 Safari/537.36 Bogbot/1.0', 'bogbot'],
  ['Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; Bogbot/2.1; +http://b.example/) Safari/9', 'bogbot'],
  ['Mozilla/5.0 (compatible; MSIE 9.0; Windows NT 6.1) Bogbot', 'bogbot'],
  ['Mozilla/5.0 (X11; Linux x86_64)', 'mozilla'],
  ['Mozilla/5.0 (X11) Gecko/20100101 Firefox/120.0 +https://bog.example/bot', 'mozilla'],
])('robots.txt addresses %s as %s, by its whole name only', (userAgent, token) => {
  expect(productToken(userAgent)).toBe(token);
  expect(PRODUCT_TOKEN.test(token)).toBe(true);
  const may = (name: string) =>
    parseRobots(`User-agent: ${name}\nDisallow: /`, token, 'http://bog.example').allowed('http://bog.example/x' as Url);
  expect([token, token.toUpperCase(), `${token}/9.9`, `${token}x`].map(may)).toEqual([false, false, false, true]);
});

test.each(['(Bogbot)/1.0', '+https://bog.example/bot', 'bog:bot/1.0', '*', '/1.0', 'bog@bog.example'])(
  'robots.txt cannot address %s',
  (userAgent) => {
    expect(PRODUCT_TOKEN.test(productToken(userAgent))).toBe(false);
  },
);
