import { describe, expect, test } from 'vitest';
import type { TopicReport } from '../../shared/classify/review/report-topic.ts';
import type { CrawlStatus } from '../../shared/frontier/explain/status.ts';
import type { Url } from '../../shared/url/url.ts';
import { createApp } from '../../web/app.ts';
import { aHit, aStatus, aWorld } from './fixtures.ts';

const open = (given: Parameters<typeof aWorld>[0] = {}) => {
  const { world, ports } = aWorld(given);
  const app = createApp(ports);
  return { world, app, page: async (path = '/crawl') => (await app.request(path)).text() };
};

test('shows counts, outcomes, reasons with explanations, verdicts and the newest pages', async () => {
  const html = await open({ hits: [aHit()] }).page();
  const figures = [...html.matchAll(/<dt>([^<]+)<\/dt><dd[^>]*>([^<]+)<\/dd>/g)].map(([, label, value]) => [
    label,
    value,
  ]);
  expect(figures).toEqual([
    ['Pages', '1,234'],
    ['URLs', '1,300'],
    ['Searchable', '690'],
    ['Pages per second', '12.3'],
    ['Hosts', '41'],
    ['Hosts due now', '12'],
    ['Received', '34.6 MB'],
    ['Time', '1 min 40 s'],
    ['CPU time', '9 s'],
  ]);
  expect(html).toContain('<code>robots</code><small>robots.txt disallows it</small>');
  expect(html).toMatch(/data-word="relevant"[\s\S]*?<td data-value>700<\/td>/);
  expect(html).toMatch(/data-word="scope"[\s\S]*?<td data-value>4,000<\/td>/);
  expect(html).toMatch(/Newest pages[\s\S]*Sundews/);
});

test('draws the outcomes as one bar, from what was fetched to what failed', async () => {
  const outcomes = { failed: 10, fetched: 60, gone: 0, refused: 30 };
  const html = await open({ status: aStatus({ outcomes }) }).page();
  const parts = [...html.matchAll(/data-part="([a-z]+)" x="([\d.]+)%" width="([\d.]+)%"/g)];
  expect(parts.map(([, ...part]) => part.join(' '))).toEqual([
    'fetched 0.00 60.00',
    'refused 60.00 30.00',
    'failed 90.00 10.00',
  ]);
  expect(html).toContain('<title id="parts-title">Outcomes of URLs</title><desc id="parts-words">The table below');
  const none = await open({ status: aStatus({ outcomes: {} }) }).page();
  expect(none).not.toContain('class="parts"');
});

test('a table has its twelve most frequent words, and says how many more there are', async () => {
  const reasons = Object.fromEntries(Array.from({ length: 14 }, (_, i) => [`reason-${i}`, i + 1]));
  const html = await open({ status: aStatus({ reasons }) }).page();
  const [, section = ''] = /<section data-counts="reasons"(.*?)<\/section>/s.exec(html) ?? [];
  expect(section).toMatch(/^ data-more="2">/);
  expect([...section.matchAll(/data-word="reason-(\d+)"/g)].map(([, n]) => Number(n))).toEqual([
    13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2,
  ]);
  expect(section).toContain('and 2 more; the JSON version lists all');
});

test('names the limit that ended the crawl, and what to do', async () => {
  const html = await open({ status: aStatus({ limit: 'pages' }) }).page();
  expect(html).toContain('<p>The crawl has reached its limit limits.pages, with pages still to fetch. To go on,');
  expect(html).toContain('data-limit="pages"');
  expect(await open().page()).not.toContain('reached its limit');
});

test('says that the disk has little space left', async () => {
  const disk = { freeBytes: 812_000_000 };
  expect(await open({ status: aStatus({ disk: { ...disk, low: true } }) }).page()).toContain(
    '<p>The disk has only 812 MB left.',
  );
  expect(await open({ status: aStatus({ disk }) }).page()).not.toContain('The disk has');
});

test('sorts counts in descending order', async () => {
  const html = await open().page();
  const words = [...html.matchAll(/data-word="([^"]+)"/g)].map(([, word]) => word);
  expect(words.slice(0, 5)).toEqual(['fetched', 'refused', 'redirected', 'failed', 'gone']);
});

test('shows in order of class how good the URLs are that wait', async () => {
  const html = await open().page();
  const [, table = ''] =
    /<h2>Hosts with URLs to fetch, by their best priority<\/h2>([\s\S]*?)<\/table>/.exec(html) ?? [];
  const rows = [...table.matchAll(/<code>(\d)<\/code><small>([^<]+)<[\s\S]*?data-value>(\d+)</g)];
  expect(rows.map(([, ...row]) => row)).toEqual([
    ['0', 'priority 0: seeds, fetched first', '2'],
    ['1', 'priority 1', '9'],
    ['7', 'priority 7, fetched last', '10'],
  ]);
});

test('returns the status as JSON at the same URL', async () => {
  const { app } = open();
  for (const answer of [
    await app.request('/crawl?format=json'),
    await app.request('/crawl', { headers: { accept: 'application/json' } }),
  ]) {
    expect(await answer.json()).toEqual(aStatus());
  }
});

test('reloads itself without scripts while the crawl runs', async () => {
  const refresh = '<noscript><meta http-equiv="refresh" content="5"></noscript>';
  expect(await open().page()).toContain(refresh);
  expect(await open({ status: aStatus({ state: 'done' }) }).page()).not.toContain('http-equiv');
});

test.each([
  ['en', 'Incomplete'],
  ['de', 'Unvollständig'],
  ['sv', 'Ofullständig'],
])('says in %s that a crawl is incomplete', async (language, word) => {
  const html = await open({ status: aStatus({ state: 'incomplete', waiting: 3 }) }).page(`/crawl?ui=${language}`);
  expect(html).toContain(`<span class="state incomplete" data-state="incomplete">${word}</span>`);
});

test('answers 404 for an unknown crawl', async () => {
  const { ports } = aWorld({});
  const answer = await createApp({ ...ports, status: async () => undefined }).request('/crawl?format=json');
  expect([answer.status, answer.headers.get('content-type')]).toEqual([404, 'application/problem+json']);
});

test('links to the other crawls and shows its own counts', async () => {
  const html = await open({ crawls: ['garden', 'bog & fen'] }).page('/crawl?crawl=bog+%26+fen');
  expect(html).toContain('<h1>bog &amp; fen</h1>');
  expect(html).toContain('<a href="/crawl?crawl=garden">garden</a>');
});

test('shows a rate of 0 and hides empty tables before the crawl starts', async () => {
  const none = aStatus({ pages: 0, seconds: 0, outcomes: {}, reasons: {}, verdicts: {}, links: {}, bytes: 0 });
  const html = await open({ status: none }).page();
  expect(html).toMatch(/Pages per second<\/dt><dd[^>]*>0</);
  expect(html).toContain('0 bytes');
  expect(html.match(/<section data-counts="\w+" hidden>/g)).toHaveLength(4);
});

test('counts a crawl once for concurrent requests', async () => {
  const { ports } = aWorld({});
  let counted = 0;
  const status = async (crawl: string) => {
    counted++;
    return new Promise<CrawlStatus>((done) => setTimeout(done, 5, aStatus({ crawl })));
  };
  const app = createApp({ ...ports, status });
  const ask = async () => ((await (await app.request('/crawl?format=json')).json()) as { crawl: string }).crawl;
  expect(await Promise.all([ask(), ask(), ask()])).toEqual(['garden', 'garden', 'garden']);
  expect(counted).toBe(1);
  await ask();
  expect(counted).toBe(2);
});

describe('a crawl with a topic', () => {
  const near = {
    url: 'http://plants.example/peat' as Url,
    title: 'Peat <b>',
    score: 85,
    cutOff: 100,
    filter: '/srv/data/plants.txt',
    terms: [
      { term: 'sundew[^\\s]*', hits: 2, points: 80 },
      { term: 'baseball', hits: 1, points: -5 },
    ],
    fetchedAt: '2026-05-03T12:00:00.000Z',
  };
  const report: TopicReport = {
    cutOffs: [{ filter: '/srv/data/plants.txt', cutOff: 100 }],
    sample: { pages: 1_000, objects: 5, ofObjects: 80 },
    verdicts: { relevant: 700, 'leads-on': 0, 'off-topic': 300 },
    harvest: [
      { until: '2026-05-03T12:00:00.000Z', pages: 300, relevant: 300 },
      { until: '2026-05-03T13:00:00.000Z', pages: 300, relevant: 75 },
      { until: '2026-05-03T14:00:00.000Z', pages: 400, relevant: 200 },
    ],
    nearest: [near],
    weakest: [{ ...near, url: 'javascript:alert(1)' as Url, title: '', score: 120 }],
  };
  const ports = () => aWorld({}).ports;

  test('shows the threshold and the pages on both sides of it, with score and terms', async () => {
    const html = await (await createApp({ ...ports(), topicReport: async () => report }).request('/crawl')).text();
    expect(html).toContain('<code>off-topic</code><small>score at most 100: not kept</small>');
    expect(html).toMatch(
      /<h2>Off-topic pages nearest to the cut-off<\/h2>[\s\S]*<a href="http:\/\/plants\.example\/peat" rel="noreferrer">Peat &lt;b&gt;<\/a>[\s\S]*score <b>85<\/b>, cut-off 100: sundew\[\^\\s\]\* \+80, baseball -5/,
    );
    expect(html).toMatch(/<h2>Weakest accepted pages<\/h2>[\s\S]*score <b>120<\/b>/);
    expect(html).toContain(
      'Judged now by plants.txt with cut-off 100; read a sample of 1,000 stored pages, from 5 of 80 objects spread over the crawl.',
    );
    expect(html).not.toContain('href="javascript:');
    expect(html).not.toContain('/srv/data');
  });

  test('draws the harvest rate over time, and says it in words', async () => {
    const html = await (await createApp({ ...ports(), topicReport: async () => report }).request('/crawl')).text();
    expect(html).toContain('<polyline points="0.0,0.0 200.0,75.0 400.0,50.0"/>');
    expect(html).toContain('From 100 % of the oldest pages to 50 % of the newest are on topic. Each of 3 points');
    const short = { ...report, harvest: [] };
    const without = await createApp({ ...ports(), topicReport: async () => short }).request('/crawl');
    expect(await without.text()).not.toContain('Harvest');
  });

  test('shows how many known pages were found, but not which are missing', async () => {
    const recall = { targets: 40, found: 31, missing: ['http://secret.example/' as Url] };
    const app = createApp({ ...ports(), topicReport: async () => ({ ...report, recall }) });
    const html = await (await app.request('/crawl')).text();
    expect(html).toContain('<h2>Known pages found</h2><p>31 of 40 known pages on topic (78 %)</p>');
    expect(html).not.toContain('secret.example');
  });

  test('shows what a model has learned', async () => {
    const words = [
      { term: 'sundew', weight: 1.234 },
      { term: 'peat <bog>', weight: 0.5 },
    ];
    const learned = [{ filter: '/srv/data/plants.model', class: 'plants', words }];
    const app = createApp({ ...ports(), topicReport: async () => ({ ...report, learned }) });
    const html = await (await app.request('/crawl')).text();
    expect(html).toContain('<h2>Words learned for plants</h2>');
    expect(html).toContain('<li>sundew <small>1.23</small></li><li>peat &lt;bog&gt; <small>0.50</small></li>');
    expect(html).toContain('With their weights in plants.model.');
  });

  test('says which list is empty', async () => {
    const empty = { ...report, nearest: [], weakest: [] };
    const html = await (await createApp({ ...ports(), topicReport: async () => empty }).request('/crawl')).text();
    expect(html).toContain('No off-topic page has a term of the topic.');
    expect(html).toContain('No page was accepted by a topic definition.');
  });

  test('shows the threshold alone if stored pages are not read', async () => {
    const cutOffs = async () => [...report.cutOffs, { filter: 'b.txt', cutOff: 5 }];
    const html = await (await createApp({ ...ports(), cutOffs }).request('/crawl')).text();
    expect(html).toContain('<small>score at most 100 (plants.txt) and 5 (b.txt): not kept</small>');
    expect(html).not.toContain('nearest to the cut-off');
  });

  test('shows the status if the report fails, and does not read pages for JSON', async () => {
    const { world, ports: given } = aWorld({});
    let asked = 0;
    const topicReport = async () => {
      asked++;
      throw new Error('disk failed');
    };
    const app = createApp({ ...given, topicReport });
    const response = await app.request('/crawl');
    expect([response.status, world.faults]).toEqual([200, [new Error('disk failed')]]);
    expect(await response.text()).toContain('<small>not kept</small>');
    await app.request('/crawl?format=json');
    expect(asked).toBe(1);
  });
});

test('shows when the hosts of a large crawl were counted', async () => {
  const { page } = open({ status: aStatus({ countedAt: '2026-01-02T03:04:05.000Z' }) });
  expect(await page()).toContain(
    '<dt>Hosts counted at</dt><dd data-number="countedAt" data-as="text">2026-01-02T03:04:05.000Z</dd>',
  );
});

test('says that a crawl with work is not running, and does not reload then', async () => {
  const running = await open({ status: aStatus({ state: 'running' }) }).page();
  expect(running).toContain('data-state="running">Running<');
  expect(running).toContain('http-equiv="refresh"');
  const waiting = await open({ status: aStatus({ state: 'running', unattended: true }) }).page();
  expect(waiting).toContain('data-state="unattended">Not running, not done<');
  expect(waiting).not.toContain('http-equiv="refresh"');
});
