/**
 * What a site prefers that its pages are used for, such as `ai-train=no`: `Content-Signal` (contentsignals.org) and `Content-Usage`
 * (draft-ietf-aipref-attach) in robots.txt and in response headers. They forbid no request; the crawl records them.
 */
import { removeControls } from '../text/controls.ts';

export type PreferenceField = 'content-signal' | 'content-usage';

/** Values of the fields, as the site wrote them. A field that the site does not use is absent. */
export type UsagePreferences = Partial<Record<PreferenceField, string>>;

/** A line of robots.txt. `path`: beginning of the paths that it is about, not yet in normal form; '/' for all. */
export type PreferenceLine = { field: PreferenceField; path: string; value: string };

/** Maximum length of a value, in characters. */
const MAX_VALUE_LENGTH = 500;

/** Returns whether a header or a field of robots.txt states preferences. @param name in lower case. */
export function isPreferenceField(name: string): name is PreferenceField {
  return name === 'content-signal' || name === 'content-usage';
}

/** Parses the value of a line, which may begin with a path: `/press/ train-ai=y`. Undefined if no preference is in it. */
export function parsePreferenceLine(field: PreferenceField, text: string): PreferenceLine | undefined {
  const path = text.startsWith('/') ? /^\S*/.exec(text)![0] : '/';
  const value = cleanPreference(text.startsWith('/') ? text.slice(path.length) : text);
  return value === '' ? undefined : { field, path, value };
}

/**
 * Appends the value of a more specific source: the next header field, or a header after robots.txt. Joined as HTTP joins field lines;
 * where they contradict each other, the last one holds.
 */
export function joinPreferences(general: string | undefined, specific: string): string {
  if (general === undefined || general === specific) return specific;
  return general.endsWith(`, ${specific}`) ? general : `${general}, ${specific}`;
}

/** Removes control characters and cuts an overlong value. */
export function cleanPreference(value: string): string {
  return removeControls(value).trim().slice(0, MAX_VALUE_LENGTH);
}
