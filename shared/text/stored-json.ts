/**
 * Reads a stored object of JSON.
 *
 * @param key key of the object
 * @param advice what to do about a damaged object, or what happens then: the end of the message
 * @throws if the object is empty or damaged, with its key
 */
export function parseStoredJson<T>(bytes: Uint8Array, key: string, advice: string): T {
  try {
    if (bytes.length === 0) throw new Error('it is empty');
    const value: unknown = JSON.parse(new TextDecoder().decode(bytes));
    if (typeof value !== 'object' || value === null) throw new Error('it has no JSON object');
    return value as T;
  } catch (error) {
    throw new Error(`object ${key} is damaged: ${(error as Error).message}; ${advice}`, { cause: error });
  }
}
