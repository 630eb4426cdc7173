/** Hosts with good pages behind typical faults of the web. */
import { gzipSync } from 'node:zlib';
import { after, host, html, type NastyAnswer, type NastyHost, page, redirect } from './nasty-web.ts';

/** The crawl cuts longer pages. Bytes. */
export const MAX_PAGE_BYTES = 400_000;
export const TIMEOUT_MS = 5_000;
const BYTES = { body: new Uint8Array() };

const status = (code: number, headers: Record<string, string> = {}): NastyAnswer => ({
  ...html('<title>No</title><p>It did not work.', headers, code),
});

/** `/c3/0` redirects over three hops to its page. */
const chain = (hops: number): Record<string, NastyAnswer> => {
  const steps = Array.from({ length: hops }, (_, i): [string, NastyAnswer] => [
    `/c${hops}/${i}`,
    redirect(i % 2 === 0 ? `/c${hops}/${i + 1}` : `${i + 1}#part`, [301, 302, 303, 307, 308][i % 5]),
  ]);
  return Object.fromEntries([...steps, [`/c${hops}/${hops}`, page(`End of ${hops} hops`)]]);
};

const CHAINS = [1, 2, 3, 4, 5];
const chains = host('chains.test', {
  '/': page('Chains', [
    ...CHAINS.map((hops) => `/c${hops}/0`),
    '/long/0',
    '/round-a',
    '/self',
    '/nowhere',
    '/away',
    '/inside',
    '/to-closed',
  ]),
  ...Object.assign({}, ...CHAINS.map(chain)),
  '/round-a': redirect('/round-b'),
  '/round-b': redirect('/round-a'),
  '/self': redirect('/self', 301),
  '/nowhere': { status: 302, headers: {}, ...BYTES },
  '/away': redirect('http://good.test/by-redirect', 308),
  '/inside': redirect('http://10.0.0.8/admin'),
  '/to-closed': redirect('http://robots.test/private/redirected'),
});
/** A chain that is too long: its end need not be found. */
const longChain: NastyHost = {
  ...chains,
  answer: (path, times) => {
    const step = /^\/long\/(\d+)$/.exec(path)?.[1];
    return step === undefined ? chains.answer(path, times) : redirect(`/long/${Number(step) + 1}`);
  },
  budget: 60,
};

const statuses = [204, 400, 401, 402, 403, 404, 405, 410, 418, 451, 500, 501, 502, 504, 520];
const statusHost = host('status.test', {
  '/': page('Statuses', [...statuses.map((code) => `/${code}`), '/teapot', '/flaky']),
  ...Object.fromEntries(
    statuses.map((code) => [`/${code}`, code === 204 ? { ...status(204), ...BYTES } : status(code)]),
  ),
  '/flaky': after(1, status(500), page('Flaky', ['/behind-flaky'])),
  '/behind-flaky': page('Behind the flaky page'),
});

const troubled: NastyHost[] = [
  host('busy.test', {
    '/': page('Busy', ['/popular']),
    '/popular': after(1, status(429, { 'retry-after': '2' }), page('Popular', ['/popular/2'])),
    '/popular/2': page('Second popular page'),
  }),
  host('repair.test', {
    '/': page('Repair', ['/shop']),
    '/shop': after(1, status(503), page('The shop is open')),
  }),
  host('reset.test', {
    '/': page('Resets', ['/a', '/b']),
    '/a': after(1, { ...status(200), manner: 'reset' }, page('After the reset')),
    '/b': page('Beside the reset'),
  }),
  host('slow.test', {
    '/': page('Slow', ['/late', '/stuck', '/beside']),
    '/late': () => ({ ...page('Late'), manner: 700 }),
    '/stuck': after(1, { ...page('Stuck'), manner: 3 * TIMEOUT_MS }, page('No longer stuck')),
    '/beside': page('Beside the slow pages'),
  }),
  host('cut.test', {
    '/': page('Cut', ['/once', '/always', '/whole']),
    '/once': after(1, { ...page('Once'), manner: 'cut' }, page('Once cut')),
    '/always': { ...page('Always cut'), manner: 'cut' },
    '/whole': page('Whole'),
  }),
];

const HUGE = 'x'.repeat(3 * MAX_PAGE_BYTES);
const huge = host('huge.test', {
  '/': page('Huge', ['/text', '/one-line', '/many-links', '/deep']),
  '/text': page('A huge text', [], `<p><a href="/begin">what stands at the beginning</a> ${HUGE}</p>`),
  '/one-line': html(`<a href="/in-line">a link</a><p title="${HUGE}">`),
  '/many-links': page('Many links', ['/first', ...Array.from({ length: 9_000 }, () => '/last')]),
  '/deep': html(`${'<div>'.repeat(30_000)}<a href="/bottom">the bottom</a>`),
  ...Object.fromEntries(
    ['/begin', '/in-line', '/first', '/last', '/bottom'].map((path) => [path, page(`Page ${path}`)]),
  ),
});

/** Faulty pages, each with a link to a page of its own. */
const BROKEN = [
  '<a href="/to/0">never closed <b><i><p>',
  '<table><tr><td><a href=/to/1>no quotes</table>',
  "<A HREF = '/to/2' HREF='/wrong'>twice</A>",
  '<p <p><a href="/to/3"">a quote too many</a>',
  '\u0000<a\u0000><a href="/to/4">NUL</a>\u0000',
  '<!-- <a href="/wrong"> --!><a href="/to/5">odd comment</a>',
  '<script>var a = "<a href=/wrong>";</script><a href="/to/6">after a script</a>',
  '<a href="/to/7" <span>in a tag</span></a>',
  '</p></div></html></body><a href="/to/8">after the end</a>',
  '<a href="&#47;to&#x2f;9">references</a>',
  '<a href="\n /to/\t10 \n">white space</a>',
  '<a href="\\to\\11">the other slash</a>',
  '<svg><a href="/to/12"><text>in a picture</text></a></svg>',
  '<noscript><a href="/to/13">without scripts</a></noscript>',
  '<form><button><a href="//broken.test/to/14">no scheme</a>',
];
const broken = host('broken.test', {
  '/': page(
    'Broken',
    BROKEN.map((_, i) => `/from/${i}`),
  ),
  ...Object.fromEntries(
    BROKEN.map((code, i) => [`/from/${i}`, html(`<title>From ${i}</title>Words of page ${i}. ${code}`)]),
  ),
  ...Object.fromEntries(BROKEN.map((_, i) => [`/to/${i}`, page(`Behind broken code ${i}`)])),
});

const ways = host('ways.test', {
  '/': page('Ways', ['/refresh', '/base', '/frames', '/iframe', '/area', '/header', '/relative/dir/page']),
  '/refresh': html('<title>R</title><meta http-equiv=refresh content="0; URL=\'/refreshed\'">Soon elsewhere.'),
  '/base': html('<base href="/other/"><title>B</title>Based. <a href="leaf">leaf</a>'),
  '/frames': html('<title>F</title><frameset cols="1,2"><frame src="/frame-a"><frame src="/frame-b"></frameset>'),
  '/iframe': html('<title>I</title>Framed. <iframe src="/framed"></iframe>'),
  '/area': html('<title>A</title>Mapped. <map><area shape=rect href="/mapped"></map>'),
  '/header': html('<title>H</title>Refreshed by a header.', { refresh: '0; url=/by-header' }),
  '/relative/dir/page': page('Relative', ['../up', './here', '?query=1']),
  ...Object.fromEntries(
    ['/refreshed', '/other/leaf', '/frame-a', '/frame-b', '/framed', '/mapped', '/by-header', '/relative/up'].map(
      (path) => [path, page(`Way ${path}`)],
    ),
  ),
  '/relative/dir/here': page('Here'),
  '/relative/dir/page?query=1': page('Asked'),
});

const robots = host(
  'robots.test',
  {
    '/': page('Rules', [
      '/open',
      '/private/',
      '/private/a',
      '/private/shown',
      '/x.secret',
      '/x.secret.html',
      '/q?print=1',
    ]),
    '/open': page('Open'),
    '/private/shown': page('Shown all the same'),
    '/x.secret.html': page('No secret'),
  },
  {
    robots:
      'User-agent: other\nDisallow: /\n\nUser-agent: *\nDisallow: /private/\nAllow: /private/shown\nDisallow: /*.secret$\nDisallow: /*?*print=\n',
    closed: /^\/private\/(?!shown)|\.secret$|\?.*print=/,
  },
);

/** @param pages delay of each page, in seconds */
const delayed = (crawlDelayS: number, pages: number): NastyHost => {
  const paths = Array.from({ length: pages - 1 }, (_, i) => `/${i + 1}`);
  const all = Object.fromEntries(paths.map((path) => [path, page(`Delay ${crawlDelayS} ${path}`)]));
  const robotsText = `User-agent: *\nCrawl-delay: ${crawlDelayS}\n`;
  const pagesOf = { '/': page(`Delay of ${crawlDelayS} s`, paths), ...all };
  return host(`delay${crawlDelayS}.test`, pagesOf, { crawlDelayS, robots: robotsText });
};

const entries = (paths: readonly string[]) =>
  paths.map((path) => `<url><loc>http://maps.test${path}</loc></url>`).join('');
const LISTED = ['/listed/1', '/listed/2', '/zipped/1', '/plain/1', '/before-the-end'];
const maps = host(
  'maps.test',
  {
    '/': page('Maps'),
    ...Object.fromEntries(LISTED.map((path) => [path, page(`Listed ${path}`)])),
  },
  {
    robots: ['index.xml', 'missing.xml', 'broken.xml', 'nonsense.xml', 'plain.txt', 'self.xml']
      .map((file) => `Sitemap: http://maps.test/${file}`)
      .join('\n'),
  },
);
const XML: Record<string, string | Uint8Array> = {
  '/index.xml': `<sitemapindex>${['/part.xml', '/zipped.xml', '/index.xml']
    .map((path) => `<sitemap><loc>http://maps.test${path}</loc></sitemap>`)
    .join('')}</sitemapindex>`,
  '/part.xml': `<urlset>${entries(['/listed/1', '/listed/2'])}<url><loc>javascript:x</loc></url></urlset>`,
  '/zipped.xml': gzipSync(`<urlset>${entries(['/zipped/1'])}</urlset>`),
  '/broken.xml': `<urlset>${entries(['/before-the-end'])}<url><loc>http://maps.test/half & <b`,
  '/nonsense.xml': '{"not": ["a", "map"]}',
  '/plain.txt': 'http://maps.test/plain/1\nnot an address\n',
  '/self.xml': '<sitemapindex><sitemap><loc>http://maps.test/self.xml</loc></sitemap></sitemapindex>',
};
const mapsHost: NastyHost = {
  ...maps,
  answer: (path, times) => {
    const file = XML[path];
    if (file === undefined) return maps.answer(path, times);
    return { status: 200, headers: { 'content-type': 'text/xml' }, body: Buffer.from(file) };
  },
};

const good = host('good.test', {
  '/': page('Good', ['/1', '/2']),
  '/1': page('Good one'),
  '/2': page('Good two'),
  '/by-redirect': page('Good by way of a redirect'),
});

/** Two host names of one server. */
const mirrors: NastyHost[] = ['mirror.test', 'mirror2.test'].map((name) =>
  host(name, { '/': page('Mirrored', ['/m1', '/m2']), '/m1': page('Mirrored one'), '/m2': page('Mirrored two') }),
);

/** Private addresses, which the crawl must not contact. */
export const PRIVATE = [
  'http://10.0.0.1/',
  'http://192.168.1.1/router',
  'http://169.254.169.254/latest/meta-data/',
  'http://[::1]:9200/',
  'http://[fe80::1]/',
  'http://[::ffff:10.0.0.1]/',
  'http://0xa000001/hex',
  'http://167772161/decimal',
  'http://inside.test/',
];

/** Names that resolve to a closed port or to a private address. */
export const ELSEWHERE = { 'down.test': '127.0.0.1:1', 'inside.test': '10.1.2.3' };

export const plainHosts = (long: boolean): NastyHost[] => [
  longChain,
  statusHost,
  ...troubled,
  huge,
  broken,
  ways,
  robots,
  delayed(1, long ? 20 : 5),
  delayed(2, long ? 12 : 3),
  delayed(5, long ? 8 : 2),
  ...(long ? [delayed(3, 10), delayed(4, 10)] : []),
  mapsHost,
  good,
  ...mirrors,
];

/** The start page: links to all hosts, and links that must not be followed. */
export function hubHost(hosts: readonly NastyHost[]): NastyHost {
  const odd = [
    'mailto:a@b.test',
    'javascript:go()',
    'data:text/html,hi',
    'tel:+1',
    'http://',
    'http://exa mple/',
    'http://down.test/',
  ];
  const roots = hosts.map(({ name }) => `http://${name}/`);
  const refused = '<a rel=nofollow href="http://good.test/nofollow">not this</a>';
  return host('hub.test', {
    '/': page('Hub', [...roots, ...PRIVATE, ...odd], refused),
  });
}
