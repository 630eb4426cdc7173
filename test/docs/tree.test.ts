import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** Tracked files; none outside a git checkout, where the folder may hold anything. */
const files = existsSync('.git')
  ? execFileSync('git', ['ls-files', '-z'], { encoding: 'utf8' }).split('\0').filter(existsSync)
  : [];

/** All text files of the project. */
const texts = files.flatMap((name) => {
  const bytes = readFileSync(name);
  return bytes.includes(0) ? [] : [{ name, text: bytes.toString('utf8') }];
});

/** Facts about one machine. The patterns are assembled, so that this file does not contain them. */
const FOREIGN: [what: string, pattern: RegExp][] = [
  [
    'a folder of one machine',
    new RegExp(`(?<![\\w.)\\]}*/-])/(${['work', 'root', 'home/\\w+', 'Users/\\w+'].join('|')})/`),
  ],
  [
    'a package registry',
    new RegExp(
      `(${['registry', 'npmjs', 'artifactory', 'nexus', 'verdaccio'].join('|')})[\\w.-]*\\.(org|com|net|io|dev|local|internal)\\b`,
    ),
  ],
  ['the origin of a package', /"resolved":/],
];

test.runIf(files.length > 0).each(FOREIGN)('no file names %s', (_what, pattern) => {
  const found = texts.flatMap(({ name, text }) => {
    const at = pattern.exec(text);
    return at && name !== 'test/docs/tree.test.ts' ? [`${name}: ${at[0]}`] : [];
  });
  expect(found).toEqual([]);
  expect(texts.length).toBeGreaterThan(300);
});

type Lock = { packages: Record<string, { version: string; dependencies?: object; optionalDependencies?: object }> };

/** `npm ci` rejects a lock file without an entry, even for a package of another platform. */
test('the lock file has an entry for every dependency', () => {
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as Lock;
  const missing = Object.entries(packages).flatMap(([path, { dependencies, optionalDependencies }]) =>
    Object.keys({ ...dependencies, ...optionalDependencies })
      .filter((name) => !isFound(packages, path, name))
      .map((name) => `${name}, for ${path}`),
  );
  expect(missing).toEqual([]);
});

/** Resolves a package as Node does: in the folder of the dependent, then in its parents. */
function isFound(packages: Lock['packages'], path: string, name: string): boolean {
  for (let at = path; ; at = at.slice(0, Math.max(0, at.lastIndexOf('/node_modules/')))) {
    if (packages[`${at === '' ? '' : `${at}/`}node_modules/${name}`]) return true;
    if (!at.includes('/node_modules/')) return packages[`node_modules/${name}`] !== undefined;
  }
}

test('package.json, lock file and changelog have the same version', () => {
  const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as Lock;
  expect(packages['']?.version).toBe(version);
  expect(readFileSync('CHANGELOG.md', 'utf8')).toContain(`## ${version}`);
});
