import type { Context } from 'aws-lambda';
import { handle } from 'hono/aws-lambda';
import { createApp } from '../web/app.ts';
import { pageAnnotations } from './annotations/page-annotations.ts';
import { requestDeadline, searchPorts } from './search-ports.ts';
import { wireHeadLists, wireStageQueues, wireStores } from './wiring/wiring.ts';
import { isIndexOrTableUnavailable, wireAnnotatedIndex } from './wiring/wiring-annotations.ts';
import { wirePages } from './wiring/wiring-pages.ts';
import { wireIndex } from './wiring/wiring-search.ts';

/** Attempts of a request to DynamoDB: a visitor waits. */
const MAX_ATTEMPTS = 3;

const stores = wireStores(process.env, { maxAttempts: MAX_ATTEMPTS });
const deadline = requestDeadline(stores.clock);
const claim = process.env['ANNOTATOR_CLAIM'];
const annotated = claim ? wireAnnotatedIndex(process.env, stores, deadline) : undefined;
const all = {
  ...stores,
  ...(annotated ?? { index: wireIndex(process.env, undefined, deadline) }),
  frontier: wireHeadLists(process.env, stores),
  ...wireStageQueues(process.env),
};
const annotations = claim && annotated && pageAnnotations({ ...stores, ...annotated }, claim);
const ports = { ...searchPorts(all, isIndexOrTableUnavailable, deadline), ...(annotations && { annotations }) };

const answer = handle(createApp({ ...ports, ...wirePages(process.env) }));

/** Serves the pages of `thresher serve` behind the HTTP API. */
export const handler: typeof answer = (event, context?: Pick<Context, 'getRemainingTimeInMillis'>) => {
  if (context) deadline.begin(context.getRemainingTimeInMillis());
  return answer(event, context as never);
};
