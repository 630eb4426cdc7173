/** Reads the `id` of a request so that the answer has the same one. */

const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

type Reviver = (key: string, value: unknown, context: { source?: string }) => unknown;
/** Parts of `JSON` that `lib` does not declare yet (ECMAScript: JSON.parse source text access). */
const json = JSON as unknown as {
  parse(text: string, reviver: Reviver): unknown;
  rawJSON(text: string): unknown;
};

/**
 * Returns the id of a request. A number with more digits than a double holds, such as a 64-bit key of a database, becomes a
 * value that `JSON.stringify` prints with all of them.
 *
 * @param line the request in JSON
 * @returns null if it has no id
 */
export function requestId(request: { id?: unknown }, line: Uint8Array): unknown {
  const id = request.id ?? null;
  if (typeof id === 'string' || id === null || Number.isSafeInteger(id) || typeof id === 'boolean') return id;
  const exact = json.parse(decoder.decode(line), (_, value, { source }) =>
    typeof value === 'number' && source !== undefined && !Number.isSafeInteger(value) ? json.rawJSON(source) : value,
  );
  return (exact as { id: unknown }).id;
}
