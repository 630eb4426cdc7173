import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { enqueueLinks } from '../../shared/frontier/enqueue-links.ts';
import type { OfferedLink, PageFeedback } from '../../shared/frontier/offer.ts';
import { decodeOffer, encodeOffer } from '../../shared/frontier/offer-format.ts';
import { createRecentLinks } from '../../shared/frontier/recent-links.ts';
import { openDatabase } from '../../shared/local/database.ts';
import { sqliteFrontier } from '../../shared/local/sqlite-frontier.ts';
import type { Frontier } from '../../shared/ports/frontier.ts';
import type { Url } from '../../shared/url/url.ts';
import { fakeClock } from '../fake-clock.ts';

const CRAWL = 'plants';
const link = (url: string, change: Partial<OfferedLink> = {}): OfferedLink => ({
  url: url as Url,
  kind: 'page',
  class: 3,
  depth: 1,
  parent: 'http://from.example/' as Url,
  score: 0.5,
  ...change,
});
const feedbackFor = (url: string, at = 5): PageFeedback => ({
  url: url as Url,
  at,
  next: 9,
  record: 'r',
  verdict: 'relevant',
});

/** A frontier that records its calls. */
function world() {
  const store = sqliteFrontier(openDatabase(':memory:'));
  const calls: string[] = [];
  const recorded = Object.entries(store).map(([name, call]) => [
    name,
    (...given: unknown[]) => {
      calls.push(name);
      return (call as (...given: unknown[]) => unknown)(...given);
    },
  ]);
  const frontier = Object.fromEntries(recorded) as Frontier;
  const hand = (links: OfferedLink[], feedback: PageFeedback[] = [], source = 'clean/a') =>
    enqueueLinks({ crawl: CRAWL, source, links, feedback }, { frontier, clock: fakeClock() }, 'host');
  const inbox = async (host: string) => (await store.readInbox({ crawl: CRAWL, host }, 1_000)).items;
  const head = (host: string) => store.getHead({ crawl: CRAWL, host });
  return { calls, hand, inbox, head, store };
}

describe('enqueueLinks', () => {
  test('writes all inbox items first, then notifies all hosts, with one call each', async () => {
    const { calls, hand } = world();
    await hand([link('http://a.example/'), link('http://b.example/')], [feedbackFor('http://c.example/')]);
    expect(calls).toEqual(['putInbox', 'notifyHosts']);
  });

  test('refuses the links of new hosts of a full domain, and counts them', async () => {
    const { store, inbox, head } = world();
    const links = ['a1', 'a2', 'a3', 'www'].map((name) => link(`http://${name}.trap.example/`));
    const batch = { crawl: CRAWL, source: 'clean/a', links, feedback: [], maxHostsPerDomain: 2 };
    const recent = createRecentLinks(10);
    const enqueue = () => enqueueLinks(batch, { frontier: store, clock: fakeClock() }, 'host', recent);
    expect(await enqueue()).toEqual({ 'link.offered': 3, 'link.domain-budget': 1 });
    expect(await enqueue()).toEqual({ 'link.offered': 3, 'link.domain-budget': 1 });
    expect(await head('a3.trap.example')).toBeUndefined();
    expect(await inbox('a3.trap.example')).toEqual([]);
    expect(await store.countHosts(CRAWL, 'trap.example')).toBe(2);
  });

  test('leaves no items in the inbox of a host that was not added', async () => {
    const { store, inbox } = world();
    const url = 'http://a2.trap.example/' as Url;
    // More cash than one item may have: the further items have no links.
    const cash = Array.from({ length: 60 }, (_, i) => ({
      ...{ from: `http://from.example/${i}` as Url, visit: 1, depth: 1, share: 1, to: [url] },
    }));
    const links = [link('http://a1.trap.example/'), link(url)];
    const batch = { crawl: CRAWL, source: 'clean/a', links, feedback: [feedbackFor(url)], cash, maxHostsPerDomain: 1 };
    expect(await enqueueLinks(batch, { frontier: store, clock: fakeClock() }, 'host')).toEqual({
      ...{ 'link.offered': 1, 'link.domain-budget': 1 },
    });
    expect(await inbox('a1.trap.example')).toHaveLength(1);
    expect(await inbox('a2.trap.example')).toEqual([]);
  });

  test('calls nothing for an empty batch', async () => {
    const { calls, hand } = world();
    expect(await hand([])).toEqual({});
    expect(calls).toEqual([]);
  });

  test('notifies no host if inbox items cannot be written', async () => {
    const { store } = world();
    const announced: unknown[] = [];
    const frontier: Frontier = {
      ...store,
      putInbox: async () => {
        throw new Error('the store is away');
      },
      notifyHosts: async (entries) => {
        announced.push(...entries);
        return [];
      },
    };
    const batch = { crawl: CRAWL, source: 's', links: [link('http://a.example/')], feedback: [] };
    await expect(enqueueLinks(batch, { frontier, clock: fakeClock() }, 'host')).rejects.toThrow('the store is away');
    expect(announced).toEqual([]);
  });

  test('gives each host its own links and feedback', async () => {
    const { hand, inbox, head } = world();
    await hand([link('http://a.example/1'), link('http://b.example:81/2')], [feedbackFor('http://a.example/3')]);
    const [a] = await inbox('a.example');
    expect(decodeOffer(a!.body)).toEqual({
      links: [link('http://a.example/1')],
      feedback: [feedbackFor('http://a.example/3')],
    });
    expect(decodeOffer((await inbox('b.example:81'))[0]!.body).links).toEqual([link('http://b.example:81/2')]);
    expect(await head('a.example')).toMatchObject({ state: 'ready', inbox: 1, group: 'a.example' });
  });

  test('puts both schemes of a host into one frontier', async () => {
    const { hand, inbox } = world();
    const links = [link('http://a.example/1'), link('https://a.example/1')];
    await hand(links);
    const items = await inbox('a.example');
    expect(items.flatMap(({ body }) => decodeOffer(body).links)).toEqual(links);
  });

  test('groups hosts as configured', async () => {
    const { store } = world();
    const batch = { crawl: CRAWL, source: 's', links: [link('http://www.a.co.uk/')], feedback: [] };
    await enqueueLinks(batch, { frontier: store, clock: fakeClock() }, 'domain');
    expect((await store.getHead({ crawl: CRAWL, host: 'www.a.co.uk' }))?.group).toBe('a.co.uk');
  });

  test('announces the best class of the links', async () => {
    const { hand, head } = world();
    await hand([link('http://a.example/1', { class: 5 }), link('http://a.example/2', { class: 2 })]);
    expect((await head('a.example'))?.best).toBe(2);
  });

  test('leaves feedback without links in the inbox without notifying the host', async () => {
    const { hand, head, store } = world();
    expect(await hand([], [feedbackFor('http://b.example/')])).toEqual({});
    expect(await head('b.example')).toBeUndefined();
    await hand([link('http://b.example/1')]);
    expect((await head('b.example'))?.inbox).toBe(1);
    const { items } = await store.readInbox({ crawl: CRAWL, host: 'b.example' }, 10);
    expect(items.flatMap(({ body }) => decodeOffer(body).feedback.map(({ url }) => url))).toEqual([
      'http://b.example/',
    ]);
  });

  test('skips recently enqueued links unless their depth is smaller', async () => {
    const { store } = world();
    const memory = createRecentLinks(64);
    const ports = { frontier: store, clock: fakeClock() };
    const give = (depth: number) =>
      enqueueLinks(
        { crawl: CRAWL, source: `${depth}`, links: [link('http://a.example/1', { depth })], feedback: [] },
        ports,
        'host',
        memory,
      );
    const inbox = async () => (await store.readInbox({ crawl: CRAWL, host: 'a.example' }, 10)).items.length;
    expect([await give(3), await inbox()]).toEqual([{ 'link.offered': 1 }, 1]);
    expect([await give(4), await inbox()]).toEqual([{ 'link.offered': 1 }, 1]);
    expect([await give(2), await inbox()]).toEqual([{ 'link.offered': 1 }, 2]);
  });

  test('passes on each change of a known page that a list reports', async () => {
    const { store, inbox } = world();
    const memory = createRecentLinks(64);
    const ports = { frontier: store, clock: fakeClock() };
    for (const [source, lastModified] of [5, 9, 9].entries()) {
      const links = [link('http://a.example/1', { listed: true, lastModified })];
      await enqueueLinks({ crawl: CRAWL, source: `${source}`, links, feedback: [] }, ports, 'host', memory);
    }
    const offered = (await inbox('a.example')).flatMap(({ body }) => decodeOffer(body).links);
    expect(offered.map(({ lastModified }) => lastModified).toSorted()).toEqual([5, 9]);
  });

  test('sends anchor texts with the first offer of a link, not with further evidence', async () => {
    const { store, inbox } = world();
    const memory = createRecentLinks(64, 3);
    const ports = { frontier: store, clock: fakeClock() };
    for (const [source, evidence] of ['one', 'two'].entries()) {
      const links = [link('http://a.example/1', { anchors: 'Mosses', evidence })];
      await enqueueLinks({ crawl: CRAWL, source: `${source}`, links, feedback: [] }, ports, 'host', memory);
    }
    const offered = (await inbox('a.example')).flatMap(({ body }) => decodeOffer(body).links);
    expect(offered.map(({ evidence, anchors }) => [evidence, anchors]).toSorted()).toEqual([
      ['one', 'Mosses'],
      ['two', undefined],
    ]);
  });

  describe('further evidence for links of an idle host', () => {
    /** A host that has decided on a link, and what a second page brings for it. */
    const enqueueEvidence = async (change: Partial<OfferedLink>, feedback: PageFeedback[] = []) => {
      const { store, head, inbox } = world();
      const memory = createRecentLinks(64, 3);
      const ports = { frontier: store, clock: fakeClock() };
      const give = (source: string, links: OfferedLink[], own: PageFeedback[] = []) =>
        enqueueLinks({ crawl: CRAWL, source, links, feedback: own }, ports, 'host', memory);
      await give('one', [link('http://a.example/1', { evidence: 'one' })]);
      const opened = await store.open({ crawl: CRAWL, host: 'a.example' }, fakeClock().now(), 'a.example');
      const { epoch } = (opened as { head: { epoch: number } }).head;
      const key = { crawl: CRAWL, host: 'a.example' };
      await store.deleteInbox(
        key,
        (await inbox('a.example')).map(({ id }) => id),
      );
      await store.commit(key, epoch, { state: 'idle', manifest: '', best: 7, counts: {} });
      const counts = await give('two', [link('http://a.example/1', { evidence: 'two', ...change })], feedback);
      const offers = (await inbox('a.example')).map(({ body }) => decodeOffer(body));
      return { counts, state: (await head('a.example'))?.state, offers };
    };

    test('brings no visit and leaves nothing in the inbox', async () => {
      const unchanged = { counts: { 'link.offered': 1 }, state: 'idle', offers: [] };
      expect(await enqueueEvidence({})).toEqual(unchanged);
    });

    test('leaves feedback in the inbox for the next visit', async () => {
      const feedback = [feedbackFor('http://a.example/2')];
      const { state, offers } = await enqueueEvidence({}, feedback);
      expect({ state, offers }).toEqual({ state: 'idle', offers: [{ links: [], feedback }] });
    });

    test.each<[string, Partial<OfferedLink>]>([
      ['at a smaller depth', { depth: 0 }],
      ['with a change that a list reports', { lastModified: 5 }],
      ['for another link', { url: 'http://a.example/2' as Url }],
    ])('brings a visit %s', async (_which, change) => {
      const { state, offers } = await enqueueEvidence(change);
      expect({ state, links: offers.flatMap(({ links }) => links.length) }).toEqual({ state: 'ready', links: [1] });
    });
  });

  test('counts offered links and links refused by a dead host', async () => {
    const { hand, store } = world();
    await hand([link('http://dead.example/')]);
    const key = { crawl: CRAWL, host: 'dead.example' };
    const opened = await store.open(key, fakeClock().now(), key.host);
    const epoch = 'head' in opened ? opened.head.epoch : 0;
    await store.commit(key, epoch, { state: 'dead', manifest: '', best: 7, counts: {} });
    const links = [link('http://dead.example/1'), link('http://dead.example/2'), link('http://a.example/')];
    expect(await hand(links)).toEqual({ 'link.host-dead': 2, 'link.offered': 1 });
  });
});

describe('the memory of recent links', () => {
  const batch = { crawl: CRAWL, source: 'clean/a', links: [link('http://a.example/1')], feedback: [] };

  /** Enqueues the batch while a call of the store fails, then again. @returns the links of the inbox and the announced items. */
  const enqueueTwice = async (broken: 'putInbox' | 'notifyHosts') => {
    const { store, inbox, head } = world();
    const fail = () => Promise.reject(new Error('the store is away'));
    const memory = createRecentLinks(64);
    const ports = { frontier: { ...store, [broken]: fail }, clock: fakeClock() };
    await expect(enqueueLinks(batch, ports, 'host', memory)).rejects.toThrow('the store is away');
    expect(memory.has(batch.links[0]!)).toBe(false);
    await enqueueLinks(batch, { ...ports, frontier: store }, 'host', memory);
    expect(memory.has(batch.links[0]!)).toBe(true);
    return { links: (await inbox('a.example')).length, announced: (await head('a.example'))?.inbox };
  };

  test('remembers a link only after its offer was stored', async () => {
    expect(await enqueueTwice('putInbox')).toEqual({ links: 1, announced: 1 });
  });

  test('remembers a link only after its host was notified', async () => {
    expect(await enqueueTwice('notifyHosts')).toEqual({ links: 1, announced: 1 });
  });
});

describe('a link that occurs twice in a batch', () => {
  test.each<[string, Partial<OfferedLink>[], Partial<OfferedLink>]>([
    ['the better class wins', [{ class: 4 }, { class: 1 }, { class: 3 }], { class: 1 }],
    ['the higher score wins in one class', [{ score: 0.2 }, { score: 0.9 }, { score: 0.4 }], { score: 0.9 }],
    [
      'a higher score does not make up for a class',
      [
        { class: 2, score: 0 },
        { class: 3, score: 1 },
      ],
      { class: 2, score: 0 },
    ],
    ['the smaller depth wins', [{ class: 1, depth: 5 }, { depth: 2 }], { class: 1, depth: 2 }],
    [
      'the hints of both',
      [{ class: 1 }, { class: 4, listed: true, lastModified: 5, about: { title: 'a' } }, { lastModified: 3 }],
      { class: 1, listed: true, lastModified: 5, about: { title: 'a' } },
    ],
    ['a file that one page embeds', [{ class: 1 }, { class: 4, embedded: true }], { class: 1, embedded: true }],
  ])('is offered once: %s', async (_rule, changes, kept) => {
    const { hand, inbox } = world();
    expect(await hand(changes.map((change) => link('http://a.example/1', change)))).toEqual({ 'link.offered': 1 });
    expect(decodeOffer((await inbox('a.example'))[0]!.body).links).toEqual([link('http://a.example/1', kept)]);
  });
});

describe('a repeated offer', () => {
  const links = ['3', '1', '2'].map((page) => link(`http://a.example/${page}`));

  test('is the same item for any order of links', async () => {
    const { hand, inbox } = world();
    await hand(links, [feedbackFor('http://a.example/7'), feedbackFor('http://a.example/6')]);
    await hand([...links].reverse(), [feedbackFor('http://a.example/6'), feedbackFor('http://a.example/7')]);
    expect(await inbox('a.example')).toHaveLength(1);
  });

  test('is another item if its source or content differs', async () => {
    const { hand, inbox } = world();
    await hand(links);
    await hand(links, [], 'clean/b');
    await hand(links.slice(1));
    expect(await inbox('a.example')).toHaveLength(3);
  });
});

test('splits a long offer without losing or repeating links', async () => {
  const { hand, inbox, head } = world();
  const links = Array.from({ length: 1_001 }, (_, i) => link(`http://a.example/${i}`, { class: i % 8 }));
  const feedbackList = Array.from({ length: 450 }, (_, i) => feedbackFor(`http://a.example/${i}`));
  expect(await hand(links, feedbackList)).toEqual({ 'link.offered': 1_001 });
  const offers = (await inbox('a.example')).map(({ body }) => decodeOffer(body));
  expect(offers).toHaveLength(3);
  expect((await head('a.example'))?.inbox).toBe(3);
  expect(offers.flatMap((one) => one.links.map(({ url }) => url)).sort()).toEqual(links.map(({ url }) => url).sort());
  expect(offers.flatMap((one) => one.feedback.map(({ url }) => url)).sort()).toEqual(
    feedbackList.map(({ url }) => url).sort(),
  );
});

describe('the stored form of an offer', () => {
  const url = fc.webUrl({ withQueryParameters: true }).map((text) => new URL(text).href as Url);
  const links = fc.array(
    fc.record(
      {
        url,
        kind: fc.constantFrom('page', 'sitemap', 'feed') as fc.Arbitrary<OfferedLink['kind']>,
        class: fc.nat(7),
        depth: fc.nat(50),
        parent: fc.option(url),
        score: fc.nat(1_000).map((n) => n / 1_000),
        redirects: fc.nat(20),
      },
      { requiredKeys: ['url', 'kind', 'class', 'depth', 'parent', 'score'] },
    ) as fc.Arbitrary<OfferedLink>,
  );
  const feedbackList = fc.array(
    fc.record(
      { url, at: fc.nat(), next: fc.nat(), record: fc.option(fc.string()), verdict: fc.string() },
      { requiredKeys: ['url', 'at', 'record', 'verdict'] },
    ) as fc.Arbitrary<PageFeedback>,
  );

  const recall = fc.oneof(fc.record({ at: fc.nat() }), fc.record({ at: fc.nat(), prefix: url }));

  test('survives a round trip', () => {
    fc.assert(
      fc.property(links, feedbackList, fc.option(recall, { nil: undefined }), (links, feedback, recrawl) => {
        const whole = { links, feedback, ...(recrawl && { recrawl }) };
        expect(decodeOffer(encodeOffer(whole))).toEqual(whole);
      }),
    );
  });

  test('is readable without a recrawl field', () => {
    const body = new TextEncoder().encode('{"o":"http://a.example","l":[["/1","page",3,1,0.5,null]],"n":[]}');
    expect(decodeOffer(body)).toEqual({ links: [link('http://a.example/1', { parent: null })], feedback: [] });
  });

  test('keeps three digits of a score and stores the origin once', () => {
    const body = encodeOffer({
      links: [1, 2, 3].map((n) => link(`http://a-rather-long-name.example/${n}`, { score: 1 / 3, parent: null })),
      feedback: [],
    });
    expect(decodeOffer(body).links[0]!.score).toBe(0.333);
    expect(new TextDecoder().decode(body).split('a-rather-long-name')).toHaveLength(2);
  });
});
