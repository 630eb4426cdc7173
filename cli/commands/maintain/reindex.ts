import { existsSync } from 'node:fs';
import { formatNoun } from '../../../shared/text/format-count.ts';
import { callAdmin, resolveCrawl } from '../../aws/api.ts';
import { openStack, TARGET_OPTIONS, type TargetOptions, targetsAws } from '../../aws/target.ts';
import {
  command,
  DEFAULT_DIR,
  DIR_OPTION,
  EXIT,
  type ExitCode,
  JSON_OPTION,
  NAME_OPTION,
  UsageError,
} from '../../command.ts';
import { noCrawlMessage } from '../../open-crawl.ts';
import { formatJson } from '../../output/format-json.ts';
import { printable, type Terminal } from '../../output/terminal.ts';

const ABOUT = `Writes all stored records to a new search index. Use it if the index is damaged or lost, after the search engine was replaced,
or when the notes of an upgrade say so. Nothing is fetched.

In a data folder it rebuilds index.sqlite for all crawls of the folder. No crawl may run meanwhile. A running
\`thresher serve\` then reads the new index; restart \`thresher mcp\`. In a stack, crawl and search continue with the old index until the new
one is complete and replaces it. The stack needs about an hour per million records, and runs one reindex at a time per crawl.`;

export const reindexCommand = command({
  name: 'reindex',
  usage: ['[--dir DIR] [--json]', '--target aws [--name NAME] [--stack NAME] [--json]'],
  about: ABOUT,
  options: {
    dir: DIR_OPTION,
    name: { ...NAME_OPTION, help: 'with --target aws: name of the crawl, if the stack has more than one' },
    json: JSON_OPTION,
    ...TARGET_OPTIONS,
  },
  examples: [
    ['thresher reindex --dir data', 'Rebuild a damaged or lost index.sqlite'],
    ['thresher reindex --target aws', 'Reindex the only crawl of the stack deployed from this folder'],
    ['thresher reindex --target aws --name plants --stack Plants', 'Reindex a crawl of another stack'],
  ],
  async run({ operands, options }, terminal) {
    if (operands.length > 0)
      throw new UsageError(`thresher reindex: ${operands[0]}: unexpected argument; name a crawl with --name`);
    const { dir = DEFAULT_DIR, name, json = false } = options;
    if (targetsAws(options)) return reindexStack(options, name, json, terminal);
    if (name !== undefined)
      throw new UsageError('--name: requires --target aws; a data folder has one index for all its crawls');
    return reindexLocally(dir, json, terminal);
  },
});

async function reindexLocally(dir: string, json: boolean, terminal: Terminal): Promise<ExitCode> {
  if (!existsSync(dir)) throw new UsageError(noCrawlMessage(dir));
  const { reindexFolder } = await import('../../run/folder/reindex-folder.ts');
  const crawls = await reindexFolder(dir, terminal);
  if (!crawls) return EXIT.interrupted;
  if (crawls.length === 0) throw new UsageError(noCrawlMessage(dir));
  if (json) terminal.out(formatJson(crawls));
  for (const { crawl, records, damaged } of crawls) {
    if (!json) terminal.out(`${crawl}: ${formatNoun(records, 'record')}`);
    for (const key of damaged)
      terminal.err(printable(`${dir}/objects/${key}: cannot be read; its records are missing in the index`));
  }
  return crawls.some(({ damaged }) => damaged.length > 0) ? EXIT.errors : EXIT.done;
}

async function reindexStack(
  side: TargetOptions,
  name: string | undefined,
  json: boolean,
  terminal: Terminal,
): Promise<ExitCode> {
  const stack = await openStack(side, terminal);
  const crawl = await resolveCrawl(stack, name);
  const answer = await callAdmin(stack, { action: 'reindex', crawl });
  if (json) terminal.out(formatJson(answer));
  else terminal.out(`${crawl}: reindex started; it is complete when the log of the function Index says \`reindexed\`.`);
  return EXIT.done;
}
