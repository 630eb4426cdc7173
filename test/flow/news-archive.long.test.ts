/**
 * A news archive from extraction rules: a category links to topics, and these page by page to articles, also on other
 * hosts.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startThresher } from './child.ts';

let server: Server;
let dir: string;
let port: number;
let requestedPages: string[];

const SENTENCE = 'The council met on Tuesday and decided, after a long debate, that the old bridge is to be kept. ';
const article = (title: string) =>
  `<html lang=en><title>${title} - The Paper</title><h1>${title}</h1><time datetime=2024-02-03>3 February</time>
   <p>${title}: ${SENTENCE.repeat(3)}<p>${SENTENCE.repeat(4)}<a href=/menu>all</a></html>`;
const story = (href: string, title: string) =>
  `<div class=story><h3><a href="${href}">${title}</a></h3><p>About ${title}.</div>`;

/** Pages by host and path. */
const SITES: Record<string, () => string> = {
  'list.test/world': () => '<h1>World</h1><nav><a href=/menu>menu</a></nav><h2><a href=/topic/1>A topic</a></h2>',
  'list.test/topic/1': () =>
    `<a href=/menu>menu</a>${story(`http://paper.test:${port}/a?x=1&y=2`, 'Bridge kept')}<a class=more href=/topic/1/2>more</a>`,
  'list.test/topic/1/2': () => `${story(`http://eac.test:${port}/b`, 'Dam <built>')}${story('/own', 'Refused')}`,
  'list.test/menu': () => article('Menu'),
  'list.test/own': () => article('Refused'),
  'paper.test/a?x=1&y=2': () => article('Bridge kept for good'),
  'paper.test/menu': () => article('Menu'),
  'eac.test/b': () => article('Dam & lake'),
  'eac.test/menu': () => article('Menu'),
};

beforeEach(async () => {
  requestedPages = [];
  server = createServer(({ url = '/', headers }, response) => {
    const page = `${headers.host?.replace(/:.*/, '')}${url}`;
    requestedPages.push(page);
    const body = SITES[page]?.();
    response.writeHead(body === undefined ? 404 : 200, { 'content-type': 'text/html; charset=utf-8' }).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  port = (server.address() as AddressInfo).port;
  dir = mkdtempSync(join(tmpdir(), 'thresher-flow-'));
});
afterEach(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  rmSync(dir, { recursive: true, force: true });
});

const crawlFile = () => `
crawl: archive
seeds: ['http://list.test:${port}/world']
scope: any
strategy: depth-first
extract:
  followOnly: true
  rules:
    - {name: category, pages: [/world], keep: false, fields: {category: h1}, follow: [{select: h2 a, as: topic}]}
    - name: topic
      keep: false
      items: {select: .story, fields: {title: h3, summary: p}, follow: [{select: h3 a, as: article}]}
      follow: [{select: a.more, as: topic}]
    - {name: article, fields: {headline: h1, published: {select: time, type: date}}, follow: []}
news: {entities: [{name: East African Community, pages: ['HOST: ^eac\\.']}]}
plugins: [./no-refused.ts]
clean: {markdown: true}
network: {allowPrivate: [127.0.0.0/8], resolve: {'*.test': 127.0.0.1}}
politeness: {hostPauseMs: 20}
`;

test('ten lines of settings build an archive of articles with fields from lists and rules', async () => {
  writeFileSync(join(dir, 'crawl.yaml'), crawlFile());
  writeFileSync(
    join(dir, 'no-refused.ts'),
    `import type { Plugin } from ${JSON.stringify(join(import.meta.dirname, '../../shared/clean/plugin.ts'))};
     export const document: Plugin['document'] = (doc) => {
       if (doc.url.endsWith('/own')) throw new Error('refused');
       return doc;
     };`,
  );
  const data = join(dir, 'data');
  const run = await startThresher(['crawl', join(dir, 'crawl.yaml'), '--dir', data, '--json']).ended;
  expect(run).toMatchObject({ code: 0, err: '' });
  expect(JSON.parse(run.out)).toMatchObject({ records: 2 });
  expect(requestedPages.filter((page) => page.endsWith('/menu'))).toEqual([]);

  const lines = (await startThresher(['export', '--format', 'jsonl', '--dir', data]).ended).out.trim().split('\n');
  const records = lines.map((line) => JSON.parse(line)).sort((a, b) => (a.url < b.url ? -1 : 1));
  expect(records).toMatchObject([
    {
      url: `http://eac.test:${port}/b`,
      rule: 'article',
      listing: { category: 'World', title: 'Dam', summary: 'About Dam .' },
      fields: {
        headline: ['Dam & lake'],
        published: ['2024-02-03'],
        category: ['World'],
        entity: ['East African Community'],
        source: [`eac.test:${port}`],
        summary: ['About Dam .'],
      },
    },
    { url: `http://paper.test:${port}/a?x=1&y=2`, fields: { headline: ['Bridge kept for good'], category: ['World'] } },
  ]);
  expect(records[0].markdown).toContain('Dam & lake');
  expect(records[1].fields.entity).toBeUndefined();

  const file = join(dir, 'archive.trec');
  expect(await startThresher(['export', '--format', 'trec', '--dir', data, '-o', file]).ended).toMatchObject({
    code: 0,
  });
  const trec = readFileSync(file, 'utf8');
  expect(trec.match(/<DOC>\n<DOCNO>archive-[0-9a-f]{16}<\/DOCNO>\n<LANGUAGE>en<\/LANGUAGE>/g)).toHaveLength(2);
  expect(trec).toContain(
    '<TITLE>Bridge kept</TITLE>\n<HEADLINE>Bridge kept for good</HEADLINE>\n<DATE>2024-02-03</DATE>\n<CATEGORY>World</CATEGORY>',
  );
  expect(trec).toContain(`<URL>http://paper.test:${port}/a?x=1&amp;y=2</URL>`);
  expect(trec).toContain('<HEADLINE>Dam &amp; lake</HEADLINE>');
});
