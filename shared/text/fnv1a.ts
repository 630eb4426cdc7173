/**
 * Returns the FNV-1a hash of the UTF-16 units of a text from `start` to `end`, in 32 bits. Default: of the whole text. It must never change:
 * stored keys and models contain it.
 */
export function fnv1a(text: string, start = 0, end = text.length): number {
  let hash = 0x811c9dc5;
  for (let i = start; i < end; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return hash >>> 0;
}
