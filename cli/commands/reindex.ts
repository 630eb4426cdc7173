import { callAdmin, resolveCrawl } from '../aws/api.ts';
import { openStack, TARGET_OPTIONS, targetsAws } from '../aws/target.ts';
import { command, DIR_OPTION, EXIT, JSON_OPTION, NAME_OPTION, UsageError } from '../command.ts';

const ABOUT = `Writes all stored records of a crawl in a stack to a new search index. Use it after the search engine was replaced, or when
the notes of an upgrade say so. Nothing is fetched. Crawl and search continue with the old index until the new one is
complete and replaces it. The stack needs about an hour per million records, and runs one reindex at a time per crawl.`;

export const reindexCommand = command({
  name: 'reindex',
  usage: ['--target aws [--name NAME] [--stack NAME] [--json]'],
  about: ABOUT,
  options: { dir: DIR_OPTION, name: NAME_OPTION, json: JSON_OPTION, ...TARGET_OPTIONS },
  examples: [
    ['thresher reindex --target aws', 'Reindex the only crawl of the stack deployed from this folder'],
    ['thresher reindex --target aws --name plants --stack Plants', 'Reindex a crawl of another stack'],
  ],
  async run({ operands, options }, terminal) {
    if (operands.length > 0)
      throw new UsageError(`thresher reindex: ${operands[0]}: unexpected argument; name a crawl with --name`);
    if (!targetsAws(options))
      throw new UsageError('thresher reindex: requires --target aws; local crawls need no reindex');
    const stack = await openStack(options, terminal);
    const crawl = await resolveCrawl(stack, options.name);
    const answer = await callAdmin(stack, { action: 'reindex', crawl });
    if (options.json) terminal.out(JSON.stringify(answer));
    else
      terminal.out(`${crawl}: reindex started; it is complete when the log of the function Index says \`reindexed\`.`);
    return EXIT.done;
  },
});
