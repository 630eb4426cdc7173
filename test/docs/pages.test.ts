import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { describe, expect, test } from 'vitest';
import { exportCommand } from '../../cli/commands/export.ts';
import { COMMANDS } from '../../cli/commands.ts';
import { FORMAT_LIST } from '../../cli/export/export-formats.ts';
import { FORMAT_NAMES } from '../../shared/clean/document-formats.ts';
import { PROBLEM_TYPES } from '../../web/api/problem.ts';

const PAGES = [
  'README.md',
  'CONTRIBUTING.md',
  'CHANGELOG.md',
  ...readdirSync('docs')
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
];

const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> };

/** Returns all matches of a group in a text without duplicates. */
const found = (text: string, pattern: RegExp) => [...new Set([...text.matchAll(pattern)].map(([, group]) => group!))];

/** Returns the paths in code spans, relative to the project root. */
const pathsIn = (text: string) =>
  found(text, /`((?:shared|functions|cli|web|infra|demo|test|bench|docs|bin|\.ci)\/[\w./-]*)`/g);

/** Returns the commands after `thresher` in code. */
const verbsIn = (text: string) => found(text, /(?:npx |`)thresher ([a-z]+(?:-[a-z]+)*)/g);

const scriptsIn = (text: string) => found(text, /npm (?:run )?(start|test|(?<=npm run )[\w:]+)\b/g);

test('docs/api.md describes each type of problems', () => {
  const names = found(readFileSync('docs/api.md', 'utf8'), /^\| (`[a-z-]+`(?:, `[a-z-]+`)*) \| \d{3} \|/gm);
  expect(names.flatMap((one) => found(one, /`([a-z-]+)`/g)).sort()).toEqual([...PROBLEM_TYPES].sort());
});

test.each([
  ['docs/exports.md', 'export format', FORMAT_LIST.split(', ')],
  ['docs/documents.md', 'document format', FORMAT_NAMES],
] as [string, string, readonly string[]][])('%s has a row for each %s', (page, _what, formats) => {
  const rows = found(readFileSync(page, 'utf8'), /^\| (`[a-z ]+`.*?) \|/gm);
  const named = new Set(rows.flatMap((row) => found(row, /`([a-z]+)`/g)));
  expect(formats.filter((name) => !named.has(name))).toEqual([]);
});

test('the help of export describes each format', () => {
  expect(FORMAT_LIST.split(', ').filter((format) => !exportCommand.help.about.includes(`\`${format}\``))).toEqual([]);
});

describe.each(PAGES)('%s', (page) => {
  const text = readFileSync(page, 'utf8');

  test('links to existing files', () => {
    const targets = found(text, /\]\(([^)#\s]+)(?:#[^)]*)?\)/g).filter((target) => !/^[a-z]+:/.test(target));
    expect(targets.filter((target) => !existsSync(join(posix.dirname(page), target)))).toEqual([]);
  });

  test('names existing paths', () => {
    expect(pathsIn(text).filter((path) => !existsSync(path))).toEqual([]);
  });

  test('names existing commands and scripts', () => {
    const verbs = COMMANDS.map(({ name }) => name);
    expect(verbsIn(text).filter((verb) => !verbs.includes(verb))).toEqual([]);
    expect(scriptsIn(text).filter((script) => !(script in scripts))).toEqual([]);
  });
});

test('reads paths, commands and scripts in all forms', () => {
  const text =
    'See `shared/url/reason.ts` and `demo/`; `npx thresher crawl URL`, `thresher serve`, npm test, `npm run cdk -- synth`.';
  expect(pathsIn(text)).toEqual(['shared/url/reason.ts', 'demo/']);
  expect(verbsIn(text)).toEqual(['crawl', 'serve']);
  expect(scriptsIn(text)).toEqual(['test', 'cdk']);
});

test('every command is documented', () => {
  const text = PAGES.map((page) => readFileSync(page, 'utf8')).join('\n');
  expect(
    COMMANDS.map(({ name }) => name).filter(
      (name) => !text.includes(`\`${name}\``) && !text.includes(`thresher ${name}`),
    ),
  ).toEqual([]);
});

test('architecture.md names every port and folder', () => {
  const text = readFileSync('docs/architecture.md', 'utf8');
  const ports = readdirSync('shared/ports').filter((name) => name !== 'messages.ts');
  expect(ports.filter((name) => !text.includes(name))).toEqual([]);
  expect(readdirSync('shared').filter((name) => !text.includes(`${name}/`))).toEqual([]);
});

test('docs/README.md links every page', () => {
  const text = readFileSync('docs/README.md', 'utf8');
  const pages = readdirSync('docs').filter((name) => name.endsWith('.md') && name !== 'README.md');
  expect(pages.filter((name) => !text.includes(`](${name})`))).toEqual([]);
});

test('README.md has at most 500 words', () => {
  expect(readFileSync('README.md', 'utf8').split(/\s+/).filter(Boolean).length).toBeLessThanOrEqual(500);
});

test('each row of "Where do I change …?" names a file to change', () => {
  const text = readFileSync('CONTRIBUTING.md', 'utf8');
  const section = text.slice(text.indexOf('## Where do I change'), text.indexOf('## Style'));
  const rows = section.split('\n').filter((line) => line.startsWith('| ') && !/^\| (to … |--- )/.test(line));
  expect(rows.length).toBeGreaterThan(30);
  expect(rows.filter((row) => pathsIn(row.split('|')[2] ?? '').length === 0)).toEqual([]);
});
