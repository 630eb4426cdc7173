/** Decides when the body of a response is read on, and for how long. */
import { type BodyBudget, createBodyMemory } from './body-memory.ts';
import type { RateShare } from './read-rate.ts';

export type BodyFlow = {
  /** Length at which the body is cut. */
  maxBytes(): number;
  /**
   * Counts bytes that have arrived.
   *
   * @param declared length of the body by its header; undefined if there is none
   * @returns whether the body may be read on. If not, `resume` is called once it may.
   */
  add(bytes: number, declared: number | undefined): boolean;
  /** Whether the body waits for its share of the rate. The timeout does not run meanwhile. */
  isHeld(): boolean;
  /** Stops the timeout and releases the memory. */
  end(): void;
};

export type FlowEvents = {
  resume(): void;
  /** Others wait for memory, and this body will not arrive within its timeout. */
  onTooSlow(): void;
  /** @param waitsForMemory whether this machine is at fault */
  onTimeout(waitsForMemory: boolean): void;
};

export type FlowLimits = {
  /** Maximum length of the body. Bytes. */
  maxBytes: number;
  /** Memory budget of long bodies. Absent: no limit. */
  longBodies?: BodyBudget | undefined;
  /** Absent: bodies are read as they arrive. */
  share?: RateShare | undefined;
};

/** @param timeoutMs time in which the body must arrive, without the waits for its share */
export function createBodyFlow(
  { longBodies, maxBytes, share }: FlowLimits,
  timeoutMs: number,
  { resume, onTooSlow, onTimeout }: FlowEvents,
): BodyFlow {
  let length = 0;
  const memory = createBodyMemory(longBodies, maxBytes, timeoutMs, {
    resume() {
      if (!share?.isWaiting()) resume();
    },
    // A body that is read slowly on purpose is not late.
    onTooSlow: share ? () => {} : onTooSlow,
  });
  const timer = startTimer(timeoutMs, () => onTimeout(memory.isWaiting()));
  if (share)
    share.onTurn = () => {
      timer.resume();
      if (!memory.isWaiting()) resume();
    };
  return {
    maxBytes: memory.maxBytes,
    add(bytes, declared) {
      length += bytes;
      const hasMemory = memory.grow(length, declared);
      const hasTurn = share?.take(bytes) ?? true;
      if (!hasTurn) timer.pause();
      return hasMemory && hasTurn;
    },
    isHeld: () => share?.isWaiting() ?? false,
    end() {
      if (share) share.onTurn = () => {};
      timer.end();
      memory.release();
    },
  };
}

/** Starts a timer that can be paused. Pausing it twice has no effect. */
function startTimer(ms: number, onEnd: () => void) {
  let leftMs = ms;
  let startedAt = performance.now();
  let timer: NodeJS.Timeout | undefined = setTimeout(onEnd, ms);
  return {
    pause() {
      if (!timer) return;
      clearTimeout(timer);
      timer = undefined;
      leftMs -= performance.now() - startedAt;
    },
    resume() {
      if (timer) return;
      startedAt = performance.now();
      timer = setTimeout(onEnd, Math.max(0, leftMs));
    },
    end: () => clearTimeout(timer),
  };
}
