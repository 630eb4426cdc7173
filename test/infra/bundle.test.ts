import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { stop } from 'esbuild';
import type { Htmlparser2TreeAdapterMap } from 'parse5-htmlparser2-tree-adapter';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bundleHandlers, HANDLERS, type HandlerName, startupFiles } from '../../infra/bundle.ts';
import { SEARCH_CLIENT_NAMESPACES } from '../../infra/leave-out.ts';
import { SettingsSchema } from '../../shared/settings/settings.ts';
import { noAdminToken } from '../../web/crawls/crawl-problems.ts';
import { fewOrMany } from '../long-test.ts';
import { synthesise } from './stack.ts';

/** Logical id of the function of a handler. */
const FUNCTIONS: Record<HandlerName, string> = {
  dispatch: 'DispatchFunction',
  fetch: 'FetchHandler',
  clean: 'CleanHandler',
  classify: 'ClassifyHandler',
  'index-records': 'IndexHandler',
  search: 'PagesFunction',
  admin: 'AdminFunction',
};

/**
 * Maximum kilobytes that a cold start reads, to detect packages that are bundled by accident, such as all of zod by `import { z }`. Sizes above 1,200 are data: models of
 * languages and of the main text (clean).
 */
const MOST_KB: Record<HandlerName, number> = {
  dispatch: 550,
  fetch: 910,
  clean: 1_530,
  classify: 695,
  'index-records': 560,
  search: 1_036,
  admin: 918,
};

type TreeElement = Htmlparser2TreeAdapterMap['element'];

let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'thresher-bundles-'));
  await bundleHandlers(folder);
  synthesise();
});
afterAll(() => rmSync(folder, { recursive: true }));
// esbuild keeps up to a gigabyte of memory until it ends.
afterAll(stop);

const fileOf = (name: HandlerName) => join(folder, name, 'index.mjs');

test.each(HANDLERS)('bundles %s completely and below its size limit', (name) => {
  const bytes = startupFiles(join(folder, name)).reduce((sum, one) => sum + statSync(join(folder, name, one)).size, 0);
  expect(bytes / 1_000).toBeLessThanOrEqual(MOST_KB[name]);
  // The measurement includes no file that is loaded on demand.
  expect(bytes / 1_000).toBeGreaterThan(MOST_KB[name] / 2);
});

test('leaves out the descriptions of settings, which no handler prints', () => {
  const { description } = SettingsSchema.shape.strategy;
  expect(description).toMatch(/^Which URLs are fetched first/);
  for (const name of HANDLERS) expect(readFileSync(fileOf(name), 'utf8')).not.toContain(description);
});

test('no handler contains the requests that manage the crawls of a data folder', () => {
  const text = 'Only programs with the token of --admin-token';
  expect(noAdminToken.detail).toContain(text);
  for (const name of HANDLERS)
    for (const file of readdirSync(join(folder, name)).filter((one) => one.endsWith('.mjs')))
      expect([name, file, readFileSync(join(folder, name, file), 'utf8').includes(text)]).toEqual([name, file, false]);
});

test('does not load the built-in HTTP client of Node, which an import of node:http does', () => {
  const importsHttp = /(?:import|from)\s*["'](?:node:)?http["']/;
  for (const name of HANDLERS) {
    const parts = startupFiles(join(folder, name)).map((one) => readFileSync(join(folder, name, one), 'utf8'));
    expect(parts.filter((code) => importsHttp.test(code))).toEqual([]);
  }
});

test('bundles the lazy packages beside the handlers that use them', () => {
  const require = createRequire(import.meta.url);
  const later = HANDLERS.flatMap((name) =>
    readdirSync(join(folder, name)).flatMap((file) => (file.endsWith('.cjs') ? `${name}/${file}` : [])),
  );
  expect(later).toEqual([
    'dispatch/later-domains.cjs',
    'dispatch/later-patterns.cjs',
    'fetch/later-domains.cjs',
    'fetch/later-patterns.cjs',
    'fetch/later-stemmers.cjs',
    'fetch/later-stop-words.cjs',
    'clean/later-addresses.cjs',
    'clean/later-charsets.cjs',
    'clean/later-domains.cjs',
    'clean/later-markdown.cjs',
    'clean/later-markup.cjs',
    'clean/later-patterns.cjs',
    'clean/later-tree-adapter.cjs',
    'clean/later-trees.cjs',
    'classify/later-domains.cjs',
    'classify/later-patterns.cjs',
    'classify/later-stemmers.cjs',
    'classify/later-stop-words.cjs',
    'index-records/later-stemmers.cjs',
    'index-records/later-stop-words.cjs',
    'search/later-charsets.cjs',
    'search/later-domains.cjs',
    'search/later-markup.cjs',
    'search/later-patterns.cjs',
    'search/later-stemmers.cjs',
    'search/later-stop-words.cjs',
    'admin/later-domains.cjs',
    'admin/later-patterns.cjs',
    'admin/later-stemmers.cjs',
    'admin/later-stop-words.cjs',
  ]);
  const charsets = require(join(folder, 'clean/later-charsets.cjs')) as { detect(bytes: Buffer): { encoding: string } };
  const russian = Buffer.from([
    0xcf, 0xf0, 0xe8, 0xe2, 0xe5, 0xf2, 0x2c, 0x20, 0xec, 0xe8, 0xf0, 0x20, 0xe8, 0x20, 0xe2,
  ]);
  expect(charsets.detect(russian).encoding).toBe('Windows-1251');
  const stemmers = require(join(folder, 'search/later-stemmers.cjs')) as {
    newStemmer(language: string): { stem(word: string): string };
  };
  expect(stemmers.newStemmer('swedish').stem('hundarna')).toBe('hund');
  const patterns = require(join(folder, 'fetch/later-patterns.cjs')) as {
    RE2JS: { compile(regex: string): { test(text: string): boolean } };
  };
  const stopWords = require(join(folder, 'search/later-stop-words.cjs')) as Record<string, string[]>;
  expect([stopWords['swe'], stopWords['eng']]).toEqual([
    expect.arrayContaining(['och']),
    expect.arrayContaining(['the']),
  ]);
  const domains = require(join(folder, 'fetch/later-domains.cjs')) as typeof import('tldts');
  expect(domains.getDomain('www.example.co.uk')).toBe('example.co.uk');
  expect(patterns.RE2JS.compile('^h[uo]nd$').test('hund')).toBe(true);
  const trees = require(join(folder, 'clean/later-trees.cjs')) as typeof import('parse5');
  const { adapter } = require(
    join(folder, 'clean/later-tree-adapter.cjs'),
  ) as typeof import('parse5-htmlparser2-tree-adapter');
  const tree = trees.parse<Htmlparser2TreeAdapterMap>('<p>a<p>b', { treeAdapter: adapter });
  const body = (tree.children[0] as TreeElement).children[1] as TreeElement;
  expect(trees.serializeOuter<Htmlparser2TreeAdapterMap>(body, { treeAdapter: adapter })).toBe(
    '<body><p>a</p><p>b</p></body>',
  );
  const markup = require(join(folder, 'search/later-markup.cjs')) as typeof import('htmlparser2');
  const tags: string[] = [];
  new markup.Parser({ onopentagname: (name) => tags.push(name) }).end('<p><b>');
  expect(tags).toEqual(['p', 'b']);
});

test('has the tables of East Asian encodings beside the handlers that decode pages', () => {
  const having = HANDLERS.filter((name) => readdirSync(join(folder, name)).includes('later-encodings.json'));
  expect(having).toEqual(['clean', 'search']);
  const tables = JSON.parse(readFileSync(join(folder, 'clean/later-encodings.json'), 'utf8')) as object;
  expect(Object.keys(tables)).toEqual(expect.arrayContaining(['big5', 'gb18030', 'jis0208']));
  const parts = startupFiles(join(folder, 'clean')).map((one) => readFileSync(join(folder, 'clean', one), 'utf8'));
  expect(parts.filter((code) => code.includes('./later-encodings.json'))).toHaveLength(1);
});

test('calls no API of the search client that is not bundled', () => {
  const adapters = join(import.meta.dirname, '../../shared/aws/opensearch');
  const code = readdirSync(adapters)
    .map((file) => readFileSync(join(adapters, file), 'utf8'))
    .join('\n');
  const namespaces = new Set([...code.matchAll(/\bclient\.(\w+)\.\w+\(/g)].map(([, name]) => name!));
  expect(namespaces.size).toBeGreaterThan(0);
  expect([...namespaces].filter((name) => !SEARCH_CLIENT_NAMESPACES.includes(name))).toEqual([]);
  // This option needs the package json11.
  expect(code).not.toContain('enableLongNumeralSupport');
});

test.each(fewOrMany<readonly HandlerName[]>(['clean'], HANDLERS))(
  'starts %s with only its bundle and the environment of the stack',
  (name) => {
    const { Environment } = synthesise().one('AWS::Lambda::Function', FUNCTIONS[name]).Properties as {
      Environment: { Variables: Record<string, unknown> };
    };
    // Names of resources are known only after deployment.
    const variables = Object.entries(Environment.Variables).map(([key, value]) => [
      key,
      typeof value === 'string' ? value : 'x',
    ]);
    const env = { ...Object.fromEntries(variables), AWS_REGION: 'eu-north-1' };
    if ('SEARCH_ENDPOINT' in env) Object.assign(env, { SEARCH_ENDPOINT: 'https://search.example' });
    const source = `const { handler } = await import(${JSON.stringify(pathToFileURL(fileOf(name)).href)}); console.log(typeof handler);`;
    const output = execFileSync(process.execPath, ['--input-type=module', '-e', source], {
      env,
      cwd: folder,
      encoding: 'utf8',
    });
    expect(output.trim()).toBe('function');
  },
);

test('the search function answers what it loads on demand: OpenAPI, MCP, SRU and OAI-PMH', () => {
  const source = `
    const { handler } = await import(${JSON.stringify(pathToFileURL(fileOf('search')).href)});
    const ask = (method, path, body, more) => handler({
      version: '2.0', rawPath: path, rawQueryString: '', isBase64Encoded: false, body,
      headers: { accept: 'application/json, text/event-stream', 'content-type': 'application/json', ...more },
      requestContext: { domainName: 'search.example', http: { method, path } },
    }, { getRemainingTimeInMillis: () => 10_000 });
    const list = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} });
    const answers = [await ask('GET', '/openapi.json'), await ask('POST', '/mcp', list),
      await ask('POST', '/mcp', list, { origin: 'https://other.example' }),
      await ask('POST', '/oai', 'verb=None'),
      await ask('POST', '/sru', 'version=1.1&operation=none', { 'content-type': 'application/x-www-form-urlencoded' })];
    const textOf = ({ body, isBase64Encoded }) => isBase64Encoded ? atob(body) : body;
    console.log(JSON.stringify(answers.map((one) => [one.statusCode, textOf(one)])));
    process.exit();`;
  const { Environment } = synthesise().one('AWS::Lambda::Function', FUNCTIONS.search).Properties as {
    Environment: { Variables: Record<string, string> };
  };
  const names = Object.fromEntries(
    Object.entries(Environment.Variables).map(([name, value]) => [name, name === 'SEARCH_LANGUAGE' ? value : 'x']),
  );
  const env = { ...names, AWS_REGION: 'eu-north-1', SEARCH_ENDPOINT: 'https://search.example', SEARCH_SIGNING: 'es' };
  const output = execFileSync(process.execPath, ['--input-type=module', '-e', source], { env, encoding: 'utf8' });
  const [openApi, mcp, ofOther, oai, sru] = JSON.parse(output.split('\n').find((line) => line.startsWith('[['))!) as [
    number,
    string,
  ][];
  expect(openApi).toEqual([200, expect.stringContaining('"openapi":"3.1.1"')]);
  expect(openApi![1]).not.toContain('/sqi');
  expect(mcp).toEqual([200, expect.stringContaining('get_document')]);
  expect(mcp![1]).toContain('explain_url');
  expect(ofOther).toEqual([403, expect.stringContaining('cross-site')]);
  expect(oai).toEqual([200, expect.stringContaining('badVerb')]);
  expect(sru).toEqual([200, expect.stringContaining('info:srw/diagnostic/1/4')]);
});

test('names a missing environment variable before it receives a message', () => {
  const source = `await import(${JSON.stringify(pathToFileURL(fileOf('clean')).href)});`;
  const start = () =>
    execFileSync(process.execPath, ['--input-type=module', '-e', source], {
      env: { AWS_REGION: 'eu-north-1', RAW_BUCKET: 'raw' },
      stdio: 'pipe',
    });
  expect(start).toThrow('DATA_BUCKET is missing');
});
