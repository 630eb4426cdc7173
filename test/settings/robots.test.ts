import { expect, test } from 'vitest';
import { ignoredRobotsHosts, RobotsSchema } from '../../shared/settings/robots.ts';
import { normalize } from '../../shared/url/normalize.ts';
import { hostOf } from '../../shared/url/url.ts';
import { DEFAULT_URL_RULES } from '../../shared/url/url-rules.ts';

// robots.ignore · URL · ignored
test.each([
  ['example.org', 'https://example.org/a', true],
  ['Example.ORG', 'http://example.org/a', true],
  ['example.org:443', 'https://example.org/a', true],
  ['example.org:80', 'http://example.org:80/a', true],
  ['example.org.', 'http://example.org/a', true],
  ['example.org:8080', 'http://example.org:8080/a', true],
  ['example.org:8080', 'http://example.org/a', false],
  ['example.org', 'http://www.example.org/a', false],
  ['bücher.example', 'https://xn--bcher-kva.example/', true],
  ['my_host.example', 'http://my_host.example/', true],
  ['127.0.0.1:8080', 'http://127.0.0.1:8080/', true],
  ['[0:0:0:0:0:0:0:1]:8080', 'http://[::1]:8080/', true],
])('robots.ignore: [%s], URL %s: %s', (host, address, ignored) => {
  const isIgnored = ignoredRobotsHosts(RobotsSchema.parse({ ignore: [host] }))!;
  const normalized = normalize(address, undefined, DEFAULT_URL_RULES);
  expect(normalized.kind === 'url' && isIgnored(hostOf(normalized.url))).toBe(ignored);
});
