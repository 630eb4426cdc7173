import type { EvaluatedAlert } from '../../shared/admin/answers.ts';
import type { AlertOutcome } from '../../shared/alerts/evaluate-alert.ts';
import type { Settings } from '../../shared/settings/settings.ts';
import { evaluateOnStack } from '../alerts/alerts-on-stack.ts';
import { describeOutcome, outcomeName } from '../alerts/describe-outcome.ts';
import { openAlerts } from '../alerts/open-alerts.ts';
import { TARGET_OPTIONS, targetsAws } from '../aws/target.ts';
import { CRAWL_OPTIONS, command, EXIT, type ExitCode, UsageError } from '../command.ts';
import { withFolderLock } from '../maintain/with-folder-lock.ts';
import { type CrawlLocation, withCrawl } from '../open-crawl.ts';
import { formatJson } from '../output/format-json.ts';
import { printable } from '../output/terminal.ts';
import { loadStoredSettings } from '../run/crawl-settings.ts';

const ABOUT = `Evaluates the alerts of a crawl once: sends new records that match a saved search (\`alerts:\` in the crawl.yaml) to its webhook
or by mail.
A running crawl does so itself, every 30 seconds and at its end, and then this command is refused. Use it after commands that
add records, such as \`thresher import\`, and to send what a receiver did not accept. The alerts are those of the latest run
of \`thresher crawl\`.

A new alert reports only records that come later. Exit code 3: a receiver could not be reached, or is not available; its
records are sent by the next evaluation. Exit code 1: a receiver refused a message.

A stack evaluates its alerts every five minutes. With --target aws this command does so now; records that were indexed in the last
150 seconds wait for the next evaluation.`;

export const alertsCommand = command({
  name: 'alerts',
  usage: ['[--dir DIR] [--name NAME] [--dry-run] [--from-start] [--json] [--target aws [--stack NAME]]'],
  about: ABOUT,
  options: {
    ...CRAWL_OPTIONS,
    ...TARGET_OPTIONS,
    'dry-run': { type: 'boolean', help: 'print the number of new records; send and store nothing' },
    'from-start': { type: 'boolean', help: 'report all records that match, also those that were reported before' },
  },
  examples: [
    ['thresher alerts --dir data', 'Send what is new'],
    ['thresher alerts --dry-run --json', 'Count what is new, also while the crawl runs'],
    ['thresher alerts --from-start', 'Report all records that match, for a new alert or a receiver that lost them'],
    ['thresher alerts --dry-run --target aws --name plants', 'Count what a stack would send now'],
  ],
  async run({ operands, options }, terminal) {
    if (operands.length > 0)
      throw new UsageError(`thresher alerts: ${operands[0]}: unexpected argument; name a crawl with --name`);
    const { dir, name, json = false, 'dry-run': isDry = false, 'from-start': fromStart = false } = options;
    const { crawl, outcomes } = targetsAws(options)
      ? await evaluateOnStack(options, isDry, fromStart, terminal)
      : await evaluateOnce({ dir, name }, isDry, fromStart, terminal.env, terminal.interrupt);
    if (json) terminal.out(formatJson({ crawl, alerts: outcomes.map(toJson) }));
    else for (const one of outcomes) terminal.out(printable(`${outcomeName(one)}: ${describeOutcome(one, isDry)}`));
    return terminal.interrupt.aborted ? EXIT.interrupted : exitCodeOf(outcomes);
  },
});

/** A dry run reads only, so a crawl may run meanwhile. */
function evaluateOnce(
  place: CrawlLocation,
  isDry: boolean,
  fromStart: boolean,
  env: Readonly<Record<string, string | undefined>>,
  signal: AbortSignal,
): Promise<{ crawl: string; outcomes: AlertOutcome[] }> {
  const work = () =>
    withCrawl(place, isDry ? 'read' : 'write', async ({ crawl }, stores) => {
      const { settings } = await loadStoredSettings(crawl, stores);
      refuseNone(settings);
      const alerts = await openAlerts(settings, stores, env, isDry);
      // The lock keeps other writers out, so changes with a time that is still to come are complete.
      const before = isDry ? stores.clock.now() : Number.MAX_SAFE_INTEGER;
      try {
        return { crawl, outcomes: await alerts.evaluate(alerts.receivers, { before, fromStart, isDry, signal }) };
      } finally {
        await alerts.close();
      }
    });
  return isDry ? work() : withFolderLock(place, work);
}

function refuseNone({ crawl, alerts }: Settings): void {
  if (alerts.length === 0)
    throw new UsageError(
      `crawl ${crawl} has no alerts; add them to its crawl.yaml (\`alerts:\`) and run \`thresher crawl\``,
    );
}

const toJson = ({ failure, ...outcome }: EvaluatedAlert) => ({
  ...outcome,
  ...(failure && { error: failure.message }),
});

function exitCodeOf(outcomes: readonly EvaluatedAlert[]): ExitCode {
  const failures = outcomes.flatMap(({ failure }) => failure ?? []);
  if (failures.length === 0) return EXIT.done;
  return failures.some(({ isUnreachable }) => isUnreachable) ? EXIT.unreachable : EXIT.errors;
}
