/**
 * Conformance suites and reference parsers of other projects. The package managers of their languages download them once to
 * `.cache`; they are not part of this project.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const CACHE = join(import.meta.dirname, '../../.cache/standards');
const PROTEGO = 'protego-0.7.0';
const CRATES = { publicsuffix: '2.3.0', robotstxt: '0.3.0', serde_json: '1', url: '2.5.8' };

const COMMONS = { groupId: 'com.github.crawler-commons', artifactId: 'crawler-commons', version: '1.6' };

function run(command: string, args: string[], input = '', cwd = CACHE): string {
  const options = { cwd, input, maxBuffer: 2 ** 30, env: { ...process.env, CARGO_HOME: join(CACHE, 'cargo-home') } };
  return execFileSync(command, args, { ...options, encoding: 'utf8', stdio: ['pipe', 'pipe', 'inherit'] });
}

/** Returns the folder of a crate. The first call builds the program that runs Google's parser. */
export function crateDirectory(name: keyof typeof CRATES): string {
  const folder = join(CACHE, 'judge');
  if (!existsSync(join(folder, 'target/release/judge'))) {
    mkdirSync(folder, { recursive: true });
    const wanted = Object.entries(CRATES).map(([crate, version]) => `${crate} = "${version}"\n`);
    const binary = `[[bin]]\nname = "judge"\npath = "${join(import.meta.dirname, '../judges/judge.rs')}"\n`;
    const about = '[package]\nname = "judge"\nversion = "0.0.0"\nedition = "2021"\n';
    writeFileSync(join(folder, 'Cargo.toml'), `${about}${binary}[dependencies]\n${wanted.join('')}`);
    run('cargo', ['build', '--release', '--quiet'], '', folder);
  }
  const metadata = run('cargo', ['metadata', '--format-version', '1', '--quiet'], '', folder);
  const { packages } = JSON.parse(metadata) as { packages: { name: string; manifest_path: string }[] };
  return dirname(packages.find((crate) => crate.name === name)!.manifest_path);
}

/** Returns the paths of real sites' robots.txt files, which are in the source package of protego. */
export function downloadRobotsFiles(): string[] {
  const folder = join(CACHE, PROTEGO, 'tests/test_data');
  if (!existsSync(folder)) {
    mkdirSync(CACHE, { recursive: true });
    const options = ['download', '--quiet', '--no-deps', '--no-binary', 'protego', PROTEGO.replace('-', '==')];
    run('python3', ['-m', 'pip', ...options]);
    run('tar', ['xzf', `${PROTEGO}.tar.gz`]);
  }
  return readdirSync(folder).map((name) => join(folder, name));
}

/** Returns the class path of crawler-commons and the folder of its test files. */
function crawlerCommons(): { library: string; tests: string } {
  const folder = join(CACHE, 'crawler-commons');
  const tests = join(folder, 'tests');
  if (!existsSync(tests)) {
    mkdirSync(folder, { recursive: true });
    const xml = Object.entries(COMMONS).map(([key, value]) => `<${key}>${value}</${key}>`);
    const both = ['', '<classifier>tests</classifier>'].map(
      (kind) => `<dependency>${xml.join('')}${kind}</dependency>`,
    );
    const about =
      '<modelVersion>4.0.0</modelVersion><groupId>x</groupId><artifactId>x</artifactId><version>0</version>';
    writeFileSync(join(folder, 'pom.xml'), `<project>${about}<dependencies>${both.join('')}</dependencies></project>`);
    run('mvn', ['-q', '-B', 'dependency:copy-dependencies', '-DoutputDirectory=lib'], '', folder);
    run('unzip', ['-q', `lib/crawler-commons-${COMMONS.version}-tests.jar`, '-d', 'tests'], '', folder);
  }
  return { library: join(folder, 'lib', '*'), tests };
}

export type RobotsCase = { robotsTxt: string; userAgent: string; url: string };

/** Evaluates the cases with Google's parser and crawler-commons. @returns for each case the verdict, or undefined if they disagree. */
export function referenceVerdicts(cases: readonly RobotsCase[]): (boolean | undefined)[] {
  crateDirectory('robotstxt');
  const linesOf = (text: string) => text.trimEnd().split('\n');
  const input = cases.map((testCase) => `${JSON.stringify(testCase)}\n`).join('');
  const google = linesOf(run('judge/target/release/judge', [], input));
  const lines = cases.map((testCase) => [
    Buffer.from(testCase.robotsTxt).toString('base64'),
    testCase.userAgent,
    testCase.url,
  ]);
  const commons = linesOf(runCrawlerCommons([], lines.map((line) => `${line.join('\t')}\n`).join('')));
  return google.map((answer, i) => (answer === commons[i] ? answer === 'true' : undefined));
}

/** Returns the sitemaps and feeds in the tests of crawler-commons, with the URLs that it finds in each. */
export function sitemapCases(): { file: string; urls: string[] }[] {
  const { tests } = crawlerCommons();
  const files = ['sitemaps', 'sitemaps/extension', 'rss'].flatMap((folder) =>
    readdirSync(join(tests, folder), { withFileTypes: true }).flatMap((entry) =>
      entry.isFile() ? [join(tests, folder, entry.name)] : [],
    ),
  );
  const answers = runCrawlerCommons(files, '').split('\n');
  return files.map((file, i) => ({ file, urls: answers[i]!.split(' ').filter(Boolean) }));
}

function runCrawlerCommons(files: string[], input: string): string {
  const program = join(import.meta.dirname, '../judges/Judge.java');
  return run('java', ['-cp', crawlerCommons().library, program, ...files], input);
}
