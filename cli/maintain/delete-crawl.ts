import { existsSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import type { Control } from '../../shared/ports/control.ts';
import { formatNoun } from '../../shared/text/format-count.ts';
import { EXIT, type ExitCode, optionFault, UsageError } from '../command.ts';
import { checkHasCrawl, NoCrawlError, withFolder } from '../open-crawl.ts';
import { formatJson } from '../output/format-json.ts';
import { formatBytes } from '../output/progress.ts';
import { quoteForShell } from '../output/quote-for-shell.ts';
import { printable, type Terminal } from '../output/terminal.ts';
import type { Stores } from '../run/wiring.ts';
import { MARK_FILE } from './backup-mark.ts';
import { withFolderLock } from './with-folder-lock.ts';

/** What a deletion has removed, or would remove. `pages`: fetched ones; 0 when an interrupted deletion is completed. */
type CrawlDeletion = ReturnType<Stores['removal']['count']> & {
  pages: number;
  records: number;
  /** Folders of all crawls that are links to another place. */
  links: string[];
  isDone: boolean;
};

/**
 * Deletes a crawl from a data folder, or finds what would be deleted, and prints it.
 *
 * @throws UsageError if the folder lacks the crawl, is a backup, or has links in place of files of the crawl; FolderInUseError if a process works on it
 */
export async function deleteCrawl(
  { dir, crawl, apply, json }: { dir: string; crawl: string; apply: boolean; json: boolean },
  terminal: Terminal,
): Promise<ExitCode> {
  checkHasCrawl(dir);
  if (existsSync(join(dir, MARK_FILE)))
    throw new UsageError(
      `${dir} is a backup; delete the crawl in its data folder, or delete ${join(dir, MARK_FILE)} to use this folder as one`,
    );
  const work = () =>
    withFolder(dir, apply ? 'write' : 'read', (crawls, stores) =>
      removeCrawl(findCrawl(crawl, crawls, stores, dir), apply, stores, terminal),
    );
  const { isDone, ...found } = await (apply ? withFolderLock({ dir }, work) : work());
  if (json) terminal.out(formatJson({ crawl, applied: apply, done: isDone, ...found }));
  else for (const line of linesOf({ isDone, ...found }, { dir, crawl, apply })) terminal.out(line);
  return isDone ? EXIT.done : EXIT.interrupted;
}

async function removeCrawl(
  { crawl, pages }: { crawl: string; pages: number },
  apply: boolean,
  { index, removal }: Stores,
  { interrupt, err }: Terminal,
): Promise<CrawlDeletion> {
  const { followed, ...links } = removal.links(crawl);
  checkLinks(links);
  const counted = {
    pages,
    records: await index.count(crawl),
    ...removal.count(crawl),
    links: followed,
  };
  for (const step of apply ? removal.steps(crawl) : []) {
    if (interrupt.aborted) return { ...counted, isDone: false };
    try {
      step();
    } catch (error) {
      if (removal.unfinished().includes(crawl))
        err(printable(`the deletion of ${crawl} is not complete: repeat the command when the cause is mended`));
      throw error;
    }
    // Signals arrive only between synchronous steps.
    await setImmediate();
  }
  return { ...counted, isDone: true };
}

/** @throws UsageError if a link is in place of what the crawl owns, or leads nowhere */
function checkLinks({ own, missing }: Omit<ReturnType<Stores['removal']['links']>, 'followed'>): void {
  const faults = [
    ...missing.map((path) => `${path} is a link that leads nowhere: mount its disk and repeat the command`),
    ...own.map(
      (path) =>
        `${path} is a link, and what it leads to may belong to others: remove the link, delete what it leads to if only this crawl uses it, and repeat the command`,
    ),
  ];
  if (faults.length > 0) throw new UsageError(...faults);
}

/** Finds a crawl, also one whose deletion was interrupted. @throws NoCrawlError naming those of the folder */
function findCrawl(
  crawl: string,
  crawls: readonly Control[],
  { removal }: Stores,
  dir: string,
): { crawl: string; pages: number } {
  const names = [...crawls.map((one) => one.crawl), ...removal.unfinished()];
  if (!names.includes(crawl))
    throw new NoCrawlError(optionFault('crawl', `${dir} has no crawl ${crawl}; it has ${names.join(', ') || 'none'}`));
  return { crawl, pages: crawls.find((one) => one.crawl === crawl)?.counts['pages'] ?? 0 };
}

function linesOf(
  { pages, records, files, bytes, annotations, judgements, alerts, links, isDone }: CrawlDeletion,
  { dir, crawl, apply }: { dir: string; crawl: string; apply: boolean },
): string[] {
  const command = `npx thresher delete --crawl ${crawl} --dir ${quoteForShell(dir)} --apply`;
  return [
    `${crawl}: ${apply ? (isDone ? 'deleted the crawl' : 'deleting the crawl') : 'would delete the crawl'}:`,
    `  ${formatNoun(pages, 'fetched page')}, ${formatNoun(records, 'record')}`,
    `  ${formatNoun(files, 'file')}, ${formatBytes(bytes)}, beside the databases`,
    `  ${formatNoun(annotations, 'annotation')}, ${formatNoun(judgements, 'verdict')} of a person, ${formatNoun(alerts, 'alert')}, which no later crawl brings back`,
    ...links.map((path) => `  ${path} is a link: files of the crawl in ${realpathSync(path)} are among them`),
    ...(apply ? [] : [`Nothing was changed. To delete: ${command}`]),
    ...(isDone ? [] : ['Interrupted: repeat the same command to complete it.']),
  ];
}
