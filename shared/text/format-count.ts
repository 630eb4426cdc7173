/** Formats a number with separators of thousands: `1,200`. */
export function formatCount(n: number): string {
  return n.toLocaleString('en');
}

/** Formats a share with at most one decimal: `12.5 %`. */
export function formatShare(share: number): string {
  return `${Math.round(1000 * share) / 10} %`;
}

/**
 * Formats a number with a noun: `1 host`, `1,200 hosts`.
 *
 * @param noun singular, also with words around it (`more pair`, `host is`)
 * @param plural plural of the noun; default: with an s
 */
export function formatNoun(n: number, noun: string, plural = `${noun}s`): string {
  return `${formatCount(n)} ${n === 1 ? noun : plural}`;
}
