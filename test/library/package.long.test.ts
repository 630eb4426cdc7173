/** The package of `npm pack`, in a project without a clone, and a clone that a project links. Packages are links, so nothing is downloaded. */
import { execFile, execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { prose, startSite, type TestSite } from '../cli/site.ts';

const PROGRAM = `
import {
  crawl, deletePages, explain, exportStream, exportTo, recrawl, records, search,
  type ChangedSetting, type CrawlOptions, type CrawlStatus, type DeleteResult, type ExplainedUrl, type ExportResult, type FetchedUrl,
  type GivenSettings,
} from 'thresher';

/** Fails to compile if a type is \`any\`. */
type IsAny<T> = 0 extends 1 & T ? true : false;
export const areAny: IsAny<ExplainedUrl>[] & IsAny<DeleteResult>[] & IsAny<ExportResult>[] & IsAny<ChangedSetting>[] = [false];
export const unset: CrawlOptions = { dir: undefined, signal: undefined, onFetched: undefined };
export const hooks: CrawlOptions = { onFetched: async ({ url }: FetchedUrl) => console.log(url) };
export const functions = [deletePages, explain, exportTo, recrawl];
export const bytes: AsyncGenerator<Uint8Array, void> = exportStream('parquet', { query: undefined });
export const text: AsyncGenerator<string, void> = exportStream('csv');

const settings: GivenSettings = {
  crawl: 'bogs',
  seeds: [process.argv[2]!],
  network: { allowPrivate: ['127.0.0.0/8'] },
  politeness: { hostPauseMs: 0 },
  plugins: ['./plugin.ts'],
  topic: { filters: [{ plugin: './topic.ts' }] },
};
const { end, status }: { end: string; status: CrawlStatus } = await crawl(settings, { dir: 'data' });
const titles: (string | null)[] = [];
const classes: string[] = [];
for await (const record of records({ dir: 'data' })) {
  titles.push(record.title);
  classes.push(...record.classes.map((one) => one.class));
}
const { total } = await search({ q: 'moss1' }, { dir: 'data' });
console.log(JSON.stringify([end, status.pages, titles, classes, total]));
`;

const PLUGIN = `
import type { Plugin } from 'thresher';

export const document: Plugin['document'] = (doc) => ({ ...doc, title: 'By a plug-in' });
`;

const TOPIC_PLUGIN = `
import type { TopicPlugin } from 'thresher';

export const classify: TopicPlugin['classify'] = ({ text }) =>
  text.includes('moss1') ? { verdict: 'relevant', classes: ['moss', { class: 'bog', score: 2 }], why: 'names moss' } : null;
`;

let site: TestSite;
let folder: string;
let copy: string;
/** Rejects if the program fails. The site answers meanwhile. */
const run = (...args: string[]) => promisify(execFile)(process.execPath, args, { cwd: folder });

beforeAll(async () => {
  site = await startSite({ '/': prose('moss') });
  folder = mkdtempSync(join(tmpdir(), 'thresher-package-'));
  copy = join(folder, 'copy');
  const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { encoding: 'utf8' });
  for (const file of files.split('\n').filter((name) => name !== '' && !/^(?:test|bench|docs)\//.test(name)))
    cpSync(file, join(copy, file));
  symlinkSync(resolve('node_modules'), join(copy, 'node_modules'));
  const packed = execFileSync('npm', ['pack', '--silent', '--pack-destination', folder], {
    cwd: copy,
    encoding: 'utf8',
  });
  const modules = join(folder, 'node_modules');
  mkdirSync(join(modules, 'thresher'), { recursive: true });
  execFileSync('tar', ['xzf', join(folder, packed.trim()), '-C', join(modules, 'thresher'), '--strip-components=1']);
  for (const name of readdirSync('node_modules').filter((one) => one !== 'thresher' && !one.startsWith('.')))
    symlinkSync(resolve('node_modules', name), join(modules, name));
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
  writeFileSync(join(folder, 'program.ts'), PROGRAM);
  writeFileSync(join(folder, 'plugin.ts'), PLUGIN);
  writeFileSync(join(folder, 'topic.ts'), TOPIC_PLUGIN);
});
afterAll(() => {
  site.close();
  rmSync(folder, { recursive: true, force: true });
});

test('a program imports it, with a plug-in and a topic plug-in', async () => {
  const { stdout, stderr } = await run('program.ts', `${site.origin}/`);
  expect([stderr, stdout]).toEqual(['', `${JSON.stringify(['done', 1, ['By a plug-in'], ['moss', 'bog'], 1])}\n`]);
});

test('a CommonJS program requires it', async () => {
  const { stdout, stderr } = await run('-e', "process.stdout.write(typeof require('thresher').crawl)");
  expect([stderr, stdout]).toEqual(['', 'function']);
});

test('a bundle of a program leaves it outside, or says so', async () => {
  const bundle = async (name: string, external: string[]) => {
    const outfile = join(folder, name);
    const stdin = {
      contents: "import { crawl } from 'thresher'; process.stdout.write(typeof crawl);",
      resolveDir: folder,
    };
    await build({ stdin, outfile, external, bundle: true, platform: 'node', format: 'esm', logLevel: 'silent' });
    return run(outfile);
  };
  expect(await bundle('out/outside.mjs', ['thresher'])).toMatchObject({ stdout: 'function', stderr: '' });
  await expect(bundle('out/inside.mjs', [])).rejects.toThrow('Thresher cannot be part of a bundle');
});

/** Options of a project that knows nothing of ours. */
const TSCONFIG = {
  compilerOptions: { module: 'nodenext', target: 'es2024', strict: true, noEmit: true, types: ['node'] },
  include: ['program.ts', 'plugin.ts', 'topic.ts'],
};
const COMPILER = join(dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin/tsc');

test.each([
  ['module: nodenext', {}],
  ['moduleResolution: bundler', { module: 'esnext', moduleResolution: 'bundler' }],
  ['exactOptionalPropertyTypes', { exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true }],
])('its types are complete with %s', async (_, more) => {
  const { compilerOptions, ...rest } = TSCONFIG;
  const config = { ...rest, compilerOptions: { ...compilerOptions, ...more } };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config));
  const { stdout } = await run(COMPILER, '-p', '.');
  expect(stdout).toBe('');
});

test('a project that links a clone gets the same types', async () => {
  const project = join(folder, 'project');
  mkdirSync(project);
  rmSync(join(copy, 'dist'), { recursive: true, force: true });
  for (const name of ['package.json', 'program.ts', 'plugin.ts', 'topic.ts'])
    cpSync(join(folder, name), join(project, name));
  writeFileSync(join(project, 'tsconfig.json'), JSON.stringify(TSCONFIG));
  execFileSync('npm', ['install', '--offline', '--no-audit', '--silent', copy], { cwd: project });
  symlinkSync(resolve('node_modules/@types'), join(project, 'node_modules/@types'));
  const { stdout } = await run(COMPILER, '-p', project);
  expect(stdout).toBe('');
});

test('npm in a clone needs no bundle', () => {
  rmSync(join(copy, 'dist'), { recursive: true, force: true });
  execFileSync('npm', ['run', 'prepare', '--silent'], { cwd: copy });
  expect(existsSync(join(copy, 'dist'))).toBe(false);
});

test('its scripts keep the bundle', () => {
  const installed = join(folder, 'node_modules/thresher');
  expect(readdirSync(join(installed, 'bin')).sort()).toEqual([
    'library.js',
    'node-version.js',
    'prepare.js',
    'small-memory.js',
    'thresher.js',
  ]);
  // As npm runs it for the project.
  const env = { ...process.env, npm_config_local_prefix: folder, npm_command: 'install' };
  execFileSync(process.execPath, [join(installed, 'bin/prepare.js')], { env });
  expect(existsSync(join(installed, 'dist/library.js'))).toBe(true);
});

test('the command runs', async () => {
  const bin = 'node_modules/thresher/bin/thresher.js';
  const found = await run(bin, 'search', 'moss1', '--dir', 'data', '--json');
  expect(JSON.parse(found.stdout)).toMatchObject({ total: 1 });
  const crawled = await run(
    bin,
    'crawl',
    `${site.origin}/`,
    '--allow-private',
    '127.0.0.0/8',
    '--dir',
    'other',
    '--json',
  );
  expect(JSON.parse(crawled.stdout)).toMatchObject({ pages: 1, state: 'done' });
});
