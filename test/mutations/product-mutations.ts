/** A fault of the product that a test must catch: a text of a file, and what replaces it. */
export type ProductMutation = {
  name: string;
  file: string;
  /** Occurs once in the file. */
  from: string;
  to: string;
  /** The test that fails: its file, and its name behind the names of its groups. */
  test: string;
  title: string;
};

const ENQUEUE = 'shared/frontier/enqueue-links.ts';
const VISIT = 'shared/fetch/visit-host.ts';
const CONSISTENT = 'test/aws/dynamo/consistent-reads.test.ts';
const UNPROCESSED = 'test/aws/dynamo/unprocessed-items.test.ts';
const ORDER = 'test/fetch/visit-order.test.ts';
const DISPATCH = 'test/frontier/dispatch/dispatch.test.ts';
const LOCKS = 'test/contracts/host-lock.test.ts';

const putInbox = '  await frontier.putInbox(items);\n';
const notify = '  const results = await frontier.notifyHosts(linkItems, clock.now());\n';

/** Faults of the guarantees that everything else rests on. `product-mutations.long.test.ts` applies each to a copy. */
export const PRODUCT_MUTATIONS: ProductMutation[] = [
  // No URL is lost.
  {
    name: 'messages about stored pages expire after 60 s',
    file: 'cli/run/wiring.ts',
    from: '{ maxReceives: MAX_RECEIVES, hasDeadLetters: true }',
    to: '{ maxReceives: MAX_RECEIVES, hasDeadLetters: true, retentionMs: 60_000 }',
    test: 'test/cli/run/next-run.test.ts',
    title: 'messages of a crawl that rested for ten years are processed',
  },
  {
    name: 'a queue without a retention drops messages that an earlier version let expire',
    file: 'shared/local/sqlite-queue.ts',
    from: '(retentionMs === undefined || row.expires_at > now)',
    to: 'row.expires_at > now',
    test: 'test/local/sqlite-queue.test.ts',
    title: 'without a retention, delivers messages after any time, also those of a version that let them expire',
  },
  {
    name: 'classify remembers a link before its offer is stored',
    file: ENQUEUE,
    from: putInbox,
    to: `  for (const link of links) recentLinks?.add(link);\n${putInbox}`,
    test: 'test/frontier/enqueue-links.test.ts',
    title: 'the memory of recent links > remembers a link only after its offer was stored',
  },
  {
    name: 'a host is notified before its inbox item is stored',
    file: ENQUEUE,
    from: putInbox + notify,
    to: notify + putInbox,
    test: 'test/frontier/enqueue-links.test.ts',
    title: 'enqueueLinks > notifies no host if inbox items cannot be written',
  },
  {
    name: 'a schedule moves on before its hosts are notified',
    file: 'cli/run/run-schedules.ts',
    from: '    if (schedule) {\n',
    to: '    called();\n    if (schedule) {\n',
    test: 'test/cli/run/run-schedules.test.ts',
    title: 'keeps a schedule due until all its hosts are notified (putInbox fails)',
  },
  {
    name: 'a host becomes idle although a link arrived during its visit',
    file: 'shared/fetch/commit-visit.ts',
    from: '...due, inbox: head.inbox }',
    to: '...due }',
    test: ORDER,
    title: 'keeps a host ready for links that arrive during its visit',
  },
  {
    name: 'a visit deletes the inbox before its commit',
    file: VISIT,
    from: '  const captures = writer.startVisit();\n',
    to: '  await ports.frontier.deleteInbox(key, inbox.items.map(({ id }) => id));\n  const captures = writer.startVisit();\n',
    test: ORDER,
    title: 'leaves the inbox and the bundles alone if the commit fails',
  },
  {
    name: 'a visit deletes old bundles before its commit',
    file: VISIT,
    from: '  await ports.frontier.writeBundles(key, update.pieces);\n',
    to: '  await ports.frontier.writeBundles(key, update.pieces);\n  await ports.frontier.deleteBundles(key, update.dropped);\n',
    test: ORDER,
    title: 'leaves the inbox and the bundles alone if the commit fails',
  },
  {
    name: 'a visit commits before its captures are announced',
    file: VISIT,
    from: '    await captures.flush(visit.pacing.pauseMs);\n',
    to: '    void captures.flush(visit.pacing.pauseMs).catch(() => {});\n',
    test: ORDER,
    title: 'commits nothing if the captures cannot be announced',
  },
  {
    name: 'a known page is fetched before its feedback is read',
    file: 'shared/fetch/fetch-due-urls.ts',
    from: '(candidate.page && !inbox.isRead()) || ',
    to: '',
    test: 'test/fetch/long-inbox.test.ts',
    title: 'fetches a known page again only after the whole inbox is read, so that its old record is known',
  },
  // DynamoDB: consistent reads, partial batches, lost responses.
  {
    name: 'the inbox is read eventually consistently',
    file: 'shared/aws/dynamo/dynamo-inbox.ts',
    from: '        ConsistentRead: true,\n',
    to: '',
    test: CONSISTENT,
    title: 'reads an inbox item as soon as it was put',
  },
  {
    name: 'missing bundles are read again eventually consistently',
    file: 'shared/aws/dynamo/dynamo-bundles.ts',
    from: 'readItems(key, missing, true)',
    to: 'readItems(key, missing, false)',
    test: CONSISTENT,
    title: 'reads the pieces of a bundle that the last visit has just written',
  },
  {
    name: 'the control item is read eventually consistently',
    file: 'shared/aws/dynamo/dynamo-control.ts',
    from: 'Key: { crawl: s(crawl) }, ConsistentRead: true }',
    to: 'Key: { crawl: s(crawl) } }',
    test: CONSISTENT,
    title: 'reads the state, the counts and the reservations of a crawl as soon as they were written',
  },
  {
    name: 'heads are read eventually consistently',
    file: 'shared/aws/dynamo/dynamo-heads.ts',
    from: '...headKey(heads, key), ConsistentRead: true',
    to: '...headKey(heads, key)',
    test: CONSISTENT,
    title: 'reads a head as soon as it was notified',
  },
  {
    name: 'unprocessed items of a batch write are forgotten',
    file: 'shared/aws/dynamo/dynamo-batch.ts',
    from: 'left = answer.UnprocessedItems?.[table] ?? [];',
    to: 'left = [];',
    test: UNPROCESSED,
    title: 'writes the unprocessed items of a batch again',
  },
  {
    name: 'unprocessed keys of a batch read are forgotten',
    file: 'shared/aws/dynamo/dynamo-batch.ts',
    from: 'left = answer.UnprocessedKeys?.[table]?.Keys ?? [];',
    to: 'left = [];',
    test: UNPROCESSED,
    title: 'deletes pieces whose keys were unprocessed when they were looked up',
  },
  {
    name: 'a lost response counts the pages of a message twice',
    file: 'shared/aws/dynamo/dynamo-control.ts',
    from: 'return done || isRetry;',
    to: 'return done;',
    test: 'test/aws/dynamo/repeated-writes.test.ts',
    title: 'adds the pages of a message once, also if the response is lost',
  },
  {
    name: 'a lost response opens a host twice',
    file: 'shared/aws/dynamo/dynamo-heads.ts',
    from: "(done || stringAttribute(item, 'opening') === opening)",
    to: 'done',
    test: 'test/aws/dynamo/repeated-writes.test.ts',
    title: 'opens a host once if the response is lost, so that no attempt of it is used up',
  },
  // One request at a time per group, with pauses; stale workers change nothing.
  {
    name: 'a lock is taken from its holder before the lease expires (SQLite)',
    file: 'shared/local/sqlite-host-lock.ts',
    from: 'WHERE until < :now AND open_at <= :now',
    to: 'WHERE open_at <= :now',
    test: LOCKS,
    title: 'HostLock on SQLite > does not take an open group from its holder before the lease expires',
  },
  {
    name: 'a lock is taken from its holder before the lease expires (DynamoDB)',
    file: 'shared/aws/dynamo/dynamo-host-lock.ts',
    from: '(#until < :now AND #openAt <= :now)',
    to: '(#until > :now OR #openAt <= :now)',
    test: 'test/contracts/dynamo.test.ts',
    title: 'if DynamoDB is in memory > HostLock > changes nothing for a refused caller and returns the item',
  },
  {
    name: 'a late release ends the visit of another worker',
    file: 'shared/local/sqlite-host-lock.ts',
    from: 'failures = :failures\n    WHERE grp = :group AND token = :token`',
    to: 'failures = :failures\n    WHERE grp = :group AND :token IS NOT NULL`',
    test: LOCKS,
    title: 'HostLock on SQLite > ignores a late release with another token',
  },
  {
    name: 'a worker commits after another one opened the host (SQLite)',
    file: 'shared/local/sqlite-head-statements.ts',
    from: 'AND host = :host AND epoch = :epoch AND (:inbox',
    to: 'AND host = :host AND epoch >= :epoch AND (:inbox',
    test: 'test/contracts/frontier.test.ts',
    title: 'Frontier on SQLite > commit > changes nothing if another worker opened the head since',
  },
  {
    name: 'a worker commits after another one opened the host (DynamoDB)',
    file: 'shared/aws/dynamo/dynamo-heads.ts',
    from: "inbox === undefined ? '#epoch = :epoch' :",
    to: "inbox === undefined ? '#epoch >= :epoch' :",
    test: 'test/contracts/dynamo.test.ts',
    title: 'if DynamoDB is in memory > Frontier > commit > changes nothing if another worker opened the head since',
  },
  {
    name: 'requests of a visit follow each other without a pause',
    file: 'shared/fetch/pacing.ts',
    from: '  if (waitMs > 0) await ports.clock.sleep(waitMs, options.signal);\n',
    to: '',
    test: ORDER,
    title: 'waits for the pause between two requests',
  },
  {
    name: 'the Crawl-delay of robots.txt is ignored',
    file: 'shared/fetch/robots-gate.ts',
    from: 'pauseOf(options, crawlDelayS, 0)',
    to: 'pauseOf(options, 0, 0)',
    test: 'test/fetch/robots-gate.test.ts',
    title: 'keeps the Crawl-delay after a worker that was killed before it stored it',
  },
  {
    name: 'the next visit may start without a pause',
    file: 'shared/fetch/pause.ts',
    from: 'visit.lastEnd + Math.max(visit.pauseMs, backoffMs)',
    to: 'visit.lastEnd',
    test: 'test/fetch/pause.test.ts',
    title: 'after a visit > the host opens one pause after the last request',
  },
  {
    name: 'a Retry-After is lost with its worker',
    file: 'shared/fetch/fetch-due-urls.ts',
    from: '  await ports.locks.setOpenAt(head.group, pacing.lock.token, lockChange(visit).openAt);\n',
    to: '',
    test: 'test/fetch/killed-worker.test.ts',
    title: 'keeps Retry-After after the worker that received it was killed',
  },
  // robots.txt comes first.
  {
    name: 'URLs that robots.txt disallows are requested',
    file: 'shared/fetch/fetch-due-urls.ts',
    from: "  if (permission.kind === 'refused') return skip(visit, candidate, refused(candidate, permission));\n",
    to: '',
    test: ORDER,
    title: 'requests nothing that robots.txt disallows',
  },
  {
    name: 'an unreachable robots.txt allows everything',
    file: 'shared/robots/robots-item.ts',
    from: "return readAt > 0 && unreachableMs <= MAX_STALE_MS ? 'rules' : 'disallow-all';",
    to: "return 'rules';",
    test: 'test/robots/robots-item.test.ts',
    title: '500 disallows everything and is retried soon',
  },
  // Budgets and states hold.
  {
    name: 'dispatch ignores reserved pages',
    file: 'shared/frontier/dispatch/dispatch.ts',
    from: 'let left = allowed - reservedPages(control, now);',
    to: 'let left = allowed;',
    test: DISPATCH,
    title: 'the budget > reserves no more than 3 pages',
  },
  {
    name: 'dispatch sends pages without a reservation',
    file: 'shared/frontier/dispatch/dispatch.ts',
    from: '      await ports.control.reserve(crawl, id, { pages, until: now + options.reservationMs });\n',
    to: '',
    test: DISPATCH,
    title: 'the budget > reserves pages for each message, with an expiry',
  },
  {
    name: 'a message that is delivered twice spends its pages twice',
    file: 'shared/fetch/visit-message.ts',
    from: "control?.state === 'open' && !isSettled",
    to: "control?.state === 'open'",
    test: ORDER,
    title: 'the reservation of a message > is used once, however often the message is delivered',
  },
  {
    name: 'a stopped crawl is visited',
    file: 'shared/fetch/visit-message.ts',
    from: "control?.state === 'open' && !isSettled",
    to: '!isSettled',
    test: ORDER,
    title: 'visits no host of a crawl that is stopped',
  },
  // No URL is fetched twice, no page crashes workers again and again, and records follow their pages.
  {
    name: 'a URL is accepted again',
    file: 'shared/frontier/host/host-frontier.ts',
    from: '  seen.added.add(entry.url);\n',
    to: '',
    test: 'test/frontier/host/host-frontier.test.ts',
    title: 'returns what the reference model returns, for any committed and lost visits',
  },
  {
    name: 'the crash marker is ignored',
    file: 'shared/fetch/fetch-due-urls.ts',
    from: '  if (head.crashMarker === candidate.url) return skip(visit, candidate, poisoned(candidate, ports.clock.now()));\n',
    to: '',
    test: 'test/fetch/poison.test.ts',
    title: 'skips a URL that crashes its workers and fetches the rest of the host',
  },
  {
    name: 'a repeated classification writes another object',
    file: 'shared/classify/records-key.ts',
    from: "return documentsKey.replace(/^clean\\//, 'records/');",
    to: "return documentsKey.replace(/^clean\\//, 'records/') + performance.now();",
    test: 'test/classify/classify-documents.test.ts',
    title: 'gives the same result for a redelivered message',
  },
  {
    name: 'further evidence about a fetched URL queues it again',
    file: 'shared/frontier/host/ranked-queue.ts',
    from: 'isStale: ({ url }) => isTaken(url),',
    to: 'isStale: () => false,',
    test: 'test/frontier/host/ranked-queue.test.ts',
    title: 'skips a further entry of a fetched URL that the visit has not ranked',
  },
  {
    name: 'the change of a record that arrives last wins',
    file: 'shared/local/sqlite-search-statements.ts',
    from: "'excluded.at > at OR (excluded.at = at AND excluded.live < live)'",
    to: "'excluded.at >= 0'",
    test: 'test/contracts/search-index.test.ts',
    title:
      'SearchIndex on SQLite > keeps the later of two changes, also if it says that the URL has left and arrives first',
  },
  {
    name: 'a tombstone is deleted at once',
    file: 'shared/local/sqlite-search-statements.ts',
    from: 'WHERE live = 0 AND at < ? RETURNING n',
    to: 'WHERE live = 0 AND at > ? RETURNING n',
    test: 'test/contracts/search-index.test.ts',
    title: 'SearchIndex on SQLite > keeps a tombstone for 35 days',
  },
  {
    name: 'a host that fails loses all its records',
    file: 'shared/fetch/mass-removal-guard.ts',
    from: 'return !isTooMuch && (wasHeld || !isBurst);',
    to: 'return true;',
    test: 'test/fetch/mass-removal-guard.test.ts',
    title: 'a host that lost all its pages > keeps nearly all its records, however often it is visited',
  },
  // Only the person's own browser judges pages.
  {
    name: 'the crawl page stores verdicts that another website sends',
    file: 'web/judge/judge-page.ts',
    from: 'if (token !== judging.token)',
    to: 'if (token === undefined)',
    test: 'test/web/judge.test.ts',
    title: 'refuses a form without the token of the server',
  },
  {
    name: 'reclassification ignores the verdicts of a person',
    file: 'cli/maintain/reclassify-locally.ts',
    from: 'withPersonVerdicts(compileFilters(topicFiltersOf(settings)), verdicts)',
    to: 'compileFilters(topicFiltersOf(settings))',
    test: 'test/cli/judge.test.ts',
    title: 'reclassification follows the verdicts',
  },
  // No secret is sent astray, no host pays for this machine, and "done" means done.
  {
    name: 'credentials without a scheme are sent unencrypted',
    file: 'shared/http/credential-origin.ts',
    from: 'key : `https:',
    to: 'key : `http:',
    test: 'test/cli/credentials.test.ts',
    title: 'are not sent over http because a page of a stranger links there',
  },
  {
    name: 'a machine without free descriptors is the fault of the host',
    file: 'shared/net/net-error.ts',
    from: "['EMFILE', ",
    to: '[',
    test: 'test/net/local-faults.test.ts',
    title: 'http > throws EMFILE of a connection',
  },
  {
    name: 'the counts of a message are stored before the message ends',
    file: 'cli/run/pipeline.ts',
    from: '    stores.atOnce(() => {\n',
    to: '    stores.control.addCounts(crawl, counts);\n    stores.atOnce(() => {\n',
    test: 'test/cli/run/pipeline.test.ts',
    title: 'counts a message once, although the process ends before the message is deleted',
  },
  {
    name: 'a crawl whose hosts rest ends with exit code 0',
    file: 'cli/run-and-report.ts',
    from: 'isIncomplete || hasLeftovers(status) || ',
    to: 'isIncomplete || ',
    test: 'test/cli/unfinished.test.ts',
    title: 'if a host rests, also in the JSON status',
  },
];
