/**
 * `node bench/hostile-clean.ts [MB] [NAME]`: CPU seconds per million signs of pages that were made to be slow (10 MB each), through
 * parsing, main text, links and metadata; with what parsing alone takes, looks at a sign, and the most memory so far.
 */
import { DEFAULT_CLEAN_OPTIONS } from '../shared/clean/clean-options.ts';
import { newWalk } from '../shared/clean/html/new-walk.ts';
import { walkPage } from '../shared/clean/html/parse-html.ts';
import { readHtmlText } from '../shared/clean/read-html.ts';
import type { Url } from '../shared/url/url.ts';
import { HOSTILE_PAGES } from './data/hostile-pages.ts';

const size = Number(process.argv[2] ?? 10) * 1e6;
const wanted = process.argv[3] ?? '';
const BOUND = 0.5;
let failed = false;
for (const { name, page } of HOSTILE_PAGES.filter((one) => one.name.includes(wanted))) {
  const html = page(size);
  const million = html.length / 1e6;
  const looks = walkPage(newWalk(html, { xhtml: false, maxLinks: DEFAULT_CLEAN_OPTIONS.maxLinks })) / html.length;
  const parsing = secondsOf(() => walkPage(newWalk(html, { xhtml: false, maxLinks: 10_000 }))) / million;
  const all =
    secondsOf(() => readHtmlText(html, { url: 'http://bog.example/' as Url, options: DEFAULT_CLEAN_OPTIONS })) /
    million;
  failed ||= all > BOUND;
  const memory = process.resourceUsage().maxRSS / 1e3;
  process.stdout.write(
    `${name.padEnd(44)} ${parsing.toFixed(3)} s parsing, ${all.toFixed(3)} s in all, ${looks.toFixed(1)} looks, ` +
      `${memory.toFixed(0)} MB${all > BOUND ? '  TOO SLOW' : ''}\n`,
  );
}
if (failed) process.exit(1);

function secondsOf(work: () => unknown): number {
  const before = process.threadCpuUsage();
  work();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1e6;
}
