import { headerValue } from '../../http/headers.ts';
import type { Clock } from '../../ports/clock.ts';
import type { ObjectMessage } from '../../ports/messages.ts';
import type { Objects } from '../../ports/objects.ts';
import type { Queue } from '../../ports/queue.ts';
import type { Random } from '../../ports/random.ts';
import type { Capture } from './capture.ts';
import { append, free, type GrowingBuffer } from './growing-buffer.ts';
import { readLength } from './read-length.ts';
import { warcInfo, warcRecords } from './warc-write.ts';

/** Where captures are stored, and the queue that tells the clean stage of each object. */
export type CapturePorts = { objects: Objects; captures: Queue<ObjectMessage>; clock: Clock; random: Random };

/** Who crawls, and by which rules: what the `warcinfo` record of each object says. */
export type CrawlerInfo = {
  /** Name and version of the program. */
  software: string;
  /** Value of the `User-Agent` header. */
  userAgent?: string;
  /** Hosts whose robots.txt the crawl ignores. Default: none. */
  ignoresRobotsOf?: readonly string[];
  /** The captures were not fetched by this program, but imported from archives: what they obeyed is unknown. */
  isImport?: boolean;
};

/** When an object of captures is closed and stored. */
export type CaptureLimits = {
  /** An object is closed once it has this many captures … */
  maxPages: number;
  /** … or this many bytes … */
  maxBytes: number;
  /** … or about this many bytes of unpacked bodies: those that compress well would fill the memory of the stages that read them … */
  maxBodyBytes: number;
  /**
   * … or this many bytes of bodies that are no text by their media type, such as PDF. Their conversions share the time of one call of the
   * clean function. Default: only the other limits count.
   */
  maxFileBytes?: number;
  /**
   * Minimum and maximum time for which a finished visit waits for others to fill its object. In between, it waits as long as
   * its host's pause. Milliseconds.
   */
  minWaitMs: number;
  maxWaitMs: number;
  /** Time for which others may fill an object whose captures a continuing visit handed over. Default: as at the end of a visit. Milliseconds. */
  handOverMs?: number;
};

/** Limits on one machine. */
export const CAPTURE_LIMITS: CaptureLimits = {
  maxPages: 200,
  maxBytes: 8 << 20,
  maxBodyBytes: 64 << 20,
  minWaitMs: 1_000,
  maxWaitMs: 15_000,
};

/**
 * Writes the archive objects of a crawl. All visits of a process fill one object together, as storage requests are billed
 * per object.
 */
export type CaptureWriter = {
  /** Starts a visit. The visit must end with `flush` or `abandon`. */
  startVisit(): VisitCaptures;
};

/** The captures of one visit. */
export type VisitCaptures = {
  add(capture: Capture): void;
  /**
   * Has the captures so far processed while the visit continues.
   *
   * @param pauseMs how long others may fill the object, as in `flush`
   */
  handOver(pauseMs: number): void;
  /**
   * Ends the visit and waits until every object with captures of it is stored and its message sent.
   *
   * @param pauseMs the host's pause: how long the visit may wait for others to fill the object
   * @throws if an object could not be stored or its message not sent; the visit must not be committed then
   */
  flush(pauseMs: number): Promise<void>;
  /** Ends a failed visit without waiting. No effect after `flush`. */
  abandon(): void;
};

type OpenObject = {
  key: string;
  buffer: GrowingBuffer;
  pages: number;
  /** Bytes of unpacked bodies, as estimated. */
  bodyBytes: number;
  /** Bytes of bodies that are no text by their media type. */
  fileBytes: number;
  /** Resolves once the object is stored and its message sent. */
  stored: Promise<void>;
  close(): void;
};

type OpenObjects = {
  current(): OpenObject | undefined;
  /** Returns the current object, or opens one. */
  open(): OpenObject;
};

/** Creates a writer for the visits of one worker and crawl. It stores nothing until a visit has captures. */
export function createCaptureWriter(
  crawl: string,
  crawler: CrawlerInfo,
  ports: CapturePorts,
  limits = CAPTURE_LIMITS,
): CaptureWriter {
  const objects = createOpenObjects(crawl, crawler, ports, 2 * limits.maxBytes);
  const waitOf = (pauseMs: number) => Math.min(limits.maxWaitMs, Math.max(limits.minWaitMs, pauseMs));
  let fetching = 0;

  return {
    startVisit() {
      fetching++;
      const mine = new Set<OpenObject>();
      let hasEnded = false;
      const abandon = () => {
        if (hasEnded) return;
        hasEnded = true;
        fetching--;
        if (fetching === 0) objects.current()?.close();
      };
      return {
        add(capture) {
          const object = objects.open();
          const { bytes } = warcRecords(capture, () => ports.random.id());
          for (const record of bytes) append(object.buffer, record);
          object.pages++;
          object.bodyBytes += readLength(capture);
          if (!isText(capture)) object.fileBytes += capture.body.length;
          mine.add(object);
          if (isFull(object, limits)) object.close();
        },
        handOver(pauseMs) {
          const last = [...mine].at(-1);
          if (last && last === objects.current())
            void ports.clock.sleep(limits.handOverMs ?? waitOf(pauseMs)).then(() => last.close());
        },
        async flush(pauseMs) {
          abandon();
          const last = [...mine].at(-1);
          const stored = Promise.all([...mine].map((object) => object.stored));
          if (last && last === objects.current()) {
            await waitFor(stored, waitOf(pauseMs), ports.clock);
            last.close();
          }
          await stored;
        },
        abandon,
      };
    },
  };
}

const isFull = (
  { pages, buffer, bodyBytes, fileBytes }: OpenObject,
  { maxPages, maxBytes, maxBodyBytes, maxFileBytes = Number.POSITIVE_INFINITY }: CaptureLimits,
): boolean => pages >= maxPages || buffer.length >= maxBytes || bodyBytes >= maxBodyBytes || fileBytes >= maxFileBytes;

/** Media types of pages, lists and data, which are read without a conversion. */
const TEXT_TYPE = /^\s*(?:text\/|application\/(?:[\w.+-]*\+)?(?:xml|json|xhtml))/i;

/** Whether a body is text by its media type. A body without one counts as text. */
const isText = ({ headers }: Capture): boolean => TEXT_TYPE.test(headerValue(headers, 'content-type') ?? 'text/');

/** Waits until the objects are stored, but no longer than `waitMs`. */
async function waitFor(stored: Promise<unknown>, waitMs: number, clock: Clock): Promise<void> {
  const settled = new AbortController();
  const end = () => settled.abort();
  stored.then(end, end);
  await clock.sleep(waitMs, settled.signal);
}

/** @param maxSpareBytes maximum length of a buffer that is reused. One long sitemap grows it beyond what pages fill again */
function createOpenObjects(
  crawl: string,
  crawler: CrawlerInfo,
  ports: CapturePorts,
  maxSpareBytes: number,
): OpenObjects {
  let current: OpenObject | undefined;
  // The next object reuses the buffer of a stored one.
  let spare: Uint8Array<ArrayBuffer> | undefined;

  const store = async ({ key, buffer }: OpenObject) => {
    const { bytes, length } = buffer;
    await ports.objects.put(key, bytes.subarray(0, length), { ifAbsent: true });
    // Visits refer to the object until they end. The buffer stays after a failure: the store may still be reading it.
    buffer.bytes = NOTHING;
    if (spare === undefined && bytes.length <= maxSpareBytes) spare = bytes;
    else free(bytes);
    await ports.captures.send([{ crawl, key, bytes: length }]);
  };

  const create = (): OpenObject => {
    const now = ports.clock.now();
    const { promise: closed, resolve: close } = Promise.withResolvers<void>();
    const info = warcInfo(infoFields(crawl, crawler), ports.random.id(), now);
    const object: OpenObject = {
      // Unique per object: a repeated visit fetches other pages and must not overwrite committed ones.
      key: objectKey({ stage: 'raw', crawl, now, run: ports.random.id(), ending: 'warc.gz' }),
      buffer: { bytes: spare ?? new Uint8Array(INITIAL_BYTES), length: 0 },
      pages: 0,
      bodyBytes: 0,
      fileBytes: 0,
      stored: closed.then(() => store(object)),
      close: () => {
        if (current === object) current = undefined;
        close();
      },
    };
    spare = undefined;
    append(object.buffer, info);
    // Avoid an unhandled rejection when no visit awaits it.
    object.stored.catch(() => {});
    return object;
  };

  return {
    current: () => current,
    open() {
      current ??= create();
      return current;
    },
  };
}

/** Fields of the `warcinfo` record (WARC 1.1, 6.2). */
function infoFields(
  crawl: string,
  { software, userAgent, ignoresRobotsOf = [], isImport = false }: CrawlerInfo,
): Record<string, string> {
  const exceptions = ignoresRobotsOf.length === 0 ? '' : `; ignored on ${ignoresRobotsOf.join(', ')}`;
  return {
    software,
    format: 'WARC File Format 1.1',
    conformsTo: 'http://iipc.github.io/warc-specifications/specifications/warc-format/warc-1.1/',
    ...(userAgent !== undefined && { 'http-header-user-agent': userAgent }),
    ...(isImport ? { description: 'captures imported from other archives' } : { robots: `RFC 9309${exceptions}` }),
    isPartOf: crawl,
  };
}

const NOTHING = new Uint8Array(0);
/** Initial length of a buffer: many objects are closed with a few pages. Bytes. */
const INITIAL_BYTES = 1 << 16;

/** `run`: unique for each object. `now`: when it was opened, epoch ms. */
type ObjectName = { stage: string; crawl: string; now: number; run: string; ending: string };

/**
 * Returns `<stage>/<crawl>/<yyyy>/<mm>/<dd>/<hhmmss>-<run>.<ending>`, with the time in UTC. Reports find the object of a page by
 * this time (`shared/classify/review/object-time.ts`).
 */
export function objectKey({ stage, crawl, now, run, ending }: ObjectName): string {
  const [day = '', time = ''] = new Date(now).toISOString().split('T');
  return `${stage}/${crawl}/${day.replaceAll('-', '/')}/${time.slice(0, 8).replaceAll(':', '')}-${run}.${ending}`;
}
