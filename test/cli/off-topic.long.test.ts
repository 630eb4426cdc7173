/** Why pages fell out: reports on the verdicts of a small crawl with a topic. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ExplainedUrl } from '../../shared/classify/review/topic-explanation.ts';
import { thresher } from './test-terminal.ts';

const HOST = 'http://bog.test';

/** Path → title, text and links. The topic is `40: sundew` and `5: bog` with cut-off 100; a title counts tenfold. */
const PAGES: Record<string, { title: string; text: string; links?: string[] }> = {
  '/': {
    title: 'Sundews of the bog',
    text: 'All pages on sundews.',
    links: ['/strong', '/weak', '/near', '/far', '/none'],
  },
  '/strong': { title: 'Sundews', text: 'Sundew, sundew and sundew.' },
  '/weak': { title: 'A walk', text: 'We saw a sundew, another sundew and a third sundew.' },
  '/near': { title: 'Peat', text: 'We saw a sundew and a sundew in the bog.', links: ['/hidden', '/strong'] },
  '/far': { title: 'Rain', text: 'It rains on the bog.', links: ['/hidden'] },
  '/none': { title: 'Trains', text: 'The train leaves at nine.', links: ['/hidden'] },
  '/hidden': { title: 'Sundews, hidden', text: 'Sundew, sundew and sundew.' },
};

let server: Server;
let folder: string;
const dir = () => ['--dir', join(folder, 'data')];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'thresher-topic-'));
  server = createServer((request, response) => {
    const page = PAGES[request.url ?? ''];
    response.writeHead(page ? 200 : 404, { 'content-type': 'text/html; charset=utf-8' });
    const links = page?.links?.map((to) => `<a href="${to}">more</a>`).join(' ') ?? '';
    response.end(page && `<title>${page.title}</title><main><p>${page.text}</p></main><p>${links}</p>`);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  writeFileSync(join(folder, 'topic.txt'), '40: sundew[^\\s]*=CP\n5: bog=CP\n');
  const settings = `crawl: bogs
scope: host
seeds: ['${HOST}/']
topic: {filters: [{terms: topic.txt, cutOff: 100}], follow: relevant}
politeness: {hostPauseMs: 0}
network: {allowPrivate: [127.0.0.0/8], resolve: {'*.test': '127.0.0.1:${port}'}}
`;
  writeFileSync(join(folder, 'crawl.yaml'), settings);
  const { code, messages } = await thresher(['crawl', join(folder, 'crawl.yaml'), ...dir()]);
  expect({ code, messages }).toEqual({ code: 0, messages: [] });
});
afterAll(() => {
  server.close();
  rmSync(folder, { recursive: true });
});

const explain = async (path: string) =>
  (await thresher(['explain', `${HOST}${path}`, ...dir(), '--json'])).answers()[0] as ExplainedUrl;

const stepOf = ({ steps }: ExplainedUrl, name: string) => steps.find(({ step }) => step === name);

describe('explain', () => {
  test('shows score, cut-off, terms with weights and places, and the filter for an off-topic page', async () => {
    const found = await explain('/near');
    expect(stepOf(found, 'classify')).toMatchObject({ decision: 'off-topic', detail: 'no record' });
    expect(stepOf(found, 'topic')).toMatchObject({
      decision: 'off-topic',
      detail: expect.stringMatching(
        /^judged now from the document of 20\S+Z by the current topic: topic\.txt does not accept it; as when it was crawled$/,
      ),
    });
    expect(stepOf(found, 'filter')).toMatchObject({
      decision: 'off-topic',
      detail: expect.stringMatching(
        /^topic\.txt: score 85, 15 below the cut-off 100: sundew\[\^\\s\]\* \+80 = 40 × \(text 2\); bog \+5 = 5 × \(text 1\)$/,
      ),
    });
    expect(found.topic).toMatchObject({
      verdict: 'off-topic',
      stored: 'off-topic',
      filters: [{ score: 85, cutOff: 100 }],
    });
  });

  test('shows the same for an accepted page', async () => {
    const found = await explain('/weak');
    expect(stepOf(found, 'topic')?.detail).toMatch(/topic\.txt accepts it; as when it was crawled$/);
    expect(stepOf(found, 'filter')).toMatchObject({
      decision: 'relevant',
      detail: expect.stringMatching(/score 120, 20 above the cut-off 100: sundew\[\^\\s\]\* \+120 = 40 × \(text 3\)$/),
    });
  });

  test('shows the parts of the priority of a fetched page', async () => {
    const found = await explain('/weak');
    expect(stepOf(found, 'priority')).toMatchObject({
      decision: 'ranked',
      detail: expect.stringMatching(
        /^now, as if it still waited, by version \d+ of the link model: score 0\.\d+, priority class [1-7] \(0 first, 7 last\)\. Log odds \(value × weight\): .+ [+-][\d.]+ \(-?[\d.]+ × -?[\d.]+\)/,
      ),
    });
    const { score, parts } = found.priority!;
    const sum = parts.reduce((all, { share }) => all + share, 0);
    expect(1 / (1 + Math.exp(-sum))).toBeCloseTo(score, 6);
    expect((await explain('/')).priority).toBeUndefined();
  });

  test('says that an address is linked only from off-topic pages, and from which', async () => {
    const found = await explain('/hidden');
    expect(found.state).toBe('unknown');
    expect(stepOf(found, 'links')).toMatchObject({
      decision: 'refused',
      reason: 'off-topic',
      detail: expect.stringMatching(
        /^only on off-topic pages, whose links are not followed: (http:\/\/bog\.test\/(near|far|none) ?){3}; searched all 6 stored pages$/,
      ),
    });
    expect(stepOf(await explain('/nowhere'), 'links')).toMatchObject({
      decision: 'unknown',
      detail: 'no page found that links to it; searched all 6 stored pages',
    });
  });

  test('searches no links to an address that the rules refuse, or that was accepted', async () => {
    const { steps } = await thresher(['explain', 'http://other.test/', ...dir(), '--json']).then(
      (run) => run.answers()[0] as ExplainedUrl,
    );
    expect(steps.map(({ step }) => step)).not.toContain('links');
    expect(stepOf(await explain('/near'), 'links')).toBeUndefined();
  });

  test('prints the steps as text', async () => {
    const { printed } = await thresher(['explain', `${HOST}/near`, ...dir()]);
    expect(printed.find((line) => line.includes('  filter '))).toMatch(/off-topic: topic\.txt: score 85/);
  });
});

describe('status and borderline', () => {
  test('show the pages on both sides of the cut-off', async () => {
    const { code, printed } = await thresher(['borderline', '--limit', '2', ...dir()]);
    expect(code).toBe(0);
    expect(printed).toEqual([
      'Judged now by topic.txt with cut-off 100; read all 6 stored pages: off-topic 3, relevant 3',
      '',
      'Off-topic pages nearest to the cut-off:',
      '  http://bog.test/near',
      '      Peat',
      '      score 85, cut-off 100 (topic.txt): sundew[^\\s]* +80, bog +5',
      '  http://bog.test/far',
      '      Rain',
      '      score 5, cut-off 100 (topic.txt): bog +5',
      '',
      'Weakest accepted pages:',
      '  http://bog.test/weak',
      '      A walk',
      '      score 120, cut-off 100 (topic.txt): sundew[^\\s]* +120',
      '  http://bog.test/',
      '      Sundews of the bog',
      expect.stringMatching(/^ {6}score 4\d\d, cut-off 100/),
    ]);
    const status = await thresher(['status', ...dir()]);
    expect(status.printed.find((line) => line.startsWith('topic '))).toBe(
      'topic    50 % relevant: off-topic 3, relevant 3; accepted above 100 (topic.txt)',
    );
    expect(status.printed).toEqual(expect.arrayContaining(printed.slice(0, 5)));
  });

  test('give the lists as JSON', async () => {
    const [borderline] = (await thresher(['borderline', ...dir(), '--json'])).answers();
    expect(borderline).toMatchObject({
      crawl: 'bogs',
      topic: {
        cutOffs: [{ filter: 'topic.txt', cutOff: 100 }],
        sample: { pages: 6, objects: expect.any(Number) },
        nearest: [{ url: `${HOST}/near`, title: 'Peat', score: 85, cutOff: 100 }, { url: `${HOST}/far` }],
        weakest: [{ url: `${HOST}/weak` }, { url: `${HOST}/` }, { url: `${HOST}/strong` }],
      },
    });
    const [status] = (await thresher(['status', ...dir(), '--json'])).answers();
    expect(status).toMatchObject({ crawl: 'bogs', verdicts: { 'off-topic': 3 }, topic: borderline!['topic'] });
  });

  test('read a part of the crawl, and say so', async () => {
    const { printed } = await thresher(['borderline', '--pages', '1', ...dir()]);
    expect(printed[0]).toMatch(/; read a sample of \d stored pages?, from 1 of \d objects spread over the crawl: /);
  });

  test('try a changed topic definition with the cut-off of the crawl, and store nothing', async () => {
    const changed = join(folder, 'changed.txt');
    writeFileSync(changed, '60: sundew[^\\s]*=CP\n');
    const { printed } = await thresher(['borderline', '--topic', changed, ...dir()]);
    expect(printed[0]).toMatch(/changed\.txt with cut-off 100; .*: relevant 4, off-topic 2$/);
    expect(stepOf(await explain('/near'), 'topic')?.decision).toBe('off-topic');
  });

  test('refuse wrong options with exit code 2', async () => {
    expect(await thresher(['borderline', '--limit', '0', ...dir()])).toMatchObject({
      code: 2,
      messages: [expect.stringContaining('--limit: 0: must be a whole number of at least 1')],
    });
    expect(await thresher(['borderline', 'x', ...dir()])).toMatchObject({ code: 2 });
    expect(await thresher(['borderline', '--topic', join(folder, 'no.txt'), ...dir()])).toMatchObject({ code: 2 });
  });

  test('say that a crawl without topic accepts everything', async () => {
    const place = ['--dir', join(folder, 'all')];
    const { port } = server.address() as AddressInfo;
    const network = ['--allow-private', '127.0.0.0/8', '--resolve', `*.test=127.0.0.1:${port}`, '--delay', '0'];
    expect((await thresher(['crawl', `${HOST}/far`, '--limit', '1', ...network, ...place])).code).toBe(4);
    expect((await thresher(['borderline', ...place])).printed).toEqual([
      'Crawl bog.test has no topic: every page is accepted.',
    ]);
    const { printed } = await thresher(['status', ...place]);
    expect(printed.join('\n')).not.toContain('Judged');
    expect((await thresher(['status', ...place, '--json'])).answers()[0]).not.toHaveProperty('topic');
  });
});

describe('after a change', () => {
  test('explain tells the stored verdict from that of a changed topic', async () => {
    writeFileSync(join(folder, 'topic.txt'), '60: sundew[^\\s]*=CP\n');
    // Nothing is due: the crawl only stores its new settings.
    expect((await thresher(['crawl', join(folder, 'crawl.yaml'), ...dir()])).code).toBe(0);
    const found = await explain('/near');
    expect(stepOf(found, 'classify')).toMatchObject({ decision: 'off-topic' });
    expect(stepOf(found, 'topic')).toMatchObject({
      decision: 'relevant',
      detail: expect.stringMatching(
        /topic\.txt accepts it; the crawl acted on the verdict off-topic; `thresher reclassify` applies the current topic$/,
      ),
    });
    expect(found.topic).toMatchObject({ verdict: 'relevant', stored: 'off-topic', filters: [{ score: 120 }] });
    expect(stepOf(await explain('/hidden'), 'links')?.detail).toMatch(/^also on /);
  });

  test('both verdicts are the same once the changed topic is applied', async () => {
    expect((await thresher(['reclassify', ...dir()])).code).toBe(0);
    const found = await explain('/near');
    expect(stepOf(found, 'topic')?.detail).toMatch(/topic\.txt accepts it; as when it was crawled$/);
    expect(found.topic).toMatchObject({ verdict: 'relevant', stored: 'relevant' });
  });

  test('explain finds the document of a page that was unchanged at its last visit', async () => {
    expect((await thresher(['recrawl', ...dir()])).code).toBe(0);
    expect((await thresher(['crawl', join(folder, 'crawl.yaml'), ...dir()])).code).toBe(0);
    for (const path of ['/near', '/weak', '/none']) {
      const found = await explain(path);
      expect(found.state).toBe('unchanged');
      expect(stepOf(found, 'topic')?.detail).toMatch(/^judged now from the document of 20.*; as when it was crawled$/);
    }
  });

  test('explain names the verdict of a person, which reclassification applies', async () => {
    const asked = await thresher(['judge', '--limit', '1', ...dir()], ['n']);
    expect(asked.printed.slice(1, 5)).toEqual([
      '',
      '1 of 1  Peat',
      '  http://bog.test/near',
      '  relevant, score 120: topic.txt: score 120 above 100: sundew[^\\s]* (2)',
    ]);
    const detail = async () => stepOf(await explain('/near'), 'topic')?.detail;
    expect(await detail()).toMatch(/: the verdict of a person is off-topic \(thresher judge\)/);
    expect((await thresher(['reclassify', ...dir()])).code).toBe(0);
    expect(await detail()).toMatch(
      /: the verdict of a person is off-topic \(thresher judge\); as when it was crawled$/,
    );
  });

  test('the verdict of a person holds for a new version of the page', async () => {
    PAGES['/near']!.text = 'Sundew after sundew after sundew after sundew.';
    expect((await thresher(['recrawl', ...dir()])).code).toBe(0);
    expect((await thresher(['crawl', join(folder, 'crawl.yaml'), ...dir()])).code).toBe(0);
    const found = await explain('/near');
    expect(found.topic).toMatchObject({ verdict: 'off-topic', stored: 'off-topic', filters: [{ score: 240 }] });
  });

  test('explain names no topic as the reason of a page that is gone', async () => {
    const { text } = PAGES['/strong']!;
    delete PAGES['/strong'];
    expect((await thresher(['recrawl', ...dir()])).code).toBe(0);
    expect((await thresher(['crawl', join(folder, 'crawl.yaml'), ...dir()])).code).toBe(0);
    PAGES['/strong'] = { title: 'Sundews', text };
    const detail = stepOf(await explain('/strong'), 'topic')?.detail;
    expect(detail).toMatch(/topic\.txt accepts it; the crawl acted on the reason not-found, which no topic changes$/);
  });

  test('explain and status say so if the stored documents are gone', async () => {
    rmSync(join(folder, 'data/objects/clean'), { recursive: true });
    expect(stepOf(await explain('/near'), 'topic')).toMatchObject({
      decision: 'missing',
      detail: 'the stored document was not found; searched all 0 stored pages',
    });
    const { code, printed } = await thresher(['status', ...dir()]);
    expect(code).toBe(0);
    expect(printed.at(-1)).toMatch(/^No page is stored that .*topic\.txt with cut-off 100 could judge$/);
  });
});
