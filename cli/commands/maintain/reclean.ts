import { CRAWL_OPTIONS, command, DEFAULT_DIR, UsageError } from '../../command.ts';
import { printReclassification } from '../../maintain/print-reclassification.ts';
import { recleanLocally } from '../../maintain/reclassify-locally.ts';

const ABOUT = `Cleans the stored captures of a crawl again with its current settings: main text, metadata, extraction rules, Markdown. Then
judges the new documents, and replaces documents and records. Fetches nothing. The newest capture of each URL counts; pages
that were found unchanged since keep their record. With --dry-run it only shows which pages would change.

The settings are those of the last \`thresher crawl\`; it names changed settings that need this command. The command needs the
folder for itself: end a running crawl first. You can kill it and run it again.`;

export const recleanCommand = command({
  name: 'reclean',
  usage: ['[--dry-run] [--dir DIR] [--name NAME] [--json]'],
  about: ABOUT,
  options: {
    'dry-run': { type: 'boolean', help: 'show what would change, and change nothing' },
    ...CRAWL_OPTIONS,
  },
  examples: [
    ['thresher reclean --dry-run', 'Show how many stored pages changed settings would change'],
    ['thresher reclean', 'Apply changed settings of cleaning and extraction to the stored pages'],
  ],
  async run({ operands, options }, terminal) {
    const { dir = DEFAULT_DIR, json = false } = options;
    if (operands.length > 0) throw new UsageError(`thresher reclean: ${operands[0]}: unexpected argument`);
    const isApplied = !options['dry-run'];
    const done = await recleanLocally({ dir, name: options.name }, isApplied, terminal);
    return printReclassification(done, { isApplied, json, verb: 'cleaned and judged' }, terminal);
  },
});
