import type { CrawlHooks } from './crawl-job.ts';

type Hook = (...args: unknown[]) => unknown;

export type GuardedHooks = {
  hooks: CrawlHooks;
  /** Resolves when no promise that a hook returned is pending. */
  settled(): Promise<void>;
};

/**
 * Keeps errors of a program's hooks out of the stages that call them. A stage would take such an error for its own, and repeat its work
 * without end.
 *
 * @param fail receives what a hook throws, or what rejects the promise that it returns
 */
export function guardHooks(hooks: CrawlHooks, fail: (error: Error) => void): GuardedHooks {
  const pending = new Set<Promise<void>>();
  const guard =
    (hook: Hook) =>
    (...args: unknown[]): void => {
      try {
        const returned = hook.apply(hooks, args);
        if (returned instanceof Promise) follow(returned);
      } catch (error) {
        fail(asError(error));
      }
    };
  const follow = (returned: Promise<unknown>) => {
    const ended = returned.then(
      () => void pending.delete(ended),
      (error) => {
        pending.delete(ended);
        fail(asError(error));
      },
    );
    pending.add(ended);
  };
  const guarded = Object.entries(hooks).map(([name, value]) => [
    name,
    typeof value === 'function' ? guard(value as Hook) : value,
  ]);
  return {
    hooks: Object.fromEntries(guarded),
    async settled() {
      while (pending.size > 0) await Promise.all(pending);
    },
  };
}

const asError = (thrown: unknown): Error =>
  thrown instanceof Error ? thrown : new Error(String(thrown), { cause: thrown });
