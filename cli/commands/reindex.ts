import { administer, crawlOf } from '../aws/api.ts';
import { isAws, openStack, TARGET } from '../aws/target.ts';
import { command, DIR, EXIT, JSON_OUT, NAME, UsageError } from '../command.ts';

const ABOUT = `Writes all records of a crawl in a stack again, from what is stored, to a new index of its search engine: after the engine was
replaced, or after an upgrade that says so. Nothing is fetched. The crawl goes on and is searched as before meanwhile; the new
index takes the place of the old one at once, when it is complete. The stack does it by itself, a million records in an hour or so; one at a time for a crawl.`;

export const reindexCommand = command({
  name: 'reindex',
  usage: ['--target aws [--name NAME] [--stack NAME] [--json]'],
  about: ABOUT,
  options: { dir: DIR, name: NAME, json: JSON_OUT, ...TARGET },
  examples: [
    ['thresher reindex --target aws', 'the only crawl of the stack that was deployed from here'],
    ['thresher reindex --target aws --name plants --stack Plants', 'a crawl of another one'],
  ],
  async run({ operands, options }, terminal) {
    if (operands.length > 0) throw new UsageError('thresher reindex: takes no arguments; --name names a crawl');
    if (!isAws(options)) throw new UsageError('thresher reindex: only the index of a stack is made anew: --target aws');
    const stack = await openStack(options, terminal);
    const crawl = await crawlOf(stack, options.name);
    const answer = await administer<{ at: number }>(stack, { action: 'reindex', crawl });
    if (options.json) terminal.out(JSON.stringify(answer));
    else
      terminal.out(
        `${crawl}: its records are being written again; it is done when the log of the function Index says \`reindexed\`.`,
      );
    return EXIT.done;
  },
});
