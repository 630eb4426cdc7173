import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { describe, expect, test } from 'vitest';
import { COMMANDS } from '../../cli/commands.ts';

const PAGES = [
  'README.md',
  'CONTRIBUTING.md',
  'CHANGELOG.md',
  ...readdirSync('docs')
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
];

const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> };

/** All matches of a group in a text, each once. */
const found = (text: string, pattern: RegExp) => [...new Set([...text.matchAll(pattern)].map(([, group]) => group!))];

/** Paths as the pages write them: in code, from the root of the project, or a file of `ports/` alone. */
const pathsIn = (text: string) =>
  found(text, /`((?:shared|functions|cli|web|infra|demo|test|bench|docs|bin|\.ci)\/[\w./-]*)`/g);

/** Words behind `thresher` in code. */
const verbsIn = (text: string) => found(text, /(?:npx |`)thresher ([a-z]+)/g);

const scriptsIn = (text: string) => found(text, /npm (?:run )?(start|test|(?<=npm run )[\w:]+)\b/g);

describe.each(PAGES)('%s', (page) => {
  const text = readFileSync(page, 'utf8');

  test('links to files that are there', () => {
    const targets = found(text, /\]\(([^)#\s]+)(?:#[^)]*)?\)/g).filter((target) => !/^[a-z]+:/.test(target));
    expect(targets.filter((target) => !existsSync(join(posix.dirname(page), target)))).toEqual([]);
  });

  test('names paths that are there', () => {
    expect(pathsIn(text).filter((path) => !existsSync(path))).toEqual([]);
  });

  test('names commands and scripts that exist', () => {
    const verbs = COMMANDS.map(({ name }) => name);
    expect(verbsIn(text).filter((verb) => !verbs.includes(verb))).toEqual([]);
    expect(scriptsIn(text).filter((script) => !(script in scripts))).toEqual([]);
  });
});

test('what the pages name is read in all its forms', () => {
  const text =
    'See `shared/url/reason.ts` and `demo/`; `npx thresher crawl URL`, `thresher serve`, npm test, `npm run cdk -- synth`.';
  expect(pathsIn(text)).toEqual(['shared/url/reason.ts', 'demo/']);
  expect(verbsIn(text)).toEqual(['crawl', 'serve']);
  expect(scriptsIn(text)).toEqual(['test', 'cdk']);
});

test('every verb is named on the page for users or in its help', () => {
  const text = PAGES.map((page) => readFileSync(page, 'utf8')).join('\n');
  expect(
    COMMANDS.map(({ name }) => name).filter(
      (name) => !text.includes(`\`${name}\``) && !text.includes(`thresher ${name}`),
    ),
  ).toEqual([]);
});

test('every port, room and folder has its place on the page of the architecture', () => {
  const text = readFileSync('docs/architecture.md', 'utf8');
  const ports = readdirSync('shared/ports').filter((name) => name !== 'messages.ts');
  expect(ports.filter((name) => !text.includes(name))).toEqual([]);
  expect(readdirSync('shared').filter((name) => !text.includes(`${name}/`))).toEqual([]);
});
