import { OBJECT_QUEUES } from '../../../shared/ports/messages.ts';
import type { DeadLetter } from '../../../shared/ports/queue.ts';
import { formatCount, formatNoun } from '../../../shared/text/format-count.ts';
import { openStack, TARGET_OPTIONS, type TargetOptions, targetsAws } from '../../aws/target.ts';
import {
  command,
  DEFAULT_DIR,
  DIR_OPTION,
  EXIT,
  type ExitCode,
  JSON_OPTION,
  parseNumberOption,
  UsageError,
} from '../../command.ts';
import { type DeadLetterQueues, withLocalDeadLetters } from '../../dead-letters.ts';
import { formatJson } from '../../output/format-json.ts';
import { printable, type Terminal } from '../../output/terminal.ts';

const ABOUT = `Lists the dead letters of each queue: messages that a stage could not process in five tries. --redrive sends them to
their queue again; sending a message twice does no harm. The crawl printed the reason of each failure when it happened; on
AWS the log of the stage has it (message-failed).

--discard deletes them and prints what it deleted. Their objects stay, and the pages in them stay out of the search index. On one
machine \`thresher sanity\` lists these objects, and --repair sends them again; in a stack a daily check sends them again, so delete
the object first.`;

/** Default number of dead letters listed per queue. */
const DEFAULT_LIMIT = 100;

export const dlqCommand = command({
  name: 'dlq',
  usage: ['[--redrive | --discard] [--queue NAME] [--limit N] [--dir DIR] [--json] [--target aws [--stack NAME]]'],
  about: ABOUT,
  options: {
    redrive: { type: 'boolean', help: 'send the dead letters to their queue again' },
    discard: { type: 'boolean', help: 'delete the dead letters' },
    queue: { type: 'string', value: 'NAME', help: `only this queue: ${OBJECT_QUEUES.join(', ')}` },
    limit: {
      type: 'string',
      value: 'N',
      help: `maximum number per queue, the oldest (default: ${DEFAULT_LIMIT}; with --redrive or --discard all)`,
    },
    dir: DIR_OPTION,
    json: JSON_OPTION,
    ...TARGET_OPTIONS,
  },
  examples: [
    ['thresher dlq', 'List the dead letters in the folder .thresher'],
    ['thresher dlq --redrive', 'Send them again once the cause is fixed; the next `thresher crawl` processes them'],
    ['thresher dlq --target aws --stack Plants', 'List those of a stack (a listing hides them while it runs)'],
    ['thresher dlq --redrive --limit 1 --target aws', 'Send one message per queue as a trial'],
    ['thresher dlq --discard --queue captures', 'Delete dead letters of objects that cannot be cleaned'],
  ],
  async run({ operands, options }, terminal) {
    if (operands.length > 0) throw new UsageError(`thresher dlq: ${operands[0]}: unexpected argument`);
    const { json = false, queue } = options;
    if (options.redrive && options.discard) throw new UsageError('--redrive and --discard exclude each other');
    if (queue !== undefined && !OBJECT_QUEUES.some((name) => name === queue))
      throw new UsageError(`--queue: ${queue}: no such queue; the queues are ${OBJECT_QUEUES.join(', ')}`);
    const limit = parseNumberOption('limit', options.limit, 1);
    const work = (queues: DeadLetterQueues) => {
      if (options.redrive) return redrive(queues, limit ?? Number.MAX_SAFE_INTEGER, json, terminal);
      if (options.discard) return discard(queues, limit ?? Number.MAX_SAFE_INTEGER, json, terminal);
      return list(queues, limit ?? DEFAULT_LIMIT, json, terminal);
    };
    return targetsAws(options)
      ? runOnStack(options, work, terminal)
      : withLocalDeadLetters(options.dir ?? DEFAULT_DIR, work, queue);
  },
});

async function runOnStack(
  options: TargetOptions & { queue?: string | undefined },
  work: (queues: DeadLetterQueues) => Promise<ExitCode>,
  terminal: Terminal,
) {
  const stack = await openStack(options, terminal);
  const { openStackDeadLetters: deadQueuesOf } = await import('../../aws/dead-letters.ts');
  return work(await deadQueuesOf(stack, options.queue));
}

/** Lists dead letters. Their existence is not an error of this command. */
async function list(queues: DeadLetterQueues, max: number, json: boolean, terminal: Terminal): Promise<ExitCode> {
  const letters = await queues.letters(max);
  if (json) {
    terminal.out(formatJson(Object.fromEntries(letters)));
    return EXIT.done;
  }
  for (const [name, list] of letters) {
    terminal.out(
      `${name}: ${list.length === 0 ? 'none' : `${formatCount(list.length)}${list.length < max ? '' : ' or more'}`}`,
    );
    for (const letter of list) terminal.out(`  ${letterLine(letter)}`);
  }
  return EXIT.done;
}

async function redrive(queues: DeadLetterQueues, max: number, json: boolean, terminal: Terminal): Promise<ExitCode> {
  const sent = await queues.redrive(max);
  const hidden = await countHidden(queues, sent);
  if (json) terminal.out(formatJson(Object.fromEntries(sent)));
  else
    for (const [name, n] of sent)
      if (n > 0 || !hidden.has(name)) terminal.out(`${name}: ${n === 0 ? 'none' : `${formatCount(n)} sent again`}`);
  return reportHidden(hidden, terminal);
}

async function discard(queues: DeadLetterQueues, max: number, json: boolean, terminal: Terminal): Promise<ExitCode> {
  const discarded = await queues.discard(max);
  const hidden = await countHidden(queues, new Map([...discarded].map(([name, { length }]) => [name, length])));
  if (json) terminal.out(formatJson(Object.fromEntries(discarded)));
  else
    for (const [name, list] of discarded) {
      if (list.length > 0) terminal.out(`${name}: ${formatCount(list.length)} discarded`);
      else if (!hidden.has(name)) terminal.out(`${name}: none`);
      for (const letter of list) terminal.out(`  ${letterLine(letter)}`);
    }
  return reportHidden(hidden, terminal);
}

/**
 * Counts the dead letters of queues in which none was found, and which others hide for now. Counts are approximate and late, so they say
 * nothing about a queue whose messages were just moved.
 *
 * @param moved number of dead letters that were found, by queue name
 */
async function countHidden(queues: DeadLetterQueues, moved: Map<string, number>): Promise<Map<string, number>> {
  if (![...moved.values()].includes(0)) return new Map();
  const hidden = (await queues.hidden?.()) ?? new Map<string, number>();
  return new Map([...hidden].filter(([name, n]) => n > 0 && moved.get(name) === 0));
}

function reportHidden(hidden: Map<string, number>, terminal: Terminal): ExitCode {
  for (const [name, n] of hidden)
    terminal.err(
      `${name}: ${formatCount(n)} hidden by another listing, redrive or discard; repeat the command in a minute`,
    );
  return hidden.size > 0 ? EXIT.errors : EXIT.done;
}

/**
 * Formats the time, the receive count and the object of a dead letter. A message without an object is printed as JSON.
 */
function letterLine({ message, since, receives }: DeadLetter<unknown>): string {
  const { crawl, key, reason } = (typeof message === 'object' && message !== null ? message : {}) as Record<
    string,
    unknown
  >;
  const what = typeof key === 'string' ? [`${crawl ?? ''}`, key] : [JSON.stringify(message)];
  const why = typeof reason === 'string' ? [reason] : [];
  const when = new Date(since).toISOString().slice(0, 19);
  return printable([when, formatNoun(receives, 'try', 'tries'), ...what, ...why].join('  '));
}
