import { formatNoun } from '../../shared/text/format-count.ts';
import { isBlank, isErrorAnswer, parseObject } from '../output/json-lines.ts';
import { requestId } from '../output/request-id.ts';
import { printable, type Terminal } from '../output/terminal.ts';
import { checkLabels, createPageCollection, type PageCollection } from './collect-pages.ts';
import { readLabelledLine, type TrainingPage } from './labelled-line.ts';

/** Maximum number of warnings that are printed. */
const MAX_WARNINGS = 20;

/**
 * Reads labelled documents from standard input, one JSON object per line. A bad line is answered with `{id, error: {message, line}}`
 * and left out. Repeated and contradictory documents get a warning.
 *
 * @throws UsageError if all documents of a label are left out
 * @returns the pages, and the number of bad lines
 */
export async function readTrainingLines(terminal: Terminal): Promise<{ pages: TrainingPage[]; bad: number }> {
  const collection = createPageCollection();
  const warnings = createWarnings(terminal);
  let line = 0;
  let bad = 0;
  for await (const bytes of terminal.lineBytes()) {
    if (terminal.interrupt.aborted) break;
    line++;
    if (isBlank(bytes)) continue;
    const { answer, warning } = addLine(bytes, line, collection);
    if (warning !== undefined) warnings.add(warning);
    if (!answer) continue;
    bad++;
    const drained = terminal.outJson(answer);
    if (drained) await drained;
  }
  warnings.end();
  if (!terminal.interrupt.aborted) checkLabels(collection);
  return { pages: collection.pages, bad };
}

/** @returns the answer to a bad line; otherwise the warning about the page, if there is one */
function addLine(
  bytes: Uint8Array,
  line: number,
  collection: PageCollection,
): { answer?: object; warning?: string | undefined } {
  let id: unknown = null;
  try {
    const request = parseObject(bytes);
    id = requestId(request, bytes);
    if (isErrorAnswer(request)) return { answer: { ...request, id } };
    return { warning: collection.add(readLabelledLine(request), `line ${line}`) };
  } catch (error) {
    return { answer: { id, error: { message: (error as Error).message, line } } };
  }
}

/** Prints the first warnings on standard error, and at the end how many more there were. */
export function createWarnings({ err }: Pick<Terminal, 'err'>): { add: (text: string) => void; end: () => void } {
  let count = 0;
  return {
    add(text) {
      if (count++ < MAX_WARNINGS) err(`warning: ${printable(text)}`);
    },
    end() {
      if (count > MAX_WARNINGS)
        err(`warning: ${formatNoun(count - MAX_WARNINGS, 'more document')} left out or with two labels`);
    },
  };
}
