import type { Agreement } from '../../shared/classify/judgements/choose-pages.ts';
import { deleteJudgement, storeJudgement } from '../../shared/classify/judgements/judgement-store.ts';
import type { PageToJudge } from '../../shared/classify/judgements/page-to-judge.ts';
import type { RecentVerdict, WebJudging } from '../../web/judge/judging.ts';
import type { Stores } from '../run/wiring.ts';
import { chooseFromCrawl } from './crawl-judging.ts';

/** Number of stored pages that are read: about a second of CPU. */
const SAMPLE_PAGES = 2_000;
/** Number of pages that are chosen at a time, and shown at a time. */
const CHOSEN = 50;
const SHOWN = 5;
/** How long a choice is kept. The crawl page reloads while a crawl runs. Milliseconds. */
const KEEP_MS = 300_000;

const NO_AGREEMENT: Agreement = { relevant: { judged: 0, agreed: 0 }, 'off-topic': { judged: 0, agreed: 0 } };

/** Pages of a crawl that wait for a verdict, and the verdicts that were given since. */
type Choice = {
  until: number;
  waiting: PageToJudge[];
  /** No further pages were there to choose. */
  isComplete: boolean;
  judged: number;
  agreement: Agreement;
  given: (RecentVerdict & { page: PageToJudge })[];
};

/** Lets visitors of the crawl page judge stored pages. A choice is shared by all visitors and kept for five minutes. @param token secret of the server */
export function createPageJudging(stores: Stores, token: string): WebJudging {
  const choices = new Map<string, Promise<Choice>>();
  const choose = async (crawl: string, before: Choice | undefined): Promise<Choice> => {
    const control = await stores.control.get(crawl);
    const until = stores.clock.now() + KEEP_MS;
    if (!control) return { until, waiting: [], isComplete: true, judged: 0, agreement: NO_AGREEMENT, given: [] };
    const { pages, verdicts, agreement } = await chooseFromCrawl(control, stores, {
      pages: SAMPLE_PAGES,
      listed: CHOSEN,
    });
    return {
      until,
      waiting: [...pages],
      isComplete: pages.length < CHOSEN,
      judged: verdicts.size,
      agreement,
      given: before?.given ?? [],
    };
  };
  const choiceOf = async (crawl: string): Promise<Choice> => {
    const kept = await choices.get(crawl)?.catch(() => undefined);
    if (kept && kept.until > stores.clock.now() && (kept.waiting.length > 0 || kept.isComplete)) return kept;
    const started = choose(crawl, kept);
    choices.set(crawl, started);
    return started;
  };
  return {
    token,
    async pages(crawl) {
      const { waiting, judged, agreement, given } = await choiceOf(crawl);
      const last = given.at(-1);
      return { pages: waiting.slice(0, SHOWN), judged, agreement, ...(last && { last }) };
    },
    async judge(crawl, url, verdict) {
      const choice = await choiceOf(crawl);
      return verdict === undefined
        ? takeBack(crawl, choice, url, stores)
        : give(crawl, choice, { url, verdict }, stores);
    },
  };
}

async function give(
  crawl: string,
  choice: Choice,
  { url, verdict }: Pick<RecentVerdict, 'url' | 'verdict'>,
  { objects, clock }: Stores,
): Promise<boolean> {
  const page = choice.waiting.find((one) => one.url === url);
  if (!page) return false;
  await storeJudgement(crawl, { url: page.url, verdict, at: new Date(clock.now()).toISOString() }, objects);
  choice.waiting = choice.waiting.filter((one) => one !== page);
  choice.given.push({ url, title: page.title, verdict, page });
  choice.judged++;
  return true;
}

async function takeBack(crawl: string, choice: Choice, url: string, { objects }: Stores): Promise<boolean> {
  const last = choice.given.at(-1);
  if (last?.url !== url) return false;
  await deleteJudgement(crawl, last.page.url, objects);
  choice.given.pop();
  choice.waiting = [last.page, ...choice.waiting.filter((one) => one.url !== url)];
  choice.judged--;
  return true;
}
