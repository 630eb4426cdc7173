import type { DocumentLine } from '../../shared/clean/document.ts';
import { parseManifest, pieceNames } from '../../shared/frontier/host/manifest.ts';
import type { InboxItem, NotifyResult } from '../../shared/ports/frontier.ts';
import type { LockItem } from '../../shared/ports/host-lock.ts';
import type { ObjectMessage } from '../../shared/ports/messages.ts';
import type { Delivery, Queue } from '../../shared/ports/queue.ts';
import { readJsonLines, writeJsonLines } from '../../shared/text/json-lines.ts';
import { SMALL_WEB } from './network.ts';
import { TIMEOUT_S, VISIT } from './options.ts';
import { control, frontier, overlaid } from './overlay.ts';
import {
  BUDGET,
  EXPIRING,
  INTERRUPTED,
  type Mutation,
  RESTED,
  SET_BACK,
  STOPPED,
  type Trial,
  WIDE,
} from './simulate.ts';

/**
 * Mutations that break the protocol. Each wraps a port, so production code has no switches for them. The simulation must
 * catch every mutation to prove its worth.
 */
export const MUTATIONS: (Trial & { name: string; as: RegExp; mutation: Mutation })[] = [];

const addMutation = (name: string, as: RegExp, trial: Trial, mutation: Mutation) =>
  void MUTATIONS.push({ name, as, ...trial, mutation });

/** How long the index keeps tombstones: 35 days, in milliseconds. */
const TOMBSTONE_MS = 35 * 86_400_000;

const SOME: Trial = { rates: { crash: 0.001, stall: 0.004 } };
const CRASHES: Trial = { rates: { crash: 0.004, stall: 0.004 } };
/** The first minutes, when most links are enqueued, with visits and offers stalled half-way. */
const HELD_UP: Trial = { rates: { crash: 0, stall: 0.04 }, tickS: 20, untilS: 900 };
/** Stalled workers resume among visits in quick succession. */
const SLEEPERS: Trial = {
  ...WIDE,
  firstSeed: 35,
  rates: { crash: 0, stall: 0.02 },
  tickS: 5,
  untilS: 3_000,
  visit: { ...WIDE.visit, leaseMs: 40_000, visitMs: 20_000 },
};
/**
 * Requests that take as long as their timeout of 10 s, and a lease of 17 s with its pause: a second request, from 12 s to 22 s, outlasts it.
 * Each message is delivered again when the lease has just expired, so another worker meets that request.
 */
const OUTLASTING: Trial = {
  rates: { crash: 0, stall: 0 },
  web: { ...SMALL_WEB, slow: 1 },
  duplicates: 0,
  redeliveredAfterS: 18.5,
  untilS: 300,
  visit: { visitMs: 600_000, maxPagesPerVisit: 60, leaseMs: 15_000 },
  isCertain: true,
};
/** Stores that fail often, in processes that survive it. */
const FAULTS: Trial = { rates: { crash: 0, stall: 0.002, fault: 0.01 } };
const MANY_FAULTS: Trial = { rates: { crash: 0, stall: 0.002, fault: 0.03 } };
const DUPLICATES: Trial = { ...SOME, duplicates: 0.5 };
/** Crashes and duplicates, so that changes of records arrive out of order. */
const LATE_RECORDS: Trial = { rates: { crash: 0.004, stall: 0.004 }, duplicates: 0.5 };
/** A budget, and stores whose answers are lost. */
const LOST_USAGE: Trial = { ...BUDGET, rates: { crash: 0, stall: 0, lostAnswer: 0.02 } };
/** Reads of one item, so that an inbox is often longer than one read. */
const BITES: Trial = { ...SOME, visit: { maxInboxItems: 1 } };
/** Whether a message is about a stored object, not about hosts to visit. */
const isOfObject = (delivery: Delivery<unknown> | undefined): boolean =>
  delivery !== undefined && 'key' in (delivery.message as object);
/** Rounds so frequent that a host is visited again as soon as its lock opens. */
const HASTE: Trial = { ...WIDE, rates: { crash: 0, stall: 0 }, tickS: 0.5, untilS: 1_000 };

addMutation('no head epoch', /committed twice/, SOME, () => ({
  ports: (ports) =>
    frontier(ports, ({ commit, getHead }) => ({
      async commit(key, _epoch, change) {
        return commit(key, (await getHead(key))!.epoch, change);
      },
    })),
}));

addMutation('a lock is freed only by its expiry', /late|lost/, CRASHES, () => {
  const held = new Map<string, LockItem>();
  return {
    ports: (ports) => ({
      ...ports,
      locks: {
        setOpenAt: ports.locks.setOpenAt,
        async acquire(group, request) {
          const other = held.get(group);
          if (other && request.now < other.until + 86_400_000) return { acquired: false, lock: other };
          const result = await ports.locks.acquire(group, request);
          if (result.acquired) held.set(group, result.lock);
          return result;
        },
        async release(group, token, change) {
          const released = await ports.locks.release(group, token, change);
          if (released) held.delete(group);
          return released;
        },
      },
    }),
  };
});

addMutation('the token of a lock is a count', /overlaps|gap/, SLEEPERS, () => {
  const counts = new Map<string, { n: number; expires: number }>();
  const tokens = new Map<string, string>();
  return {
    ports: (ports) => ({
      ...ports,
      locks: {
        setOpenAt: (group, token, openAt) => ports.locks.setOpenAt(group, tokens.get(token) ?? token, openAt),
        async acquire(group, request) {
          // The count is deleted with the item when the item expires.
          const found = counts.get(group);
          const n = found && found.expires > request.now ? found.n + 1 : 1;
          const result = await ports.locks.acquire(group, { ...request, token: `${n}` });
          if (result.acquired) {
            counts.set(group, { n, expires: result.lock.until });
            tokens.set(request.token, `${n}`);
          }
          return result;
        },
        release: (group, token, change) => ports.locks.release(group, tokens.get(token) ?? token, change),
      },
    }),
  };
});

addMutation('captures are announced after the commit', /lost|not indexed/, CRASHES, () => ({
  ports(ports) {
    const unsent: ObjectMessage[] = [];
    return {
      ...ports,
      captures: overlaid(ports.captures, { send: async (messages) => void unsent.push(...messages) }),
      locks: {
        setOpenAt: ports.locks.setOpenAt,
        acquire: ports.locks.acquire,
        async release(group, token, change) {
          if (unsent.length > 0) await ports.captures.send(unsent.splice(0));
          return ports.locks.release(group, token, change);
        },
      },
    };
  },
}));

addMutation('the key of a run is taken from its message', /overwritten/, CRASHES, () => ({
  ports(ports, message) {
    const keys = new Map<string, string>();
    const keyOf = (key: string) => {
      if (!keys.has(key))
        keys.set(key, `${key.slice(0, key.lastIndexOf('/'))}/${message?.receipt}-${keys.size}.warc.gz`);
      return keys.get(key)!;
    };
    return {
      ...ports,
      objects: overlaid(ports.objects, {
        put: (key, bytes, options) =>
          key.startsWith('raw/') ? ports.objects.put(keyOf(key), bytes) : ports.objects.put(key, bytes, options),
      }),
      captures: overlaid(ports.captures, {
        send: (messages) => ports.captures.send(messages.map((one) => ({ ...one, key: keyOf(one.key) }))),
      }),
    };
  },
}));

addMutation('the inbox counter is ignored', /stranded/, HELD_UP, () => ({
  ports: (ports) =>
    frontier(ports, ({ commit }) => ({
      commit: (key, epoch, { inbox: _, ...change }) => commit(key, epoch, change),
    })),
}));

addMutation('the counter is raised before the inbox item is put', /stranded/, HELD_UP, () => ({
  ports(ports) {
    const late: InboxItem[] = [];
    return frontier(ports, ({ notifyHosts, putInbox }) => ({
      async putInbox(items) {
        late.push(...items);
        return items.map(() => undefined);
      },
      async notifyHosts(entries, now) {
        const results = await notifyHosts(entries, now);
        await putInbox(late.splice(0));
        return results;
      },
    }));
  },
}));

addMutation('a host becomes due only when it has no due time', /stranded/, SOME, () => ({
  ports: (ports) =>
    frontier(ports, ({ notifyHosts, getHead, postpone }) => ({
      async notifyHosts(entries, now) {
        const results: NotifyResult[] = [];
        for (const entry of entries) {
          const before = await getHead(entry);
          results.push(...(await notifyHosts([entry], now)));
          if (before?.state === 'idle' && before.due !== undefined) await postpone(entry, now, before.due);
        }
        return results;
      },
    })),
}));

addMutation('the inbox is read in part, then the host becomes idle', /stranded/, BITES, () => ({
  ports: (ports) =>
    frontier(ports, ({ readInbox }) => ({
      async readInbox(...args) {
        return { ...(await readInbox(...args)), end: true };
      },
    })),
}));

addMutation('the inbox is deleted before the commit', /lost/, SOME, () => ({
  ports: (ports) =>
    frontier(ports, ({ readInbox, deleteInbox }) => ({
      async readInbox(key, limit, known, since) {
        const read = await readInbox(key, limit, known, since);
        await deleteInbox(
          key,
          read.items.map(({ id }) => id),
        );
        return read;
      },
    })),
}));

addMutation('bundles are deleted before the commit', /lost/, SOME, () => ({
  ports: (ports) =>
    frontier(ports, ({ commit, getHead, deleteBundles }) => ({
      async commit(key, epoch, change) {
        const kept = new Set(parseManifest(change.manifest).flatMap(pieceNames));
        const before = parseManifest((await getHead(key))?.manifest ?? '').flatMap(pieceNames);
        await deleteBundles(
          key,
          before.filter((name) => !kept.has(name)),
          new Set(parseManifest(change.manifest).map(({ epoch }) => epoch)),
        );
        return commit(key, epoch, change);
      },
    })),
}));

addMutation('stored objects whose messages expired are not sent again', /not indexed/, EXPIRING, (_, stores) => {
  stores.isResending = false;
  return {};
});

addMutation(
  'a day is not checked again once its objects were sent',
  /not indexed/,
  { ...EXPIRING, firstSeed: 1 },
  () => ({
    ports: (ports) => ({
      ...ports,
      objects: overlaid(ports.objects, {
        put(key, bytes, options) {
          if (!key.endsWith('/resent.json')) return ports.objects.put(key, bytes, options);
          const { sent: _, ...position } = JSON.parse(Buffer.from(bytes).toString());
          return ports.objects.put(key, Buffer.from(JSON.stringify(position)));
        },
      }),
    }),
  }),
);

addMutation('no margin of time before a request', /overlaps/, OUTLASTING, () => ({
  ports: (ports) => ({
    ...ports,
    locks: {
      setOpenAt: ports.locks.setOpenAt,
      async acquire(group, request) {
        const { acquired, lock } = await ports.locks.acquire(group, request);
        const marginMs = TIMEOUT_S * 1000 + VISIT.hostPauseMs + 2 * VISIT.skewMs;
        return { acquired, lock: { ...lock, until: lock.until + marginMs } };
      },
      release: ports.locks.release,
    },
  }),
}));

addMutation('no margin for clock skew at the release', /overlaps|gap/, { ...HASTE, firstSeed: 3 }, () => ({
  ports: (ports) => ({
    ...ports,
    locks: {
      setOpenAt: ports.locks.setOpenAt,
      acquire: ports.locks.acquire,
      release: (group, token, change) =>
        ports.locks.release(group, token, change && { ...change, openAt: change.openAt - VISIT.skewMs }),
    },
  }),
}));

addMutation('message ids are reused', /lost|not indexed/, DUPLICATES, () => {
  // Ids as in a table without AUTOINCREMENT: one more than the highest id in use, across all queues. A message carries its id
  // and a unique number; acknowledging an id acknowledges the message that has it now.
  type Marked = { id: number; own: number; name?: unknown };
  const inUse = new Map<number, number>();
  const ended = new Set<number>();
  let messages = 0;
  const nextId = () => Math.max(0, ...inUse.keys()) + 1;
  return {
    queue: <Message>(queue: Queue<Message>): Queue<Message> => ({
      ...queue,
      send: (sent) =>
        queue.send(
          sent.map((message) => {
            const marked: Message & Marked = {
              ...message,
              id: nextId(),
              own: messages++,
              name: (message as Marked).id,
            };
            inUse.set(marked.id, marked.own);
            return marked;
          }),
        ),
      async receive(_max, visibilityMs) {
        for (;;) {
          const [delivery] = await queue.receive(1, visibilityMs);
          if (!delivery) return [];
          const { id, own, name, ...body } = delivery.message as Message & Marked;
          if (!ended.has(own)) return [{ ...delivery, message: { ...body, id: name } as Message, receipt: `${id}` }];
          await queue.ack([delivery]);
        }
      },
      async ack(deliveries) {
        for (const { receipt } of deliveries) {
          const own = inUse.get(Number(receipt));
          inUse.delete(Number(receipt));
          if (own !== undefined) ended.add(own);
        }
      },
    }),
  };
});

addMutation('a schedule moves on before its hosts are notified', /not recrawled/, MANY_FAULTS, () => ({
  ports: (ports) => ({
    ...ports,
    schedules: {
      due: (crawl) =>
        ports.schedules.due(crawl).map(({ call, called }) => {
          called();
          return { call, called };
        }),
    },
  }),
}));

addMutation('a link is remembered before its offer is stored', /lost/, FAULTS, () => ({
  recentLinks: (memory) => ({
    ...memory,
    has(link) {
      if (memory.has(link)) return true;
      memory.add(link);
      return false;
    },
  }),
}));

addMutation('a record keeps the URL of a deleted page', /outdated|not indexed/, SOME, () => ({
  ports: (ports) => ({
    ...ports,
    index: overlaid(ports.index, {
      write: (crawl, changes) =>
        ports.index.write(
          crawl,
          changes.filter(
            ({ kind, url, at }) =>
              kind === 'seen' || changes.some((one) => one.url === url && one.at === at && one.kind === 'seen'),
          ),
        ),
    }),
  }),
}));

addMutation('a record takes the change that arrives last', /outdated/, LATE_RECORDS, (_world, stores) => ({
  ports: (ports) => ({
    ...ports,
    index: overlaid(ports.index, {
      write(crawl, changes) {
        stores.forgetRecordTimes(changes.map(({ url }) => url));
        return ports.index.write(crawl, changes);
      },
    }),
  }),
}));

addMutation('a URL that leaves a record takes its other URLs with it', /outdated/, SOME, () => ({
  ports: (ports) => ({
    ...ports,
    index: overlaid(ports.index, {
      async write(crawl, changes) {
        const ids = new Set(changes.flatMap(({ kind, id }) => (kind === 'left' ? [id] : [])));
        await ports.index.write(crawl, changes);
        for (const id of ids) {
          const urls = Object.entries((await ports.index.get(crawl, id))?.urls ?? {});
          const others = urls.map(([url, at]) => ({ kind: 'left' as const, id, url, at }));
          if (others.length > 0) await ports.index.write(crawl, others);
        }
      },
    }),
  }),
}));

addMutation('changes are timed by the fetch, although the clock was set back', /outdated/, SET_BACK, () => ({
  ports: (ports) => ({
    ...ports,
    objects: overlaid(ports.objects, {
      async get(key) {
        const bytes = await ports.objects.get(key);
        if (!bytes || !key.startsWith('clean/')) return bytes;
        const lines = [...readJsonLines<DocumentLine>(bytes)];
        return writeJsonLines(lines.map(({ note: { changeAt: _, ...note }, ...line }) => ({ ...line, note })));
      },
    }),
  }),
}));

addMutation('a tombstone that expires takes its record with it', /outdated/, RESTED, (_world, stores) => ({
  ports: (ports) => ({
    ...ports,
    index: overlaid(ports.index, {
      async write(crawl, changes) {
        const expired = stores.recordsLeftBefore(Math.max(...changes.map(({ at }) => at)) - TOMBSTONE_MS);
        await ports.index.write(crawl, changes);
        for (const id of expired) {
          const urls = Object.entries((await ports.index.get(crawl, id))?.urls ?? {});
          const left = urls.map(([url, at]) => ({ kind: 'left' as const, id, url, at }));
          if (left.length > 0) await ports.index.write(crawl, left);
        }
      },
    }),
  }),
}));

addMutation('dispatch ignores reserved pages', /overspent/, { ...BUDGET, firstSeed: 26 }, () => ({
  ports: (ports, message) => (message ? ports : control(ports, (found) => ({ ...found, shares: {} }))),
}));

addMutation('a settled message is visited again', /overspent/, { ...BUDGET, duplicates: 1 }, () => ({
  ports: (ports, message) => {
    if (!message) return ports;
    const seen = control(ports, (found) => ({
      ...found,
      shares: new Proxy(found.shares, { get: () => ({ pages: 1, until: 0 }) }),
    }));
    return { ...seen, control: overlaid(seen.control, { claim: async () => true }) };
  },
}));

addMutation('a paused crawl is visited', /despite pause/, INTERRUPTED, () => ({
  ports: (ports) => control(ports, (found) => ({ ...found, state: 'open' })),
}));

addMutation('a stopped crawl is visited', /despite stop/, { ...STOPPED, firstSeed: 4 }, () => ({
  ports: (ports, message) => (isOfObject(message) ? ports : control(ports, (found) => ({ ...found, state: 'open' }))),
}));

addMutation('a stopped crawl takes the links of pages', /despite stop/, STOPPED, () => ({
  ports: (ports, message) => (isOfObject(message) ? control(ports, (found) => ({ ...found, state: 'open' })) : ports),
}));

addMutation('a stopped crawl drops the records of pages', /not indexed/, { ...STOPPED, firstSeed: 6 }, () => ({
  ports: (ports) => ({
    ...ports,
    records: overlaid(ports.records, {
      async send(messages) {
        if ((await ports.control.get(messages[0]!.crawl))?.state === 'open') await ports.records.send(messages);
      },
    }),
  }),
}));

addMutation('usage is added again when the answer is lost', /overspent/, { ...LOST_USAGE, firstSeed: 16 }, () => ({
  ports: (ports) => ({
    ...ports,
    control: overlaid(ports.control, {
      addUsage: (crawl, counts, reservation) =>
        ports.control.addUsage(crawl, counts, reservation).catch(() => ports.control.addUsage(crawl, counts)),
    }),
  }),
}));

addMutation('the URL that may end its process is not marked', /given up/, INTERRUPTED, () => ({
  ports: (ports) => frontier(ports, () => ({ setCrashMarker: async () => true })),
}));

addMutation('a message is deleted when it is received', /lost|not indexed/, INTERRUPTED, () => ({
  queue: (queue) =>
    overlaid(queue, {
      async receive(max, visibilityMs) {
        const received = await queue.receive(max, visibilityMs);
        await queue.ack(received);
        return received;
      },
    }),
}));
