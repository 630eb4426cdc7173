/** Returns whether a text is an origin: scheme, host and port without a path, or `*`. */
export function isOrigin(text: string): boolean {
  if (text === '*') return true;
  const url = URL.parse(text);
  return url !== null && /^https?:$/.test(url.protocol) && url.origin === text;
}
