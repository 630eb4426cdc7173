import fc from 'fast-check';
import { expect, test } from 'vitest';
import { evaluateRobotsQuery } from '../../shared/robots/robots-query.ts';
import { parseRobots } from '../../shared/robots/rules.ts';
import type { Url } from '../../shared/url/url.ts';
import { anyText } from '../any-text.ts';
import { fewOrMany } from '../long-test.ts';

const origin = 'http://h.example';

function allowed(robotsTxt: string, path: string, agent = 'thresher'): boolean {
  return evaluateRobotsQuery({ id: 1, robotsTxt, userAgent: agent, url: origin + path }).allowed;
}

const all = (rules: string) => `User-agent: *\n${rules}`;

// rule · file · path · allowed
test.each([
  ['an empty file allows everything', '', '/x', true],
  ['an HTML page allows everything', '<html>\n<b>Disallow: /</b>', '/x', true],
  ['Disallow refuses', all('Disallow: /x'), '/xyz', false],
  ['an empty Disallow refuses nothing', all('Disallow:'), '/x', true],
  ['the longest match wins', all('Disallow: /a\nAllow: /a/b\nDisallow: /a/b/c'), '/a/b/x', true],
  ['Allow wins a tie', all('Disallow: /a\nAllow: /a'), '/a', true],
  ['paths are case-sensitive', all('Disallow: /A'), '/a', true],
  ['a star is a wildcard', all('Disallow: /*.gif$'), '/a/b.gif', false],
  ['a final dollar anchors the end', all('Disallow: /*.gif$'), '/a.gif?x', true],
  ['an inner dollar is literal', all('Disallow: /a$b'), '/a$b/c', false],
  ['an escaped star is a literal star', all('Disallow: /a%2A'), '/a*b', false],
  ['an escaped star is not a wildcard', all('Disallow: /a%2Ab'), '/axb', true],
  ['a star matches a star', all('Disallow: /a*b'), '/a*b', false],
  ['rules match the query', all('Disallow: /x?a=1'), '/x?a=12', false],
  ['an empty query is part of the path', all('Disallow: /x?'), '/x?', false],
  ['a rule with an empty query needs one', all('Disallow: /x?'), '/x', true],
  ['dots in a query are kept', all('Disallow: /x?a=/../b'), '/x?a=/../b', false],
  ['normalises escapes: case', all('Disallow: /%c3%bc'), '/%C3%BC', false],
  ['normalises escapes: non-ASCII letters', all('Disallow: /ü'), '/%C3%BC', false],
  ['normalises escapes: needless ones', all('Disallow: /%7Ejoe'), '/~joe', false],
  ['keeps escapes of reserved characters', all('Disallow: /a%2Fb'), '/a/b', true],
  ['normalises escapes: illegal characters', all('Disallow: /a|b'), '/a%7Cb', false],
  ['robots.txt itself is always allowed', all('Disallow: /'), '/robots.txt', true],
  ['an allowed index page allows its directory', all('Disallow: /\nAllow: /a/index.html'), '/a/', true],
  ['so does index.htm', all('Disallow: /\nAllow: /a/index.htm'), '/a/', true],
  ['an allowed index page allows nothing else there', all('Disallow: /\nAllow: /a/index.html'), '/a/b', false],
  ['another index page does not allow its directory', all('Disallow: /\nAllow: /a/index.php'), '/a/', false],
  ['a disallowed index page does not disallow its directory', all('Disallow: /a/index.html'), '/a/', true],
  [
    'the group of the agent replaces that for *',
    'User-agent: *\nDisallow: /\n\nUser-agent: Thresher\nDisallow: /x',
    '/y',
    true,
  ],
  ['ignores version and comment after the name', 'User-agent: THRESHER/2.0 # us\nDisallow: /', '/x', false],
  ['ignores words after the name', 'User-agent: Thresher Bot\nDisallow: /', '/x', false],
  ['a longer name is another agent', 'User-agent: Thresher-News\nDisallow: /', '/x', true],
  ['ignores words after a star', 'User-agent: * all\nDisallow: /', '/x', false],
  [
    'merges groups of the same agent',
    'User-agent: thresher\nDisallow: /a\n\nUser-agent: thresher\nDisallow: /b',
    '/a',
    false,
  ],
  ['a group can have several agents', 'User-agent: a\nUser-agent: thresher\nDisallow: /', '/x', false],
  [
    'a delay does not end the agent lines',
    'User-agent: thresher\nCrawl-delay: 1\nUser-agent: b\nDisallow: /',
    '/x',
    false,
  ],
  [
    'an unknown line does not end the agent lines',
    'User-agent: thresher\nNoindex: /x\nUser-agent: b\nDisallow: /',
    '/x',
    false,
  ],
  ['a rule ends the agent lines', 'User-agent: thresher\nDisallow: /a\nUser-agent: b\nDisallow: /b', '/b', true],
  ['a nameless group applies to no agent', 'User-agent: thresher\nDisallow: /a\nUser-agent:\nDisallow: /b', '/b', true],
  ['a group without rules allows everything', 'User-agent: *\nDisallow: /\nUser-agent: thresher', '/x', true],
  ['rules before the first agent line apply to no agent', 'Disallow: /', '/x', true],
  ['accepts misspellings', all('Dissallow: /x'), '/x', false],
  ['accepts a missing colon', 'User-agent *\nDisallow /x', '/x', false],
  ['accepts all line endings', 'User-agent: *\r\nDisallow: /a\rDisallow: /b\n', '/b', false],
  ['ignores a rule with a lone surrogate', all('Disallow: /\ud800'), '/\ud800', true],
  [
    'reads 16,663 characters of a line',
    all(`Disallow: /x/${'a'.repeat(16_650)}/y`),
    `/x/${'a'.repeat(16_650)}/z`,
    false,
  ],
  ['ignores a byte order mark at the start', '\ufeffUser-agent: *\nDisallow: /', '/x', false],
  ['an inner byte order mark makes the line unknown', all('\ufeffDisallow: /'), '/x', true],
  ['treats names of object properties as names', 'User-agent: __proto__\nconstructor: x\nDisallow: /', '/x', true],
])('%s', (_rule, file, path, is) => {
  expect(allowed(file, path)).toBe(is);
});

test('distinguishes agents by digits in their names', () => {
  const file = 'User-agent: MJ12bot\nDisallow: /a\n\nUser-agent: MJ13bot\nDisallow: /b';
  expect([allowed(file, '/a', 'MJ12bot/1.4'), allowed(file, '/b', 'MJ12bot/1.4')]).toEqual([false, true]);
});

test('returns the deciding line as it is in the file', () => {
  const rules = parseRobots('User-agent: *\n\n# ours\n  Disallow : /x  # keep out\r\nAllow: /x/y', 'thresher', origin);
  expect(rules.rule(`${origin}/x` as Url)).toBe('Disallow : /x  # keep out');
  expect(rules.rule(`${origin}/x/y` as Url)).toBe('Allow: /x/y');
  expect(rules.rule(`${origin}/z` as Url)).toBe(null);
});

test('returns the line of an index page for its directory', () => {
  const rules = parseRobots('User-agent: *\nAllow: /a/index.html\nDisallow: /\nAllow: /b', 'thresher', origin);
  expect(['/a/', '/a/x', '/b'].map((path) => rules.rule(`${origin}${path}` as Url))).toEqual([
    'Allow: /a/index.html',
    'Disallow: /',
    'Allow: /b',
  ]);
});

test.each([
  ['Crawl-delay: 2.5', 2.5],
  ['crawl-delay: 10 seconds', 10],
  ['Crawl-delay: .5', 0.5],
  ['Crawl-delay: soon', null],
  ['Crawl-delay: -1', null],
  ['Crawl-delay: 5.', 5],
  ['Crawl-delay: 5s', 5],
  ['Crawl-delay: 1.2.1', null],
  ['Crawl-delay: 10a', null],
  ['Crawl-delay: 3\nUser-agent: thresher\nDisallow: /x', null],
  // Agents with nothing but a delay.
  ['Crawl-delay: 1\nUser-agent: b\nCrawl-delay: 12\nUser-agent: c\nUser-agent: d\nCrawl-delay: 10', 1],
  ['Crawl-delay: 1\nUser-agent: thresher\nUser-agent: d\nCrawl-delay: 10', 10],
  ['Disallow: /x\nCrawl-delay: 2\nDisallow: /y\nCrawl-delay: 1', 2],
  // Request-rate: documents per time.
  ['Request-rate: 1/10s', 10],
  ['Request-rate: 100/15m', 9],
  ['Request-rate: 400/1h', 9],
  ['Request-rate: 9000/1d', 9.6],
  ['Request-rate: 1/10s 1820-1940', 10],
  ['Request-rate: 1/5\nCrawl-delay: 3', 5],
  ['Request-rate: 1/5\nCrawl-delay: 7', 7],
  ['Request-rate: 0/5', null],
  ['Request-rate: often', null],
  ['Crawl-delay: 3\nDisallow: /\nUser-agent: thresher\nCrawl-delay: 7\nCrawl-delay: 5', 7],
])('reads the delay of %j as %s', (lines, seconds) => {
  expect(parseRobots(all(lines), 'thresher', origin).crawlDelayS).toBe(seconds);
});

test('does not report a Request-rate as Crawl-delay', () => {
  const answer = evaluateRobotsQuery({
    id: 1,
    robotsTxt: all('Request-rate: 1/10'),
    userAgent: 'thresher',
    url: origin,
  });
  expect(answer.crawlDelay).toBe(null);
});

test.each([
  ['Visit-time: 0600-0845', { from: 360, until: 525 }],
  ['Visit-time: 2200-0400\nUser-agent: thresher\nVisit-time: 01:00-02:30 UTC', { from: 60, until: 150 }],
  ['Visit-time: 2500-0400', null],
  ['Visit-time: at night', null],
])('reads the window of %j as %o', (lines, times) => {
  expect(parseRobots(all(lines), 'thresher', origin).visitTime).toEqual(times);
});

test('lists sitemaps of the whole file as absolute URLs', () => {
  const rules = parseRobots(
    'Sitemap: http://o.example/s.xml\nUser-agent: x\nsitemap: /t.xml\nSitemap: http://[',
    't',
    origin,
  );
  expect(rules.sitemaps).toEqual(['http://o.example/s.xml', `${origin}/t.xml`]);
});

test('reads at most 500 KiB, up to the last whole line', () => {
  const filler = `Disallow: /${'y'.repeat(88)}\n`.repeat(5120);
  const file = `${all(filler)}Disallow: /x\n`;
  expect(allowed(file, '/y'.concat('y'.repeat(90)))).toBe(false);
  expect(allowed(file, '/x')).toBe(true);
  expect(allowed(`${all(`#${'y'.repeat(500 * 1024 - 14 - 2 - 11)}\n`)}Disallow: /but-not-more`, '/anything')).toBe(
    true,
  );
});

test.each([
  ['octets of another charset match the same octets', 'Disallow: /f\xfc', '/f%FC', false],
  ['octets of another charset do not match UTF-8', 'Disallow: /f\xfc', '/f%C3%BC', true],
  ['ignores a truncated line', `#${'y'.repeat(512_000 - 14 - 13)}\nDisallow: /private`, '/x', true],
])('bytes: %s', (_rule, text, path, expected) => {
  const robotsTxtBase64 = Buffer.from(all(text), 'latin1').toString('base64');
  expect(evaluateRobotsQuery({ id: 1, robotsTxtBase64, userAgent: 'thresher', url: origin + path }).allowed).toBe(
    expected,
  );
});

test('decodes bytes as UTF-8', () => {
  const robotsTxtBase64 = Buffer.from('\ufeffUser-agent: *\nDisallow: /ü\n', 'utf8').toString('base64');
  const question = { id: 'b', robotsTxtBase64, userAgent: 'thresher', url: `${origin}/%c3%bc` };
  expect(evaluateRobotsQuery(question)).toEqual({
    ...{ id: 'b', allowed: false, crawlDelay: null, rule: 'Disallow: /ü', preferences: {} },
  });
});

test('evaluates hostile files quickly', () => {
  const path = `/${'a'.repeat(2000)}`;
  expect(allowed(all(`Disallow: /*${'a'.repeat(1900)}b\n`.repeat(260)), path)).toBe(false);
  expect(allowed(all(`Disallow: /${'*'.repeat(500_000)}b`), path)).toBe(false);
  expect(allowed(all(`Disallow: /${'*a'.repeat(8_000)}b`), path)).toBe(true);
  expect(allowed(all(`${' '.repeat(250_000)}x${' '.repeat(250_000)}y`), path)).toBe(true);
});

test('answers for any text and path', () => {
  const word = fc.oneof(
    fc.constantFrom(
      'User-agent',
      'Disallow',
      'Allow',
      ':',
      ' ',
      '\n',
      '*',
      '$',
      '/',
      '%',
      '%4',
      '?',
      'thresher',
      '\ufeff',
    ),
    anyText(3),
  );
  const text = fc.array(word, { maxLength: 40 }).map((words) => words.join(''));
  fc.assert(
    fc.property(text, text, (file, path) => {
      expect(typeof allowed(file, `/${path}`)).toBe('boolean');
    }),
    { numRuns: fewOrMany(60, 500) },
  );
});

test.each([
  ['Bogbot/1.0 (+https://b.example/)', false],
  ['Mozilla/5.0 (compatible; Bogbot/1.0; +https://b.example/)', false],
  ['Mozilla/5.0 (X11; Linux x86_64) Gecko/20100101 Firefox/128.0', true],
])('takes the product token of the user agent %s', (userAgent, expected) => {
  const robotsTxt = 'User-agent: bogbot\nDisallow: /x\n';
  expect(evaluateRobotsQuery({ id: 1, robotsTxt, userAgent, url: `${origin}/x` }).allowed).toBe(expected);
});
