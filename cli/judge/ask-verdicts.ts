import type { PersonVerdict } from '../../shared/classify/judgements/judgement-store.ts';
import type { PageToJudge } from '../../shared/classify/judgements/page-to-judge.ts';
import { pageToJudgeLines } from '../output/judge-lines.ts';
import type { Terminal } from '../output/terminal.ts';

/** What a person does with the verdicts. Each is stored at once, so that an interrupted session loses nothing. */
export type VerdictStore = {
  store(page: PageToJudge, verdict: PersonVerdict): Promise<void>;
  forget(page: PageToJudge): Promise<void>;
};

export type AskedVerdicts = { accepted: number; rejected: number };

const KEYS = 'y: on topic, n: off-topic, s: skip, u: undo the last verdict, q: quit';

/** Shows the pages one by one and reads one answer per line, until they end, the input ends, or the answer is `q`. */
export async function askVerdicts(
  pages: readonly PageToJudge[],
  { store, forget }: VerdictStore,
  terminal: Terminal,
): Promise<AskedVerdicts> {
  const given: { at: number; verdict: PersonVerdict }[] = [];
  let at = 0;
  const show = (): void => {
    if (at >= pages.length) {
      terminal.out('No more pages. [u/q]');
      return;
    }
    for (const line of pageToJudgeLines(pages[at]!, at + 1, pages.length, terminal)) terminal.out(line);
    terminal.out('On topic? [y/n/s/u/q]');
  };
  const decide = async (verdict: PersonVerdict): Promise<void> => {
    await store(pages[at]!, verdict);
    given.push({ at, verdict });
    at++;
  };
  const undo = async (): Promise<void> => {
    const last = given.pop();
    if (!last) return terminal.err('there is no verdict to undo');
    await forget(pages[last.at]!);
    at = last.at;
  };
  if (pages.length > 0) show();
  for await (const line of terminal.lines()) {
    const answer = line.trim().toLowerCase();
    if (answer === 'q' || terminal.interrupt.aborted || (at >= pages.length && answer !== 'u')) break;
    if (answer === 'y' || answer === 'yes') await decide('relevant');
    else if (answer === 'n' || answer === 'no') await decide('off-topic');
    else if (answer === 's') at++;
    else if (answer === 'u') await undo();
    else {
      terminal.err(KEYS);
      continue;
    }
    show();
  }
  const accepted = given.filter(({ verdict }) => verdict === 'relevant').length;
  return { accepted, rejected: given.length - accepted };
}
