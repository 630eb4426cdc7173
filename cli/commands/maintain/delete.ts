import { formatNoun } from '../../../shared/text/format-count.ts';
import { countDeleted, type DeletedRules } from '../../../shared/url/deleted.ts';
import { deleteOnStack, liftOnStack, listOnStack } from '../../aws/delete-on-stack.ts';
import { TARGET_OPTIONS, targetsAws } from '../../aws/target.ts';
import { CRAWL_OPTIONS, command, DEFAULT_DIR, EXIT, type ExitCode, UsageError } from '../../command.ts';
import { deleteCrawl } from '../../maintain/delete-crawl.ts';
import { type Deletion, deleteLocally, liftLocally, listRules } from '../../maintain/delete-locally.ts';
import { deletionLines, ruleOptions } from '../../maintain/deletion-lines.ts';
import { formatJson } from '../../output/format-json.ts';
import type { Terminal } from '../../output/terminal.ts';

const ABOUT = `Deletes pages from a crawl: from the search index, from the stored documents and records, and from the frontier. Without
--apply it only shows what it would delete. The selection is stored with the crawl, so that no later crawl, reindexing or
reclassification brings the pages back; --lift ends this. Captures stay in the WARC files in raw/ unless --raw overwrites them.
An applied deletion cannot be undone, but lifted URLs can be fetched again. A data folder must not be in use: end a running
crawl first. The same command may be repeated.

With --crawl it deletes a whole crawl of a data folder, with its captures, annotations and verdicts. Other crawls stay as they are.`;

/** Options that a deletion of a crawl takes. */
const WITH_CRAWL = ['crawl', 'apply', 'dir', 'json'];
const SELECTORS = ['host', 'path', 'url', 'digest', 'id'] as const;

export const deleteCommand = command({
  name: 'delete',
  usage: [
    '--host HOST | --path URL | --url URL | --digest DIGEST | --id ID [...] [--apply [--raw]] [options]',
    '--crawl NAME [--apply] [--dir DIR] [--json]',
    '--lift (--host HOST | --path URL | --url URL | --id ID) [...]',
    '--list',
  ],
  about: ABOUT,
  options: {
    host: {
      type: 'string',
      multiple: true,
      value: 'HOST',
      help: 'all pages of this host name, with its port if it has one',
    },
    path: { type: 'string', multiple: true, value: 'URL', help: 'all URLs that start with this' },
    url: { type: 'string', multiple: true, value: 'URL', help: 'this URL alone' },
    digest: {
      type: 'string',
      multiple: true,
      value: 'DIGEST',
      help: 'pages whose text has this SHA-256 or MD5 digest, wherever they are',
    },
    id: {
      type: 'string',
      multiple: true,
      value: 'ID',
      help: 'the record with this id, and its text wherever it is found',
    },
    crawl: { type: 'string', value: 'NAME', help: 'this crawl, with all that belongs to it' },
    apply: { type: 'boolean', help: 'delete; without it, only show what would be deleted' },
    raw: { type: 'boolean', help: 'overwrite the captures in raw/ too; the WARC files stay valid' },
    lift: { type: 'boolean', help: 'allow deleted pages again; the next crawl fetches them' },
    list: { type: 'boolean', help: 'list what is deleted and kept out' },
    ...CRAWL_OPTIONS,
    ...TARGET_OPTIONS,
  },
  examples: [
    ['thresher delete --path https://example.org/staff/', 'Show what would be deleted below a path'],
    ['thresher delete --path https://example.org/staff/ --apply --raw', 'Delete it, also from the WARC files'],
    ['thresher delete --url https://example.org/wiki/Moss --apply', 'Delete one page, and none whose URL begins alike'],
    ['thresher delete --host old.example.org --host www2.example.org --apply', 'Delete two hosts'],
    ['thresher delete --crawl trial', 'Show what would be deleted with a crawl'],
    ['thresher delete --crawl trial --apply', 'Delete a trial crawl from a folder with others'],
    ['thresher delete --lift --host old.example.org', 'Let the next crawl fetch a deleted host again'],
    ['thresher delete --list', 'List what is deleted'],
    ['thresher delete --host old.example.org --target aws --apply', 'Delete a host of a crawl in a stack'],
  ],
  async run({ operands, options }, terminal) {
    const { dir = DEFAULT_DIR, name, apply = false, raw = false, lift = false, list = false, json = false } = options;
    if (operands.length > 0)
      throw new UsageError(
        `thresher delete: ${operands[0]}: unexpected argument; select pages with --host, --path, --url, --digest or --id`,
      );
    if (options.crawl !== undefined) {
      const more = Object.keys(options).find((option) => !WITH_CRAWL.includes(option));
      if (more !== undefined)
        throw new UsageError(
          `thresher delete: --${more}: not with --crawl, which deletes a whole crawl of a data folder`,
        );
      return deleteCrawl({ dir, crawl: options.crawl, apply, json }, terminal);
    }
    const isSelected = SELECTORS.some((selector) => options[selector] !== undefined);
    if (list ? isSelected || lift : !isSelected)
      throw new UsageError(
        list
          ? 'thresher delete: --list takes no selection'
          : 'thresher delete: select pages with --host, --path, --url, --digest or --id',
      );
    if (raw && (lift || list)) throw new UsageError('thresher delete: --raw belongs to a deletion');
    const place = { dir, name };
    const side = { ...options, dir };
    const onStack = targetsAws(side);
    if (list) return printRules(await (onStack ? listOnStack(side, terminal) : listRules(place)), json, terminal);
    if (lift) {
      const lifted = await (onStack ? liftOnStack(side, options, terminal) : liftLocally(place, options));
      return printLifted(lifted, json, terminal);
    }
    const work = { apply, raw };
    const deletion = await (onStack
      ? deleteOnStack(side, options, work, terminal)
      : deleteLocally(place, options, work, terminal));
    return printDeletion(deletion, { apply, raw, json, onStack }, terminal);
  },
});

function printDeletion(
  { crawl, rules, report, place }: Deletion,
  { apply, raw, json, onStack }: { apply: boolean; raw: boolean; json: boolean; onStack: boolean },
  terminal: Terminal,
): ExitCode {
  const isIncomplete = terminal.interrupt.aborted;
  const hasErrors = report.unreadable.count + report.busy.count > 0;
  if (json) terminal.out(formatJson({ crawl, applied: apply, done: !isIncomplete, deleted: rules, ...report }));
  else {
    const lines = deletionLines(report, { isApplied: apply, raw });
    const found = lines.length > 0 ? (apply ? 'deleted' : 'would delete') : describeNone(apply, isIncomplete);
    terminal.out(`${crawl}: ${found}${lines.length === 0 ? '' : ':'}`);
    for (const line of lines) terminal.out(line);
    const options = `${ruleOptions(rules)} ${place}`;
    if (apply && onStack)
      terminal.out(
        'Functions that run now may still write such pages: repeat the command in 15 minutes. It must find nothing then.',
      );
    if (isIncomplete) terminal.out('Interrupted: repeat the same command to complete it.');
    else if (apply) terminal.out(`Kept out from now on. To allow it again: npx thresher delete --lift ${options}`);
    else terminal.out(`Nothing was changed. To delete: npx thresher delete ${options} --apply${raw ? ' --raw' : ''}`);
  }
  if (isIncomplete) return EXIT.interrupted;
  return hasErrors ? EXIT.errors : EXIT.done;
}

/** @param isIncomplete whether the command was interrupted before it had read everything */
function describeNone(apply: boolean, isIncomplete: boolean): string {
  if (isIncomplete) return 'nothing was found yet';
  return apply ? 'nothing was left to delete' : 'nothing is stored';
}

function printRules(
  { crawl, rules }: { crawl: string; rules: DeletedRules },
  json: boolean,
  terminal: Terminal,
): ExitCode {
  if (json) terminal.out(formatJson({ crawl, deleted: rules }));
  else if (countDeleted(rules) === 0) terminal.out(`${crawl}: nothing is deleted`);
  else for (const option of ruleOptions(rules).split(/ (?=--)/)) terminal.out(option);
  return EXIT.done;
}

function printLifted(
  { crawl, lifted, pages }: { crawl: string; lifted: DeletedRules; pages: number },
  json: boolean,
  terminal: Terminal,
): ExitCode {
  if (json) terminal.out(formatJson({ crawl, lifted, pages }));
  else
    terminal.out(
      `${crawl}: allowed again: ${ruleOptions(lifted)}; due for the next crawl: ${formatNoun(pages, 'URL')}`,
    );
  return EXIT.done;
}
