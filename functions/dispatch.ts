import type { ScheduledHandler } from 'aws-lambda';
import type { VisitMessage } from '../shared/ports/messages.ts';
import { crawls } from './crawls.ts';
import { dispatchAll } from './dispatch-all.ts';
import { given, wireFrontier, wireQueues, wireStores } from './wiring.ts';

const stores = wireStores(process.env);
const visits = wireQueues(process.env)<VisitMessage>('VISITS_QUEUE_URL');
const ports = { ...stores, visits, frontier: wireFrontier(process.env, stores) };
const crawlOf = crawls(stores, ({ limits }) => ({ budgetPages: limits.pages }));
const sizes = {
  slots: Number(given(process.env, 'SLOTS')),
  hostsAMessage: Number(given(process.env, 'HOSTS_A_MESSAGE')),
};
const memory = new Map();

/** Each minute: what is due becomes visits. */
export const handler: ScheduledHandler = () => dispatchAll(ports, crawlOf, memory, sizes);
