/** Dates as mail and pictures have them, with or without a zone. @returns ISO 8601; null: none of these forms. */
export function parseMailOrExifDate(text: string): string | null {
  const at = /\d{4}/.test(text) && /(?:[+-]\d{4}|GMT|UTC?|Z)\b/.test(text) ? Date.parse(text) : Number.NaN;
  if (!Number.isNaN(at)) return new Date(at).toISOString();
  const [, year, month, day, time] = /^(\d{4}):(\d\d):(\d\d)(?: (\d\d:\d\d:\d\d))?/.exec(text) ?? [];
  if (!year || month === '00' || day === '00') return null;
  return `${year}-${month}-${day}${time ? `T${time}` : ''}`;
}
