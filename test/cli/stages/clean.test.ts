import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { writeTo } from '../../../cli/output/terminal.ts';
import { recordingStream } from '../recording-stream.ts';
import { prose, startSite } from '../site.ts';
import { thresher } from '../test-terminal.ts';

const PROSE = 'A sentence of some length that says what the page is about, and goes on for a while. '.repeat(8);
let dir: string;
beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), 'thresher-clean-'));
  writeFileSync(
    join(dir, 'page.html'),
    `<title>T</title><main><h1>Head</h1><p>${PROSE}<b>x_</b><ul><li>${PROSE}<a href=/a>one</a></ul><p>${PROSE}</main>`,
  );
  writeFileSync(
    join(dir, 'crawl.yaml'),
    `seeds: ['https://a.test/']\nextract: {rules: [{name: page, pages: ['*'], items: {select: li, fields: {it: a}, follow: [a]}}]}`,
  );
});
afterAll(() => rmSync(dir, { recursive: true }));

const clean = async (more: string[]) => {
  const file = join(dir, 'page.html');
  const { code, printed } = await thresher(['clean', file, '--url', 'https://a.test/p', ...more]);
  return { code, out: printed.join('\n') };
};

test('--markdown prints only the main text with its structure', async () => {
  const { code, out } = await clean(['--markdown']);
  expect(code).toBe(0);
  expect(out).toMatch(/\*\*x\\_\*\*\n\n- A sentence[^\n]* \[one\]\(https:\/\/a\.test\/a\)\n\nA sentence/);
  expect(out).not.toContain('mimeType');
});

test('--markdown keeps the tabs of code, and in a file the direction marks of a text', async () => {
  const html = `<main><p>${PROSE}\u200f</p><p>${PROSE}\u202e</p><pre>all:\n\tcc a.c\t# x</pre><p>${PROSE}</main>`;
  const code = '```\nall:\n\tcc a.c\t# x\n```';
  const written = (await thresher(['clean', '-', '--markdown'], [html])).printed.join('\n');
  expect(written).toContain(code);
  expect(written).toContain('\u200f');
  expect(written).not.toContain('\u202e');
  const shown = (await thresher(['clean', '-', '--markdown'], [html], { isTTY: true })).printed.join('\n');
  expect(shown).toContain(code);
  expect(shown).not.toContain('\u200f');
});

test('reads the page from standard input with -', async () => {
  const html = `<title>T</title>\n<main><p>${PROSE}</p><a href="a">one</a></main>`;
  const { code, answers } = await thresher(['clean', '-', '--url', 'https://a.test/b/', '--json'], [html]);
  expect(code).toBe(0);
  expect(answers()).toMatchObject([{ title: 'T', text: PROSE.trim(), links: [{ url: 'https://a.test/b/a' }] }]);
  const [unnamed] = (await thresher(['clean', '-', '--json'], [html])).answers();
  expect(unnamed).toMatchObject({ url: 'file:///dev/stdin', mimeType: 'text/html' });
});

test('ends with exit code 130 when interrupted while it reads standard input', async () => {
  expect(await thresher(['clean', '-'], [], { interrupt: AbortSignal.abort() })).toMatchObject({
    code: 130,
    printed: [],
  });
});

test('--markdown says why a document has no text', async () => {
  const file = join(dir, 'broken.pdf');
  writeFileSync(file, '%PDF-1.4 broken');
  const { code, printed, stderr } = await thresher(['clean', file, '--markdown']);
  expect([code, printed, stderr]).toEqual([1, [], [expect.stringMatching(/broken\.pdf: conversion-failed \(/)]]);
});

test('shows the end of availability as a time, and prints it for programs as documents have it', async () => {
  const html = `<meta name=robots content="unavailable_after: 25 Jun 2030 15:00:00 GMT"><main><p>${PROSE}</main>`;
  const { printed } = await thresher(['clean', '-'], [html]);
  expect(printed.join('\n')).toMatch(/^ *unavailableAfter +2030-06-25T15:00:00\.000Z$/m);
  const [document] = (await thresher(['clean', '-', '--json'], [html])).answers();
  expect(document).toMatchObject({ unavailableAfter: Date.UTC(2030, 5, 25, 15) });
});

test('says what the reason of a document means, and shows no empty property', async () => {
  const file = join(dir, 'reason.pdf');
  writeFileSync(file, '%PDF-1.4 broken');
  const { printed } = await thresher(['clean', file]);
  expect(printed).toContainEqual(
    expect.stringMatching(/^reason +conversion-failed \(a document that its converter could not read\)$/),
  );
  expect(printed.filter((line) => line.endsWith('{}'))).toEqual([]);
});

test.each([
  ['a broken file', 'broken.pdf', '%PDF-1.4 broken', '', 'conversion-failed', /^Invalid PDF structure/],
  [
    'a format that needs a program',
    'a.ps',
    '%!PS-Adobe-3.0',
    '',
    'unwanted-type',
    /^documents\.programs has no program for ps$/,
  ],
  [
    'a format that is not listed',
    'a.ps',
    '%!PS-Adobe-3.0',
    '{types: [pdf]}',
    'unwanted-type',
    /^documents\.types does not list ps$/,
  ],
  [
    'a program that does not exist',
    'a.ps',
    '%!PS-Adobe-3.0',
    "{programs: {ps: {command: [no-such-program, '{in}']}}}",
    'no-converter',
    /^no-such-program$/,
  ],
  [
    'a program that fails',
    'a.ps',
    '%!PS-Adobe-3.0',
    "{programs: {ps: {command: [sh, -c, 'echo bad day >&2; exit 3', '{in}']}}}",
    'conversion-failed',
    /^3 bad day$/,
  ],
])('explains why %s has no text', async (_, name, content, documents, reason, detail) => {
  writeFileSync(join(dir, name), content);
  writeFileSync(join(dir, 'documents.yaml'), documents === '' ? '{}' : `documents: ${documents}\n`);
  const { answers } = await thresher(['clean', join(dir, name), '--crawl', join(dir, 'documents.yaml'), '--json']);
  expect(answers()[0]).toMatchObject({ reason, detail: expect.stringMatching(detail) });
});

test.each([
  [202, { 'x-amzn-waf-action': 'challenge' }],
  [403, { 'cf-mitigated': 'challenge' }],
])('names a check for browsers with status %i instead of extracting it', async (status, headers) => {
  const server = createServer(({ url: path }, response) =>
    (path === '/moss' ? response.writeHead(status, headers) : response.writeHead(404)).end(),
  ).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/moss`;
  const args = ['clean', url, '--allow-private', '127.0.0.0/8', '--pause', '0'];
  const { code, printed, stderr } = await thresher(args);
  expect([code, printed]).toEqual([1, []]);
  expect(stderr).toContain(
    'outcome  failed   (bot-check: a check for browsers or people (Cloudflare, AWS WAF) instead of the page)',
  );
});

test('says that a URL was answered with an error page', async () => {
  const site = await startSite({ '/there': prose('bog') });
  const printed = async (path: string) =>
    (await thresher(['clean', `${site.origin}${path}`, '--allow-private', '127.0.0.0/8', '--pause', '0'])).stderr;
  expect(await printed('/missing')).toEqual([`${site.origin}/missing: the server answered 404 Not Found`]);
  expect(await printed('/there')).toEqual([]);
  site.close();
});

test('--json of a URL has the status of the response', async () => {
  const site = await startSite({ '/there': prose('bog') });
  const status = async (path: string) => {
    const args = [`${site.origin}${path}`, '--allow-private', '127.0.0.0/8', '--pause', '0', '--json'];
    return (await thresher(['clean', ...args])).answers()[0]!['status'];
  };
  expect([await status('/there'), await status('/missing')]).toEqual([200, 404]);
  site.close();
  const [read] = (await thresher(['clean', join(dir, 'page.html'), '--json'])).answers();
  expect(read).not.toHaveProperty('status');
});

test('says that an address without a scheme is no URL', async () => {
  const { code, stderr } = await thresher(['clean', 'bog.test/page']);
  expect([code, stderr[0]]).toEqual([2, 'bog.test/page: no such file; a URL begins with https:// or http://']);
});

test('fetches a URL with the user agent and the network of the crawl.yaml, and options take precedence', async () => {
  const site = await startSite({ '/there': prose('bog') });
  const crawl = join(dir, 'network.yaml');
  writeFileSync(
    crawl,
    "userAgent: bogbot/1 (+mailto:a@b.test)\nnetwork: {allowPrivate: [127.0.0.0/8], resolve: {'*.test': 127.0.0.1}}",
  );
  const url = `http://bog.test:${new URL(site.origin).port}/there`;
  const agents = async (...more: string[]) => {
    expect((await thresher(['clean', url, '--crawl', crawl, ...more])).stderr).toEqual([]);
    return site.agents.at(-1);
  };
  expect(await agents('--pause', '0')).toBe('bogbot/1 (+mailto:a@b.test)');
  expect(await agents('--pause', '0', '--user-agent', 'moss/2')).toBe('moss/2');
  site.close();
});

test('says how to allow a private address', async () => {
  const { code, stderr } = await thresher(['clean', 'http://127.0.0.1/']);
  expect(code).toBe(1);
  expect(stderr.at(-1)).toMatch(/^guard {2}refused {2}allow it with --allow-private RANGE \(private-address: /);
});

test('prints all fields, in colour on a terminal', async () => {
  const { out } = await clean([]);
  for (const part of ['\nheadings (1)\n  Head', '\nlinks (1)\n  https://a.test/a  one', '\ntext (', '\n- A sentence'])
    expect(out).toContain(part);
  expect(out).not.toContain('\x1b');
  const { stream, text } = recordingStream(true);
  await thresher(['clean', join(dir, 'page.html'), '--url', 'https://a.test/p'], [], {
    ...writeTo(stream, stream, new AbortController().signal),
    isTTY: true,
  });
  expect(text()).toContain('\x1b[36mlinks (1)\x1b[39m');
});

test('--crawl applies the extraction rules of a crawl', async () => {
  const { out } = await clean(['--crawl', join(dir, 'crawl.yaml')]);
  expect(out).toContain('items (1)\n  {"it":["one"]}');
  expect(out).toContain('followed by the rule (1)\n  https://a.test/a  {"it":"one"}');
});

test('--crawl converts the document types of the crawl and reports others', async () => {
  const file = join(dir, 'bogs.rtf');
  writeFileSync(file, String.raw`{\rtf1 Moss grows.}`);
  const reasonWith = async (types: string) => {
    const crawl = join(dir, 'documents.yaml');
    writeFileSync(crawl, `seeds: ['https://a.test/']\ndocuments: {types: [${types}]}`);
    const { printed } = await thresher(['clean', file, '--crawl', crawl, '--json']);
    return JSON.parse(printed[0] ?? '{}').reason;
  };
  expect(await reasonWith('rtf')).toBeNull();
  expect(await reasonWith('pdf')).toBe('unwanted-type');
});
