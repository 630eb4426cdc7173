import { describeAgreement } from '../../../shared/classify/judgements/describe-agreement.ts';
import {
  deleteJudgement,
  readJudgements,
  type StoredJudgement,
  storeJudgement,
} from '../../../shared/classify/judgements/judgement-store.ts';
import type { PageToJudge } from '../../../shared/classify/judgements/page-to-judge.ts';
import { describeSample } from '../../../shared/classify/review/sample-objects.ts';
import { formatNoun } from '../../../shared/text/format-count.ts';
import { CRAWL_OPTIONS, command, DEFAULT_DIR, EXIT, parseNumberOption, UsageError } from '../../command.ts';
import { askVerdicts, type VerdictStore } from '../../judge/ask-verdicts.ts';
import { chooseFromCrawl } from '../../judge/crawl-judging.ts';
import { withCrawl } from '../../open-crawl.ts';
import { formatJson } from '../../output/format-json.ts';
import { folderArguments, quoteForShell } from '../../output/quote-for-shell.ts';
import { printable, type Terminal } from '../../output/terminal.ts';
import type { Stores } from '../../run/wiring.ts';

/** Default number of stored pages to read: about ten seconds of CPU. */
const DEFAULT_PAGES = 20_000;
/** Default number of pages to judge. */
const DEFAULT_LISTED = 20;

export const judgeCommand = command({
  name: 'judge',
  usage: ['[--limit N] [--pages N] [--dir DIR] [--name NAME] [--json]', '--list [--dir DIR] [--name NAME] [--json]'],
  about: `Asks for your verdict on stored pages, one by one. It chooses pages whose score is close to the cut-off, from many hosts, because
these verdicts teach most. Answer y (on topic), n (off-topic), s (skip), u (undo) or q (quit), each with Enter. Every verdict is stored at
once.

\`thresher reclassify\` applies the verdicts: they take precedence over the topic filters. The next run of the crawl applies them to pages that it
fetches again. \`thresher serve --judge\` asks on the crawl page.`,
  options: {
    limit: { type: 'string', value: 'N', help: `number of pages to judge (default: ${DEFAULT_LISTED})` },
    pages: {
      type: 'string',
      value: 'N',
      help: `number of stored pages to read, rounded up to whole objects (default: ${DEFAULT_PAGES.toLocaleString('en')})`,
    },
    list: { type: 'boolean', help: 'print the verdicts given so far, the latest first' },
    ...CRAWL_OPTIONS,
  },
  examples: [
    ['thresher judge', 'Judge twenty pages'],
    ['thresher judge --json --limit 100', 'Print {crawl, judged, agreement, sample, pages} and ask nothing'],
    ['thresher judge --list --json', 'Print {url, verdict, at} per verdict'],
  ],
  async run({ operands, options }, terminal) {
    if (operands.length > 0) throw new UsageError('thresher judge: takes no arguments, only options');
    const listed = parseNumberOption('limit', options.limit, 1) ?? DEFAULT_LISTED;
    const pages = parseNumberOption('pages', options.pages, 1) ?? DEFAULT_PAGES;
    return withCrawl(options, 'read', async (control, stores) => {
      const { crawl } = control;
      const json = options.json ?? false;
      if (options.list) return printVerdicts(await readJudgements(crawl, stores.objects), json, terminal);
      const chosen = await chooseFromCrawl(control, stores, { pages, listed });
      const judged = chosen.verdicts.size;
      if (json) {
        terminal.out(
          formatJson({ crawl, judged, agreement: chosen.agreement, sample: chosen.sample, pages: chosen.pages }),
        );
        return EXIT.done;
      }
      const agreement = describeAgreement(chosen.agreement);
      const far = `${formatNoun(judged, 'verdict')} so far${agreement === '' ? '' : `, ${agreement}`}`;
      const read = `read ${describeSample(chosen.sample)}; ${far}`;
      terminal.out(`${crawl}: ${formatNoun(chosen.pages.length, 'page')} to judge; ${read}`);
      const { accepted, rejected } = await askVerdicts(chosen.pages, verdictStore(crawl, stores), terminal);
      if (accepted + rejected > 0)
        for (const line of nextSteps(accepted, rejected, options.dir ?? DEFAULT_DIR, crawl)) terminal.out(line);
      return terminal.interrupt.aborted ? EXIT.interrupted : EXIT.done;
    });
  },
});

/** Says how the verdicts take effect: on the judged pages, and on all others by a model. */
function nextSteps(accepted: number, rejected: number, dir: string, crawl: string): string[] {
  const place = folderArguments(dir, crawl);
  const model = `${crawl}-judged.model`;
  const train = `npx thresher train --out ${quoteForShell(model)} --crawl ${quoteForShell(crawl)} --dir ${quoteForShell(dir)}`;
  return [
    `${accepted} accepted, ${rejected} rejected; apply to these pages with: npx thresher reclassify ${place}`,
    `judge the other pages by a model that learns from them with: ${train}`,
    `try the model with: npx thresher reclassify --topic ${quoteForShell(model)} --dry-run ${place}`,
  ];
}

function verdictStore(crawl: string, { objects, clock }: Pick<Stores, 'objects' | 'clock'>): VerdictStore {
  return {
    store: ({ url }: PageToJudge, verdict) =>
      storeJudgement(crawl, { url, verdict, at: new Date(clock.now()).toISOString() }, objects),
    forget: ({ url }) => deleteJudgement(crawl, url, objects),
  };
}

function printVerdicts(judgements: readonly StoredJudgement[], json: boolean, terminal: Terminal) {
  for (const { url, verdict, at } of judgements)
    terminal.out(
      json ? formatJson({ url, verdict, at }) : `${at}  ${verdict.padEnd('off-topic'.length)}  ${printable(url)}`,
    );
  return EXIT.done;
}
