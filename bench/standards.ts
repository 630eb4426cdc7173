/**
 * How other people's suites are answered: `node bench/standards.ts [FILES]` prints each miss, and counts. URLs: the web platform
 * tests as the Rust crate url carries them. Domains: the tests of the Public Suffix List. Sitemaps: the files in the tests of
 * crawler-commons, against what it reads. Robots: questions made from the rules of FILES (1,000) real robots.txt, where
 * Google's parser and crawler-commons agree. What may be shipped of such suites is in test/fixtures.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { answerRobots } from '../shared/robots/robots-line.ts';
import { answerSitemap } from '../shared/robots/sitemap/sitemap-line.ts';
import { answerUrl } from '../shared/url/url-line.ts';
import { crateFolder, judgedSitemaps, judgeRobots, type RobotsCase, realRobots } from './measure/standard-suites.ts';

/** One case: what it is called, what the suite wants, what is answered. */
type Result = [name: string, wanted: unknown, answer: unknown];

function report(suite: string, results: Result[]): void {
  const texts = results.map(([name, ...both]) => [name, ...both.map((value) => JSON.stringify(value))]);
  const misses = texts.filter(([, wanted, answer]) => wanted !== answer);
  for (const [name, wanted, answer] of misses)
    process.stdout.write(`${suite}: ${name}: wanted ${wanted}, got ${answer}\n`);
  process.stdout.write(`${suite}: ${results.length - misses.length} of ${results.length}\n`);
}

type WebCase = { input: string; base: string | null; href?: string; failure?: boolean };

const WEB = /^(?:https?|ftp):/i;

function urls(): Result[] {
  const cases = JSON.parse(readFileSync(join(crateFolder('url'), 'tests/urltestdata.json'), 'utf8')) as (
    | string
    | WebCase
  )[];
  return cases.flatMap((asked): Result[] => {
    if (typeof asked === 'string') return [];
    const scheme = /^[a-z][a-z0-9+.-]*:/i.test(asked.input.trim()) ? asked.input.trim() : (asked.base ?? '');
    if (!WEB.test(asked.href ?? scheme)) return [];
    const { href } = answerUrl({ id: 0, input: asked.input, base: asked.base });
    return [[JSON.stringify([asked.input, asked.base]), asked.href ?? null, href]];
  });
}

function domains(): Result[] {
  const lines = readFileSync(join(crateFolder('publicsuffix'), 'tests/tests.txt'), 'utf8').split('\n');
  return lines.flatMap((line): Result[] => {
    const [host, domain] = line.split(' ') as [string, string | undefined];
    if (line.startsWith('//') || domain === undefined || host === 'null') return [];
    const wanted = domain === 'null' ? null : (URL.parse(`http://${domain}/`)?.hostname ?? domain);
    return [[host, wanted, answerUrl({ id: 0, input: `http://${host}/` }).domain]];
  });
}

function sitemaps(): Result[] {
  return judgedSitemaps().map(({ file, addresses }) => {
    const url = `http://www.example.com/${file.split('/').at(-1)}`;
    const found = answerSitemap({ id: 0, url, body: readFileSync(file) });
    return [file, addresses, [...found.urls.map((entry) => entry.url), ...found.sitemaps]];
  });
}

/** The same questions each time: of each file, rules from all over it, with something in place of the wildcards. */
function robotsCases(files: number): RobotsCase[] {
  return realRobots()
    .slice(0, files)
    .flatMap((name, n) => {
      const robotsTxt = readFileSync(name, 'utf8');
      const said = (pattern: RegExp) => Array.from(robotsTxt.matchAll(pattern), (found) => found[1]!);
      const agents = ['foobot', ...said(/^user-agent: *([a-z_-]+) *$/gim)];
      const rules = said(/^(?:dis)?allow: *(\/[!-~]*) *$/gim);
      // The judges themselves take minutes for a file of a megabyte.
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
  return judgeRobots(cases).flatMap((wanted, i): Result[] => {
    const { robotsTxt, userAgent, url } = cases[i]!;
    if (wanted === undefined) return [];
    return [[JSON.stringify([userAgent, url]), wanted, answerRobots({ id: 0, robotsTxt, userAgent, url }).allowed]];
  });
}

report('url', urls());
report('domain', domains());
report('sitemap', sitemaps());
report('robots', robots(Number(process.argv[2] ?? 1_000)));
