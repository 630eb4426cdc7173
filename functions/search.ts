import { handle } from 'hono/aws-lambda';
import { createApp } from '../web/app.ts';
import { searchPorts } from './search-ports.ts';
import { wireFrontier, wireStageQueues, wireStores } from './wiring/wiring.ts';
import { wirePages } from './wiring/wiring-pages.ts';
import { isSearchUnavailable, wireIndex } from './wiring/wiring-search.ts';

const stores = wireStores(process.env);
const all = {
  ...stores,
  index: wireIndex(process.env),
  frontier: wireFrontier(process.env, stores),
  ...wireStageQueues(process.env),
};

/** Serves the pages of `thresher serve` behind the HTTP API. */
export const handler = handle(createApp({ ...searchPorts(all, isSearchUnavailable), ...wirePages(process.env) }));
