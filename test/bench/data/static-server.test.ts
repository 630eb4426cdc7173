import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type StaticServer, startStatic } from '../../../bench/data/static-server.ts';
import { countReachable } from '../../../bench/measure/count-reachable.ts';

const root = mkdtempSync(join(tmpdir(), 'static-'));
let server: StaticServer;

const FILES: Record<string, string> = {
  'index.html': `<a href="a.html#top">a</a> <A class=x HREF='sub/'>sub</A> <a href=b%20c.html>b c</a> <a href="gone.html">gone</a>
    <a href="notes.txt">notes</a> <a href="http://elsewhere.test/x.html">out</a> <a name="here">no link</a>
    <script>document.write('<a href="scripted.html">no</a>')</script><!-- <a href="commented.html">no</a> -->
    <link rel="next" href="linked.html">`,
  'a.html': '<a href="/index.html">home</a> <a href="sub/index.html">sub again</a> <a href="?print=1">print</a>',
  'b c.html': '<map><area href="sub/deep.html?x=1&amp;y=2"></map>',
  'sub/index.html': '<a href="../a.html">a</a><iframe src="frame.html"></iframe>',
  'sub/deep.html': '',
  'sub/frame.html': '',
  'notes.txt': 'notes',
  'linked.html': '',
  'scripted.html': '',
  'commented.html': '',
  'orphan.html': '',
};

beforeAll(async () => {
  for (const [name, text] of Object.entries(FILES)) {
    mkdirSync(join(root, name, '..'), { recursive: true });
    writeFileSync(join(root, name), text);
  }
  mkdirSync(join(root, 'bare'));
  symlinkSync(join(root, 'sub'), join(root, 'same'));
  server = await startStatic(root);
});
afterAll(async () => {
  await server.close();
  rmSync(root, { recursive: true });
});

// path · status · media type · start of the body, or the target of the redirect
test.each([
  ['/', 200, 'text/html', '<a href="a.html'],
  ['/sub/', 200, 'text/html', '<a href="../a'],
  ['/sub', 301, null, '/sub/'],
  ['/same/index.html', 200, 'text/html', '<a href="../a'],
  ['/notes.txt', 200, 'text/plain', 'notes'],
  ['/b%20c.html?x=1', 200, 'text/html', '<map>'],
  ['/bare/', 404, 'text/plain', 'not found'],
  ['/gone.html', 404, 'text/plain', 'not found'],
  ['/..%2f..%2fetc/passwd', 404, 'text/plain', 'not found'],
  ['/%zz', 404, 'text/plain', 'not found'],
])('responds to %s with %i', async (path, status, type, start) => {
  const answer = await fetch(`http://127.0.0.1:${server.port}${path}`, { redirect: 'manual' });
  const body = answer.headers.get('location') ?? (await answer.text());
  expect([answer.status, answer.headers.get('content-type')]).toEqual([status, type]);
  expect(body.startsWith(start)).toBe(true);
  expect(server.log.requests.at(-1)).toMatchObject({ path, method: 'GET' });
});

test('finds every file that is linked in markup, once', () => {
  const { files, paths } = countReachable(root, '/index.html');
  expect(files.sort()).toEqual([
    'a.html',
    'b c.html',
    'index.html',
    'sub/deep.html',
    'sub/frame.html',
    'sub/index.html',
  ]);
  expect(paths.sort()).toEqual([
    '/a.html',
    '/b%20c.html',
    '/index.html',
    '/sub/',
    '/sub/deep.html',
    '/sub/frame.html',
    '/sub/index.html',
  ]);
});
