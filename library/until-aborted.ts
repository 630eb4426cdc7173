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
