import { describe, expect, test } from 'vitest';
import { classifyDocuments } from '../../shared/classify/classify-documents.ts';
import { compileFilters } from '../../shared/classify/judge.ts';
import type { LinkRules } from '../../shared/classify/links/link-rules.ts';
import type { CleanDocument, DocumentLine } from '../../shared/clean/document.ts';
import { decodeEvidence, evidenceOf } from '../../shared/focus/link-evidence.ts';
import { createLinkModel } from '../../shared/focus/link-model.ts';
import type { OfferedLink, PageFeedback } from '../../shared/frontier/offer.ts';
import { decodeOffer } from '../../shared/frontier/offer-format.ts';
import { createLinkLearner, type LinkLearner } from '../../shared/frontier/ranking/link-learner.ts';
import { linkModels } from '../../shared/frontier/ranking/shared-model.ts';
import { createRecentLinks, type RecentLinks } from '../../shared/frontier/recent-links.ts';
import { openDatabase } from '../../shared/local/database.ts';
import { sqliteFrontier } from '../../shared/local/sqlite-frontier.ts';
import { sqliteQueue } from '../../shared/local/sqlite-queue.ts';
import type { Frontier } from '../../shared/ports/frontier.ts';
import type { ObjectMessage } from '../../shared/ports/messages.ts';
import type { RecordChange } from '../../shared/ports/search-index.ts';
import { readJsonLines, writeJsonLines } from '../../shared/text/json-lines.ts';
import { compileDeleted, type Deleted, NOTHING_DELETED } from '../../shared/url/deleted.ts';
import type { Reason } from '../../shared/url/reason.ts';
import type { UrlCandidate } from '../../shared/url/scope.ts';
import type { Url } from '../../shared/url/url.ts';
import { memoryObjects } from '../memory-objects.ts';
import { headOf, lineOf, link } from './documents.ts';

const CRAWL = 'main';
const KEY = 'clean/main/2026/01/01/run.jsonl.zst';
const topic = compileFilters([{ terms: '100: glass=A', file: 't', cutOff: 0 }]);
const everything = compileFilters([]);

type Asked = {
  judge?: typeof topic;
  scope?: (candidate: UrlCandidate) => Reason | undefined;
  stopped?: boolean;
  deleted?: Deleted | undefined;
  links?: LinkRules;
  learner?: LinkLearner;
  recentLinks?: RecentLinks;
};

/** Classifies a clean object with these lines. @returns the counts, record changes, links and feedback. */
async function classify(
  lines: DocumentLine[],
  { judge = everything, scope = () => undefined, stopped, deleted, links: rules, learner, recentLinks }: Asked = {},
) {
  const db = openDatabase(':memory:');
  const clock = { now: () => 5_000, sleep: async () => {} };
  const ports = {
    objects: memoryObjects(),
    frontier: sqliteFrontier(db),
    records: sqliteQueue<ObjectMessage>(db, 'records', clock, {
      retentionMs: 1e9,
      maxReceives: 3,
      hasDeadLetters: true,
    }),
    clock,
  };
  await ports.objects.put(KEY, writeJsonLines(lines));
  const message = { crawl: CRAWL, key: KEY };
  const run = () =>
    classifyDocuments(message, ports, {
      judge,
      scope,
      stopped,
      deleted,
      links: rules,
      learner,
      recentLinks,
      grouping: 'host',
    });
  const counts = await run();
  return { counts, run, ports, ...(await result(ports)) };
}

async function result({
  objects,
  frontier,
  records,
}: {
  objects: ReturnType<typeof memoryObjects>;
  frontier: Frontier;
  records: {
    receive(max: number, ms: number): Promise<{ message: ObjectMessage }[]>;
  };
}) {
  const messages = (await records.receive(10, 0)).map(({ message }) => message);
  const changes: RecordChange[] = [];
  for (const key of new Set(messages.map((message) => message.key)))
    changes.push(...readJsonLines<RecordChange>((await objects.get(key))!));
  const links: OfferedLink[] = [];
  const feedback: PageFeedback[] = [];
  const hosts = new Set(['a.example']);
  for await (const { host } of frontier.listHeads(CRAWL)) hosts.add(host);
  // Feedback alone does not notify the host, whose head does not exist in this test.
  for (const host of hosts) {
    const { items } = await frontier.readInbox({ crawl: CRAWL, host }, 100);
    for (const offer of items.map(({ body }) => decodeOffer(body))) {
      links.push(...offer.links);
      feedback.push(...offer.feedback);
    }
  }
  return { messages, changes, links, feedback };
}

const page = (path: string, fields: Partial<CleanDocument> = {}, note: Partial<DocumentLine['note']> = {}) =>
  lineOf({ url: `http://a.example${path}` as Url, ...fields }, { note: { depth: 1, class: 2, next: 9_000, ...note } });
const other = (line: object, was?: string) =>
  ({
    ...headOf('http://a.example/x', {
      note: { depth: 1, class: 2, next: 9_000, ...(was ? { was } : {}) },
    }),
    ...line,
  }) as DocumentLine;

test('stores a relevant document as a record under its digest and announces the object', async () => {
  const { messages, changes, counts } = await classify(
    [
      page('/x', {
        text: 'of glass',
        title: null,
        mimeType: 'application/pdf',
      }),
    ],
    { judge: topic },
  );
  expect(messages).toEqual([{ crawl: CRAWL, key: 'records/main/2026/01/01/run.jsonl.zst' }]);
  expect(changes).toEqual([
    {
      kind: 'seen',
      id: 'digest of of glass',
      url: 'http://a.example/x',
      at: 1_000,
      record: expect.objectContaining({
        id: 'digest of of glass',
        url: 'http://a.example/x',
        urls: { 'http://a.example/x': 1_000 },
        title: '',
        host: 'a.example',
        type: 'pdf',
        fetchedAt: 1_000,
        verdict: 'relevant',
        score: 100,
        classes: [{ class: 'A', score: 100 }],
        capture: { key: 'raw/x.warc.gz', offset: 0, length: 10 },
      }),
    },
  ]);
  expect(counts['verdict.relevant']).toBe(1);
});

// rule · line · record changes (kind and id) · feedback (record and verdict), if any
const left = ['left', 'old'];
test.each<[string, DocumentLine, string[][], [string | null, string] | undefined]>([
  [
    'removes the old record of changed content',
    page('/x', { text: 'glass' }, { was: 'old' }),
    [['seen', 'digest of glass'], left],
    ['digest of glass', 'relevant'],
  ],
  [
    'keeps the record of unchanged content',
    page('/x', { text: 'glass' }, { was: 'digest of glass' }),
    [['seen', 'digest of glass']],
    ['digest of glass', 'relevant'],
  ],
  [
    'removes the record of a page that went off topic',
    page('/x', { text: 'stone' }, { was: 'old' }),
    [left],
    [null, 'off-topic'],
  ],
  [
    'removes the record of a page with the same text that another topic refuses',
    page('/x', { text: 'stone' }, { was: 'digest of stone' }),
    [['left', 'digest of stone']],
    [null, 'off-topic'],
  ],
  ['removes nothing if there was no record', page('/x', { text: 'stone' }), [], [null, 'off-topic']],
  [
    'removes the record of a page that must not be kept',
    page('/x', { text: 'glass', reason: 'noindex' }, { was: 'old' }),
    [left],
    [null, 'noindex'],
  ],
  [
    'removes the record of a page that is closed',
    { ...other({ kind: 'gone', status: 403 }), note: { depth: 1, class: 2, next: 9_000, was: 'old', closed: true } },
    [left],
    [null, 'closed'],
  ],
  ['removes the record of a gone page', other({ kind: 'gone', status: 410 }, 'old'), [left], [null, 'gone']],
  [
    'removes the record of a page that is not found',
    other({ kind: 'gone', status: 404 }, 'old'),
    [left],
    [null, 'not-found'],
  ],
  [
    'records that an unchanged page was seen',
    other({ kind: 'unchanged', status: 304 }, 'old'),
    [['seen', 'old']],
    ['old', 'not-modified'],
  ],
  [
    'removes the record of a permanently moved page',
    other({ kind: 'moved', to: 'http://b.example/', permanent: true }, 'old'),
    [left],
    [null, 'moved'],
  ],
  [
    'changes nothing for a temporary redirect',
    other({ kind: 'moved', to: 'http://b.example/', permanent: false }, 'old'),
    [],
    undefined,
  ],
  ['changes nothing if a gone page had no record', other({ kind: 'gone', status: 404 }), [], undefined],
  ['changes nothing if an unchanged page had no record', other({ kind: 'unchanged', status: 304 }), [], undefined],
])('%s', async (_rule, line, changes, feedback) => {
  const result = await classify([line], { judge: topic });
  expect(result.changes.map(({ kind, id }) => [kind, id])).toEqual(changes);
  expect(result.messages).toHaveLength(changes.length > 0 ? 1 : 0);
  const expected = feedback && {
    url: 'http://a.example/x',
    at: 1_000,
    next: 9_000,
    record: feedback[0],
    verdict: feedback[1],
  };
  expect(result.feedback).toEqual(expected ? [expected] : []);
});

const LINKS = [
  link('http://a.example/1'),
  link('http://b.example/2', 'two'),
  link('http://a.example/3', '', 'external NoFollow'),
];
// rule · page · offered URLs · link counts
test.each<[string, Partial<CleanDocument>, string[], Record<string, number>]>([
  [
    'follows links of a relevant page except nofollow',
    { text: 'glass' },
    ['http://a.example/1', 'http://b.example/2'],
    { 'link.offered': 2, 'link.nofollow': 1 },
  ],
  [
    'follows links of an off-topic page',
    { text: 'stone' },
    ['http://a.example/1', 'http://b.example/2'],
    { 'link.offered': 2, 'link.nofollow': 1 },
  ],
  ['follows no links of a nofollow page', { text: 'glass', robots: ['nofollow'] }, [], { 'link.nofollow': 3 }],
  [
    'follows links of a page on topic that must not be kept',
    { text: 'glass', reason: 'noindex' },
    ['http://a.example/1', 'http://b.example/2'],
    { 'link.offered': 2, 'link.nofollow': 1 },
  ],
])('%s', async (_rule, fields, urls, expected) => {
  const { links, counts } = await classify([page('/', { links: LINKS, ...fields })], { judge: topic });
  expect(links.map(({ url }) => url)).toEqual(urls);
  expect(Object.fromEntries(Object.entries(counts).filter(([name]) => name.startsWith('link.')))).toEqual(expected);
});

test('drops links below a page whose own path they repeat, unless another page has them', async () => {
  const nested = ['about', 'team', 'news'].map((name) => link(`http://a.example/about/team/${name}/`));
  const trap = page('/about/team/', { text: 'glass', links: [...nested, link('http://a.example/contact/')] });
  const alone = await classify([trap], { judge: topic });
  expect(alone.links.map(({ url }) => url)).toEqual(['http://a.example/contact/']);
  expect(alone.counts).toMatchObject({ 'link.offered': 1, 'link.repeated-segment': 3 });
  const sound = page('/', { text: 'glass', links: [nested[2]!] });
  const both = await classify([trap, sound], { judge: topic });
  expect(both.links.map(({ url }) => url).sort()).toEqual([
    'http://a.example/about/team/news/',
    'http://a.example/contact/',
  ]);
});

const ONLY_RELEVANT: LinkRules = { strategy: 'focused', autoRecycleLinks: true, follow: 'relevant' };

test('drops the links of an off-topic page if the topic asks for it', async () => {
  const lines = [page('/', { text: 'stone', links: LINKS })];
  const { links, counts } = await classify(lines, { judge: topic, links: ONLY_RELEVANT });
  expect(links).toEqual([]);
  expect(counts).toEqual({ 'verdict.off-topic': 1, 'link.off-topic': 3 });
});

test('follows the links of an off-topic seed in any case', async () => {
  const { links, counts } = await classify([page('/', { text: 'stone', links: LINKS }, { depth: 0 })], {
    judge: topic,
    links: ONLY_RELEVANT,
  });
  expect(links.map(({ url, depth }) => [url, depth])).toEqual([
    ['http://a.example/1', 1],
    ['http://b.example/2', 1],
  ]);
  expect(counts).toMatchObject({ 'verdict.off-topic': 1, 'link.offered': 2, 'link.nofollow': 1 });
});

describe('in a crawl with a topic', () => {
  const home = { depth: 0, class: 0 };
  const seed = page(
    '/',
    { text: 'glass', links: [link('http://a.example/x', 'glass'), link('http://a.example/y')] },
    home,
  );
  const evidence = evidenceOf({
    ...{ page: 'http://a.example/' as Url, relevance: 0.9, verdict: 'relevant', anchor: 'glass', distance: 0 },
  });

  test('links carry evidence of their page and words', async () => {
    const { links } = await classify([seed], { judge: topic });
    const [x, y] = links.map((one) => decodeEvidence(one.evidence!));
    expect([x!.parents[0]!.isRelevant, x!.distance, x!.anchor.length]).toEqual([true, 0, 1]);
    expect([y!.parents, y!.anchor.length]).toEqual([x!.parents, 1]);
    expect(x!.titles.length).toBeGreaterThan(0);
  });

  test('evidence counts the links since the last relevant page', async () => {
    const links = [link('http://a.example/z')];
    const [first] = (await classify([page('/x', { text: 'stone', links }, { evidence })], { judge: topic })).links;
    expect(decodeEvidence(first!.evidence!).distance).toBe(1);
    const note = { evidence: first!.evidence! };
    const [second] = (
      await classify([page('/z', { text: 'stone', links: [link('http://a.example/q')] }, note)], { judge: topic })
    ).links;
    expect(decodeEvidence(second!.evidence!).distance).toBe(2);
  });

  test('a page is an example of what its evidence leads to, and ranks the links after it', async () => {
    const ports = { objects: memoryObjects(), clock: { now: () => 0, sleep: async () => {} } };
    const learner = createLinkLearner(CRAWL, ports, { kind: linkModels(createLinkModel()), saveEveryMs: 0 });
    const found = async () =>
      (await classify([page('/n', { links: [link('http://a.example/dir/n')] })], { judge: topic, learner })).links[0]!;
    const before = await found();
    const examples = Array.from({ length: 30 }, (_, i) =>
      page(`/dir/${i}`, { text: 'glass '.repeat(50) }, { evidence }),
    );
    await classify(examples, { judge: topic, learner });
    const after = await found();
    expect(after.score).toBeGreaterThan(before.score);
  });

  test('a link that enough pages have offered is counted, but not offered again', async () => {
    const ports = { objects: memoryObjects(), clock: { now: () => 0, sleep: async () => {} } };
    const learner = createLinkLearner(CRAWL, ports, { kind: linkModels(createLinkModel()), saveEveryMs: 0 });
    const recentLinks = createRecentLinks(64, 2);
    const to = (from: string) => [page(from, { links: [link('http://a.example/menu')] }, { evidence })];
    const answers = [];
    for (const from of ['/1', '/2', '/3'])
      answers.push(await classify(to(from), { judge: topic, learner, recentLinks }));
    expect(answers.map(({ links }) => links.length)).toEqual([1, 1, 0]);
    expect(answers.map(({ counts }) => counts['link.offered'])).toEqual([1, 1, 1]);
  });

  test.each([
    ['without a topic', everything, undefined],
    ['of another strategy', topic, { strategy: 'best-first', autoRecycleLinks: true } as const],
  ])('links of a crawl %s carry no evidence', async (_, judge, rules) => {
    const { links } = await classify([seed], { judge, ...(rules && { links: rules }) });
    expect(links.map((one) => one.evidence)).toEqual([undefined, undefined]);
  });
});

test('counts the documents that the document filter accepts and rejects', async () => {
  const judge = compileFilters([{ documents: { accept: ['academic-paper'], reject: [] } }]);
  const text = 'Abstract\n\nOf glass.\n\n1 Introduction\n\nGlass is hard.\n\nReferences\n\nNone.';
  const lines = [
    page('/paper', { text, mimeType: 'application/pdf' }),
    page('/letter', { mimeType: 'application/pdf' }),
    page('/'),
  ];
  const { counts } = await classify(lines, { judge });
  expect(counts).toMatchObject({ 'document.accepted': 1, 'document.rejected': 1, 'verdict.off-topic': 2 });
});

test('gives links the page as parent and its depth + 1', async () => {
  const { links } = await classify([page('/', { links: [link('http://b.example/')] })]);
  expect(links).toEqual([
    {
      url: 'http://b.example/',
      kind: 'page',
      class: 2,
      depth: 2,
      parent: 'http://a.example/',
      score: 0.5,
    },
  ]);
});

test('checks the scope with the link’s depth and counts each reason once per link', async () => {
  const scope = ({ url, depth }: UrlCandidate) =>
    depth > 2 ? 'too-deep' : url.includes('b.example') ? 'scope' : undefined;
  const links = [link('http://b.example/'), link('http://a.example/deep'), link('http://b.example/')];
  const { counts, links: offered } = await classify([page('/1', { links }), page('/2', { links }, { depth: 2 })], {
    scope,
  });
  expect(offered.map(({ url }) => url)).toEqual(['http://a.example/deep']);
  expect(counts).toMatchObject({ 'link.scope': 1, 'link.offered': 1 });
  expect(counts).not.toHaveProperty('link.too-deep');
});

test('enqueues a link of several pages once, with the best priority and smallest depth', async () => {
  const links = [link('http://c.example/')];
  const far = page('/far', { text: 'glass '.repeat(100), links }, { depth: 6 });
  const near = page('/near', { text: 'glass', links }, { depth: 0 });
  const off = page('/off', { text: 'stone', links });
  const { links: offered, counts } = await classify([off, near, far], {
    judge: topic,
  });
  expect(offered).toEqual([expect.objectContaining({ parent: 'http://a.example/far', depth: 1 })]);
  expect(counts).not.toHaveProperty('link.off-topic');
});

test('keeps the record of an imported page, and follows neither its links nor those of an imported list', async () => {
  const links = [link('http://a.example/next')];
  const list = {
    kind: 'list',
    urls: [{ url: 'http://a.example/listed' }],
    lists: ['http://a.example/more.xml'],
    reason: null,
  };
  const imported = other(list);
  imported.note.unfollowed = true;
  const found = await classify([page('/', { links }, { unfollowed: true }), imported]);
  expect(found.links).toEqual([]);
  expect(found.changes).toHaveLength(1);
  expect(found.feedback.map(({ verdict }) => verdict).sort()).toEqual(['relevant', 'sitemap']);
  expect((await classify([page('/', { links }), other(list)])).links).toHaveLength(3);
});

test('ignores links of a page to itself', async () => {
  const { counts } = await classify([page('/', { links: [link('http://a.example/')] })]);
  expect(Object.keys(counts)).toEqual(['verdict.relevant']);
});

test('enqueues a redirect target with the page’s priority if it is in scope', async () => {
  const moved = other({
    kind: 'moved',
    to: 'http://b.example/new',
    permanent: false,
  });
  const { links } = await classify([moved]);
  expect(links).toEqual([
    {
      url: 'http://b.example/new',
      kind: 'page',
      class: 2,
      depth: 1,
      parent: 'http://a.example/x',
      score: 1,
      redirects: 1,
    },
  ]);
  const further = { ...moved, note: { ...moved.note, redirects: 4 } };
  expect((await classify([further])).links).toMatchObject([{ redirects: 5 }]);
  expect((await classify([moved], { scope: () => 'scope' })).counts).toEqual({
    'link.scope': 1,
  });
});

test('enqueues the target of a seed’s redirect out of the scope, and further targets on its host only', async () => {
  const inScope = 'http://a.example/';
  const scope = ({ url, discovered }: UrlCandidate) =>
    discovered === 'seed' || url.startsWith(inScope) ? undefined : 'scope';
  const targets = async (from: string, to: string, depth: number) => {
    const head = headOf(from, { note: { depth, class: 0, next: 9_000 } });
    const { links } = await classify([{ ...head, kind: 'moved', to: to as Url, permanent: true }], { scope });
    return links.map(({ url, depth: at }) => [url, at]);
  };
  expect(await targets('http://a.example/', 'http://b.example/', 0)).toEqual([['http://b.example/', 0]]);
  expect(await targets('http://b.example/', 'https://www.b.example/', 0)).toEqual([['https://www.b.example/', 0]]);
  expect(await targets('http://b.example/', 'http://c.example/', 0)).toEqual([]);
  expect(await targets('http://a.example/x', 'http://b.example/', 1)).toEqual([]);
});

test('enqueues nothing for a redirect without a target', async () => {
  expect((await classify([other({ kind: 'moved', to: null, permanent: true })])).links).toEqual([]);
});

test('keeps records and feedback but no links in a stopped crawl', async () => {
  const { counts, changes, links, feedback } = await classify([page('/', { links: LINKS })], { stopped: true });
  expect([changes.length, links.length, feedback.length]).toEqual([1, 0, 1]);
  expect(counts).toMatchObject({ 'link.stopped': 2, 'link.nofollow': 1 });
});

test('gives the same result for a redelivered message', async () => {
  const { run, ports, changes, links, feedback, counts } = await classify([page('/', { links: LINKS })]);
  expect(await run()).toEqual(counts);
  const again = await result(ports);
  expect(new Set(again.messages.map(({ key }) => key)).size).toBe(1);
  expect({
    changes: again.changes,
    links: again.links,
    feedback: again.feedback,
  }).toEqual({ changes, links, feedback });
});

test('stores the records after the links, so that an object of records means that its links are enqueued', async () => {
  const { ports } = await classify([page('/')]);
  const order: string[] = [];
  const noted = {
    ...ports,
    objects: { ...ports.objects, put: async () => void order.push('object') },
    records: { ...ports.records, send: async () => void order.push('records') },
    frontier: {
      ...ports.frontier,
      putInbox: async () => {
        order.push('frontier');
        return [];
      },
    },
  };
  const options = {
    judge: everything,
    scope: () => undefined,
    grouping: 'host' as const,
  };
  await classifyDocuments({ crawl: CRAWL, key: KEY }, noted, options);
  expect(order).toEqual(['frontier', 'object', 'records']);
});

test('stores an empty object of records for documents that change none, and does not announce it', async () => {
  const { messages, ports } = await classify([page('/', { text: 'of wood' })], { judge: topic });
  const stored = await ports.objects.get('records/main/2026/01/01/run.jsonl.zst');
  expect([messages, [...readJsonLines(stored!)]]).toEqual([[], []]);
});

test('throws if the object does not exist', async () => {
  const { ports } = await classify([]);
  const options = {
    judge: everything,
    scope: () => undefined,
    grouping: 'host' as const,
  };
  await expect(classifyDocuments({ crawl: CRAWL, key: 'clean/none' }, ports, options)).rejects.toThrow('clean/none');
});

test('writes the changes of pages with a new text last, and holds those that share one', async () => {
  const down = (n: number) => page(`/down${n}`, { text: 'out of order' }, { was: `old ${n}` });
  const moved = page('/moved', { text: 'another text' }, { was: 'old' });
  const lines = [moved, ...[1, 2, 3, 4, 5].map(down), page('/new', { text: 'new' })];
  const { changes, feedback } = await classify(lines);
  expect(changes.map(({ kind, id, url }) => [kind, id, url.slice('http://a.example'.length)])).toEqual([
    ['seen', 'digest of new', '/new'],
    ['seen', 'digest of another text', '/moved'],
    ['left', 'old', '/moved'],
    ...[1, 2, 3, 4, 5].map((n) => ['seen', `old ${n}`, `/down${n}`]),
  ]);
  expect(feedback.filter(({ verdict }) => verdict === 'soft-404')).toHaveLength(5);
});

test('gives deleted pages no record and does not follow their links', async () => {
  const links = [link('http://a.example/next')];
  const deleted = compileDeleted({
    ...NOTHING_DELETED,
    prefixes: ['http://a.example/x'],
    records: ['digest of private'],
  });
  const lines = [
    page('/x', { text: 'of glass', links }, { was: 'before' }),
    page('/y', { text: 'private', links }),
    other({ kind: 'unchanged' }, 'before'),
  ];
  const found = await classify(lines, { deleted });
  expect(found.changes).toEqual([
    { kind: 'left', id: 'before', url: 'http://a.example/x', at: 1_000 },
    { kind: 'left', id: 'before', url: 'http://a.example/x', at: 1_000 },
  ]);
  expect(found.links).toEqual([]);
  expect(found.feedback.map(({ url, record, verdict }) => [url, record, verdict])).toEqual([
    ['http://a.example/x', null, 'deleted'],
    ['http://a.example/x', null, 'deleted'],
    ['http://a.example/y', null, 'deleted'],
  ]);
});
