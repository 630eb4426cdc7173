import type { Chance } from '../ports/chance.ts';
import type { Clock } from '../ports/clock.ts';
import type { ObjectMessage } from '../ports/messages.ts';
import type { Objects } from '../ports/objects.ts';
import type { Queue } from '../ports/queue.ts';
import type { Capture } from './capture.ts';
import { warcInfo, warcRecords } from './warc-write.ts';

export type CapturePorts = { objects: Objects; captures: Queue<ObjectMessage>; clock: Clock; chance: Chance };

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
export type CaptureRun = {
  /** A visit begins to fetch. Every part is ended by `settle` or `leave`. */
  enter(): CapturePart;
};

export type CapturePart = {
  add(capture: Capture): void;
  /**
   * Ends the part and resolves when every object that holds captures of it is kept and told.
   *
   * @param pauseMs the host's pause: how long it may wait for others.
   * @throws when an object could not be kept or told: then nothing of this part may be committed.
   */
  settle(pauseMs: number): Promise<void>;
  /** Ends the part without waiting: its visit failed. */
  leave(): void;
};

type OpenObject = {
  key: string;
  pieces: Uint8Array[];
  pages: number;
  bytes: number;
  /** Settles when the object is kept and told. */
  told: Promise<void>;
  close(): void;
};

export function captureRun(crawl: string, software: string, ports: CapturePorts, limits = CAPTURE_LIMITS): CaptureRun {
  let open: OpenObject | undefined;
  let fetching = 0;

  const begin = (): OpenObject => {
    const now = ports.clock.now();
    const { promise: closed, resolve: close } = Promise.withResolvers<void>();
    const info = warcInfo({ software, format: 'WARC File Format 1.1', isPartOf: crawl }, ports.chance.id(), now);
    const object: OpenObject = {
      // New for each object: a repeated visit fetches other pages and must not overwrite what is committed.
      key: objectKey('raw', crawl, now, ports.chance.id(), 'warc.gz'),
      pieces: [info],
      pages: 0,
      bytes: info.length,
      told: closed.then(() => keepAndTell(object)),
      close: () => {
        if (open === object) open = undefined;
        close();
      },
    };
    // Whoever waits for it hears of a failure; when nobody is left to wait, nobody needs to.
    object.told.catch(() => {});
    return object;
  };
  const keepAndTell = async ({ key, pieces }: OpenObject) => {
    await ports.objects.put(key, Buffer.concat(pieces), { ifAbsent: true });
    await ports.captures.send([{ crawl, key }]);
  };

  return {
    enter() {
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
          const { bytes } = warcRecords(capture, () => ports.chance.id());
          for (const piece of bytes) {
            open.pieces.push(piece);
            open.bytes += piece.length;
          }
          open.pages++;
          mine.add(open);
          if (open.pages >= limits.maxPages || open.bytes >= limits.maxBytes) open.close();
        },
        async settle(pauseMs) {
          leave();
          const last = [...mine].at(-1);
          const told = Promise.all([...mine].map((object) => object.told));
          if (last && last === open) await closeInTime(last, told, pauseMs);
          await told;
        },
        leave,
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

/** `raw/<crawl>/<yyyy>/<mm>/<dd>/<run>.<ending>`, by UTC. */
export function objectKey(stage: string, crawl: string, now: number, run: string, ending: string): string {
  const day = new Date(now).toISOString().slice(0, 10).replaceAll('-', '/');
  return `${stage}/${crawl}/${day}/${run}.${ending}`;
}
