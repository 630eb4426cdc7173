/** Cases of RFC 9309 (sections 2.2 and 5) and of Google's documentation. */
import { describe, expect, test } from 'vitest';
import { evaluateRobotsQuery } from '../../shared/robots/robots-query.ts';

const ask = (robotsTxt: string, path: string, userAgent = 'foobot') =>
  evaluateRobotsQuery({ id: 1, robotsTxt, userAgent, url: `http://foo.bar${path}` }).allowed;

// pattern · matching paths · other paths
// https://developers.google.com/search/docs/crawling-indexing/robots/robots_txt#url-matching-based-on-path-values
const PATTERNS: [pattern: string, matches: string[], not: string[]][] = [
  ['/', ['/', '/x', '/x?y'], []],
  ['/*', ['/', '/x', '/x?y'], []],
  ['/$', ['/'], ['/x', '/?x']],
  [
    '/fish',
    ['/fish', '/fish.html', '/fish/salmon.html', '/fishheads', '/fishheads/yummy.html', '/fish.php?id=anything'],
    ['/Fish.asp', '/catfish', '/?id=fish', '/desert/fish'],
  ],
  [
    '/fish*',
    ['/fish', '/fish.html', '/fish/salmon.html', '/fishheads', '/fishheads/yummy.html', '/fish.php?id=anything'],
    ['/Fish.asp', '/catfish', '/?id=fish', '/desert/fish'],
  ],
  [
    '/fish/',
    ['/fish/', '/fish/?id=anything', '/fish/salmon.htm'],
    ['/fish', '/fish.html', '/animals/fish/', '/Fish/Salmon.asp'],
  ],
  ['fish/', [], ['/fish/', '/fish', '/x/fish/']],
  [
    '/*.php',
    [
      '/index.php',
      '/filename.php',
      '/folder/filename.php',
      '/folder/filename.php?parameters',
      '//folder/any.php.file.html',
      '/filename.php/',
      '/index?f=filename.php/',
    ],
    ['/', '/windows.PHP', '/php/', '/index?php'],
  ],
  [
    '/*.php$',
    ['/filename.php', '/folder/filename.php'],
    ['/filename.php?parameters', '/filename.php/', '/filename.php5', '/windows.PHP', '/aaaphpaaa', '/filename?php'],
  ],
  ['/fish*.php', ['/fish.php', '/fishheads/catfish.php?parameters'], ['/Fish.PHP', '/x/fish.php']],
  ['/*fish*.php', ['/fish.php', '/superfishheads/catfish.php?parameters'], ['/fishheads/catfish.htm']],
  ['/foo/*/qux', ['/foo/bar/qux', '/foo//qux', '/foo/bar/qux/x'], ['/foo/qux', '/foo/bar/quz']],
  ['/foo/bar$', ['/foo/bar'], ['/foo/bar/', '/foo/bar/qux', '/foo/barx', '/foo/bar?x']],
  ['/foo/quz#qux', ['/foo/quz', '/foo/quzx'], ['/foo/qu']],
  ['/index.cfm?a=b.results*', ['/index.cfm?a=b.results&type=People'], ['/index.cfm', '/index.cfm?a=c']],
  ['/path;params?query', ['/path;params?query', '/path;params?query=1'], ['/path', '/path;params']],
  // RFC 9309, 2.2.2: percent-encoding.
  ['/foo/bar?baz=quz', ['/foo/bar?baz=quz'], ['/foo/bar']],
  [
    '/foo/bar?qux=taz&baz=http://foo.bar?tar&par',
    ['/foo/bar?qux=taz&baz=http://foo.bar?tar&par'],
    ['/foo/bar?qux=taz'],
  ],
  ['/foo/bar/\u30c4', ['/foo/bar/%E3%83%84', '/foo/bar/\u30c4', '/foo/bar/%e3%83%84'], ['/foo/bar/']],
  ['/foo/bar/%E3%83%84', ['/foo/bar/%E3%83%84', '/foo/bar/\u30c4'], ['/foo/bar/']],
  ['/foo/bar/%62%61%7A', ['/foo/bar/baz', '/foo/bar/%62az'], ['/foo/bar/BAZ']],
  ['/a%3cd.html', ['/a<d.html', '/a%3Cd.html'], ['/a']],
  ['/%7Ejoe/', ['/~joe/', '/%7ejoe/x'], ['/joe/']],
  ['/a%2Fb', ['/a%2Fb', '/a%2fb'], ['/a/b']],
  // RFC 9309, 2.2.3: special characters.
  [
    '/path/file-with-a-%2A.html',
    ['/path/file-with-a-*.html', '/path/file-with-a-%2A.html'],
    ['/path/file-with-a-x.html'],
  ],
  ['/path/foo-%24', ['/path/foo-$', '/path/foo-%24x'], ['/path/foo-']],
  ['*m', ['/m', '/foom', '/foo/m.x'], ['/foo/bar']],
  ['****/**.js', ['/a.js', '/x/y.js'], ['/a.jx']],
];

describe.each(PATTERNS)('%s', (pattern, matches, not) => {
  const file = `User-agent: foobot\nDisallow: ${pattern}\n`;
  const other = `User-agent: foobot\nDisallow: /\nAllow: ${pattern}\n`;

  test.each(matches)('matches %s', (path) => {
    expect([ask(file, path), ask(other, path)]).toEqual([false, true]);
  });
  test.each(not)('does not match %s', (path) => {
    expect([ask(file, path), ask(other, path)]).toEqual([true, path === '/robots.txt']);
  });
});

const GROUPS =
  'allow: /foo/bar/\n\nuser-agent: FooBot\ndisallow: /\nallow: /x/\nuser-agent: BarBot\ndisallow: /\nallow: /y/\n\n\nallow: /w/\nuser-agent: BazBot\n\nuser-agent: FooBot\nallow: /z/\ndisallow: /\n';
const EXAMPLE =
  'User-Agent: *\nDisallow: *.gif$\nDisallow: /example/\nAllow: /publications/\n\nUser-Agent: foobot\nDisallow: /\nAllow: /example/page.html\nAllow: /example/allowed.gif\n\nUser-Agent: barbot\nUser-Agent: bazbot\nDisallow: /example/page.html\n\nUser-Agent: quxbot\n';

// case · file · agent · allowed paths · disallowed paths
test.each<[string, string, string, string[], string[]]>([
  ['merges groups of an agent', GROUPS, 'FooBot', ['/x/b', '/z/d'], ['/y/c', '/foo/bar/']],
  ['empty lines do not end a group', GROUPS, 'BarBot', ['/y/c', '/w/a'], ['/z/d', '/foo/bar/']],
  ['a group can have several agents', GROUPS, 'BazBot', ['/z/d'], ['/foo/bar/', '/x/b']],
  ['RFC 9309, 5.1: any agent', EXAMPLE, 'otherbot', ['/', '/publications/x', '/example.gif?'], ['/x.gif', '/example/']],
  [
    'RFC 9309, 5.1: a named agent',
    EXAMPLE,
    'FooBot',
    ['/example/page.html', '/example/allowed.gif'],
    ['/', '/publications/'],
  ],
  ['RFC 9309, 5.1: first of two agents', EXAMPLE, 'BarBot', ['/x.gif', '/example/'], ['/example/page.html']],
  ['RFC 9309, 5.1: second of two agents', EXAMPLE, 'bazbot', ['/x.gif'], ['/example/page.html']],
  ['RFC 9309, 5.1: a group without rules', EXAMPLE, 'QuxBot', ['/x.gif', '/example/page.html'], []],
  [
    'RFC 9309, 5.2: the longest match',
    'User-Agent: foobot\nAllow: /example/page/\nDisallow: /example/page/disallowed.gif\n',
    'foobot',
    ['/example/page/', '/example/page/x'],
    ['/example/page/disallowed.gif'],
  ],
  ['an empty agent name matches no group', 'user-agent: FooBot\ndisallow: /\n', '', ['/x'], []],
  ['a longer name is another agent', 'user-agent: foobot-image\ndisallow: /\n', 'foobot', ['/x'], []],
  ['a shorter name is another agent', 'user-agent: foo\ndisallow: /\n', 'foobot', ['/x'], []],
  ['ignores versions', 'user-agent: foobot/2.1\ndisallow: /x\n', 'FooBot/3.0', ['/y'], ['/x']],
  ['ignores case', 'USER-AGENT: FOOBOT\nALLOW: /x/\nDISALLOW: /\n', 'foobot', ['/x/y'], ['/a/b']],
])('%s', (_rule, file, agent, may, mayNot) => {
  expect([...may, ...mayNot].map((path) => ask(file, path, agent))).toEqual([
    ...may.map(() => true),
    ...mayNot.map(() => false),
  ]);
});
