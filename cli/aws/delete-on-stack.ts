import type { AdminRequest } from '../../shared/admin/requests.ts';
import { createDeletionReport, type DeletionReport } from '../../shared/maintain/delete/delete-pages.ts';
import { addFindings, createArchiveFindings } from '../../shared/maintain/delete/purge-archive.ts';
import { addTally, tally } from '../../shared/maintain/tally.ts';
import { readSettings } from '../../shared/settings/read-settings.ts';
import type { Settings } from '../../shared/settings/settings.ts';
import { formatNoun } from '../../shared/text/format-count.ts';
import { countDeleted, type DeletedRules, withoutDeleted } from '../../shared/url/deleted.ts';
import { UsageError } from '../command.ts';
import type { Deletion } from '../maintain/delete-locally.ts';
import { type DeletionSelectors, NOTHING_TO_LIFT, parseSelection } from '../maintain/deletion-rules.ts';
import type { Terminal } from '../output/terminal.ts';
import { callAdmin, resolveCrawl } from './api.ts';
import { targetArguments } from './follow-crawl.ts';
import { fetchCrawlRules } from './seed-on-stack.ts';
import { openStack, type Stack, type TargetOptions } from './target.ts';

type StackSelection = {
  stack: Stack;
  crawl: string;
  rules: DeletedRules;
  /** Rules in force. */
  stored: DeletedRules;
};
type DeleteRequest = Extract<AdminRequest, { action: 'delete' }>;

/** Number of hosts per request. */
const HOSTS_PER_CALL = 100;
/** Number of times that a host is tried again which visits were changing. */
const MAX_RETRIES = 5;

/** Reads the settings of a crawl in a stack and parses the selection by its URL rules. */
async function selectOnStack(
  options: TargetOptions & { name?: string | undefined },
  selectors: DeletionSelectors,
  terminal: Terminal,
): Promise<StackSelection> {
  const stack = await openStack(options, terminal);
  const crawl = await resolveCrawl(stack, options.name);
  const settings = await fetchSettings(stack, crawl);
  const { rules, md5 } = parseSelection(selectors, settings);
  if (md5.length > 0)
    throw new UsageError(
      '--digest: MD5 digests are not available with --target aws; use the SHA-256 digest, the id of the record',
    );
  return { stack, crawl, rules, stored: settings.deleted };
}

/** Reads the settings of a crawl. A stack sends them without seeds, so they get a seed that nothing here uses. */
export async function fetchSettings(stack: Stack, crawl: string): Promise<Settings> {
  return readSettings({ ...(await fetchCrawlRules(stack, crawl)), seeds: ['http://seed.invalid/'] });
}

/**
 * Finds what the selectors select in a stack and, with `apply`, deletes it. One request works for up to 20 seconds; the command
 * repeats it until everything was read.
 */
export async function deleteOnStack(
  options: TargetOptions & { name?: string | undefined },
  selectors: DeletionSelectors,
  { apply, raw }: { apply: boolean; raw: boolean },
  terminal: Terminal,
): Promise<Deletion> {
  const { stack, crawl, rules } = await selectOnStack(options, selectors, terminal);
  const request: DeleteRequest = { action: 'delete', crawl, rules: listsOf(rules), apply, raw };
  const archive = createArchiveFindings();
  for (let after: string | undefined; !terminal.interrupt.aborted; ) {
    const answer = await callAdmin(stack, { ...request, ...(after !== undefined && { after }) });
    if (answer.archive) addFindings(archive, answer.archive);
    terminal.progress(`${formatNoun(archive.objects, 'object')} read`);
    after = answer.after;
    if (after === undefined) break;
  }
  const report = createDeletionReport(archive);
  await markHosts(stack, request, [...archive.hosts], report, terminal);
  terminal.progress('');
  return { crawl, rules, report: { ...report, objects: archive.objects }, place: targetArguments(stack, crawl) };
}

/** Returns the rules in force. */
export async function listOnStack(
  options: TargetOptions & { name?: string | undefined },
  terminal: Terminal,
): Promise<{ crawl: string; rules: DeletedRules }> {
  const stack = await openStack(options, terminal);
  const crawl = await resolveCrawl(stack, options.name);
  return { crawl, rules: (await fetchSettings(stack, crawl)).deleted };
}

/** Ends deletions of hosts, paths and URLs. @returns the number of URLs that are due now. */
export async function liftOnStack(
  options: TargetOptions & { name?: string | undefined },
  selectors: DeletionSelectors,
  terminal: Terminal,
): Promise<{ crawl: string; lifted: DeletedRules; pages: number }> {
  const { stack, crawl, rules, stored } = await selectOnStack(options, selectors, terminal);
  if (rules.records.length > 0)
    throw new UsageError('--lift: records cannot be lifted with --target aws yet; lift a host, a path or a URL');
  const request: DeleteRequest = { action: 'delete', crawl, rules: listsOf(rules), lift: true };
  const { archive } = await callAdmin(stack, request);
  const report = createDeletionReport(createArchiveFindings());
  await markHosts(stack, request, archive?.hosts ?? [], report, terminal);
  // An interrupted command has removed the rules already and left tombstones.
  const isKnown = countDeleted(stored) > countDeleted(withoutDeleted(stored, rules));
  if (!isKnown && report.pages.count === 0) throw new UsageError(NOTHING_TO_LIFT);
  return { crawl, lifted: rules, pages: report.pages.count };
}

async function markHosts(
  stack: Stack,
  request: DeleteRequest,
  hosts: string[],
  report: DeletionReport,
  terminal: Terminal,
): Promise<void> {
  let left = hosts;
  for (let idle = 0; left.length > 0 && idle < MAX_RETRIES && !terminal.interrupt.aborted; ) {
    terminal.progress(`${formatNoun(left.length, 'host')} left`);
    const part = left.slice(0, HOSTS_PER_CALL);
    const { pages, queued = 0, left: again = [] } = await callAdmin(stack, { ...request, hosts: part });
    if (pages) addTally(report.pages, pages);
    report.queued += queued;
    idle = again.length < part.length ? 0 : idle + 1;
    left = [...left.slice(HOSTS_PER_CALL), ...again];
  }
  if (!terminal.interrupt.aborted) for (const host of left) tally(report.busy, host);
}

/** Returns the rules as a request has them. A stack of an older version refuses lists of URLs. */
const listsOf = ({ hosts, prefixes, urls, records }: DeletedRules) => ({
  hosts: [...hosts],
  prefixes: [...prefixes],
  ...(urls.length > 0 && { urls: [...urls] }),
  records: [...records],
});
