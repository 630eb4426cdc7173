import { expect, test } from 'vitest';
import { asciiHost, decodedUrl } from '../../shared/url/decoded-url.ts';
import type { Url } from '../../shared/url/url.ts';

test.each([
  ['http://a.example/b?c', 'http://a.example/b?c'],
  ['http://xn--bcherei-n2a.example:8080/%C3%9Cbersicht?q=%E2%82%AC', 'http://bücherei.example:8080/Übersicht?q=€'],
  ['http://a.example/%20%2F%FF%C3', 'http://a.example/%20%2F%FF%C3'],
  ['http://xn--a.example/', 'http://xn--a.example/'],
])('%s is decoded to %s', (url, decoded) => expect(decodedUrl(url as Url)).toBe(decoded));

test.each([
  ['a.example', 'a.example'],
  ['bücherei.example:8080', 'xn--bcherei-n2a.example:8080'],
  ['i❤.example', 'xn--i-7iq.example'],
  ['例え。テスト', 'xn--r8jz45g.xn--zckzah'],
])('the host %s is %s', (host, ascii) => expect(asciiHost(host)).toBe(ascii));
