import { expect, test } from 'vitest';
import { checkPoliteness, type PolitenessRules } from '../../demo/politeness.ts';
import type { LoggedRequest } from '../../demo/request-log.ts';
import { siteRules } from '../../demo/rules.ts';

const rules: PolitenessRules = { pauseMs: () => 100, allowed: (_host, path) => !path.startsWith('/private/') };

// host path start end
const polite = [
  'a.test /robots.txt 0 10',
  'b.test /robots.txt 5 15',
  'a.test / 110 120',
  'a.test /x 220 230',
  'b.test / 115 400',
];

test('a polite crawl has no violation', () => {
  expect(found(polite)).toEqual([]);
});

// what is wrong · the requests that are put in · what is found
test.each([
  ['a request while another is under way', ['a.test /y 225 300'], ['overlap /y']],
  ['a request while one never ended', ['c.test /robots.txt 0', 'c.test / 500 510'], ['overlap /']],
  ['a gap shorter than the pause', ['a.test /y 320 330'], ['too-soon /y']],
  ['a path that robots.txt closes', ['a.test /private/y 330 340'], ['disallowed /private/y']],
  ['a page before robots.txt', ['c.test / 0 10', 'c.test /robots.txt 110 120'], ['no-robots /']],
  [
    'a page at once after a 503 with Retry-After',
    ['a.test /busy 330 340 1', 'a.test /y 440 450'],
    ['before-retry-after /y'],
  ],
])('%s is found', (_what, more, expected) => {
  expect(found([...polite, ...more])).toEqual(expected);
});

test('hosts of one group share one line', () => {
  expect(found(['a.test /robots.txt 0 10', 'b.test /robots.txt 5 20'], { ...rules, groupOf: () => 'both' })).toEqual([
    'overlap /robots.txt',
  ]);
});

test('a timer that fires a millisecond early is forgiven, unless told otherwise', () => {
  const early = ['a.test /robots.txt 0 10', 'a.test / 109 120'];
  expect(found(early)).toEqual([]);
  expect(found(early, { ...rules, toleranceMs: 0 })).toEqual(['too-soon /']);
});

test.each([
  ['slow-bog.test', '/', 1000, true],
  ['sundew.test', '/', 100, true],
  ['www.venus-flytrap.test', '/private/stock-list.html', 100, false],
  ['www.venus-flytrap.test', '/private/open.html', 100, true],
  ['www.venus-flytrap.test', '/flytrap-photos.html?print=1', 100, false],
  ['closed.test', '/', 100, false],
  ['closed.test', '/robots.txt', 100, true],
])('%s%s: pause %i ms, allowed: %s', (host, path, pauseMs, allowed) => {
  const site = siteRules(100);
  expect([site.pauseMs(host), site.allowed!(host, path)]).toEqual([pauseMs, allowed]);
});

function found(lines: string[], by = rules): string[] {
  return checkPoliteness({ requests: lines.map(logged) }, by).map((v) => `${v.kind} ${v.path}`);
}

function logged(line: string): LoggedRequest {
  const [host, path, start, end, retryAfter] = line.split(' ');
  return {
    host: host!,
    path: path!,
    method: 'GET',
    startedAt: Number(start),
    ...(end === undefined ? {} : { endedAt: Number(end) }),
    status: retryAfter ? 503 : 200,
    ...(retryAfter ? { retryAfterS: Number(retryAfter) } : {}),
    userAgent: '',
    headers: {},
  };
}
