/** A whole crawl by CINDI's rules, as its servers see it. */
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { thresher } from '../test-terminal.ts';

const PEOPLE = [1, 2, 3, 4].map((n) => `http://bog.test/people/${n}`);
const DULL = Array.from({ length: 12 }, (_, n) => `http://dull.test/${n}`);

/** Page → its links with their texts. Pages with `people` in their URL are on topic. */
const WEB: Record<string, [url: string, anchor: string][]> = {
  'http://bog.test/': [
    ['http://bog.test/list', 'list'],
    ['http://dull.test/', 'sponsor'],
  ],
  'http://bog.test/list': PEOPLE.map((url) => [url, 'person']),
  'http://bog.test/people/1': [
    ['http://bog.test/contact', 'Contact us'],
    ['http://bog.test/people/5', 'person'],
  ],
  'http://dull.test/': DULL.map((url) => [url, 'offer']),
};

let server: Server;
let folder: string;
const requests: string[] = [];

const page = (url: string) => {
  const links = (WEB[url] ?? []).map(([to, anchor]) => `<a href="${to}">${anchor}</a>`);
  const text = url.includes('people') ? 'sundew '.repeat(20) : `It rains on ${url}.`;
  return `<title>${url}</title><p>${text}</p>${links.join(' ')}`;
};

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'thresher-cindi-'));
  server = createServer((request, response) => {
    const url = `http://${request.headers.host}${request.url}`;
    if (request.url === '/robots.txt') return void response.writeHead(404).end();
    requests.push(url);
    response.writeHead(200, { 'content-type': 'text/html' }).end(page(url));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  writeFileSync(join(folder, 'topic.txt'), '10: sundew=CP\n');
  const settings = {
    ...{ crawl: 'bogs', seeds: ['http://bog.test/'], sitemaps: false, strategy: 'cindi' },
    topic: { filters: [{ terms: 'topic.txt', cutOff: 50 }] },
    cindi: { sitePages: 4, siteStep: 1 },
    politeness: { hostPauseMs: 50, answerTimeFactor: 0 },
    network: { allowPrivate: ['127.0.0.0/8'], resolve: { '*.test': `127.0.0.1:${port}` } },
  };
  writeFileSync(join(folder, 'crawl.yaml'), JSON.stringify(settings));
  expect((await command('crawl', join(folder, 'crawl.yaml'), '--dir', dataFolder())).code).toBe(0);
});
afterAll(() => {
  server.close();
  rmSync(folder, { recursive: true });
});

const dataFolder = () => join(folder, 'data');
const command = (...args: string[]) => thresher(args);

async function explained(url: string) {
  const { printed } = await command('explain', url, '--name', 'bogs', '--dir', dataFolder(), '--json');
  return JSON.parse(printed.join('\n')) as {
    state: string;
    steps: { step: string; decision: string; reason: string; detail: string }[];
  };
}

test('follows links of relevant pages and of pages that lead to them', () => {
  expect(requests).toEqual(expect.arrayContaining(['http://bog.test/list', ...PEOPLE, 'http://bog.test/people/5']));
});

test('drops links by their text, and says why', async () => {
  expect(requests).not.toContain('http://bog.test/contact');
  const { state, steps } = await explained('http://bog.test/contact');
  expect(state).toBe('unknown');
  expect(steps.find(({ step }) => step === 'links')).toMatchObject({ decision: 'refused', reason: 'anchor' });
});

test('drops the rest of a site without relevant pages', async () => {
  const fetched = requests.filter((url) => url.startsWith('http://dull.test/')).length;
  expect(fetched).toBeGreaterThanOrEqual(4);
  expect(fetched).toBeLessThan(1 + DULL.length);
  const states = await Promise.all(DULL.map(async (url) => (await explained(url)).state));
  expect(states.filter((state) => state === 'refused.poor-site')).toHaveLength(1 + DULL.length - fetched);
});

test('explains the queue of a page, and stores what it has learned in few objects', async () => {
  const { steps } = await explained('http://bog.test/people/5');
  const { detail } = steps.find(({ step }) => step === 'priority')!;
  expect(detail).toMatch(
    /by version \d+ of CINDI's rules: high queue, linked from pages of Layer 1, 3 links from a seed; PRR /,
  );
  expect(readdirSync(join(dataFolder(), 'objects/models/bogs/links')).length).toBeLessThanOrEqual(3);
});
