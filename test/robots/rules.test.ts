import fc from 'fast-check';
import { expect, test } from 'vitest';
import { evaluateRobotsQuery } from '../../shared/robots/robots-query.ts';
import { parseRobots } from '../../shared/robots/rules.ts';
import type { Url } from '../../shared/url/url.ts';

const origin = 'http://h.example';

function allowed(robotsTxt: string, path: string, agent = 'thresher'): boolean {
  return evaluateRobotsQuery({ id: 1, robotsTxt, userAgent: agent, url: origin + path }).allowed;
}

const all = (rules: string) => `User-agent: *\n${rules}`;

// rule · file · path · allowed
test.each([
  ['no file allows all', '', '/x', true],
  ['a web page instead of rules allows all', '<html>\n<b>Disallow: /</b>', '/x', true],
  ['what is disallowed', all('Disallow: /x'), '/xyz', false],
  ['nothing is disallowed', all('Disallow:'), '/x', true],
  ['the longest match decides', all('Disallow: /a\nAllow: /a/b\nDisallow: /a/b/c'), '/a/b/x', true],
  ['allow wins a tie', all('Disallow: /a\nAllow: /a'), '/a', true],
  ['case counts in paths', all('Disallow: /A'), '/a', true],
  ['wildcard', all('Disallow: /*.gif$'), '/a/b.gif', false],
  ['the end is meant', all('Disallow: /*.gif$'), '/a.gif?x', true],
  ['a dollar inside is a dollar', all('Disallow: /a$b'), '/a$b/c', false],
  ['an escaped star is a star', all('Disallow: /a%2A'), '/a*b', false],
  ['and no wildcard', all('Disallow: /a%2Ab'), '/axb', true],
  ['a star matches a star', all('Disallow: /a*b'), '/a*b', false],
  ['query', all('Disallow: /x?a=1'), '/x?a=12', false],
  ['an empty query is part of the path', all('Disallow: /x?'), '/x?', false],
  ['and asked for only when it is there', all('Disallow: /x?'), '/x', true],
  ['dots in a query stay', all('Disallow: /x?a=/../b'), '/x?a=/../b', false],
  ['escapes in one form: capitals', all('Disallow: /%c3%bc'), '/%C3%BC', false],
  ['escapes in one form: letters beyond ASCII', all('Disallow: /ü'), '/%C3%BC', false],
  ['escapes in one form: needless ones', all('Disallow: /%7Ejoe'), '/~joe', false],
  ['escapes in one form: reserved signs keep theirs', all('Disallow: /a%2Fb'), '/a/b', true],
  ['escapes in one form: what an address may not hold', all('Disallow: /a|b'), '/a%7Cb', false],
  ['robots.txt itself is always allowed', all('Disallow: /'), '/robots.txt', true],
  ['an index page that is allowed allows its directory', all('Disallow: /\nAllow: /a/index.html'), '/a/', true],
  ['by its short name too', all('Disallow: /\nAllow: /a/index.htm'), '/a/', true],
  ['and nothing else there', all('Disallow: /\nAllow: /a/index.html'), '/a/b', false],
  ['nor by another name', all('Disallow: /\nAllow: /a/index.php'), '/a/', false],
  ['an index page that is disallowed leaves its directory', all('Disallow: /a/index.html'), '/a/', true],
  ['our own group and no other', 'User-agent: *\nDisallow: /\n\nUser-agent: Thresher\nDisallow: /x', '/y', true],
  ['version and comment behind the name', 'User-agent: THRESHER/2.0 # us\nDisallow: /', '/x', false],
  ['words behind the name', 'User-agent: Thresher Bot\nDisallow: /', '/x', false],
  ['a longer name is another', 'User-agent: Thresher-News\nDisallow: /', '/x', true],
  ['a star with words behind is everybody', 'User-agent: * all\nDisallow: /', '/x', false],
  [
    'groups of one name are one',
    'User-agent: thresher\nDisallow: /a\n\nUser-agent: thresher\nDisallow: /b',
    '/a',
    false,
  ],
  ['several names, one group', 'User-agent: a\nUser-agent: thresher\nDisallow: /', '/x', false],
  [
    'a delay between names does not end a group',
    'User-agent: thresher\nCrawl-delay: 1\nUser-agent: b\nDisallow: /',
    '/x',
    false,
  ],
  ['nor does an unknown line', 'User-agent: thresher\nNoindex: /x\nUser-agent: b\nDisallow: /', '/x', false],
  ['but a rule does', 'User-agent: thresher\nDisallow: /a\nUser-agent: b\nDisallow: /b', '/b', true],
  [
    'rules of a nameless group are for nobody',
    'User-agent: thresher\nDisallow: /a\nUser-agent:\nDisallow: /b',
    '/b',
    true,
  ],
  ['a group without rules is a group', 'User-agent: *\nDisallow: /\nUser-agent: thresher', '/x', true],
  ['rules before any name are for nobody', 'Disallow: /', '/x', true],
  ['misspelt', all('Dissallow: /x'), '/x', false],
  ['without a colon', 'User-agent *\nDisallow /x', '/x', false],
  ['line ends of all kinds', 'User-agent: *\r\nDisallow: /a\rDisallow: /b\n', '/b', false],
  ['half a sign is no rule', all('Disallow: /\ud800'), '/\ud800', true],
  [
    'a line counts up to 16,663 signs',
    all(`Disallow: /x/${'a'.repeat(16_650)}/y`),
    `/x/${'a'.repeat(16_650)}/z`,
    false,
  ],
  ['byte order mark at the beginning', '\ufeffUser-agent: *\nDisallow: /', '/x', false],
  ['byte order mark further on makes the line an unknown one', all('\ufeffDisallow: /'), '/x', true],
  ['names of object properties are only names', 'User-agent: __proto__\nconstructor: x\nDisallow: /', '/x', true],
])('%s', (_rule, file, path, is) => {
  expect(allowed(file, path)).toBe(is);
});

test('an agent with a number in its name is found, and another with the same beginning is not', () => {
  const file = 'User-agent: MJ12bot\nDisallow: /a\n\nUser-agent: MJ13bot\nDisallow: /b';
  expect([allowed(file, '/a', 'MJ12bot/1.4'), allowed(file, '/b', 'MJ12bot/1.4')]).toEqual([false, true]);
});

test('the line that decided is told as it stands in the file', () => {
  const rules = parseRobots('User-agent: *\n\n# ours\n  Disallow : /x  # keep out\r\nAllow: /x/y', 'thresher', origin);
  expect(rules.rule(`${origin}/x` as Url)).toBe('Disallow : /x  # keep out');
  expect(rules.rule(`${origin}/x/y` as Url)).toBe('Allow: /x/y');
  expect(rules.rule(`${origin}/z` as Url)).toBe(null);
});

test('the line of a rule is told, also below an index page', () => {
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
  // Each has a delay and nothing else.
  ['Crawl-delay: 1\nUser-agent: b\nCrawl-delay: 12\nUser-agent: c\nUser-agent: d\nCrawl-delay: 10', 1],
  ['Crawl-delay: 1\nUser-agent: thresher\nUser-agent: d\nCrawl-delay: 10', 10],
  ['Disallow: /x\nCrawl-delay: 2\nDisallow: /y\nCrawl-delay: 1', 2],
  // Request-rate: as many documents in so much time.
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
])('delay of %j: %s', (lines, seconds) => {
  expect(parseRobots(all(lines), 'thresher', origin).crawlDelayS).toBe(seconds);
});

test('a Request-rate is obeyed, and is no Crawl-delay of its own', () => {
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
])('visits of %j: %o', (lines, times) => {
  expect(parseRobots(all(lines), 'thresher', origin).visitTime).toEqual(times);
});

test('sitemaps are listed wherever they stand, and made absolute', () => {
  const rules = parseRobots(
    'Sitemap: http://o.example/s.xml\nUser-agent: x\nsitemap: /t.xml\nSitemap: http://[',
    't',
    origin,
  );
  expect(rules.sitemaps).toEqual(['http://o.example/s.xml', `${origin}/t.xml`]);
});

test('no more than 500 KiB are read, and no half line', () => {
  const filler = `Disallow: /${'y'.repeat(88)}\n`.repeat(5120);
  const file = `${all(filler)}Disallow: /x\n`;
  expect(allowed(file, '/y'.concat('y'.repeat(90)))).toBe(false);
  expect(allowed(file, '/x')).toBe(true);
  expect(allowed(`${all(`#${'y'.repeat(500 * 1024 - 14 - 2 - 11)}\n`)}Disallow: /but-not-more`, '/anything')).toBe(
    true,
  );
});

test.each([
  ['octets of another charset match theirs', 'Disallow: /f\xfc', '/f%FC', false],
  ['and none of UTF-8', 'Disallow: /f\xfc', '/f%C3%BC', true],
  ['a line that is cut off is none', `#${'y'.repeat(512_000 - 14 - 13)}\nDisallow: /private`, '/x', true],
])('a file of bytes: %s', (_rule, text, path, expected) => {
  const robotsTxtBase64 = Buffer.from(all(text), 'latin1').toString('base64');
  expect(evaluateRobotsQuery({ id: 1, robotsTxtBase64, userAgent: 'thresher', url: origin + path }).allowed).toBe(
    expected,
  );
});

test('bytes are read as UTF-8', () => {
  const robotsTxtBase64 = Buffer.from('\ufeffUser-agent: *\nDisallow: /ü\n', 'utf8').toString('base64');
  const question = { id: 'b', robotsTxtBase64, userAgent: 'thresher', url: `${origin}/%c3%bc` };
  expect(evaluateRobotsQuery(question)).toEqual({ id: 'b', allowed: false, crawlDelay: null, rule: 'Disallow: /ü' });
});

test('a file made to be expensive is not', () => {
  const path = `/${'a'.repeat(2000)}`;
  expect(allowed(all(`Disallow: /*${'a'.repeat(1900)}b\n`.repeat(260)), path)).toBe(false);
  expect(allowed(all(`Disallow: /${'*'.repeat(500_000)}b`), path)).toBe(false);
  expect(allowed(all(`Disallow: /${'*a'.repeat(8_000)}b`), path)).toBe(true);
  expect(allowed(all(`${' '.repeat(250_000)}x${' '.repeat(250_000)}y`), path)).toBe(true);
});

test('any text is a file', () => {
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
    fc.string({ maxLength: 3, unit: 'binary' }),
  );
  const text = fc.array(word, { maxLength: 40 }).map((words) => words.join(''));
  fc.assert(
    fc.property(text, text, (file, path) => {
      expect(typeof allowed(file, `/${path}`)).toBe('boolean');
    }),
    { numRuns: 500 },
  );
});
