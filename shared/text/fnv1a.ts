/** Returns the FNV-1a hash of the UTF-16 units of a text, in 32 bits. It must never change: stored keys and models contain it. */
export function fnv1a(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return hash >>> 0;
}
