/**
 * Runs conformance suites of other projects and prints every failed case and the counts: `node bench/standards.ts [FILES]`.
 *
 * - URLs: the web platform tests, as shipped with the Rust crate url.
 * - Domains: the tests of the Public Suffix List.
 * - Sitemaps: the test files of crawler-commons, compared with the URLs that it reads from them.
 * - Robots: cases derived from the rules of FILES (default 1,000) real robots.txt files. A case counts only if Google's
 *   parser and crawler-commons agree on it.
 *
 * Suites whose licences permit it are also in test/fixtures.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { evaluateRobotsQuery } from '../shared/robots/robots-query.ts';
import { evaluateSitemapQuery } from '../shared/robots/sitemap/sitemap-query.ts';
import { evaluateUrlQuery } from '../shared/url/url-query.ts';
import {
  crateDirectory,
  downloadRobotsFiles,
  type RobotsCase,
  referenceVerdicts,
  sitemapCases,
} from './measure/standard-suites.ts';

/** Result of a case: its name, the value that the suite expects, and the actual value. */
type Result = [name: string, expected: unknown, actual: unknown];

function report(suite: string, results: Result[]): void {
  const texts = results.map(([name, ...both]) => [name, ...both.map((value) => JSON.stringify(value))]);
  const failures = texts.filter(([, expected, actual]) => expected !== actual);
  for (const [name, expected, actual] of failures)
    process.stdout.write(`${suite}: ${name}: expected ${expected}, got ${actual}\n`);
  process.stdout.write(`${suite}: ${results.length - failures.length} of ${results.length} cases passed\n`);
}

type UrlCase = { input: string; base: string | null; href?: string; failure?: boolean };

const WEB = /^(?:https?|ftp):/i;

function urls(): Result[] {
  const cases = JSON.parse(readFileSync(join(crateDirectory('url'), 'tests/urltestdata.json'), 'utf8')) as (
    | string
    | UrlCase
  )[];
  return cases.flatMap((testCase): Result[] => {
    if (typeof testCase === 'string') return [];
    const scheme = /^[a-z][a-z0-9+.-]*:/i.test(testCase.input.trim()) ? testCase.input.trim() : (testCase.base ?? '');
    if (!WEB.test(testCase.href ?? scheme)) return [];
    const { href } = evaluateUrlQuery({ id: 0, input: testCase.input, base: testCase.base });
    return [[JSON.stringify([testCase.input, testCase.base]), testCase.href ?? null, href]];
  });
}

function domains(): Result[] {
  const lines = readFileSync(join(crateDirectory('publicsuffix'), 'tests/tests.txt'), 'utf8').split('\n');
  return lines.flatMap((line): Result[] => {
    const [host, domain] = line.split(' ') as [string, string | undefined];
    if (line.startsWith('//') || domain === undefined || host === 'null') return [];
    const wanted = domain === 'null' ? null : (URL.parse(`http://${domain}/`)?.hostname ?? domain);
    return [[host, wanted, evaluateUrlQuery({ id: 0, input: `http://${host}/` }).domain]];
  });
}

function sitemaps(): Result[] {
  return sitemapCases().map(({ file, urls }) => {
    const url = `http://www.example.com/${file.split('/').at(-1)}`;
    const found = evaluateSitemapQuery({ id: 0, url, body: readFileSync(file) });
    return [file, urls, [...found.urls.map((entry) => entry.url), ...found.sitemaps]];
  });
}

/** Derives four cases from rules spread over each file, with wildcards replaced by text. The cases are the same in every run. */
function robotsCases(files: number): RobotsCase[] {
  return downloadRobotsFiles()
    .slice(0, files)
    .flatMap((name, n) => {
      const robotsTxt = readFileSync(name, 'utf8');
      const valuesOf = (pattern: RegExp) => Array.from(robotsTxt.matchAll(pattern), (found) => found[1]!);
      const agents = ['foobot', ...valuesOf(/^user-agent: *([a-z_-]+) *$/gim)];
      const rules = valuesOf(/^(?:dis)?allow: *(\/[!-~]*) *$/gim);
      // The reference parsers take minutes for a file of 1 MB.
      if (robotsTxt.length > 20_000 || rules.length === 0) return [];
      return ['', 'x', '/', '?a=1'].flatMap((end, k) => {
        const rule = rules[(n * 7 + k * 13) % rules.length]!;
        const path = rule.replace(/\$$/, '').replaceAll('*', ['', 'x', 'a/b'][(n + k) % 3]!) + end;
        const url = URL.parse(`http://foo.bar${path}`)?.href.replace(/#.*/, '');
        return url ? [{ robotsTxt, userAgent: agents[(n + k) % agents.length]!, url }] : [];
      });
    });
}

function robots(files: number): Result[] {
  const cases = robotsCases(files);
  return referenceVerdicts(cases).flatMap((wanted, i): Result[] => {
    const { robotsTxt, userAgent, url } = cases[i]!;
    if (wanted === undefined) return [];
    return [
      [JSON.stringify([userAgent, url]), wanted, evaluateRobotsQuery({ id: 0, robotsTxt, userAgent, url }).allowed],
    ];
  });
}

report('url', urls());
report('domain', domains());
report('sitemap', sitemaps());
report('robots', robots(Number(process.argv[2] ?? 1_000)));
