import { formatNoun } from '../../shared/text/format-count.ts';
import { EXIT, type ExitCode } from '../command.ts';
import { formatJson } from '../output/format-json.ts';
import type { Terminal } from '../output/terminal.ts';
import { faultLines, reclassificationLines } from './reclassification-lines.ts';
import type { LocalReclassification } from './reclassify-locally.ts';

/** Prints the report of `reclassify` or `reclean`. @param verb what was done with the pages */
export function printReclassification(
  { crawl, report, cutOffs }: LocalReclassification,
  { isApplied, json, verb }: { isApplied: boolean; json: boolean; verb: string },
  terminal: Terminal,
): ExitCode {
  const isInterrupted = terminal.interrupt.aborted;
  if (json) terminal.out(formatJson({ crawl, applied: isApplied, done: !isInterrupted, cutOffs, ...report }));
  else {
    terminal.out(`${crawl}: ${formatNoun(report.pages, 'stored page')} ${verb}`);
    for (const line of reclassificationLines(report, isApplied)) terminal.out(line);
    if (!isApplied) terminal.out('Nothing was changed. Without --dry-run, the same command applies it.');
    if (isInterrupted) terminal.out('Interrupted: repeat the same command to complete it.');
  }
  for (const line of faultLines(report.faults)) terminal.err(line);
  if (isInterrupted) return EXIT.interrupted;
  return report.faults.count > 0 ? EXIT.errors : EXIT.done;
}
