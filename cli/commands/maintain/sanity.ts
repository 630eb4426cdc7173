import { checkCrawl } from '../../../shared/maintain/sanity/check-crawl.ts';
import { PROBLEMS, type Problem } from '../../../shared/maintain/sanity/problems.ts';
import type { ObjectQueueName } from '../../../shared/ports/messages.ts';
import { formatCount } from '../../../shared/text/format-count.ts';
import { CRAWL_OPTIONS, command, DEFAULT_DIR, EXIT, UsageError } from '../../command.ts';
import { withFolderLock } from '../../maintain/with-folder-lock.ts';
import { withCrawl } from '../../open-crawl.ts';
import { formatJson } from '../../output/format-json.ts';
import { folderPlace, type PlaceArguments } from '../../output/quote-for-shell.ts';
import { printable, type Terminal } from '../../output/terminal.ts';
import { releaseStaleLeases } from '../../run/prepare-crawl.ts';

const ABOUT = `Compares the frontier, the archive and the search index of a crawl, and prints one line per kind of problem. --repair queues
objects again, makes pages due, corrects counts and removes orphaned records and messages; the next \`thresher crawl\` does the
rest of the work. It needs the folder for itself: end a running crawl first. Exit code 0: no problem is left; 1: there are
problems.`;

export const sanityCommand = command({
  name: 'sanity',
  usage: ['[--repair] [--raw] [--dir DIR] [--name NAME] [--json]'],
  about: ABOUT,
  options: {
    repair: { type: 'boolean', help: 'repair what can be repaired' },
    raw: { type: 'boolean', help: 'read all WARC files too; takes longer' },
    ...CRAWL_OPTIONS,
  },
  examples: [
    ['thresher sanity', 'Check the crawl in the folder .thresher'],
    ['thresher sanity --repair && thresher crawl crawl.yaml', 'Repair it, and let a crawl process what was queued'],
    ['thresher sanity --raw --json', 'Check the WARC files too, and print JSON'],
  ],
  async run({ operands, options }, terminal) {
    const { dir = DEFAULT_DIR, name, repair = false, raw = false, json = false } = options;
    if (operands.length > 0) throw new UsageError(`thresher sanity: ${operands[0]}: unexpected argument`);
    const place = { dir, name };
    const { crawl, problems } = await withFolderLock(place, () =>
      withCrawl(place, 'write', async ({ crawl }, stores) => {
        const crawls = new Set((await stores.control.list()).map((control) => control.crawl));
        const folder = {
          ...stores.checks,
          send: (queue: ObjectQueueName, of: string, key: string) => stores[queue].send([{ crawl: of, key }]),
          release: () => releaseStaleLeases(stores),
        };
        const onProgress = (line: string) => terminal.progress(line);
        const work = { repair, raw, onProgress, signal: terminal.interrupt };
        const problems = await checkCrawl(crawl, crawls, { ...stores, folder }, work);
        terminal.progress('');
        return { crawl, problems };
      }),
    );
    const isDone = !terminal.interrupt.aborted;
    if (json) terminal.out(formatJson({ crawl, done: isDone, problems }));
    else printProblems(crawl, problems, { dir, repair, isDone }, terminal);
    if (!isDone) return EXIT.interrupted;
    return problems.some(({ count, repaired }) => repaired < count) ? EXIT.errors : EXIT.done;
  },
});

function printProblems(
  crawl: string,
  problems: readonly Problem[],
  { dir, repair, isDone }: { dir: string; repair: boolean; isDone: boolean },
  terminal: Terminal,
): void {
  if (!isDone) terminal.out(`${crawl}: interrupted; not everything was checked`);
  else if (problems.length === 0) terminal.out(`${crawl}: no problems`);
  const width = Math.max(...problems.map(({ kind }) => kind.length));
  for (const { kind, count, repaired, examples } of problems) {
    const result = !repair ? '' : repaired === count ? ' (repaired)' : ` (${formatCount(repaired)} repaired)`;
    terminal.out(`${kind.padEnd(width)}  ${formatCount(count)}${result}  ${PROBLEMS[kind]}`);
    for (const example of examples) terminal.out(`    ${printable(example)}`);
  }
  if (problems.length === 0) return;
  const here = folderPlace(dir, crawl);
  if (!repair) terminal.out(`Nothing was changed. To repair: npx thresher sanity --repair ${here.crawl}`);
  else
    terminal.out(
      'Run the same `npx thresher crawl …` as before: it processes queued objects and fetches pages that are due.',
    );
  for (const { kind, count, repaired } of problems)
    if (repair && repaired < count)
      terminal.out(`Not repaired: ${kind}: ${ADVICE[kind]?.(here) ?? 'run the command again'}`);
}

/** What to do about problems that `--repair` cannot repair. */
const ADVICE: Partial<Record<Problem['kind'], (place: PlaceArguments) => string>> = {
  'damaged-database': ({ store }) =>
    `rebuild index.sqlite with npx thresher reindex ${store}; restore frontier.sqlite from a backup or with \`sqlite3 frontier.sqlite .recover\``,
  'damaged-host': () => 'restore frontier.sqlite from a backup',
  'unreadable-object': ({ crawl }) =>
    `the pages of an unreadable WARC object are lost; npx thresher recrawl ${crawl} makes them due again`,
  'dead-letter': ({ store }) => `send them again with npx thresher dlq --redrive ${store}`,
};
