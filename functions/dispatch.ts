import type { ScheduledHandler } from 'aws-lambda';
import { pagesWithin } from '../shared/meter/budget.ts';
import type { Control } from '../shared/ports/control.ts';
import type { VisitMessage } from '../shared/ports/messages.ts';
import { hostOrderOf } from '../shared/settings/frontier-options.ts';
import { crawls } from './crawl-cache.ts';
import { type CrawlMemory, dispatchAll } from './dispatch-all.ts';
import { given, wireFrontier, wireQueues, wireStores } from './wiring/wiring.ts';
import { meter } from './wiring/wiring-meter.ts';
import { metered } from './with-metering.ts';

const stores = wireStores(process.env);
const visits = wireQueues(process.env)<VisitMessage>('VISITS_QUEUE_URL');
const ports = { ...stores, visits, frontier: wireFrontier(process.env, stores) };
/** A round goes over all crawls in one order: with fewer kept than there are, each would be gone when its turn comes. */
const CRAWLS = 10_000;
const crawlOf = crawls(
  stores,
  (settings) => ({
    ...hostOrderOf(settings),
    budgetPages: settings.limits.pages,
    pagesWithin: (control: Control, now: number) => pagesWithin(settings.budget, control, now),
  }),
  CRAWLS,
);
const sizes = {
  slots: Number(given(process.env, 'SLOTS')),
  hostsAMessage: Number(given(process.env, 'HOSTS_A_MESSAGE')),
};
const memory = new Map<string, CrawlMemory>();

/** Each minute: what is due becomes visits. */
export const handler: ScheduledHandler = metered(async () => {
  await dispatchAll(ports, crawlOf, memory, sizes);
  // A round that sent nothing belongs to the idle stack, and not to the next crawl.
  meter.take();
});
