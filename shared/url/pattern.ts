/**
 * URL patterns of `allow` and `exclude`:
 *
 * - `HOST: regex` or `HOST regex` matches the host, with its port if it is not the default port.
 * - `URL regex` or `URL: regex` matches the whole URL. A regex matches anywhere unless it is anchored.
 * - Anything else is a glob that must match as a whole. `*` matches any text. A glob with `://` matches the URL, one that starts
 *   with `/` matches path and query, another one with a `/` matches the URL after the scheme, and one without `/` the host.
 *   A file extension (`*.iso`, `*.tar.gz`) also matches the path, in any case.
 *
 * A pattern with other letters than ASCII, such as `http://bücherei.example/Übersicht`, is also compared with the decoded form of a URL.
 *
 * Patterns come from users and run on every link. The engine is RE2: linear time, without look-around or back-references.
 */
import { compileRe2 } from '../packages/regex-engine.ts';
import { decodedUrl, hasOtherLetters } from './decoded-url.ts';
import { BINARY_EXTENSIONS, TEXT_EXTENSIONS } from './extensions.ts';
import { matchGlob } from './glob.ts';
import { endOfPath } from './traps.ts';
import type { Url } from './url.ts';
import { hostOf, originOf } from './url.ts';
import type { RuleFault } from './url-rules.ts';

/** Returns whether a URL matches the pattern. */
export type UrlPattern = (url: Url) => boolean;

/** @throws for an invalid pattern, with the message of the regex engine. */
export function compilePattern(rule: string): UrlPattern {
  const matches = compileStored(rule);
  return hasOtherLetters(rule) ? (url) => matches(url) || matches(decodedUrl(url)) : matches;
}

/** Compiles a pattern that is compared with a URL as it is given. */
function compileStored(rule: string): UrlPattern {
  const text = rule.trim();
  if (text === '') throw new Error('the pattern is empty');
  const regex = /^(HOST|URL)(?::\s*|\s+)(.*)$/s.exec(text);
  if (!regex) return compileGlob(text);
  if (regex[2] === '') throw new Error('the regular expression is empty');
  // Hosts of URLs are in lower case, whatever a pattern has.
  const compiled = compileRe2(regex[2]!, { ignoreCase: regex[1] === 'HOST' });
  return regex[1] === 'HOST' ? (url) => compiled.test(hostOf(url)) : (url) => compiled.test(url);
}

/** @returns one fault per invalid pattern. */
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
  const ending = fileEnding(glob);
  if (ending === undefined) return (url) => matches(hostOf(url));
  return (url) => matches(hostOf(url)) || pathOf(url).toLowerCase().endsWith(ending);
}

/** Matches `*.iso` and `*.tar.gz`. The group is the extension. */
const ENDING_GLOB = /^\*(?:\.[a-z0-9]+)*\.([a-z0-9]+)$/;

/**
 * Returns the text in lower case that a path must end with, or undefined if the glob does not end with the extension of a file.
 * Some extensions are top-level domains too (`.zip`, `.ps`), so hosts are compared as well.
 */
function fileEnding(glob: string): string | undefined {
  const ending = glob.toLowerCase();
  const extension = ENDING_GLOB.exec(ending)?.[1];
  if (extension === undefined) return undefined;
  return BINARY_EXTENSIONS.includes(extension) || TEXT_EXTENSIONS.includes(extension) ? ending.slice(1) : undefined;
}

/** Returns the path without the query. */
function pathOf(url: Url): string {
  return url.slice(originOf(url).length, endOfPath(url));
}

/** Lower-cases scheme and host of a glob, as in normalised URLs. In a glob without a path, the path may start at the last `*`. */
function lowerHost(glob: string): string {
  const scheme = glob.indexOf('://');
  const slash = glob.indexOf('/', scheme < 0 ? 0 : scheme + 3);
  const end = slash >= 0 ? slash : scheme < 0 ? glob.length : Math.max(0, glob.lastIndexOf('*'));
  return glob.slice(0, end).toLowerCase() + glob.slice(end);
}
