import type { Context } from 'aws-lambda';
import { handle } from 'hono/aws-lambda';
import { createApp } from '../web/app.ts';
import { requestDeadline, searchPorts } from './search-ports.ts';
import { wireFrontier, wireStageQueues, wireStores } from './wiring/wiring.ts';
import { wirePages } from './wiring/wiring-pages.ts';
import { isSearchUnavailable, wireIndex } from './wiring/wiring-search.ts';

const stores = wireStores(process.env);
const deadline = requestDeadline(stores.clock);
const all = {
  ...stores,
  index: wireIndex(process.env, undefined, deadline),
  frontier: wireFrontier(process.env, stores),
  ...wireStageQueues(process.env),
};

const answer = handle(createApp({ ...searchPorts(all, isSearchUnavailable, deadline), ...wirePages(process.env) }));

/** Serves the pages of `thresher serve` behind the HTTP API. */
export const handler: typeof answer = (event, context?: Pick<Context, 'getRemainingTimeInMillis'>) => {
  if (context) deadline.begin(context.getRemainingTimeInMillis());
  return answer(event, context as never);
};
