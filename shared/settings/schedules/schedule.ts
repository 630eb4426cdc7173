import { z } from 'zod';
import { FIELDS, type Field, numberFor } from './schedule-fields.ts';

/*
 * Times as EventBridge Scheduler takes them, checked here so that a wrong one is told with its line and not by a service
 * that is asked much later: https://docs.aws.amazon.com/scheduler/latest/UserGuide/schedule-types.html
 */

export const ScheduleSchema = z
  .strictObject({
    name: z
      .string()
      .regex(/^[a-z0-9][a-z0-9._-]{0,63}$/, 'lower-case letters, digits and . _ - only, at most 64')
      .describe('Name of the schedule, unique in its crawl.'),
    run: z
      .enum(['recrawl', 'retry', 'new'])
      .describe(
        'What is done. `recrawl`: all known pages, or those of `prefix`, are fetched again. `retry`: the seeds are, and URLs known for at most `days` that have brought no page. `new`: links found since the last time are followed; without such a schedule they are followed at once.',
      ),
    at: z
      .string()
      .superRefine(told(faultyTime))
      .describe(
        'When: `rate(7 days)`, or `cron(10 0 ? * MON,WED,FRI *)` with minutes, hours, day of the month, month, day of the week and year; `?` in one of the days.',
      ),
    timezone: z
      .string()
      .superRefine(told(faultyZone))
      .default('UTC')
      .describe('Zone of a `cron`, such as `Europe/Stockholm`.'),
    prefix: z
      .string()
      .superRefine(told(faultyPrefix))
      .optional()
      .describe('Only pages whose address begins so, which are of one host.'),
    days: z
      .number()
      .min(0.01)
      .max(3_650)
      .optional()
      .describe('With `retry`: how long a URL may be known to be asked for again (not given: 14).'),
    notWithinDays: z
      .number()
      .min(0)
      .max(3_650)
      .optional()
      .describe('Pages that were fetched so many days ago or less are left alone: `30` for once a month at most.'),
  })
  .superRefine(onlyItsOwn);

export type Schedule = z.output<typeof ScheduleSchema>;

/** Schedules that bear the name of an earlier one are refused. */
export function namedOnce(schedules: readonly Schedule[], context: z.RefinementCtx): void {
  for (const [i, { name }] of schedules.entries())
    if (schedules.findIndex((other) => other.name === name) < i)
      context.addIssue({ code: 'custom', path: [i, 'name'], message: `there is a schedule ${name} already` });
}

/** What goes with another kind of schedule would be passed over without a word. */
function onlyItsOwn({ run, prefix, days, notWithinDays }: Given, context: z.RefinementCtx): void {
  const wrong = (path: string, message: string) => context.addIssue({ code: 'custom', path: [path], message });
  if (days !== undefined && run !== 'retry') wrong('days', 'goes with run: retry only');
  if (run !== 'new') return;
  if (prefix !== undefined) wrong('prefix', 'does not go with run: new');
  if (notWithinDays !== undefined) wrong('notWithinDays', 'does not go with run: new');
}

type Given = {
  run: string;
  prefix?: string | undefined;
  days?: number | undefined;
  notWithinDays?: number | undefined;
};

function told(faultIn: (text: string) => string | undefined) {
  return (text: string, context: z.RefinementCtx): void => {
    const message = faultIn(text);
    if (message !== undefined) context.addIssue({ code: 'custom', message });
  };
}

/** @returns what is wrong with a time; undefined: nothing. */
export function faultyTime(text: string): string | undefined {
  if (/^rate\([1-9]\d{0,4} (minute|hour|day)s?\)$/.test(text)) return undefined;
  if (text.startsWith('rate(')) return 'must be rate(N minutes), rate(N hours) or rate(N days)';
  const inner = /^cron\((.*)\)$/.exec(text)?.[1];
  if (inner === undefined) return 'must be rate(…) or cron(…)';
  const fields = inner.trim().split(/\s+/);
  if (fields.length !== FIELDS.length)
    return `cron has ${fields.length} fields: must be six, ${FIELDS.map(({ name }) => name).join(', ')}`;
  const wrong = FIELDS.find((field, i) => !fields[i]!.split(',').every((part) => fits(part, field)));
  if (wrong) return `${wrong.name}: ${fields[FIELDS.indexOf(wrong)]}: ${rangeOf(wrong)}`;
  if ([fields[2], fields[4]].filter((field) => field === '?').length !== 1)
    return 'one of day of the month and day of the week must be ?, and only one';
  return undefined;
}

function fits(part: string, field: Field): boolean {
  if (field.also?.test(part)) return true;
  const [range = '', step, ...more] = part.split('/');
  if (more.length > 0 || (step !== undefined && !/^[1-9]\d{0,3}$/.test(step))) return false;
  if (range === '*') return true;
  const ends = range.split('-').map((end) => numberFor(end, field));
  return ends.length <= 2 && ends.every((end) => end >= field.from && end <= field.to);
}

function rangeOf({ from, to, words }: Field): string {
  const names = words ? ` or ${words[0]} to ${words.at(-1)}` : '';
  return `must be ${from} to ${to}${names}, with , - * and /`;
}

function faultyZone(name: string): string | undefined {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    // An offset is known here, and not there.
    return /^[+-]/.test(name) ? 'must be the name of a time zone, such as Europe/Stockholm' : undefined;
  } catch {
    return `there is no time zone ${name}; it must be a name such as Europe/Stockholm`;
  }
}

/** How it is spelled in full is asked when it is used: every function reads settings, and few carry what spells addresses. */
function faultyPrefix(text: string): string | undefined {
  if (/^https?:\/\//i.test(text) && URL.canParse(text)) return undefined;
  return 'must begin as a whole address does, with scheme and host';
}
