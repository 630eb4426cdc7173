/** Steps of an explanation: a closed list of name → meaning. Reasons are those of `url/reason.ts`. */
export const STEPS = {
  spelling: 'the normalised form of the URL in the frontier',
  rules: 'the result of the URL rules as of today',
  strategy: 'the order in which this crawl fetches URLs',
  budget: 'the remaining budget of the crawl, the host and the template',
  robots: 'the result of the stored robots.txt as of today',
  inbox: 'links in the inbox of its host that no visit has read yet',
  recall: 'a forced recrawl that selects it',
  found: 'where the URL was found',
  queue: 'its priority in the queue',
  priority: 'its priority by what the crawl has learned, with the parts of the score or the rules',
  links: 'pages that link to it, and why the links were not followed',
  frontier: 'whether the frontier ever accepted it',
  sitemap: 'data from a sitemap or feed',
  fetch: 'the outcome of its visits',
  render: 'whether a browser has rendered the page',
  redirect: 'its redirect target',
  clean: 'why its stored document has no text or was not kept',
  classify: 'the result of the topic filter',
  topic: 'the verdict of the current topic on its stored document',
  filter: 'the answer of a topic filter: score, cut-off and matched terms',
  record: 'its record in the search index',
  duplicates: 'other URLs of the same record, and near-duplicates of it',
  revisit: 'its next visit and the reason for the date',
  host: 'the state of its host',
  crawl: 'the state of the crawl',
} as const;
export type Step = keyof typeof STEPS;

export const DECISIONS = [
  // Rules and budgets.
  ...(['accepted', 'changed', 'refused', 'refused-beyond', 'allowed', 'within', 'spent', 'chosen'] as const),
  // Robots.txt.
  ...(['unreachable', 'given-up', 'ignored', 'pause', 'capped', 'prefers', 'open', 'waiting'] as const),
  // Frontier.
  ...([
    'seed',
    'linked',
    'redirected-to',
    'listed',
    'offered',
    'seen',
    'unknown',
    'ranked',
    'dated',
    'never',
    'retired',
  ] as const),
  // Outcomes of visits and verdicts.
  ...([
    'fetched',
    'unchanged',
    'redirected',
    'gone',
    'failed',
    'followed',
    'handed-on',
    'rendered',
    'skipped',
  ] as const),
  ...(['relevant', 'leads-on', 'off-topic', 'kept', 'left-out', 'held', 'shared', 'missing', 'passed'] as const),
  // Hosts and crawls.
  ...(['ready', 'idle', 'paused', 'dead', 'stopped'] as const),
] as const;
export type Decision = (typeof DECISIONS)[number];

/** One decision on a URL. `at`: ISO 8601; null if unknown or evaluated now. */
export type ExplainedStep = {
  at: string | null;
  step: Step;
  decision: Decision;
  reason: string | null;
  detail: string;
};

/** Builds a step. @param at time of the decision, epoch milliseconds; absent or 0: unknown. */
export function explainStep(
  step: Step,
  decision: Decision,
  detail: string,
  { reason = null, at }: { reason?: string | null; at?: number | undefined } = {},
): ExplainedStep {
  return { at: at === undefined || at <= 0 ? null : isoDate(at), step, decision, reason, detail };
}

/** Formats epoch milliseconds as ISO 8601 in UTC. */
export const isoDate = (ms: number): string => new Date(ms).toISOString();

/** Describes a priority class. @param place 0 to 7 */
export const classText = (place: number): string => `priority class ${place} (0 first, 7 last)`;
