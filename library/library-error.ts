import { UsageError } from '../cli/command.ts';

/**
 * Calls a function of the command line for a program: messages about its options name those of the library.
 *
 * @throws the same error, with its class and code
 */
export async function inLibraryTerms<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw libraryError(error);
  }
}

/** As `inLibraryTerms`, for items that are read one by one. */
export async function* itemsInLibraryTerms<T>(items: () => AsyncIterable<T>): AsyncGenerator<T, void> {
  try {
    yield* items();
  } catch (error) {
    throw libraryError(error);
  }
}

/** Returns the error with its message in the words of the library. */
export function libraryError(error: unknown): unknown {
  if (!(error instanceof UsageError)) return error;
  const message = error.libraryLines.join('\n');
  if (message === error.message) return error;
  // The stack begins with the message.
  const stack = error.stack?.replace(error.message, () => message);
  return Object.assign(error, { message, lines: error.libraryLines, ...(stack !== undefined && { stack }) });
}
