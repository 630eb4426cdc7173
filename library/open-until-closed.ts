/** What a program holds open, such as the stores of a folder: calls after `close` fail with the words of the library. */
import { CLOSED_DATABASE } from '../shared/local/database.ts';

type Method = (...given: unknown[]) => unknown;

/**
 * Returns the same stores, whose failures after `close` are `closedError`. Calls that began before it count too, and so do lists that are read on.
 *
 * @param isClosed whether `close` was called
 */
export function openUntilClosed<Stores extends object>(
  stores: Stores,
  isClosed: () => boolean,
  closedError: () => Error,
): Stores {
  const toLibrary = (error: unknown): unknown =>
    isClosed() && (error as { code?: unknown } | undefined)?.code === CLOSED_DATABASE ? closedError() : error;
  const guarded = (method: Method, owner: object): Method => {
    return (...given) => {
      try {
        return guardResult(Reflect.apply(method, owner, given), toLibrary);
      } catch (error) {
        throw toLibrary(error);
      }
    };
  };
  const guardMethods = <Owner extends object>(owner: Owner, guard: (value: unknown) => unknown): Owner =>
    Object.fromEntries(
      Object.entries(owner).map(([name, value]) => [
        name,
        typeof value === 'function' ? guarded(value as Method, owner) : guard(value),
      ]),
    ) as Owner;
  return guardMethods(stores, (port) =>
    typeof port === 'object' && port !== null ? guardMethods(port, (value) => value) : port,
  );
}

/** Replaces the errors of promises and of generators. */
function guardResult(result: unknown, toLibrary: (error: unknown) => unknown): unknown {
  if (result instanceof Promise)
    return result.catch((error: unknown) => {
      throw toLibrary(error);
    });
  if (typeof result !== 'object' || result === null || !('next' in result)) return result;
  if (Symbol.asyncIterator in result) return guardItems(result as AsyncIterable<unknown>, toLibrary);
  return Symbol.iterator in result ? guardItemsAtOnce(result as Iterable<unknown>, toLibrary) : result;
}

async function* guardItems(items: AsyncIterable<unknown>, toLibrary: (error: unknown) => unknown) {
  try {
    yield* items;
  } catch (error) {
    throw toLibrary(error);
  }
}

function* guardItemsAtOnce(items: Iterable<unknown>, toLibrary: (error: unknown) => unknown) {
  try {
    yield* items;
  } catch (error) {
    throw toLibrary(error);
  }
}
