import type { DeadLetter } from '../../shared/ports/queue.ts';
import { isAws, openStack, TARGET, type TargetOptions } from '../aws/target.ts';
import { command, DEFAULT_DIR, DIR, EXIT, type ExitCode, JSON_OUT, numberOf, UsageError } from '../command.ts';
import { type DeadQueues, withDeadQueuesHere } from '../dead-letters.ts';
import { count } from '../output/progress.ts';
import { printable, type Terminal } from '../output/terminal.ts';

const ABOUT = `What was given up: messages that name an object, and that no stage could work on in five tries. They are listed by queue;
--redrive sends them again, which does no harm to what was worked on meanwhile. Why a message failed stands in what the
crawl told on its way; on AWS in the log of the stage (message-failed).`;

/** So many of each queue are listed. */
const LISTED = 100;

export const dlqCommand = command({
  name: 'dlq',
  usage: ['[--redrive] [--limit N] [--dir DIR] [--json] [--target aws [--stack NAME]]'],
  about: ABOUT,
  options: {
    redrive: { type: 'boolean', help: 'send them to their queue again' },
    limit: {
      type: 'string',
      value: 'N',
      help: `at most so many of each queue (default: ${LISTED}; with --redrive all)`,
    },
    dir: DIR,
    json: JSON_OUT,
    ...TARGET,
  },
  examples: [
    ['thresher dlq', 'what a crawl of the folder .thresher gave up'],
    ['thresher dlq --redrive', 'once the cause is gone; thresher crawl then takes them up'],
    ['thresher dlq --target aws --stack Plants', 'of a stack; each look hides them from others for seconds'],
    ['thresher dlq --redrive --limit 1 --target aws', 'try it with one first'],
  ],
  async run({ operands, options }, terminal) {
    if (operands.length > 0) throw new UsageError('thresher dlq: takes no arguments besides its options');
    const limit = numberOf('limit', options.limit, 1);
    const work = (queues: DeadQueues) =>
      options.redrive
        ? redrive(queues, limit ?? Number.MAX_SAFE_INTEGER, Boolean(options.json), terminal)
        : list(queues, limit ?? LISTED, Boolean(options.json), terminal);
    return isAws(options) ? onAws(options, work, terminal) : withDeadQueuesHere(options.dir ?? DEFAULT_DIR, work);
  },
});

async function onAws(options: TargetOptions, work: (queues: DeadQueues) => Promise<ExitCode>, terminal: Terminal) {
  const stack = await openStack(options, terminal);
  const { deadQueuesOf } = await import('../aws/dead-letters.ts');
  return work(await deadQueuesOf(stack));
}

/** Dead letters are no failure of this command: scripts look at what it lists. */
async function list(queues: DeadQueues, max: number, json: boolean, terminal: Terminal): Promise<ExitCode> {
  const letters = await queues.letters(max);
  if (json) {
    terminal.out(JSON.stringify(Object.fromEntries(letters)));
    return EXIT.done;
  }
  for (const [name, list] of letters) {
    terminal.out(
      `${name}: ${list.length === 0 ? 'none' : `${count(list.length)}${list.length < max ? '' : ' or more'}`}`,
    );
    for (const letter of list) terminal.out(`  ${letterLine(letter)}`);
  }
  return EXIT.done;
}

async function redrive(queues: DeadQueues, max: number, json: boolean, terminal: Terminal): Promise<ExitCode> {
  const sent = await queues.redrive(max);
  if (json) terminal.out(JSON.stringify(Object.fromEntries(sent)));
  else for (const [name, n] of sent) terminal.out(`${name}: ${n === 0 ? 'none' : `${count(n)} sent again`}`);
  return EXIT.done;
}

/** When, how often, and the object that it names; another message as it stands. */
function letterLine({ message, since, receives }: DeadLetter<unknown>): string {
  const { crawl, key, reason } = (typeof message === 'object' && message !== null ? message : {}) as Record<
    string,
    unknown
  >;
  const what = typeof key === 'string' ? [`${crawl ?? ''}`, key] : [JSON.stringify(message)];
  const why = typeof reason === 'string' ? [reason] : [];
  const when = new Date(since).toISOString().slice(0, 19);
  return printable([when, `${receives} tries`, ...what, ...why].join('  '));
}
