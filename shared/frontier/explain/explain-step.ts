/** The closed lists of words that a story of a URL is told in; reasons are those of every report (`url/reason.ts`). */
export const STEPS = {
  spelling: 'how the address is written in the frontier',
  rules: 'what the rules on addresses say of it, were it found today',
  strategy: 'what is fetched first in this crawl',
  budget: 'what the crawl, its host and its template may still have',
  robots: 'what the kept robots.txt says of it today',
  inbox: 'offers to its host that no visit has taken in yet',
  recall: 'it is called back with other pages of its host',
  found: 'where it was found',
  queue: 'its place in line',
  frontier: 'whether it was ever taken in',
  sitemap: 'what a sitemap or a feed says of it',
  fetch: 'what its visits came to',
  redirect: 'where it led',
  classify: 'what the topic filter says of it',
  record: 'what is searched of it',
  duplicates: 'other addresses of the same record',
  revisit: 'when it is wanted again, and why then',
  host: 'the state of its host',
  crawl: 'the state of the crawl',
} as const;
export type Step = keyof typeof STEPS;

export const DECISIONS = [
  // Of rules.
  ...(['accepted', 'changed', 'refused', 'refused-beyond', 'allowed', 'within', 'spent', 'chosen'] as const),
  // Of robots.txt.
  ...(['unreachable', 'given-up', 'ignored', 'pause', 'capped', 'open', 'waiting'] as const),
  // Of the frontier.
  ...([
    'seed',
    'linked',
    'redirected-to',
    'listed',
    'offered',
    'seen',
    'unknown',
    'dated',
    'never',
    'retired',
  ] as const),
  // Outcomes of visits, and what pages are.
  ...(['fetched', 'unchanged', 'redirected', 'gone', 'failed', 'followed', 'handed-on'] as const),
  ...(['relevant', 'leads-on', 'off-topic', 'kept', 'left-out', 'held', 'shared', 'missing'] as const),
  // Of hosts and crawls.
  ...(['ready', 'idle', 'paused', 'poor', 'dead', 'stopped'] as const),
] as const;
export type Decision = (typeof DECISIONS)[number];

/** `at` is ISO 8601; null: not known, or today. */
export type ExplainedStep = {
  at: string | null;
  step: Step;
  decision: Decision;
  reason: string | null;
  detail: string;
};

/** @param at epoch milliseconds. */
export function explainStep(
  step: Step,
  decision: Decision,
  detail: string,
  { reason = null, at }: { reason?: string | null; at?: number | undefined } = {},
): ExplainedStep {
  return { at: at === undefined || at <= 0 ? null : isoDate(at), step, decision, reason, detail };
}

export const isoDate = (ms: number): string => new Date(ms).toISOString();
