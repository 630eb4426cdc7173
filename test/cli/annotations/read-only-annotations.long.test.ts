/** A server that can read its data folder, and not write it. */
import { spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { AnnotationJson } from '../../../shared/annotations/annotation-json.ts';
import { firstOutput } from '../first-output.ts';
import { prose, startSite, type TestSite } from '../site.ts';
import { thresher } from '../test-terminal.ts';

/** Root can write everything, so the server runs as nobody. */
const NOBODY = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
const TOKEN = 'token-of-ada-0123456789';

let dir: string;
let site: TestSite;
beforeEach(async () => {
  dir = mkdtempSync(join(tmpdir(), 'thresher-fixed-'));
  site = await startSite({ '/': prose('moss') });
  const file = join(dir, 'crawl.yaml');
  writeFileSync(
    file,
    `crawl: bog\nseeds: ['${site.origin}/']\nnetwork: {allowPrivate: [127.0.0.0/8]}\nannotations: {users: [{name: Ada, token: env:ADA_TOKEN, contributor: true}]}\n`,
  );
  expect(await thresher(['crawl', file, '--dir', dir])).toMatchObject({ code: 0 });
});
afterEach(async () => {
  setModes(0o755, 0o644);
  rmSync(dir, { recursive: true });
  await site.close();
});

function setModes(folders: number, files: number): void {
  for (const entry of readdirSync(dir, { recursive: true, withFileTypes: true }))
    chmodSync(join(entry.parentPath, entry.name), entry.isDirectory() ? folders : files);
  chmodSync(dir, folders);
}

const add = async (words: string) =>
  expect(
    await thresher(['annotations', 'add', '--author', 'Ada', '--url', `${site.origin}/`, '--dir', dir, words]),
  ).toMatchObject({ code: 0 });

/** Serves the folder read-only. @returns what the server has printed as errors */
async function serving(work: (url: URL) => Promise<void>): Promise<string> {
  setModes(0o555, 0o444);
  const server = spawn(
    process.execPath,
    ['cli/main.ts', 'serve', '--port', '0', '--judge', '--control', '--dir', dir],
    {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, ADA_TOKEN: TOKEN },
      ...NOBODY,
    },
  );
  const errors = text(server.stderr);
  try {
    await work(new URL(/ at (http:\S+)/.exec(await firstOutput(server))![1]!));
  } finally {
    server.kill();
  }
  return errors;
}

test.each([
  ['no annotations', false],
  ['annotations', true],
])('writes to a folder with %s are refused with a reason', async (_what, hasAnnotations) => {
  if (hasAnnotations) await add('See the map.');
  const errors = await serving(async (url) => {
    const found = (await (await fetch(new URL('/search?q=moss1&format=json', url))).json()) as {
      hits: { id: string }[];
    };
    const record = found.hits[0]!.id;
    const send = async (method: string, path: string, body: string, headers: Record<string, string> = {}) => {
      const answer = await fetch(new URL(path, url), {
        method,
        headers: { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json', ...headers },
        body,
      });
      return [answer.status, ((await answer.json()) as { type: string }).type];
    };
    const refused = [403, 'urn:problem-type:thresher:read-only'];
    expect(await send('POST', '/annotations', JSON.stringify({ record, text: 'x' }))).toEqual(refused);
    const document = [`/documents?url=${site.origin}/fern`, prose('fern'), { 'content-type': 'text/html' }] as const;
    expect(await send('POST', ...document)).toEqual(refused);
    const list = (await (await fetch(new URL('/annotations', url))).json()) as { annotations: AnnotationJson[] };
    expect(list.annotations).toHaveLength(hasAnnotations ? 1 : 0);
    const page = await (await fetch(new URL('/crawl', url), { headers: { accept: 'text/html' } })).text();
    const token = /name="token" value="(\w+)"/.exec(page)?.[1] ?? '';
    const form = { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' };
    const fields = new URLSearchParams({ token, crawl: 'bog', state: 'paused' });
    expect(await send('POST', '/control', `${fields}`, form)).toEqual(refused);
    for (const { id } of list.annotations) {
      const path = `/annotations/${id}`;
      expect(await send('PUT', path, '{"text": "x"}')).toEqual(refused);
      expect(await send('DELETE', path, '')).toEqual(refused);
    }
  });
  expect(errors).toBe('');
});

test.runIf(process.getuid?.() === 0)('annotations that another user writes meanwhile are shown', async () => {
  await add('first');
  await serving(async (url) => {
    const texts = async () => {
      const list = (await (await fetch(new URL('/annotations', url))).json()) as { annotations: AnnotationJson[] };
      return list.annotations.map(({ text: one }) => one);
    };
    expect(await texts()).toEqual(['first']);
    await add('second');
    expect(await texts()).toEqual(['second', 'first']);
    const hits = (await (await fetch(new URL('/search?q=annotation:second&format=json', url))).json()) as {
      hits: unknown[];
    };
    expect(hits.hits).toHaveLength(1);
  });
});
