/** A message of JSON-RPC: a request has `method` and `id`, a notification `method` only, and an answer `id` only. */
type Message = { method?: string; id?: unknown; params?: unknown };

/** Remembers the requests of a JSON-RPC connection that have no answer yet. */
export type OpenRequests = {
  receive(message: object): void;
  answer(message: object): void;
  /** Resolves when each request has its answer, at once if none is open. */
  whenAnswered(): Promise<void>;
};

/** A request without an answer: it stays open for notifications. */
const SUBSCRIPTION = 'subscriptions/listen';
/** The notification that a request needs no answer any more. */
const CANCELLED = 'notifications/cancelled';

/** Starts without open requests. */
export function openRequests(): OpenRequests {
  const open = new Set<unknown>();
  const { promise, resolve } = Promise.withResolvers<void>();
  let isEnding = false;
  const remove = (id: unknown): void => {
    open.delete(id);
    if (isEnding && open.size === 0) resolve();
  };
  return {
    receive(message) {
      const { method, id, params } = message as Message;
      if (method === CANCELLED) remove((params as { requestId?: unknown } | undefined)?.requestId);
      else if (method !== undefined && id !== undefined && method !== SUBSCRIPTION) open.add(id);
    },
    answer(message) {
      const { method, id } = message as Message;
      if (method === undefined) remove(id);
    },
    whenAnswered() {
      isEnding = true;
      if (open.size === 0) resolve();
      return promise;
    },
  };
}
