import type { Fetcher, HttpFailure } from '../../ports/fetcher.ts';
import { hostOf } from '../../url/url.ts';

/** Returns a function that runs the tasks of each host one after the other. */
export function createHostTurns() {
  const last = new Map<string, Promise<unknown>>();
  return async <T>(host: string, task: () => Promise<T>): Promise<T> => {
    const done = (last.get(host) ?? Promise.resolve()).then(task, task);
    last.set(host, done);
    try {
      return await done;
    } finally {
      if (last.get(host) === done) last.delete(host);
    }
  };
}

const ABORTED: HttpFailure = { kind: 'failure', reason: 'timeout', detail: 'aborted' };

/**
 * Returns a client that sends one request at a time to a host: scripts of a page may request data of a host that is being visited. The
 * time limit of a request begins with its turn.
 */
export function fetchInTurns(fetcher: Fetcher): Fetcher {
  const inTurn = createHostTurns();
  return {
    ...fetcher,
    fetch(url, request) {
      const { signal } = request;
      const { promise: aborted, resolve } = Promise.withResolvers<HttpFailure>();
      const stopWaiting = () => resolve(ABORTED);
      signal?.addEventListener('abort', stopWaiting, { once: true });
      const sent = inTurn(hostOf(url), async () => {
        signal?.removeEventListener('abort', stopWaiting);
        return signal?.aborted ? ABORTED : fetcher.fetch(url, request);
      });
      return Promise.race([sent, aborted]);
    },
  };
}
