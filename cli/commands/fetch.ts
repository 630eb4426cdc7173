import { writeFile } from 'node:fs/promises';
import { judge } from '../../shared/fetch/interpret-response.ts';
import { compileMediaTypes } from '../../shared/fetch/media-types.ts';
import { fixedRevisit } from '../../shared/frontier/revisit.ts';
import { headerValues } from '../../shared/http/headers.ts';
import { judgeUrl, literalOf } from '../../shared/net/guard.ts';
import type { HttpAnswer } from '../../shared/ports/fetcher.ts';
import { robotsStanding } from '../../shared/robots/answer.ts';
import { pageRules } from '../../shared/robots/page-rules.ts';
import { productToken } from '../../shared/robots/product-token.ts';
import { type RobotsRules, readRobots } from '../../shared/robots/rules.ts';
import { FetchSchema } from '../../shared/settings/fetch.ts';
import { normalize } from '../../shared/url/normalize.ts';
import { REASONS, type Reason } from '../../shared/url/reason.ts';
import { originOf, type Url } from '../../shared/url/url.ts';
import { DEFAULT_URL_RULES, type UrlRules } from '../../shared/url/url-rules.ts';
import { command, EXIT, JSON_OUT, UsageError } from '../command.ts';
import { printable, type Terminal } from '../output/terminal.ts';
import {
  askRobots,
  DEFAULT_AGENT,
  MOST_PAUSE_S,
  type OneUrl,
  openOneUrl,
  TIMEOUT_MS,
  WEB_OPTIONS,
  type WebOptions,
} from '../seeds/polite-client.ts';

const URL_RULES: UrlRules = { ...DEFAULT_URL_RULES, ftp: true };
const MAX_REDIRECTS = 5;
const MAX_BYTES = 10 * 1024 * 1024;
/** What a crawl does not download when nothing else is set. */
const UNWANTED = compileMediaTypes({
  types: FetchSchema.parse({}).types,
  except: FetchSchema.parse({}).exceptTypes,
  maxBytes: MAX_BYTES,
});

/** As `explain` tells a decision. */
type Step = { step: string; decision: string; reason: Reason | null; detail: string };
type Tell = (step: string, decision: string, detail: string, reason?: Reason) => void;

export const fetchCommand = command({
  name: 'fetch',
  usage: ['URL [-o FILE] [--json]'],
  about:
    'Fetches one address as a crawl would, and tells each step: its spelling, the guard, robots.txt, the request, redirects, what the answer means. Nothing is kept but FILE.',
  options: {
    output: { type: 'string', short: 'o', value: 'FILE', help: 'where the body goes, as it was sent' },
    ...WEB_OPTIONS,
    json: JSON_OUT,
  },
  examples: [['thresher fetch https://example.org/old -o page.html', 'every redirect, and the body in page.html']],
  async run({ operands: [address, ...more], options }, terminal) {
    if (address === undefined || more.length > 0) throw new UsageError('thresher fetch: give one URL');
    const tell = teller(terminal, options.json === true);
    const web = openOneUrl(options, terminal.interrupt);
    try {
      const answer = await follow(address, web, options, tell);
      if (terminal.interrupt.aborted) return EXIT.interrupted;
      if (answer && options.output !== undefined) await writeFile(options.output, answer.body);
      return answer ? EXIT.done : EXIT.errors;
    } finally {
      await web.close();
    }
  },
});

function teller(terminal: Terminal, json: boolean): Tell {
  return (step, decision, detail, reason) => {
    const told: Step = { step, decision, reason: reason ?? null, detail };
    if (json) return void terminal.out(JSON.stringify(told));
    const why = reason ? ` (${reason}: ${REASONS[reason]})` : '';
    terminal.out(`${step.padEnd(8)}  ${decision.padEnd(8)}  ${printable(detail)}${why}`.trimEnd());
  };
}

/** Goes where redirects lead; each hop is judged like the first. @returns the last answer; undefined: refused or failed. */
export async function follow(
  address: string,
  web: OneUrl,
  options: WebOptions,
  tell: Tell,
): Promise<HttpAnswer | undefined> {
  let from: string | undefined;
  let to = address;
  for (let hops = 0; ; hops++) {
    const url = await admit(to, from, web, options, tell);
    if (!url || !(await web.beforeRequest(url))) return undefined;
    const started = web.clock.now();
    const answer = await web.fetcher.fetch(url, { maxBytes: MAX_BYTES, timeoutMs: TIMEOUT_MS, refuse: UNWANTED });
    const now = web.clock.now();
    const judged = judge(answer, { tries: 0, hops, same: false }, now, {
      revisit: fixedRevisit(null),
      maxRedirects: MAX_REDIRECTS,
    });
    const [outcome = '', reason] = judged.outcome.split('.') as [string, Reason?];
    if (answer.kind === 'failure') {
      tell('request', outcome, answer.detail, reason);
      return undefined;
    }
    tellAnswer(answer, now - started, tell);
    tell('outcome', outcome, judged.location ?? '', reason);
    if (judged.location === undefined) return answer;
    from = url;
    to = judged.location;
  }
}

/** What comes before a request: spelling, guard, robots.txt. */
async function admit(
  address: string,
  base: string | undefined,
  web: OneUrl,
  options: WebOptions,
  tell: Tell,
): Promise<Url | undefined> {
  const normalized = normalize(address, base, URL_RULES);
  if (normalized.kind === 'refused') {
    tell('url', 'refused', address, normalized.reason);
    return undefined;
  }
  const { url } = normalized;
  tell('url', 'accepted', url);
  // The client judges what it connects to; names that an option leads elsewhere are not judged as they are written.
  const isLed = options.resolve !== undefined && literalOf(new URL(url).hostname) === undefined;
  const inside = isLed ? undefined : judgeUrl(url, options['allow-private'] ?? []);
  tell('guard', inside ? 'refused' : 'allowed', 'as written; the address connected to is judged again', inside);
  if (inside) return undefined;
  return (await isAllowed(url, web, options, tell)) ? url : undefined;
}

async function isAllowed(url: Url, web: OneUrl, options: WebOptions, tell: Tell): Promise<boolean> {
  const origin = originOf(url);
  if (url === `${origin}/robots.txt`) return true;
  const from = web.asked.length;
  const item = await askRobots(origin, web);
  for (const { url: asked, status, detail } of web.asked.slice(from))
    tell('request', 'robots', `${asked}: ${status ?? detail}`);
  if (!item) return false;
  const rules = readRobots(item.text, productToken(options['user-agent'] ?? DEFAULT_AGENT), origin);
  const standing = robotsStanding(item, web.clock.now());
  const allowed = standing === 'rules' ? rules.allowed(url) : standing === 'allow-all';
  const reason: Reason | undefined = allowed ? undefined : standing === 'rules' ? 'robots' : 'robots-unreachable';
  const why = standing === 'rules' || !item.cause ? undefined : `${item.cause.reason}: ${item.cause.detail}`;
  if (rules.crawlDelayS !== null) web.slowDown(url, rules.crawlDelayS);
  tellManners(rules, tell);
  tell('robots', allowed ? 'allowed' : 'refused', why ?? rules.rule(url) ?? 'no line speaks of it', reason);
  return allowed;
}

/** What else robots.txt asks for; one fetch does not wait for the hours. */
function tellManners({ crawlDelayS, visitTime }: RobotsRules, tell: Tell): void {
  const isCapped = crawlDelayS !== null && crawlDelayS > MOST_PAUSE_S;
  if (isCapped) tell('robots', 'capped', `${MOST_PAUSE_S} s instead of ${crawlDelayS} s`, 'crawl-delay-capped');
  else if (crawlDelayS !== null) tell('robots', 'pause', `${crawlDelayS} s between requests`);
  if (visitTime) tell('robots', 'hours', `from ${clockTime(visitTime.from)} to ${clockTime(visitTime.until)} UTC`);
}

function clockTime(minutes: number): string {
  return `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`;
}

const TOLD = /^(?:content-(?:type|length|encoding|language)|etag|last-modified|location|retry-after|x-robots-tag)$/i;

function tellAnswer(answer: HttpAnswer, tookMs: number, tell: Tell): void {
  const { status, statusText, address, body, truncated, headers, httpVersion, refused } = answer;
  const size = refused ? 'its body was not read' : `${body.length} bytes${truncated ? ', cut off' : ''}`;
  const said = [statusText, size, `from ${address}`, `HTTP/${httpVersion}`, `${tookMs} ms`].filter(Boolean);
  tell('answer', `${status}`, said.join(', '));
  for (const [name, value] of headers) if (TOLD.test(name)) tell('header', name.toLowerCase(), value);
  const tags = headerValues(headers, 'x-robots-tag');
  if (tags.length === 0) return;
  const { unavailableAfter, ...asks } = pageRules([], tags, DEFAULT_AGENT.split('/')[0]!);
  const words = Object.entries(asks).flatMap(([word, isAsked]) => (isAsked ? [word] : []));
  if (unavailableAfter !== null) words.push(`unavailable after ${new Date(unavailableAfter).toISOString()}`);
  tell('robots', 'asks', words.join(', ') || 'nothing of us');
}
