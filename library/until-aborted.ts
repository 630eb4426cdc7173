/**
 * Returns the result of a promise, whose work goes on after `signal` aborts.
 *
 * @throws the reason of `signal` as soon as it aborts, or if it has
 */
export function untilAborted<T>(result: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return result;
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason);
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort);
    result.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}

/** Yields the items of a generator without its result. @throws the reason of `signal` before the next item */
export async function* itemsUntilAborted<T>(items: AsyncIterable<T>, signal: AbortSignal): AsyncGenerator<T, void> {
  for await (const item of items) {
    signal.throwIfAborted();
    yield item;
  }
}
