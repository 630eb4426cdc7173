/**
 * A local crawl of a site with a PDF and a Word document: both are fetched, converted and indexed, and their links
 * followed.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { explainToVisitors } from '../../cli/explain-stored-url.ts';
import { openStores } from '../../cli/run/wiring.ts';
import { docxOf, pageOf, pdfOf } from '../clean/converters/sample-documents.ts';
import { thresher } from '../cli/test-terminal.ts';

const SENTENCES =
  'The sundew of the northern bogs catches gnats with drops that shine in the sun all day long. '.repeat(3);
const word = docxOf(
  `<w:p><w:r><w:t>A report on waterwheels. ${SENTENCES}</w:t></w:r></w:p>
  <w:p><w:hyperlink r:id="r9"><w:r><w:t>more</w:t></w:r></w:hyperlink></w:p>`,
  {
    'word/_rels/document.xml.rels': `<Relationships><Relationship Id="r9" Type="http://x/hyperlink" Target="http://bog.test/behind" TargetMode="External"/></Relationships>`,
  },
);
const pdf = pdfOf([
  pageOf([
    [24, 'Bladderworts'],
    [11, 'The bladderwort sucks in fleas of the water.'],
    [11, 'Its traps are quick.'],
  ]),
]);

const SITE: Record<string, [type: string, body: string | Buffer]> = {
  '/': [
    'text/html',
    `<title>Home</title><p>${SENTENCES}</p><a href="/a.pdf">a</a><a href="/b.docx">b</a><a href="/c.pdf">c</a><a href="/d.mp3">d</a>`,
  ],
  '/a.pdf': ['application/pdf', pdf],
  // The Content-Type is wrong.
  '/b.docx': ['text/plain', word],
  '/c.pdf': ['application/pdf', '%PDF-1.4 and no more'],
  '/behind': ['text/html', `<title>Behind the report</title><p>${SENTENCES}</p>`],
};

let server: Server;
let dir: string;
const asked: string[] = [];
beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'thresher-flow-'));
  server = createServer((request, response) => {
    asked.push(request.url!);
    const [type, body] = SITE[request.url!] ?? [];
    response.writeHead(body === undefined ? 404 : 200, { 'content-type': type ?? 'text/plain' });
    response.end(request.method === 'HEAD' ? undefined : body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const network = ['--allow-private', '127.0.0.0/8', '--resolve', `*.test=127.0.0.1:${port}`];
  const end = await thresher(['crawl', 'http://bog.test/', '--name', 'bog', ...network, '--delay', '0', '--dir', dir]);
  // On a busy machine the crawl lasts long enough to print progress.
  expect([end.code, end.stderr.filter((line) => !/pages\/s|· \d/.test(line))]).toEqual([0, []]);
});
afterAll(async () => {
  await new Promise((resolve) => server.close(resolve));
  rmSync(dir, { recursive: true, force: true });
});

const answered = async (...args: string[]) => (await thresher([...args, '--dir', dir, '--json'])).answers()[0]!;

test.each([
  ['bladderwort', 'http://bog.test/a.pdf', 'pdf', 'Bladderworts'],
  ['waterwheels', 'http://bog.test/b.docx', 'docx', 'Bogs & fens'],
])('a search for %s finds the document with its type and title', async (query, url, type, title) => {
  const { hits } = (await answered('search', query)) as { hits: object[] };
  expect(hits).toMatchObject([{ url, type, title }]);
});

test('follows links in documents', () => expect(asked).toContain('/behind'));

test('reports why a document cannot be read, and does not request unreadable types', async () => {
  const { steps } = (await answered('explain', 'http://bog.test/c.pdf')) as { steps: object[] };
  expect(steps).toContainEqual({
    at: expect.any(String),
    step: 'clean',
    decision: 'left-out',
    reason: 'conversion-failed',
    detail: expect.stringMatching(/^a document that its converter could not read: Invalid PDF structure/),
  });
  const stores = openStores(dir, 'read');
  onTestFinished(() => stores.close());
  const shown = await explainToVisitors(stores)('bog', 'http://bog.test/c.pdf');
  expect(shown.steps.map(({ step }) => step)).not.toContain('clean');
  expect(asked).not.toContain('/d.mp3');
});
