import type { Clock } from '../../shared/ports/clock.ts';
import type { Random } from '../../shared/ports/random.ts';
import type { Rates, World } from './world.ts';

/** A process that may crash or be held up wherever it waits. */
export type Worker = {
  /** Its own: up to half a second off. */
  clock: Clock;
  random: Random;
  /** A port whose calls take a moment and may be the worker's last. `lists`: methods whose first argument is worked off thing by thing. */
  port<Port extends object>(port: Port, lists?: (keyof Port)[]): Port;
  /** The network: a worker may end before or after a request, or be held up after it; not between its look at the clock and the request, which no protocol can close. */
  network<Port extends object>(port: Port): Port;
  dead(): boolean;
};

/** A store that cannot be reached for once. */
export class PlannedFault extends Error {
  override readonly name = 'PlannedFault';
}

/** Epoch of the simulation's beginning, ms. */
export const EPOCH = Date.UTC(2030, 0, 1);

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
      // An abort wakes the sleeper up; as an event of its own, so that the order of things stays the world's.
      signal?.addEventListener('abort', () => world.at(0, end), { once: true });
    });
  };
  const before = () => wait(world.random() * 0.02);
  // After a call a worker goes on at once, unless this is its end or it is held up: no event of its own is needed then.
  const after = (): Promise<void> | undefined => {
    if (dies()) return never();
    return world.random() < rates.stall
      ? new Promise((resolve) => world.at(stallLength(), () => !dead && resolve()))
      : undefined;
  };

  return {
    clock: {
      now: () => Math.round(EPOCH + world.time() * 1000 + skewMs),
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
            const result = await (target[name as keyof typeof target] as (...args: unknown[]) => unknown).apply(
              port,
              args,
            );
            if (dead) return never();
            await after();
            return result;
          },
      }),
    port<Port extends object>(port: Port, lists: (keyof Port)[] = []): Port {
      const faulty = (name: keyof Port, method: (...args: unknown[]) => unknown) => {
        return async (...args: unknown[]) => {
          await before();
          if (rates.fault && world.random() < rates.fault) throw new PlannedFault(String(name));
          const result = lists.includes(name) ? await oneByOne(method, args) : await method.apply(port, args);
          if (dead) return never();
          await after();
          return result;
        };
      };
      const oneByOne = async (method: (...args: unknown[]) => unknown, args: unknown[]) => {
        const at = args.findIndex(Array.isArray);
        const results: unknown[] = [];
        for (const thing of args[at] as unknown[]) {
          if (dies()) return never();
          const result = await method.apply(port, args.with(at, [thing]));
          if (Array.isArray(result)) results.push(...result);
        }
        return results.length > 0 ? results : undefined;
      };
      return new Proxy(port, {
        get(target, name) {
          const method = target[name as keyof Port];
          return typeof method === 'function' ? faulty(name as keyof Port, method as never) : method;
        },
      });
    },
  };
}
