/**
 * Rules on addresses as users write them, for `allow` and `exclude`:
 *
 * - `HOST: regex` on the host, with the port where it is not the scheme's own (`HOST regex` is the same);
 * - `URL regex` on the whole address (`URL: regex` is the same). A regex matches anywhere unless it is anchored;
 * - anything else is a glob, where `*` is any run of signs and the whole must match: with `://` in it the address, with a
 *   `/` at its beginning path and query, with one further on host and what follows it, without one the host.
 *
 * They come from users and run on every link, so the engine is RE2's: linear in time, without look-around or back-references.
 */
import { RE2JS } from 're2js';
import type { Url } from './url.ts';
import { hostOf, originOf } from './url.ts';
import type { RuleFault } from './url-rules.ts';

export type UrlPattern = (url: Url) => boolean;

/** @throws when the regex is not one, with the engine's own words. */
export function compilePattern(rule: string): UrlPattern {
  const text = rule.trim();
  if (text === '') throw new Error('an empty rule');
  const regex = /^(HOST|URL)(?::\s*|\s+)(.*)$/s.exec(text);
  if (!regex) return compileGlob(text);
  if (regex[2] === '') throw new Error('no regular expression behind the word');
  const compiled = RE2JS.compile(regex[2]!);
  return regex[1] === 'HOST' ? (url) => compiled.test(hostOf(url)) : (url) => compiled.test(url);
}

/** @returns what is wrong with each faulty rule, all of them at once. */
export function checkPatterns(rules: readonly string[]): RuleFault[] {
  const faults: RuleFault[] = [];
  for (const rule of rules) {
    try {
      compilePattern(rule);
    } catch (error) {
      faults.push({ rule, message: error instanceof Error ? error.message : String(error) });
    }
  }
  return faults;
}

function compileGlob(glob: string): UrlPattern {
  const matches = matchGlob(lowerHost(glob));
  if (glob.includes('://')) return matches;
  if (glob.startsWith('/')) return (url) => matches(url.slice(originOf(url).length));
  if (glob.includes('/')) return (url) => matches(url.slice(url.indexOf('://') + 3));
  return (url) => matches(hostOf(url));
}

/** Addresses have scheme and host in small letters. Where a glob shows no path, one may begin at its last `*`. */
function lowerHost(glob: string): string {
  const scheme = glob.indexOf('://');
  const slash = glob.indexOf('/', scheme < 0 ? 0 : scheme + 3);
  const end = slash >= 0 ? slash : scheme < 0 ? glob.length : Math.max(0, glob.lastIndexOf('*'));
  return glob.slice(0, end).toLowerCase() + glob.slice(end);
}

/** `*` is any run of signs, and the whole must match. Takes each piece at its first place, which is enough, and never looks back. */
export function matchGlob(glob: string): (text: string) => boolean {
  const pieces = glob.split('*');
  const first = pieces[0]!;
  const last = pieces.at(-1)!;
  if (pieces.length === 1) return (text) => text === first;
  const middle = pieces.slice(1, -1).filter((piece) => piece !== '');
  return (text) => {
    if (text.length < first.length + last.length || !text.startsWith(first) || !text.endsWith(last)) return false;
    let at = first.length;
    for (const piece of middle) {
      const found = text.indexOf(piece, at);
      if (found < 0) return false;
      at = found + piece.length;
    }
    return at <= text.length - last.length;
  };
}
