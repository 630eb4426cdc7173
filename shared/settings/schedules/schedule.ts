import * as z from 'zod';
import { formatNoun } from '../../text/format-count.ts';
import { CRON_FIELDS, type CronField, parseCronNumber } from './schedule-fields.ts';

/*
 * Timings use the syntax of EventBridge Scheduler. They are checked here so that an error names the line in crawl.yaml:
 * https://docs.aws.amazon.com/scheduler/latest/UserGuide/schedule-types.html
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
        'What the schedule does. `recrawl`: fetch all known pages, or those under `prefix`, again. `retry`: fetch the seeds again, and URLs known for at most `days` that have not yielded a page. `new`: follow the links found since the last run; without such a schedule links are followed at once.',
      ),
    at: z
      .string()
      .superRefine(toRefinement(timingFault))
      .describe(
        'When to run: `rate(7 days)`, or `cron(10 0 ? * MON,WED,FRI *)` with minutes, hours, day of the month, month, day of the week and year. One of the two day fields must be `?`.',
      ),
    timezone: z
      .string()
      .superRefine(toRefinement(timezoneFault))
      .default('UTC')
      .describe('Time zone of a `cron` timing, such as `Europe/Stockholm`.'),
    prefix: z
      .string()
      .superRefine(toRefinement(prefixFault))
      .optional()
      .describe('Only pages whose URL starts with this prefix. The prefix includes the host.'),
    days: z
      .number()
      .min(0.01)
      .max(3_650)
      .optional()
      .describe('With `run: retry`: maximum age of a URL, in days since it was found. Default: 14.'),
    notWithinDays: z
      .number()
      .min(0)
      .max(3_650)
      .optional()
      .describe('Skip pages that were fetched within this many days: `30` means at most once a month.'),
  })
  .superRefine(refuseUnusedKeys);

export type Schedule = z.output<typeof ScheduleSchema>;

/** Refuses schedules whose name is already in use. */
export function refuseDuplicateNames(schedules: readonly Schedule[], context: z.RefinementCtx): void {
  for (const [i, { name }] of schedules.entries())
    if (schedules.findIndex((other) => other.name === name) < i)
      context.addIssue({
        code: 'custom',
        path: [i, 'name'],
        message: `the name ${name} is already used by another schedule`,
      });
}

/** Refuses keys that this kind of schedule would silently ignore. */
function refuseUnusedKeys({ run, prefix, days, notWithinDays }: ScheduleKeys, context: z.RefinementCtx): void {
  const refuse = (key: string, message: string) => context.addIssue({ code: 'custom', path: [key], message });
  if (days !== undefined && run !== 'retry') refuse('days', 'applies only with run: retry');
  if (run !== 'new') return;
  if (prefix !== undefined) refuse('prefix', 'does not apply with run: new');
  if (notWithinDays !== undefined) refuse('notWithinDays', 'does not apply with run: new');
}

type ScheduleKeys = {
  run: string;
  prefix?: string | undefined;
  days?: number | undefined;
  notWithinDays?: number | undefined;
};

function toRefinement(faultIn: (text: string) => string | undefined) {
  return (text: string, context: z.RefinementCtx): void => {
    const message = faultIn(text);
    if (message !== undefined) context.addIssue({ code: 'custom', message });
  };
}

/** @returns an error message for an invalid timing, or `undefined` if it is valid. */
export function timingFault(text: string): string | undefined {
  if (/^rate\([1-9]\d{0,4} (minute|hour|day)s?\)$/.test(text)) return undefined;
  if (text.startsWith('rate(')) return 'must be rate(N minutes), rate(N hours) or rate(N days)';
  const inner = /^cron\((.*)\)$/.exec(text)?.[1];
  if (inner === undefined) return 'must be rate(…) or cron(…)';
  const fields = inner.trim().split(/\s+/);
  if (fields.length !== CRON_FIELDS.length)
    return `cron has ${formatNoun(fields.length, 'field')}; it must have six: ${CRON_FIELDS.map(({ name }) => name).join(', ')}`;
  const invalid = CRON_FIELDS.find((field, i) => !fields[i]!.split(',').every((part) => isValidPart(part, field)));
  if (invalid) return `${invalid.name}: ${fields[CRON_FIELDS.indexOf(invalid)]}: ${describeRange(invalid)}`;
  if ([fields[2], fields[4]].filter((field) => field === '?').length !== 1)
    return 'exactly one of day of the month and day of the week must be ?';
  return undefined;
}

function isValidPart(part: string, field: CronField): boolean {
  if (field.also?.test(part)) return true;
  const [range = '', step, ...more] = part.split('/');
  if (more.length > 0 || (step !== undefined && !/^[1-9]\d{0,3}$/.test(step))) return false;
  if (range === '*') return true;
  const ends = range.split('-').map((end) => parseCronNumber(end, field));
  return ends.length <= 2 && ends.every((end) => end >= field.from && end <= field.to);
}

function describeRange({ from, to, words }: CronField): string {
  const names = words ? ` or ${words[0]} to ${words.at(-1)}` : '';
  return `must be ${from} to ${to}${names}, with , - * and /`;
}

function timezoneFault(name: string): string | undefined {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    // Node accepts UTC offsets, EventBridge Scheduler does not.
    return /^[+-]/.test(name) ? 'must be the name of a time zone, such as Europe/Stockholm' : undefined;
  } catch {
    return `there is no time zone ${name}; it must be a name such as Europe/Stockholm`;
  }
}

/**
 * Checks only that the prefix is a URL. It is normalised when it is used: every function reads settings, but few bundle the
 * normaliser.
 */
function prefixFault(text: string): string | undefined {
  if (/^https?:\/\//i.test(text) && URL.canParse(text)) return undefined;
  return 'must be the beginning of a URL, with scheme and host';
}
