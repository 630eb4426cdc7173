/** Maximum number of concurrent calls per list: a list of a thousand must not open a thousand connections. */
const MAX_CONCURRENT_CALLS = 32;

/**
 * Calls `work` for each element, several at once, and returns the results in the order of the list. After an error it starts no
 * further calls. It throws the first error once all running calls have ended, so that no call outlives the clean-up.
 */
export async function mapConcurrently<Element, Result>(
  list: readonly Element[],
  work: (element: Element) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = new Array(list.length);
  const errors: unknown[] = [];
  let next = 0;
  const worker = async () => {
    for (let i = next++; i < list.length && errors.length === 0; i = next++) {
      try {
        results[i] = await work(list[i]!);
      } catch (error) {
        errors.push(error);
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(MAX_CONCURRENT_CALLS, list.length) }, worker));
  if (errors.length > 0) throw errors[0];
  return results;
}

/** Splits a list into chunks of at most `size` elements. */
export function* chunks<Element>(list: readonly Element[], size: number): Generator<Element[]> {
  for (let i = 0; i < list.length; i += size) yield list.slice(i, i + size);
}
