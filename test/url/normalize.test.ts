import fc from 'fast-check';
import { expect, test } from 'vitest';
import { normalize } from '../../shared/url/normalize.ts';
import { REASONS } from '../../shared/url/reason.ts';
import { checkUrlRules, DEFAULT_URL_RULES, type UrlRules } from '../../shared/url/url-rules.ts';
import { anyText } from '../any-text.ts';
import { fewOrMany } from '../long-test.ts';

const rules: UrlRules = {
  ...DEFAULT_URL_RULES,
  maxUrlLength: 200,
  aliases: { 'web1.example.org': 'web2.example.org', 'web2.example.org': 'www.example.org' },
};
const page = 'http://www.example.org/a/b.html';

// rule · link in the page · normalised URL
test.each([
  ['lower-cases the host', 'HTTP://WWW.Example.ORG/A', 'http://www.example.org/A'],
  ['converts international names to ASCII', 'http://bücher.example/', 'http://xn--bcher-kva.example/'],
  ['drops the default port', 'http://www.example.org:80/', 'http://www.example.org/'],
  ['keeps another port', 'http://www.example.org:8080/', 'http://www.example.org:8080/'],
  ['drops the trailing dot of the host', 'http://www.example.org.:8080/', 'http://www.example.org:8080/'],
  ['reads numbers as IP addresses', 'http://0x7f.1/', 'http://127.0.0.1/'],
  ['resolves dot segments', '../c/./d', 'http://www.example.org/c/d'],
  ['resolves escaped dot segments', '/x/%2e%2E/d', 'http://www.example.org/d'],
  ['drops the fragment', '#top', page],
  ['drops an empty query', '?', page],
  ['drops a query of separators', '?&&', page],
  ['resolves an empty link to the page', '', page],
  ['drops user and password', 'http://me:x@www.example.org/', 'http://www.example.org/'],
  ['resolves an alias of an alias', 'http://WEB1.example.org/', 'http://www.example.org/'],
  ['drops tracking parameters', '?utm_source=x&q=1&GCLID=2', `${page}?q=1`],
  ['keeps a parameter that only contains such a name', '?xutm_source=x&gclid2=1', `${page}?xutm_source=x&gclid2=1`],
  ['drops a session id', '?q=1&PHPSESSID=8f2a', `${page}?q=1`],
  ['drops a session id in the path', '/x.jsp;jsessionid=1A2B?q=1', 'http://www.example.org/x.jsp?q=1'],
  ['keeps other path parameters', '/x;v=1;jsessionid=1A/y', 'http://www.example.org/x;v=1/y'],
  ['drops a session segment', '/(S(0a1b2c))/x.aspx', 'http://www.example.org/x.aspx'],
  ['drops a sid with letters', '?sid=3fa', page],
  ['keeps a sid with a short number', '?sid=4711', `${page}?sid=4711`],
  ['keeps newsId', '?newsId=20004', `${page}?newsId=20004`],
  ['drops a repeated parameter', '?q=1&q=1&p=2', `${page}?q=1&p=2`],
  ['keeps another value of a parameter', '?q=1&q=2', `${page}?q=1&q=2`],
  ['decodes needless escapes', '/%7Ejoe/%61', 'http://www.example.org/~joe/a'],
  ['upper-cases escapes', '/%c3%bc%2f', 'http://www.example.org/%C3%BC%2F'],
  ['escapes illegal characters', '/a[1]|{x}^ü?b=[2]', 'http://www.example.org/a%5B1%5D%7C%7Bx%7D%5E%C3%BC?b=%5B2%5D'],
  ['escapes a lone percent sign', '/100%?a=%zz', 'http://www.example.org/100%25?a=%25zz'],
  ['keeps plus and %20 apart', '?q=a+b&r=a%20b', `${page}?q=a+b&r=a%20b`],
  ['trims white space', ' \n\u00a0/x\t ', 'http://www.example.org/x'],
  ['removes line breaks', '/long\n/path', 'http://www.example.org/long/path'],
  ['escapes inner white space', '/my file.html', 'http://www.example.org/my%20file.html'],
  ['repairs back-slashes', 'http:\\\\h.example\\a\\b', 'http://h.example/a/b'],
  ['resolves a missing scheme', '//h.example/x', 'http://h.example/x'],
  ['repairs a missing colon', 'http//h.example/x', 'http://h.example/x'],
  ['repairs one slash before a host', 'http:/www.iana.org/x', 'http://www.iana.org/x'],
  ['resolves one slash before a path', 'http:/x/y.html', 'http://www.example.org/x/y.html'],
  ['repairs missing slashes before a host', 'https:www.iana.org', 'https://www.iana.org/'],
  ['repairs three slashes', 'http:///h.example/x', 'http://h.example/x'],
  ['repairs a space after the colon', 'http: //h.example/x', 'http://h.example/x'],
  ['repairs a repeated scheme', 'http://https://h.example/x', 'https://h.example/x'],
  ['repairs a misspelt scheme', 'ttps://h.example/x', 'https://h.example/x'],
  ['decodes an ampersand escaped twice', '?a=1&amp;b=2', `${page}?a=1&b=2`],
  ['decodes an ampersand escaped three times', '?a=1&amp;amp;b=2', `${page}?a=1&b=2`],
  ['decodes a numeric ampersand', '?a=1&#38;b=2&#x26;c=3', `${page}?a=1&b=2&c=3`],
  ['keeps text that only looks like an entity', '?a=1&copy=2&lt=3', `${page}?a=1&copy=2&lt=3`],
])('%s', (_rule, text, expected) => {
  expect(normalize(text, page, rules)).toMatchObject({ kind: 'url', url: expected });
});

// rules · link · normalised URL
test.each<[Partial<UrlRules>, string, string]>([
  [{ ftp: true }, 'FTP://Example.org:21/a/../b', 'ftp://example.org/b'],
  [{ foldSlashes: true }, '//h.example//a///b?x=//', 'http://h.example/a/b?x=//'],
  [{ dropIndexPages: true }, '/a/Index.html?q=1', 'http://www.example.org/a/?q=1'],
  [{ dropIndexPages: true }, '/a/myindex.html', 'http://www.example.org/a/myindex.html'],
  [{ dropIndexPages: true, foldSlashes: true }, '/a//index.php', 'http://www.example.org/a/'],
  [{ sortParameters: true }, '?b=1&a=2&a=1&sid=x1', `${page}?a=1&a=2&b=1`],
])('with %o normalises %s to %s', (overrides, text, expected) => {
  expect(normalize(text, page, { ...rules, ...overrides })).toMatchObject({ kind: 'url', url: expected });
});

// Labels that are not valid Punycode (RFC 3492). The URL standard accepts them if the whole host is ASCII: such sites exist.
test.each(['xn--', 'xn--abc-', 'xn--a', 'xn--pokxncvks', 'a.XN--pokxncvks', 'xn--zn7c.com', 'xn--99999999'])(
  'accepts the ASCII host %s, which does not decode',
  (host) => {
    expect(normalize(`https://${host}/`, undefined, rules)).toMatchObject({ url: `https://${host.toLowerCase()}/` });
  },
);

test.each(['xn--a.β', 'xn--é', 'xn--pokxncvks.bücher.example'])('refuses the host %s, which is not ASCII', (host) => {
  expect(normalize(`https://${host}/`, undefined, rules)).toEqual({ kind: 'refused', reason: 'malformed', href: null });
});

test.each(['xn--bcher-kva.example', 'xn--90ax2c.xn--p1ai', 'xn--fuball-cta.example', 'xn--i-7iq.ws', 'axn--b.example'])(
  'accepts the host %s',
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
])('without a page, normalises %s to %s', (text, expected) => {
  expect(normalize(text, undefined, rules)).toMatchObject({ kind: 'url', url: expected });
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
])('refuses with the reason %s (%#)', (reason, text, base, href) => {
  expect(normalize(text, base, rules)).toEqual({ kind: 'refused', reason, href });
});

test('refuses host names that are longer than names of servers', () => {
  const reasonOf = (url: string) => {
    const normalized = normalize(url, undefined, { ...rules, maxUrlLength: 1_000 });
    return normalized.kind === 'refused' ? normalized.reason : undefined;
  };
  expect(reasonOf(`http://${'x.'.repeat(126)}y:65535/a`)).toBeUndefined();
  expect(reasonOf(`http://${'x.'.repeat(128)}test:8080/`)).toBe('malformed');
  expect(reasonOf(`http://bog.test/${'x'.repeat(300)}`)).toBeUndefined();
});

test('limits the length of the normalised URL', () => {
  expect(normalize(`/x?utm_source=${'y'.repeat(300)}#${'z'.repeat(300)}`, page, rules).kind).toBe('url');
});

test('returns the href of a browser, before any repair', () => {
  expect(normalize('?a=1&amp;b=2#x', page, rules).href).toBe(`${page}?a=1&amp;b=2#x`);
  expect(normalize('http//h.example/x', page, rules).href).toBe('http://www.example.org/a/http//h.example/x');
});

test('reports all invalid rules', () => {
  const faulty = { ...rules, sessionIds: ['a*b', ''], aliases: { 'a/b': 'ok.example' } };
  expect(checkUrlRules(faulty).map((fault) => fault.rule)).toEqual(['a*b', '', 'a/b']);
  expect(checkUrlRules(DEFAULT_URL_RULES)).toEqual([]);
});

test('ignores circular aliases', () => {
  const circular = { ...rules, aliases: { 'a.example': 'b.example', 'b.example': 'a.example' } };
  expect(normalize('http://a.example/', undefined, circular)).toMatchObject({ url: 'http://a.example/' });
});

/** Text from pieces that the rules act on, which finds more than random letters. */
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
      anyText(4),
    ),
    { maxLength: 14 },
  )
  .map((list) => list.join(''));

test('never throws and is idempotent', () => {
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
    { numRuns: fewOrMany(500, 5_000) },
  );
});

test('is idempotent with all rewriting options', () => {
  const all: UrlRules = { ...rules, ftp: true, foldSlashes: true, dropIndexPages: true, sortParameters: true };
  fc.assert(
    fc.property(pieces, (text) => {
      const once = normalize(text, page, all);
      if (once.kind === 'url') expect(normalize(once.url, page, all)).toMatchObject({ url: once.url, href: once.url });
    }),
    { numRuns: fewOrMany(300, 3_000) },
  );
});
