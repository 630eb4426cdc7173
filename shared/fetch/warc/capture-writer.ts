import type { Clock } from '../../ports/clock.ts';
import type { ObjectMessage } from '../../ports/messages.ts';
import type { Objects } from '../../ports/objects.ts';
import type { Queue } from '../../ports/queue.ts';
import type { Random } from '../../ports/random.ts';
import type { Capture } from './capture.ts';
import { warcInfo, warcRecords } from './warc-write.ts';

export type CapturePorts = { objects: Objects; captures: Queue<ObjectMessage>; clock: Clock; random: Random };

export type CaptureLimits = {
  /** An object is closed when it holds so many captures … */
  maxPages: number;
  /** … or bytes. */
  maxBytes: number;
  /** A finished visit waits for others to fill its object for as long as its own pause, within these bounds. Milliseconds. */
  minWaitMs: number;
  maxWaitMs: number;
};

export const CAPTURE_LIMITS: CaptureLimits = { maxPages: 200, maxBytes: 8 << 20, minWaitMs: 1_000, maxWaitMs: 15_000 };

/**
 * The archive objects of a crawl that the visits of one process fill together: one is open at a time. Requests to the
 * store are paid by the object, so what many hosts send shares one.
 */
export type CaptureWriter = {
  /** A visit begins to fetch. Every part is ended by `settle` or `leave`. */
  beginVisit(): VisitCaptures;
};

export type VisitCaptures = {
  add(capture: Capture): void;
  /**
   * Ends the part and resolves when every object that holds captures of it is kept and told.
   *
   * @param pauseMs the host's pause: how long it may wait for others.
   * @throws when an object could not be kept or told: then nothing of this part may be committed.
   */
  flush(pauseMs: number): Promise<void>;
  /** Ends the part without waiting: its visit failed. */
  abandon(): void;
};

type OpenObject = {
  key: string;
  /** The records so far are its first `bytes` bytes. */
  room: Uint8Array;
  bytes: number;
  pages: number;
  /** Settles when the object is kept and told. */
  told: Promise<void>;
  close(): void;
};

export function createCaptureWriter(
  crawl: string,
  software: string,
  ports: CapturePorts,
  limits = CAPTURE_LIMITS,
): CaptureWriter {
  let open: OpenObject | undefined;
  let fetching = 0;
  // Room of an object that is kept serves the next one.
  let spare: Uint8Array | undefined;

  const begin = (): OpenObject => {
    const now = ports.clock.now();
    const { promise: closed, resolve: close } = Promise.withResolvers<void>();
    const info = warcInfo({ software, format: 'WARC File Format 1.1', isPartOf: crawl }, ports.random.id(), now);
    const object: OpenObject = {
      // New for each object: a repeated visit fetches other pages and must not overwrite what is committed.
      key: objectKey('raw', crawl, now, ports.random.id(), 'warc.gz'),
      room: spare ?? new Uint8Array(FIRST_ROOM),
      bytes: 0,
      pages: 0,
      told: closed.then(() => keepAndTell(object)),
      close: () => {
        if (open === object) open = undefined;
        close();
      },
    };
    spare = undefined;
    append(object, info);
    // Whoever waits for it hears of a failure; when nobody is left to wait, nobody needs to.
    object.told.catch(() => {});
    return object;
  };
  const keepAndTell = async ({ key, room, bytes }: OpenObject) => {
    await ports.objects.put(key, room.subarray(0, bytes), { ifAbsent: true });
    // After a failure the store may still be reading it.
    if (room.length <= SPARE_BYTES) spare = room;
    await ports.captures.send([{ crawl, key }]);
  };

  return {
    beginVisit() {
      fetching++;
      const mine = new Set<OpenObject>();
      let left = false;
      const leave = () => {
        if (left) return;
        left = true;
        fetching--;
        if (fetching === 0) open?.close();
      };
      return {
        add(capture) {
          open ??= begin();
          const { bytes } = warcRecords(capture, () => ports.random.id());
          for (const piece of bytes) append(open, piece);
          open.pages++;
          mine.add(open);
          if (open.pages >= limits.maxPages || open.bytes >= limits.maxBytes) open.close();
        },
        async flush(pauseMs) {
          leave();
          const last = [...mine].at(-1);
          const told = Promise.all([...mine].map((object) => object.told));
          if (last && last === open) await closeInTime(last, told, pauseMs);
          await told;
        },
        abandon: leave,
      };
    },
  };

  async function closeInTime(object: OpenObject, told: Promise<unknown>, pauseMs: number): Promise<void> {
    const enough = new AbortController();
    const end = () => enough.abort();
    told.then(end, end);
    await ports.clock.sleep(Math.min(limits.maxWaitMs, Math.max(limits.minWaitMs, pauseMs)), enough.signal);
    object.close();
  }
}

/** One long list makes a room that pages never fill again. Bytes. */
const SPARE_BYTES = 16 << 20;
/** It doubles as often as need be; many an object is closed with a few pages. */
const FIRST_ROOM = 1 << 16;

function append(object: OpenObject, piece: Uint8Array): void {
  const end = object.bytes + piece.length;
  if (end > object.room.length) {
    const larger = new Uint8Array(Math.max(end, 2 * object.room.length));
    larger.set(object.room.subarray(0, object.bytes));
    object.room = larger;
  }
  object.room.set(piece, object.bytes);
  object.bytes = end;
}

/** `raw/<crawl>/<yyyy>/<mm>/<dd>/<run>.<ending>`, by UTC. */
export function objectKey(stage: string, crawl: string, now: number, run: string, ending: string): string {
  const day = new Date(now).toISOString().slice(0, 10).replaceAll('-', '/');
  return `${stage}/${crawl}/${day}/${run}.${ending}`;
}
