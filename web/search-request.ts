import type { SearchRequest } from '../shared/search/answer.ts';

/** What one visitor may ask of the engine at a time. */
export const LIMITS = { question: 1000, size: 100, defaultSize: 10, depth: 10_000 } as const;

export type Fault = { parameter: string; detail: string };

/** The question without the crawl it goes to. */
export type Question = Omit<SearchRequest, 'crawl'> & { from: number; size: number };

type Filter = 'language' | 'site' | 'type' | 'class' | 'after' | 'before';

/** One row a filter: its name in the address, on the page and in the request; what it takes, and how to say so. */
export const FILTERS: readonly {
  parameter: string;
  key: Filter;
  label: string;
  input: 'text' | 'date';
  placeholder: string;
  read(text: string): string | undefined;
  expects: string;
}[] = [
  {
    parameter: 'lang',
    key: 'language',
    label: 'Language',
    input: 'text',
    placeholder: 'en',
    read: (text) => matching(text.toLowerCase(), /^[a-z]{2,3}$/),
    expects: 'a language code of two or three letters, such as en',
  },
  {
    parameter: 'site',
    key: 'site',
    label: 'Site',
    input: 'text',
    placeholder: 'www.example.org',
    read: (text) => matching(hostIn(text.toLowerCase()), /^[^\s/?#@\\]{1,253}$/),
    expects: 'the name of a host, such as www.example.org',
  },
  {
    parameter: 'type',
    key: 'type',
    label: 'Type',
    input: 'text',
    placeholder: 'text/html',
    read: (text) => matching(text.toLowerCase(), /^[\w.+-]{1,100}(\/[\w.+-]{1,100})?$/),
    expects: 'a media type, such as text/html',
  },
  {
    parameter: 'class',
    key: 'class',
    label: 'Class',
    input: 'text',
    placeholder: '',
    read: (text) => matching(text, /^.{1,200}$/su),
    expects: 'the name of a class, at most 200 characters',
  },
  {
    parameter: 'after',
    key: 'after',
    label: 'Dated from',
    input: 'date',
    placeholder: '',
    read: isoDate,
    expects: 'a date, such as 2024-05-31',
  },
  {
    parameter: 'before',
    key: 'before',
    label: 'Dated before',
    input: 'date',
    placeholder: '',
    read: isoDate,
    expects: 'a date, such as 2024-05-31',
  },
];

/**
 * Reads a question from the parameters of an address. Empty ones count as absent and unknown ones are passed over.
 *
 * @returns what could be read, and every fault of it at once; with faults it must not reach the engine.
 */
export function readQuestion(parameters: Readonly<Record<string, string>>): { question: Question; faults: Fault[] } {
  const faults: Fault[] = [];
  const q = (parameters['q'] ?? '').trim();
  if (q.length > LIMITS.question) {
    faults.push({ parameter: 'q', detail: `at most ${LIMITS.question} characters; this has ${q.length}` });
  }
  const format = (parameters['format'] ?? '').trim();
  if (!['', 'html', 'json'].includes(format)) faults.push({ parameter: 'format', detail: 'must be html or json' });
  const size = wholeNumber(parameters, 'size', [1, LIMITS.size], LIMITS.defaultSize, faults);
  const from = wholeNumber(parameters, 'from', [0, LIMITS.depth - size], 0, faults);
  const question: Question = { q: q.slice(0, LIMITS.question), from, size };
  for (const { parameter, key, read, expects } of FILTERS) {
    const text = (parameters[parameter] ?? '').trim();
    if (text === '') continue;
    const value = read(text);
    if (value === undefined) faults.push({ parameter, detail: `must be ${expects}` });
    else question[key] = value;
  }
  return { question, faults };
}

/** The address of a question; what is as by default is left out, so that equal questions have equal addresses. */
export function searchHref(crawl: string | undefined, question: Question, change: { from?: number } = {}): string {
  const parameters = new URLSearchParams({ q: question.q });
  if (crawl !== undefined) parameters.set('crawl', crawl);
  for (const { parameter, key } of FILTERS) {
    const value = question[key];
    if (value !== undefined) parameters.set(parameter, value);
  }
  const from = change.from ?? question.from;
  if (from > 0) parameters.set('from', String(from));
  if (question.size !== LIMITS.defaultSize) parameters.set('size', String(question.size));
  return `/search?${parameters}`;
}

function wholeNumber(
  parameters: Readonly<Record<string, string>>,
  parameter: string,
  [least, most]: [number, number],
  otherwise: number,
  faults: Fault[],
): number {
  const text = (parameters[parameter] ?? '').trim();
  if (text === '') return otherwise;
  const value = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
  if (value >= least && value <= most) return value;
  faults.push({ parameter, detail: `must be a whole number from ${least} to ${most}` });
  return otherwise;
}

function matching(text: string, pattern: RegExp): string | undefined {
  return pattern.test(text) ? text : undefined;
}

/** People paste whole addresses where a host is asked for. */
function hostIn(text: string): string {
  return /^https?:\/\//.test(text) ? (URL.parse(text)?.host ?? text) : text;
}

/** A year, a month, a day or a time, if the calendar has it. */
function isoDate(text: string): string | undefined {
  const parts = /^(\d{4})(?:-(\d\d)(?:-(\d\d)(?:T\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?(?:Z|[+-]\d\d:\d\d))?)?)?$/.exec(
    text,
  );
  if (!parts || Number.isNaN(Date.parse(text))) return undefined;
  const [, year, month = '01', day = '01'] = parts;
  // The engine's calendar takes 30 February for 1 March.
  const inCalendar = new Date(`${year}-${month}-${day}T00:00:00Z`).getUTCDate() === Number(day);
  return inCalendar ? text : undefined;
}
