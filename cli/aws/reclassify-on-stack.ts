import type { AdminAnswer } from '../../shared/admin/answers.ts';
import { addReport, createReport } from '../../shared/classify/reclassify/reclassify-report.ts';
import { formatNoun } from '../../shared/text/format-count.ts';
import type { ChooseTopic, LocalReclassification } from '../maintain/reclassify-locally.ts';
import type { Terminal } from '../output/terminal.ts';
import { callAdmin, resolveCrawl } from './api.ts';
import { fetchSettings } from './delete-on-stack.ts';
import { openStack, type TargetOptions } from './target.ts';

/**
 * Judges the stored documents of a crawl in a stack again, and with `apply` changes records, links and settings. One request
 * works for up to 20 seconds; the command repeats it until everything is judged.
 */
export async function reclassifyOnStack(
  options: TargetOptions & { name?: string | undefined },
  chooseTopic: ChooseTopic,
  apply: boolean,
  terminal: Terminal,
): Promise<LocalReclassification> {
  const stack = await openStack(options, terminal);
  const crawl = await resolveCrawl(stack, options.name);
  const topic = chooseTopic((await fetchSettings(stack, crawl)).topic);
  const report = createReport();
  let answer: AdminAnswer<'reclassify'> | undefined;
  do {
    const position = answer?.position;
    // The first call of an applied run stores the topic in the settings of the crawl. A model in it may have megabytes.
    const given = position && apply ? { position } : { topic, ...(position && { position }) };
    answer = await callAdmin(stack, { action: 'reclassify', crawl, apply, ...given });
    addReport(report, answer.report);
    terminal.progress(`${formatNoun(report.pages, 'page')} judged`);
  } while (answer.position && !terminal.interrupt.aborted);
  terminal.progress('');
  const meanwhile = answer.storedMeanwhile ?? 0;
  if (meanwhile > 0)
    terminal.err(`${formatNoun(meanwhile, 'object')} of pages stored meanwhile: repeat the command to judge the pages`);
  return { crawl, report, cutOffs: answer.cutOffs };
}
