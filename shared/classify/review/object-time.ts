/** Keys of stored documents by time: `clean/<crawl>/<yyyy>/<mm>/<dd>/<hhmmss>-<run>.jsonl.zst`, in UTC. */

/** Prefix of all documents of a crawl. */
export const documentsPrefix = (crawl: string): string => `clean/${crawl}/`;

/** Prefix of the documents of a day. @param at a time of the day, epoch ms */
export function dayPrefix(crawl: string, at: number): string {
  return `${documentsPrefix(crawl)}${new Date(at).toISOString().slice(0, 10).replaceAll('-', '/')}/`;
}

/** Prefix of the documents of an hour. @param at a time of the hour, epoch ms */
export const hourPrefix = (crawl: string, at: number): string =>
  `${dayPrefix(crawl, at)}${new Date(at).toISOString().slice(11, 13)}`;

/**
 * Returns when the capture object of these documents was opened: a second or less before its first capture.
 *
 * @returns epoch ms, or undefined if the key has no time
 */
export function objectOpenedAt(key: string): number | undefined {
  const [, year, month, day, hours, minutes, seconds] =
    /\/(\d{4})\/(\d\d)\/(\d\d)\/(\d\d)(\d\d)(\d\d)-[^/]*$/.exec(key) ?? [];
  if (seconds === undefined) return undefined;
  return Date.parse(`${year}-${month}-${day}T${hours}:${minutes}:${seconds}Z`);
}
