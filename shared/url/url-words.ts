/** Scores URLs by words that suggest a topic, and matches directories to skip. Words and names may have any letters. */

import { decodedUrl, hasOtherLetters } from './decoded-url.ts';
import { endOfPath } from './traps.ts';
import { hostOf, originOf, type Url } from './url.ts';

/** Academic hosts, where a topic word is a stronger signal. */
const ACADEMIC = /(?:^|\.)(?:edu|ac)(?:\.[a-z]{2})?$/;

/**
 * Compiles a score for URLs that contain topic words. Only whole labels of the host and whole segments of the path match (`bot`
 * does not match `robots`), without file extensions and in any case.
 *
 * @param words the setting `urlWords`.
 * @returns a function to the score: 0 without a match, 1 for one word; each further word adds half of the one before. The score
 * is 1.5 times higher under `edu` and `ac`.
 */
export function compileUrlWords(words: readonly string[]): (url: Url) => number {
  const known = new Set(words.map((word) => word.trim().toLowerCase()).filter((word) => word !== ''));
  if (known.size === 0) return () => 0;
  const spellingsOf = compileSpellings(words);
  return (url) => {
    const host = hostNameOf(url);
    const parts = spellingsOf(url).flatMap((one) => [...hostNameOf(one).split('.'), ...directoriesOf(one, true)]);
    const found = new Set(parts.filter((part) => known.has(part)));
    if (found.size === 0) return 0;
    return (2 - 2 ** (1 - found.size)) * (ACADEMIC.test(host) ? 1.5 : 1);
  };
}

/** Compiles a test for URLs in a directory of one of these names, at any level of the path. The file name does not count. */
export function compileDirectories(names: readonly string[]): (url: Url) => boolean {
  const known = new Set(
    names.map((name) => name.replace(/^\/+|\/+$/g, '').toLowerCase()).filter((name) => name !== ''),
  );
  const spellingsOf = compileSpellings(names);
  const isIn = (url: Url) => directoriesOf(url, false).some((directory) => known.has(directory));
  return (url) => known.size > 0 && spellingsOf(url).some(isIn);
}

/**
 * Raises the priority of a link by the words in its URL: one class for a score of up to 1, two classes above, and a better score
 * within the class. Class 0 is reserved for seeds.
 *
 * @param wordScore score from `compileUrlWords`; 0 changes nothing.
 */
export function promoteByUrlWords<Link extends { class: number; score: number }>(link: Link, wordScore: number): Link {
  if (wordScore <= 0 || link.class === 0) return link;
  const score = 1 - (1 - link.score) / (1 + wordScore);
  return { ...link, class: Math.max(1, link.class - (wordScore > 1 ? 2 : 1)), score };
}

/**
 * Compiles a test for URLs below one of these directories: a path (`/old/`) on any host, or a host with a path
 * (`www.example.org/old/`), or a whole host. Paths are case-sensitive and start at the root.
 */
export function compilePathPrefixes(directories: readonly string[]): (url: Url) => boolean {
  const known = new Set(
    directories.map((directory) =>
      directory
        .trim()
        .replace(/^\w+:\/\//, '')
        .replace(/\/*$/, '/')
        .replace(/^[^/]+/, (host) => host.toLowerCase()),
    ),
  );
  if (known.size === 0) return () => false;
  const spellingsOf = compileSpellings(directories);
  const isBelow = (url: Url) => {
    const host = hostOf(url);
    const path = url.slice(originOf(url).length, endOfPath(url));
    for (let slash = path.indexOf('/'); slash >= 0; slash = path.indexOf('/', slash + 1)) {
      const directory = path.slice(0, slash + 1);
      if (known.has(directory) || known.has(host + directory)) return true;
    }
    return false;
  };
  return (url) => spellingsOf(url).some(isBelow);
}

/** Returns how a URL is compared with rules: as it is stored, and decoded if a rule has other letters than ASCII. */
function compileSpellings(rules: readonly string[]): (url: Url) => Url[] {
  return rules.some(hasOtherLetters) ? (url) => [url, decodedUrl(url)] : (url) => [url];
}

/** Returns the host without its port. */
const hostNameOf = (url: Url): string => hostOf(url).replace(/:\d+$/, '');

function directoriesOf(url: Url, withFile: boolean): string[] {
  const segments = url
    .slice(originOf(url).length + 1, endOfPath(url))
    .toLowerCase()
    .split('/');
  const file = segments.pop() ?? '';
  return withFile ? [...segments, file.replace(/\.[a-z0-9]{1,5}$/, '')] : segments;
}
