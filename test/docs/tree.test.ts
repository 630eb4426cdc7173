import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** None in a copy that is no repository: a folder may hold anything. */
const files = existsSync('.git')
  ? execFileSync('git', ['ls-files', '-z'], { encoding: 'utf8' }).split('\0').filter(existsSync)
  : [];

/** Every file of the project that is text. */
const texts = files.flatMap((name) => {
  const bytes = readFileSync(name);
  return bytes.includes(0) ? [] : [{ name, text: bytes.toString('utf8') }];
});

/** What is true of one machine only. Spelled in parts, so that this file does not hold them. */
const FOREIGN: [what: string, pattern: RegExp][] = [
  [
    'a folder of a machine',
    new RegExp(`(?<![\\w.)\\]}*/-])/(${['work', 'root', 'home/\\w+', 'Users/\\w+'].join('|')})/`),
  ],
  [
    'a host of packages',
    new RegExp(
      `(${['registry', 'npmjs', 'artifactory', 'nexus', 'verdaccio'].join('|')})[\\w.-]*\\.(org|com|net|io|dev|local|internal)\\b`,
    ),
  ],
  ['where a package came from', /"resolved":/],
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

/** `npm ci` refuses a lock file that lacks one, also where it is for another system than ours. */
test('every package that the lock file asks for has an entry there', () => {
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as Lock;
  const missing = Object.entries(packages).flatMap(([path, { dependencies, optionalDependencies }]) =>
    Object.keys({ ...dependencies, ...optionalDependencies })
      .filter((name) => !isFound(packages, path, name))
      .map((name) => `${name}, for ${path}`),
  );
  expect(missing).toEqual([]);
});

/** As Node looks for packages: in the folder of who asks, then in those above. */
function isFound(packages: Lock['packages'], path: string, name: string): boolean {
  for (let at = path; ; at = at.slice(0, Math.max(0, at.lastIndexOf('/node_modules/')))) {
    if (packages[`${at === '' ? '' : `${at}/`}node_modules/${name}`]) return true;
    if (!at.includes('/node_modules/')) return packages[`node_modules/${name}`] !== undefined;
  }
}

test('what is said of versions agrees: package, lock file, changes', () => {
  const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as Lock;
  expect(packages['']?.version).toBe(version);
  expect(readFileSync('CHANGELOG.md', 'utf8')).toContain(`## ${version}`);
});
