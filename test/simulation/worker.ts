import type { SqliteSchedules } from '../../shared/local/sqlite-schedules.ts';
import type { Clock } from '../../shared/ports/clock.ts';
import type { Random } from '../../shared/ports/random.ts';
import { ProcessEnded } from './network.ts';
import type { Rates, World } from './world.ts';

/** A process that may crash or stall wherever it waits. */
export type Worker = {
  /** The worker's own clock, which is up to half a second off. */
  clock: Clock;
  random: Random;
  /** Wraps a port: calls take time and may crash the worker. `lists`: methods whose first argument is processed item by item. */
  port<Port extends object>(port: Port, lists?: (keyof Port)[]): Port;
  /** Wraps schedules, whose calls are synchronous: they take no time, but may fail or end the worker before or after they take effect. */
  schedules(port: DueSchedules): DueSchedules;
  /**
   * Wraps the network. A worker may crash before or after a request, or stall after it. It does not stall between reading the
   * clock and sending the request, because no protocol can close that gap.
   */
  network<Port extends object>(port: Port): Port;
  dead(): boolean;
};

type DueSchedules = Pick<SqliteSchedules, 'due'>;

/** A single failure to reach a store, or to get its answer. */
export class PlannedFault extends Error {
  override readonly name = 'PlannedFault';
}

export function createWorker(world: World, rates: Rates, leaseS: number): Worker {
  const skewMs = (world.random() - 0.5) * 1000;
  let dead = false;
  const never = <T>() => new Promise<T>(() => {});

  const dies = (): boolean => {
    if (!dead && world.random() < rates.crash) dead = true;
    return dead;
  };
  const stallLength = () => (world.random() < 0.6 ? 1 + world.random() * leaseS * 1.2 : leaseS * 3);
  const heldUp = () => (world.random() < rates.stall ? stallLength() : 0);
  const wait = (seconds: number, signal?: AbortSignal): Promise<void> => {
    if (dies()) return never();
    return new Promise((resolve) => {
      let over = false;
      const end = () => {
        if (over) return;
        over = true;
        if (!dead) resolve();
      };
      world.at(seconds + heldUp(), end);
      // An abort wakes the sleeper as an event of its own, so that the world keeps control of the order.
      signal?.addEventListener('abort', () => world.at(0, end), { once: true });
    });
  };
  const before = () => wait(world.random() * 0.02);
  // After a call a worker continues without a further event, unless it crashes or stalls.
  const after = (): Promise<void> | undefined => {
    if (dies()) return never();
    return world.random() < rates.stall
      ? new Promise((resolve) => world.at(stallLength(), () => !dead && resolve()))
      : undefined;
  };

  const throwAtFault = (name: string) => {
    if (rates.fault && world.random() < rates.fault) throw new PlannedFault(name);
  };
  const throwAtLostAnswer = (name: string) => {
    if (rates.lostAnswer && world.random() < rates.lostAnswer) throw new PlannedFault(`answer to ${name}`);
  };
  /** A synchronous call cannot wait for ever, so that of a dead worker throws. All other ports of the worker are dead, too. */
  const callAtOnce = <T>(name: string, call: () => T): T => {
    if (dies()) throw new PlannedFault(name);
    throwAtFault(name);
    const result = call();
    throwAtLostAnswer(name);
    if (dies()) throw new PlannedFault(name);
    return result;
  };

  return {
    clock: {
      now: () => Math.round(world.now() + skewMs),
      sleep: (ms, signal) => wait(ms / 1000, signal),
    },
    random: { id: world.id, random: world.random },
    dead: () => dead,
    network: (port) =>
      new Proxy(port, {
        get:
          (target, name) =>
          async (...args: unknown[]) => {
            if (dies()) return never();
            let result: unknown;
            try {
              result = await (target[name as keyof typeof target] as (...args: unknown[]) => unknown).apply(port, args);
            } catch (error) {
              if (!(error instanceof ProcessEnded)) throw error;
              dead = true;
            }
            if (dead) return never();
            await after();
            return result;
          },
      }),
    schedules: (port) => ({
      due: (crawl) =>
        callAtOnce('due', () => port.due(crawl)).map(({ call, called }) => ({
          call,
          called: () => callAtOnce('called', called),
        })),
    }),
    port<Port extends object>(port: Port, lists: (keyof Port)[] = []): Port {
      const faulty = (name: keyof Port, method: (...args: unknown[]) => unknown) => {
        return async (...args: unknown[]) => {
          await before();
          throwAtFault(String(name));
          const result = lists.includes(name) ? await oneByOne(name, method, args) : await method.apply(port, args);
          if (dead) return never();
          throwAtLostAnswer(String(name));
          await after();
          return result;
        };
      };
      const oneByOne = async (name: keyof Port, method: (...args: unknown[]) => unknown, args: unknown[]) => {
        const at = args.findIndex(Array.isArray);
        const results: unknown[] = [];
        for (const [i, thing] of (args[at] as unknown[]).entries()) {
          if (dies()) return never();
          // The call failed half-way: it took effect for the items before.
          if (i > 0) throwAtFault(String(name));
          const result = await method.apply(port, args.with(at, [thing]));
          if (Array.isArray(result)) results.push(...result);
        }
        return results.length > 0 ? results : undefined;
      };
      return new Proxy(port, {
        get(target, name) {
          const method = target[name as keyof Port];
          // A list is read in one piece: an asynchronous iterable is not a promise.
          if (name === 'listHeads' || name === 'list') return method;
          return typeof method === 'function' ? faulty(name as keyof Port, method as never) : method;
        },
      });
    },
  };
}
