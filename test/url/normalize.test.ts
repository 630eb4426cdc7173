import fc from 'fast-check';
import { expect, test } from 'vitest';
import { normalize } from '../../shared/url/normalize.ts';
import { REASONS } from '../../shared/url/reason.ts';
import { checkUrlRules, DEFAULT_URL_RULES, type UrlRules } from '../../shared/url/url-rules.ts';

const rules: UrlRules = {
  ...DEFAULT_URL_RULES,
  maxUrlLength: 200,
  aliases: { 'web1.example.org': 'web2.example.org', 'web2.example.org': 'www.example.org' },
};
const page = 'http://www.example.org/a/b.html';

// what the rule is · what stands in the page · what it becomes
test.each([
  ['host in lower case', 'HTTP://WWW.Example.ORG/A', 'http://www.example.org/A'],
  ['international names in ASCII', 'http://bücher.example/', 'http://xn--bcher-kva.example/'],
  ['default port goes', 'http://www.example.org:80/', 'http://www.example.org/'],
  ['another port stays', 'http://www.example.org:8080/', 'http://www.example.org:8080/'],
  ['the dot of the root goes', 'http://www.example.org.:8080/', 'http://www.example.org:8080/'],
  ['numbers are addresses', 'http://0x7f.1/', 'http://127.0.0.1/'],
  ['dots are folded', '../c/./d', 'http://www.example.org/c/d'],
  ['escaped dots are folded', '/x/%2e%2E/d', 'http://www.example.org/d'],
  ['fragment goes', '#top', page],
  ['empty query goes', '?', page],
  ['query of nothing but signs goes', '?&&', page],
  ['nothing is the page itself', '', page],
  ['user and password go', 'http://me:x@www.example.org/', 'http://www.example.org/'],
  ['alias of an alias becomes its server', 'http://WEB1.example.org/', 'http://www.example.org/'],
  ['tracking goes', '?utm_source=x&q=1&GCLID=2', `${page}?q=1`],
  ['a name that only contains one stays', '?xutm_source=x&gclid2=1', `${page}?xutm_source=x&gclid2=1`],
  ['session goes', '?q=1&PHPSESSID=8f2a', `${page}?q=1`],
  ['session in the path goes', '/x.jsp;jsessionid=1A2B?q=1', 'http://www.example.org/x.jsp?q=1'],
  ['other path parameters stay', '/x;v=1;jsessionid=1A/y', 'http://www.example.org/x;v=1/y'],
  ['session as a segment goes', '/(S(0a1b2c))/x.aspx', 'http://www.example.org/x.aspx'],
  ['sid with letters is a session', '?sid=3fa', page],
  ['sid with a short number is a story', '?sid=4711', `${page}?sid=4711`],
  ['newsId is no session', '?newsId=20004', `${page}?newsId=20004`],
  ['repeated parameter stays once', '?q=1&q=1&p=2', `${page}?q=1&p=2`],
  ['same name, other value stays', '?q=1&q=2', `${page}?q=1&q=2`],
  ['escapes that nobody needs go', '/%7Ejoe/%61', 'http://www.example.org/~joe/a'],
  ['escapes are in capitals', '/%c3%bc%2f', 'http://www.example.org/%C3%BC%2F'],
  [
    'what needs an escape gets one',
    '/a[1]|{x}^ü?b=[2]',
    'http://www.example.org/a%5B1%5D%7C%7Bx%7D%5E%C3%BC?b=%5B2%5D',
  ],
  ['a lonely percent sign is escaped', '/100%?a=%zz', 'http://www.example.org/100%25?a=%25zz'],
  ['plus and %20 are not the same', '?q=a+b&r=a%20b', `${page}?q=a+b&r=a%20b`],
  ['white space around', ' \n\u00a0/x\t ', 'http://www.example.org/x'],
  ['a line break inside', '/long\n/path', 'http://www.example.org/long/path'],
  ['white space inside', '/my file.html', 'http://www.example.org/my%20file.html'],
  ['back-slashes', 'http:\\\\h.example\\a\\b', 'http://h.example/a/b'],
  ['no scheme', '//h.example/x', 'http://h.example/x'],
  ['no colon', 'http//h.example/x', 'http://h.example/x'],
  ['one slash and a host', 'http:/www.iana.org/x', 'http://www.iana.org/x'],
  ['one slash and a path', 'http:/x/y.html', 'http://www.example.org/x/y.html'],
  ['no slash and a host', 'https:www.iana.org', 'https://www.iana.org/'],
  ['three slashes', 'http:///h.example/x', 'http://h.example/x'],
  ['a blank behind the colon', 'http: //h.example/x', 'http://h.example/x'],
  ['scheme twice', 'http://https://h.example/x', 'https://h.example/x'],
  ['scheme misspelt', 'ttps://h.example/x', 'https://h.example/x'],
  ['ampersand escaped twice', '?a=1&amp;b=2', `${page}?a=1&b=2`],
  ['ampersand escaped thrice', '?a=1&amp;amp;b=2', `${page}?a=1&b=2`],
  ['ampersand as a number', '?a=1&#38;b=2&#x26;c=3', `${page}?a=1&b=2&c=3`],
  ['what only looks like an entity', '?a=1&copy=2&lt=3', `${page}?a=1&copy=2&lt=3`],
])('%s', (_rule, text, becomes) => {
  expect(normalize(text, page, rules)).toMatchObject({ kind: 'url', url: becomes });
});

// rule · written · becomes
test.each<[Partial<UrlRules>, string, string]>([
  [{ ftp: true }, 'FTP://Example.org:21/a/../b', 'ftp://example.org/b'],
  [{ foldSlashes: true }, '//h.example//a///b?x=//', 'http://h.example/a/b?x=//'],
  [{ dropIndexPages: true }, '/a/Index.html?q=1', 'http://www.example.org/a/?q=1'],
  [{ dropIndexPages: true }, '/a/myindex.html', 'http://www.example.org/a/myindex.html'],
  [{ dropIndexPages: true, foldSlashes: true }, '/a//index.php', 'http://www.example.org/a/'],
  [{ sortParameters: true }, '?b=1&a=2&a=1&sid=x1', `${page}?a=1&a=2&b=1`],
])('with %o %s becomes %s', (over, text, becomes) => {
  expect(normalize(text, page, { ...rules, ...over })).toMatchObject({ kind: 'url', url: becomes });
});

// Labels that claim letters beyond ASCII and have none, or too large ones (Punycode, RFC 3492; the last of WPT's set).
test.each(['xn--', 'xn--abc-', 'xn--a', 'xn--pokxncvks', 'a.XN--pokxncvks', 'xn--zn7c.com', 'xn--99999999'])(
  'the host %s is none',
  (host) => {
    expect(normalize(`https://${host}/`, undefined, rules)).toEqual({
      kind: 'refused',
      reason: 'malformed',
      href: null,
    });
  },
);

test.each(['xn--bcher-kva.example', 'xn--90ax2c.xn--p1ai', 'xn--fuball-cta.example', 'xn--i-7iq.ws', 'axn--b.example'])(
  'the host %s is one',
  (host) => {
    expect(normalize(`https://${host}/`, undefined, rules)).toMatchObject({ url: `https://${host}/` });
  },
);

test.each([
  ['www.iana.org/x', 'http://www.iana.org/x'],
  ['iana.org:8080', 'http://iana.org:8080/'],
  ['//iana.org/x', 'http://iana.org/x'],
  ['localhost:4711/x', 'http://localhost:4711/x'],
  ['http:/x', 'http://x/'],
])('without a page, %s is taken for %s', (text, becomes) => {
  expect(normalize(text, undefined, rules)).toMatchObject({ kind: 'url', url: becomes });
});

test.each([
  ['scheme', 'mailto:me@example.org', page, 'mailto:me@example.org'],
  ['scheme', 'javascript:void(0)', page, 'javascript:void(0)'],
  ['scheme', 'ftp://example.org/', page, 'ftp://example.org/'],
  ['scheme', `data:image/png;base64,${'A'.repeat(100_000)}`, page, null],
  ['malformed', 'http://[', page, null],
  ['malformed', 'http://a b/', page, null],
  ['malformed', 'readme', undefined, null],
  ['malformed', 'a.html', undefined, null],
  ['malformed', 'john.me@example.org', undefined, null],
  ['too-long', `/${'x'.repeat(200)}`, page, `http://www.example.org/${'x'.repeat(200)}`],
  ['too-long', 'x'.repeat(100_000), page, null],
])('refuses for %s (%#)', (reason, text, base, href) => {
  expect(normalize(text, base, rules)).toEqual({ kind: 'refused', reason, href });
});

test('the length that counts is that of the normalised address', () => {
  expect(normalize(`/x?utm_source=${'y'.repeat(300)}#${'z'.repeat(300)}`, page, rules).kind).toBe('url');
});

test('href is what a browser makes of the link, before any repair', () => {
  expect(normalize('?a=1&amp;b=2#x', page, rules).href).toBe(`${page}?a=1&amp;b=2#x`);
  expect(normalize('http//h.example/x', page, rules).href).toBe('http://www.example.org/a/http//h.example/x');
});

test('faulty rules are named, all of them', () => {
  const faulty = { ...rules, sessionIds: ['a*b', ''], aliases: { 'a/b': 'ok.example' } };
  expect(checkUrlRules(faulty).map((fault) => fault.rule)).toEqual(['a*b', '', 'a/b']);
  expect(checkUrlRules(DEFAULT_URL_RULES)).toEqual([]);
});

test('aliases in a circle lead nowhere', () => {
  const circle = { ...rules, aliases: { 'a.example': 'b.example', 'b.example': 'a.example' } };
  expect(normalize('http://a.example/', undefined, circle)).toMatchObject({ url: 'http://a.example/' });
});

/** Pieces that the rules act upon, in any order: more telling than letters drawn at random. */
const pieces = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        'http:',
        'https',
        '//',
        '/',
        '\\',
        '?',
        '&',
        '&amp;',
        '&#38;',
        'amp;',
        '#38;',
        ';',
        '=',
        '#',
        '@',
        ':',
      ),
      fc.constantFrom(
        '%',
        '%2',
        '%25',
        '%26',
        '%61',
        '%3b',
        '%2e',
        '%2F',
        '..',
        '.',
        'utm_x',
        'sid',
        ';jsessionid=',
        '(S(a))',
      ),
      fc.constantFrom(
        'www.iana.org',
        'web1.example.org',
        'ttp://',
        '[',
        ']',
        '|',
        ' ',
        '\n',
        '\u00a0',
        'ü',
        '٣',
        '80',
        '0x7f',
      ),
      fc.string({ maxLength: 4, unit: 'binary' }),
    ),
    { maxLength: 14 },
  )
  .map((list) => list.join(''));

test('never throws, and normalising twice changes nothing', () => {
  fc.assert(
    fc.property(
      pieces,
      fc.option(fc.constantFrom(page, 'https://[::1]:8/x?y', 'http://http//x&amp;/', 'nowhere', ''), {
        nil: undefined,
      }),
      (text, base) => {
        const once = normalize(text, base, rules);
        if (once.kind === 'refused') {
          expect(REASONS).toHaveProperty([once.reason]);
          return;
        }
        expect(normalize(once.url, undefined, rules)).toEqual({ kind: 'url', url: once.url, href: once.url });
        expect(normalize(once.url, page, rules)).toMatchObject({ url: once.url });
      },
    ),
    { numRuns: 5000 },
  );
});

test('the same with all that may be reshaped', () => {
  const all: UrlRules = { ...rules, ftp: true, foldSlashes: true, dropIndexPages: true, sortParameters: true };
  fc.assert(
    fc.property(pieces, (text) => {
      const once = normalize(text, page, all);
      if (once.kind === 'url') expect(normalize(once.url, page, all)).toMatchObject({ url: once.url, href: once.url });
    }),
    { numRuns: 3000 },
  );
});
