/** Cuts a text to a length in UTF-16 units, but not within a surrogate pair. Returns shorter texts unchanged. */
export function cutText(text: string, length: number): string {
  if (text.length <= length) return text;
  const last = text.charCodeAt(length - 1);
  return text.slice(0, last >= 0xd800 && last < 0xdc00 ? length - 1 : length);
}
