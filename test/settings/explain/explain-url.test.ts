import { beforeEach, describe, expect, test } from 'vitest';
import { evidenceOf } from '../../../shared/focus/link-evidence.ts';
import { enqueueLinks } from '../../../shared/frontier/enqueue-links.ts';
import { DECISIONS, STEPS } from '../../../shared/frontier/explain/explain-step.ts';
import { createBundleCache, createBundleReader } from '../../../shared/frontier/host/bundle-reader.ts';
import { openHostFrontier } from '../../../shared/frontier/host/host-frontier.ts';
import { openDatabase } from '../../../shared/local/database.ts';
import { sqliteControl } from '../../../shared/local/sqlite-control.ts';
import { sqliteFrontier } from '../../../shared/local/sqlite-frontier.ts';
import { sqliteRobotsStore } from '../../../shared/local/sqlite-robots-store.ts';
import type { Head } from '../../../shared/ports/frontier.ts';
import { explainUrl } from '../../../shared/settings/explain/explain-url.ts';
import { readSettings } from '../../../shared/settings/read-settings.ts';
import type { Settings } from '../../../shared/settings/settings.ts';
import { REASONS } from '../../../shared/url/reason.ts';
import type { Url } from '../../../shared/url/url.ts';
import { fakeClock } from '../../fake-clock.ts';
import { memoryObjects } from '../../memory-objects.ts';

const SETTINGS = readSettings({
  crawl: 'plants',
  seeds: ['http://a.example/', 'http://b.example/list'],
  allow: ['URL example/'],
  exclude: ['*.iso', 'URL /draft-\\d+'],
  stopDirectories: ['cgi-bin'],
  aliases: { 'www2.a.example': 'a.example' },
  limits: { maxDepth: 20, maxPathDepth: 3, pages: 500 },
});

function stores() {
  const db = openDatabase(':memory:');
  const clock = fakeClock();
  return { frontier: sqliteFrontier(db), control: sqliteControl(db), robots: sqliteRobotsStore(db), clock };
}

let ports: ReturnType<typeof stores>;
beforeEach(async () => {
  ports = stores();
  await ports.control.create('plants', 'none', ports.clock.now());
});

async function stepsOf(url: string, step: string) {
  const { steps } = await explainUrl(url, SETTINGS, ports);
  return steps.filter((one) => one.step === step).map(({ decision, reason, detail }) => [decision, reason, detail]);
}

describe('the link model', () => {
  const evidence = evidenceOf({
    ...{ page: 'http://a.example/' as Url, relevance: 0.9, verdict: 'relevant', anchor: 'glass', distance: 0 },
  });
  const link = { url: 'http://a.example/x' as Url, kind: 'page', depth: 1, parent: null, evidence } as const;
  const topic = { filters: [{ terms: 'topic.txt', termsText: '10: glass=A' }] };

  async function queued(settings: Settings) {
    const objects = memoryObjects();
    const offer = { crawl: 'plants', source: 's', links: [{ ...link, class: 3, score: 0.1 }], feedback: [] };
    await enqueueLinks(offer, ports, 'host');
    const key = { crawl: 'plants', host: 'a.example' };
    const { head } = (await ports.frontier.open(key, ports.clock.now(), 'a.example')) as { head: Head };
    const host = openHostFrontier([], createBundleReader(key, ports.frontier, createBundleCache(0)));
    await host.merge({ links: offer.links, feedback: [] }, () => undefined);
    const { manifest, best, pieces } = await host.buildBundles(head.epoch);
    await ports.frontier.writeBundles(key, pieces);
    await ports.frontier.commit(key, head.epoch, { state: 'ready', due: 0, manifest, best, counts: {} });
    return explainUrl(link.url, settings, { ...ports, objects });
  }

  test('explains the priority of a queued URL', async () => {
    const found = await queued(readSettings({ crawl: 'plants', seeds: ['http://a.example/'], topic }));
    expect(found.steps.map(({ step }) => step).filter((step) => ['queue', 'priority', 'host'].includes(step))).toEqual([
      ...['queue', 'priority', 'host'],
    ]);
    expect(found.steps.find(({ step }) => step === 'priority')?.detail).toMatch(
      /^now by the link model before the first judged page: score 0\.\d+, priority class [1-7] /,
    );
    expect(found.priority).toMatchObject({ version: null, parts: expect.arrayContaining([expect.anything()]) });
  });

  test("explains CINDI's decision on a queued URL", async () => {
    const settings = readSettings({ crawl: 'plants', seeds: ['http://a.example/'], topic, strategy: 'cindi' });
    const found = await queued(settings);
    expect(found.steps.find(({ step }) => step === 'priority')).toMatchObject({
      decision: 'ranked',
      detail: expect.stringMatching(
        /^now by CINDI's rules before the first judged page: low queue, .*; no page of its site was judged; the crawl does not tunnel; priority class 5 /,
      ),
    });
    expect(found.priority).toMatchObject({ version: null, class: 5, parts: [], rules: expect.any(Array) });
  });

  test('is not mentioned by a crawl without a topic', async () => {
    const found = await queued(SETTINGS);
    expect(found.steps.map(({ step }) => step)).not.toContain('priority');
    expect(found).not.toHaveProperty('priority');
  });
});

describe('explains each rule with its text', () => {
  test.each([
    ['http://a.example/', 'accepted', null, 'a seed'],
    [
      'http://a.example/x',
      'accepted',
      null,
      'inside the scope (host of http://a.example/, http://b.example/list); allow: URL example/',
    ],
    ['http://c.example/x', 'refused', 'scope', 'outside the scope of the crawl: scope host'],
    ['http://a.example/draft-17', 'refused', 'excluded', 'an exclude rule matches: URL /draft-\\d+'],
    ['http://a.example/CGI-bin/x', 'refused', 'stop-directory', /: cgi-bin$/],
    ['http://a.example/1/2/3/4/x', 'refused', 'path-depth', /limits\.maxPathDepth 3$/],
    ['http://a.example/x/x/x/', 'refused', 'repeated-segment', /three times/],
  ])('%s is %s: %s', async (url, decision, reason, detail) => {
    const [first] = await stepsOf(url, 'rules');
    expect(first).toEqual([decision, reason, typeof detail === 'string' ? detail : expect.stringMatching(detail)]);
  });

  test('reports the depth from which a URL would be refused', async () => {
    expect(await stepsOf('http://a.example/calendar/2031/5', 'rules')).toEqual([
      ['accepted', null, expect.any(String)],
      ['refused-beyond', 'calendar', expect.stringMatching(/^5 or more links from the seeds/)],
    ]);
    expect((await stepsOf('http://a.example/x', 'rules'))[1]).toEqual([
      'refused-beyond',
      'too-deep',
      expect.stringMatching(/^21 or more links.*limits\.maxDepth 20$/),
    ]);
  });
});

test('explains each normalisation as a step', async () => {
  const input = 'HTTP://user@www2.A.example:80/a;jsessionid=1?PHPSESSID=2&utm_source=3&q=4#top';
  expect(await stepsOf(input, 'spelling')).toEqual([
    ['changed', null, expect.stringMatching(/^resolved by a browser: http:\/\/user@www2\.a\.example\/a;/)],
    ['changed', null, 'user name and password removed'],
    ['changed', null, 'www2.a.example replaced by a.example (aliases)'],
    ['changed', null, 'fragment removed'],
    ['changed', null, 'path /a;jsessionid=1 changed to /a'],
    ['changed', null, 'parameter PHPSESSID removed (sessionIds)'],
    ['changed', null, 'parameter utm_source removed (trackingParameters)'],
    ['accepted', null, `from ${input}`],
  ]);
  expect((await explainUrl(input, SETTINGS, ports)).url).toBe('http://a.example/a?q=4');
  expect(await explainUrl('mailto:a@b.example', SETTINGS, ports)).toMatchObject({ state: 'refused.scheme' });
});

test('explains what would happen to a URL that the crawl has not seen', async () => {
  await ports.robots.put({
    origin: 'http://a.example',
    text: 'User-agent: *\nDisallow: /x\n',
    readAt: 1,
    expiresAt: 9e15,
  });
  const { state, steps } = await explainUrl('http://a.example/x', SETTINGS, ports);
  expect(state).toBe('unknown');
  expect(steps.map(({ step, decision }) => [step, decision])).toEqual([
    ['spelling', 'accepted'],
    ['rules', 'accepted'],
    ['rules', 'refused-beyond'],
    ['strategy', 'chosen'],
    ['budget', 'within'],
    ['robots', 'refused'],
    ['host', 'unknown'],
  ]);
  expect(steps.find(({ step }) => step === 'robots')).toMatchObject({ reason: 'robots', detail: 'Disallow: /x' });
});

test('reports an ignored robots.txt before its rules', async () => {
  const text = 'User-agent: *\nDisallow: /x\n';
  await ports.robots.put({ origin: 'http://a.example', text, readAt: 1, expiresAt: 9e15 });
  const settings = { ...SETTINGS, robots: { ...SETTINGS.robots, ignore: ['A.example'] } };
  const { steps } = await explainUrl('http://a.example/x', settings, ports);
  const robotsSteps = steps.filter(({ step }) => step === 'robots');
  expect(robotsSteps.map(({ decision, detail }) => [decision, detail])).toEqual([
    ['ignored', 'this crawl ignores the rules: robots.ignore lists a.example'],
    ['refused', 'Disallow: /x'],
  ]);
  for (const { decision } of robotsSteps) expect(DECISIONS).toContain(decision);
});

test('says that the domain of an unknown host has reached its limit', async () => {
  const settings = { ...SETTINGS, limits: { ...SETTINGS.limits, maxHostsPerDomain: 2 } };
  const links = ['one', 'two', 'three'].map((name) => ({
    ...{ url: `http://${name}.a.example/` as Url, kind: 'page' as const, class: 3, depth: 1, parent: null, score: 1 },
  }));
  await enqueueLinks({ crawl: 'plants', source: 's', links, feedback: [], maxHostsPerDomain: 2 }, ports, 'host');
  const budgetOf = async (url: string) => {
    const { steps } = await explainUrl(url, settings, ports);
    const found = steps.find(({ step, detail }) => step === 'budget' && detail?.includes('hosts of'));
    return found && [found.decision, found.reason, found.detail];
  };
  const full = REASONS['domain-budget'];
  expect(await budgetOf('http://two.a.example/')).toEqual([
    'spent',
    'domain-budget',
    `2 of 2 hosts of a.example: ${full}`,
  ]);
  expect(await budgetOf('http://one.a.example/')).toEqual(['within', null, '2 of 2 hosts of a.example']);
  expect(await budgetOf('http://a.example/')).toBeUndefined();
});

test('uses only words of the closed lists', async () => {
  const link = { url: 'http://a.example/' as Url, kind: 'page' as const, class: 0, depth: 0, parent: null, score: 1 };
  await enqueueLinks({ crawl: 'plants', source: 'seeds', links: [link], feedback: [] }, ports, 'host');
  await ports.control.setState('plants', 'paused');
  const { steps } = await explainUrl('http://a.example/#x', SETTINGS, ports);
  expect(steps.map(({ step }) => step)).toEqual(expect.arrayContaining(['inbox', 'host', 'crawl', 'budget']));
  for (const { step, decision, reason } of steps) {
    expect(Object.keys(STEPS)).toContain(step);
    expect(DECISIONS).toContain(decision);
    if (reason !== null) expect(Object.keys(REASONS)).toContain(reason);
  }
});
