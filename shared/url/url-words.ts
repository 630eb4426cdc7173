/** Words in an address that speak for a topic, and directories that are left out: looking without fetching. */

import { endOfPath } from './traps.ts';
import { hostOf, originOf, type Url } from './url.ts';

/** Where a word of the host says more: universities and the like. */
const ACADEMIC = /(?:^|\.)(?:edu|ac)(?:\.[a-z]{2})?$/;

/**
 * Counts only whole labels of the host and whole segments of the path (`bot` is not in `robots`), file endings left off, in
 * any case.
 *
 * @param words as in `urlWords` of the settings.
 * @returns 0: none of them; 1: one; half as much again under `edu` or `ac`; each further word adds half of the one before.
 */
export function compileUrlWords(words: readonly string[]): (url: Url) => number {
  const known = new Set(words.map((word) => word.trim().toLowerCase()).filter((word) => word !== ''));
  if (known.size === 0) return () => 0;
  return (url) => {
    const host = hostOf(url).replace(/:\d+$/, '');
    const places = [...host.split('.'), ...directoriesOf(url, true)];
    const found = new Set(places.filter((place) => known.has(place)));
    if (found.size === 0) return 0;
    return (2 - 2 ** (1 - found.size)) * (ACADEMIC.test(host) ? 1.5 : 1);
  };
}

/** Whether an address lies in a directory of one of these names, wherever in its path. The file's own name does not count. */
export function compileDirectories(names: readonly string[]): (url: Url) => boolean {
  const known = new Set(
    names.map((name) => name.replace(/^\/+|\/+$/g, '').toLowerCase()).filter((name) => name !== ''),
  );
  return (url) => known.size > 0 && directoriesOf(url, false).some((directory) => known.has(directory));
}

/**
 * Where a link stands in line once its address is looked at: one class earlier for a word that speaks for the topic, two
 * for more than that, and the nearer the best score of its class. Class 0 stays the seeds' own.
 *
 * @param words as `compileUrlWords` counts them; 0 changes nothing.
 */
export function promoteByUrlWords<Place extends { class: number; score: number }>(place: Place, words: number): Place {
  if (words <= 0 || place.class === 0) return place;
  const score = 1 - (1 - place.score) / (1 + words);
  return { ...place, class: Math.max(1, place.class - (words > 1 ? 2 : 1)), score };
}

/**
 * Whether an address lies below one of these places: a path (`/old/`) on any host, or a host with a path
 * (`www.example.org/old/`), in the case that they are written in. A place is a whole path from the host on.
 */
export function compilePathPrefixes(places: readonly string[]): (url: Url) => boolean {
  const known = new Set(
    places.map((place) =>
      place
        .trim()
        .replace(/^\w+:\/\//, '')
        .replace(/\/*$/, '/'),
    ),
  );
  if (known.size === 0) return () => false;
  return (url) => {
    const host = hostOf(url);
    const path = url.slice(originOf(url).length, endOfPath(url));
    for (let slash = path.indexOf('/', 1); slash >= 0; slash = path.indexOf('/', slash + 1)) {
      const place = path.slice(0, slash + 1);
      if (known.has(place) || known.has(host + place)) return true;
    }
    return false;
  };
}

function directoriesOf(url: Url, withFile: boolean): string[] {
  const segments = url
    .slice(originOf(url).length + 1, endOfPath(url))
    .toLowerCase()
    .split('/');
  const file = segments.pop() ?? '';
  return withFile ? [...segments, file.replace(/\.[a-z0-9]{1,5}$/, '')] : segments;
}
