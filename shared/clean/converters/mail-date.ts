/**
 * Parses the dates of mail headers and of Exif.
 * @returns ISO 8601, with a zone if the date has one; null for other formats
 */
export function parseMailOrExifDate(text: string): string | null {
  const time = /\d{4}/.test(text) && /(?:[+-]\d{4}|GMT|UTC?|Z)\b/.test(text) ? Date.parse(text) : Number.NaN;
  if (!Number.isNaN(time)) return new Date(time).toISOString();
  const [, year, month, day, clock] = /^(\d{4}):(\d\d):(\d\d)(?: (\d\d:\d\d:\d\d))?/.exec(text) ?? [];
  if (!year || month === '00' || day === '00') return null;
  return `${year}-${month}-${day}${clock ? `T${clock}` : ''}`;
}
