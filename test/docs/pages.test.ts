import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { describe, expect, test } from 'vitest';
import { exportCommand } from '../../cli/commands/export.ts';
import { COMMANDS } from '../../cli/commands.ts';
import { FORMAT_LIST } from '../../cli/export/export-formats.ts';
import { FORMAT_NAMES } from '../../shared/clean/document-formats.ts';
import { WEB_FIELD_NAMES } from '../../shared/query/fields/query-fields.ts';
import { REASONS } from '../../shared/url/reason.ts';
import { OPERATIONS } from '../../web/api/openapi/operations.ts';
import { PROBLEM_TYPES } from '../../web/api/problem.ts';
import { SearchAnswerSchema } from '../../web/api/schemas.ts';

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

test('docs/api.md names each path of the OpenAPI document', () => {
  const text = readFileSync('docs/api.md', 'utf8');
  const paths = OPERATIONS.map(({ path }) => path.replace('{id}', 'ID').replace(/^(\/crawls\/)\{crawl\}/, '$1NAME'));
  const named = new Set(found(text, /`(?:(?:GET|POST|PUT|DELETE) )?(\/[\w./-]*)/g));
  // Their own protocols describe the paths of single crawls.
  expect(paths.filter((path) => !named.has(path) && !path.endsWith('{crawl}'))).toEqual([]);
});

test('docs/api.md has each field of a hit', () => {
  const text = readFileSync('docs/api.md', 'utf8');
  const table = text.slice(text.indexOf('| field of a hit |')).split('\n\n', 1)[0]!;
  const named = found(table, /^\| (`.*?`) \|/gm).flatMap((cell) => found(cell, /`(\w+)`/g));
  const fields = Object.keys(SearchAnswerSchema.shape.hits.element.shape);
  expect(fields.filter((name) => !named.includes(name))).toEqual([]);
});

test('docs/query.md has each field of the web syntax', () => {
  const text = readFileSync('docs/query.md', 'utf8');
  const rows = found(text.slice(0, text.indexOf('## CQL')), /^\| (`.*)/gm).join();
  expect(WEB_FIELD_NAMES.split(', ').filter((name) => !new RegExp(`[\` ]${name}`).test(rows))).toEqual([]);
});

test('docs/status.md has each reason with its text', () => {
  const text = readFileSync('docs/status.md', 'utf8');
  const section = text.slice(text.indexOf('## Reasons'), text.indexOf('## Counts'));
  expect(section.match(/^\| `.*$/gm)).toEqual(
    Object.entries(REASONS).map(([code, words]) => `| \`${code}\` | ${words} |`),
  );
});

test.each([
  ['outcome', 'shared/fetch/outcome.ts', /OutcomeKind = (.*);/, /'(\w+)'/g, '## Outcomes'],
  ['count', 'shared/frontier/explain/status.ts', /CrawlStatus = \{\n(.*?)\n\};/s, /^ {2}(\w+)\??:/gm, '## Counts'],
] as const)('docs/status.md has each %s', (_what, file, type, name, heading) => {
  const text = readFileSync('docs/status.md', 'utf8');
  const section = text.slice(text.indexOf(heading)).replace(/\n## (?!Outcomes|Counts)[\s\S]*/, '');
  const rows = found(section, /^\| (.*?) \|/gm).flatMap((cell) => found(cell, /`(\w+)`/g));
  const names = found(type.exec(readFileSync(file, 'utf8'))![1]!, name);
  expect(names.length).toBeGreaterThan(5);
  expect(names.filter((one) => !rows.includes(one))).toEqual([]);
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

/** Returns the anchors of the headings of a page, as GitHub derives them. */
function anchorsIn(text: string): Set<string> {
  const headings = found(text.replace(/^```[\s\S]*?^```/gm, ''), /^#{1,6} (.*)$/gm);
  return new Set(
    headings.map((heading) =>
      heading
        .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
        .toLowerCase()
        .replace(/[^\p{L}\p{N} _-]/gu, '')
        .replaceAll(' ', '-'),
    ),
  );
}

test('derives anchors from headings', () => {
  const text = '# A `b` c?\n```sh\n# comment\n```\n## Übersicht, [link](x.md)\n';
  expect([...anchorsIn(text)]).toEqual(['a-b-c', 'übersicht-link']);
});

describe.each(PAGES)('%s', (page) => {
  const text = readFileSync(page, 'utf8');

  test('links to existing files', () => {
    const targets = found(text, /\]\(([^)#\s]+)(?:#[^)]*)?\)/g).filter((target) => !/^[a-z]+:/.test(target));
    expect(targets.filter((target) => !existsSync(join(posix.dirname(page), target)))).toEqual([]);
  });

  test('links to existing headings', () => {
    const targets = found(text, /\]\(([\w./-]*#[^)\s]+)\)/g).map((target) => target.split('#') as [string, string]);
    const missing = targets.filter(([file, anchor]) => {
      const path = file === '' ? page : join(posix.dirname(page), file);
      return path.endsWith('.md') && !anchorsIn(readFileSync(path, 'utf8')).has(anchor);
    });
    expect(missing).toEqual([]);
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
  const table = text.slice(text.indexOf('### Subfolders')).split(/\n##+ /, 1)[0]!;
  const named = new Set(pathsIn(table));
  const parents = ['cli', 'functions', 'web', ...readdirSync('shared').map((name) => `shared/${name}`)];
  const subfolders = parents.flatMap((parent) =>
    readdirSync(parent, { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => `${parent}/${name}/`),
  );
  expect(subfolders.length).toBeGreaterThan(90);
  expect(subfolders.filter((path) => !named.has(path))).toEqual([]);
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
