/**
 * `node bench/clean/hostile.ts [MB] [NAME]`: prints the CPU seconds per million characters of hostile pages (default 10 MB each), for
 * parsing alone and for parsing, main text, links and metadata. Also prints reads per character and the peak memory so far.
 */
import { DEFAULT_CLEAN_OPTIONS } from '../../shared/clean/clean-options.ts';
import { newWalk } from '../../shared/clean/html/new-walk.ts';
import { walkPage } from '../../shared/clean/html/parse-html.ts';
import { readHtmlText } from '../../shared/clean/read-html.ts';
import type { Url } from '../../shared/url/url.ts';
import { HOSTILE_PAGES } from '../data/hostile-pages.ts';

const size = Number(process.argv[2] ?? 10) * 1e6;
const wanted = process.argv[3] ?? '';
/** Maximum CPU seconds per million characters. */
const MAX_SECONDS_PER_MILLION = 0.5;
let failed = false;
for (const { name, page } of HOSTILE_PAGES.filter((one) => one.name.includes(wanted))) {
  const html = page(size);
  const million = html.length / 1e6;
  const reads = walkPage(newWalk(html, { xhtml: false, maxLinks: DEFAULT_CLEAN_OPTIONS.maxLinks })) / html.length;
  const parsing = secondsOf(() => walkPage(newWalk(html, { xhtml: false, maxLinks: 10_000 }))) / million;
  const all =
    secondsOf(() => readHtmlText(html, { url: 'http://bog.example/page' as Url, options: DEFAULT_CLEAN_OPTIONS })) /
    million;
  failed ||= all > MAX_SECONDS_PER_MILLION;
  const memory = process.resourceUsage().maxRSS / 1e3;
  process.stdout.write(
    `${name.padEnd(44)} ${parsing.toFixed(3)} s parsing, ${all.toFixed(3)} s in all, ${reads.toFixed(1)} reads, ` +
      `${memory.toFixed(0)} MB${all > MAX_SECONDS_PER_MILLION ? '  TOO SLOW' : ''}\n`,
  );
}
if (failed) process.exit(1);

function secondsOf(work: () => unknown): number {
  const before = process.threadCpuUsage();
  work();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1e6;
}
