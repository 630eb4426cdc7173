import { hostOf, originOf, type Url } from '../../url/url.ts';
import { hashOf } from '../words.ts';
import { largest } from './count-table.ts';

/** Names of directories under which no site has a relevant page. */
export type StopDirectories = {
  add(url: Url, isRelevant: boolean): void;
  /** Returns the first stop directory of a URL, or undefined. */
  find(url: Url): string | undefined;
  state(): StopState;
};

/** Names with hashes of the first sites below them. `isFound`: a relevant page was found below it. */
export type StopState = [name: string, sites: number[], isFound: boolean][];

/** Maximum number of names. Above it, the half on fewer sites is forgotten. */
const MAX_NAMES = 8_192;

type Name = { sites: Set<number>; isFound: boolean };

/**
 * A name is a stop directory if pages below it were visited on more sites than `minSites` and none was relevant. A relevant page takes the name
 * back for good.
 */
export function createStopDirectories(minSites: number, stored: StopState = []): StopDirectories {
  let names = new Map<string, Name>(stored.map(([name, sites, isFound]) => [name, { sites: new Set(sites), isFound }]));
  return {
    add(url, isRelevant) {
      const site = hashOf(hostOf(url));
      for (const name of directoriesOf(url)) {
        const known = names.get(name) ?? { sites: new Set(), isFound: false };
        known.isFound ||= isRelevant;
        if (known.sites.size <= minSites) known.sites.add(site);
        names.set(name, known);
      }
      if (names.size > MAX_NAMES) names = new Map(largest([...names], ([, { sites }]) => sites.size, MAX_NAMES >> 1));
    },
    find: (url) =>
      directoriesOf(url).find((name) => {
        const known = names.get(name);
        return known !== undefined && !known.isFound && known.sites.size > minSites;
      }),
    state: () => Array.from(names, ([name, { sites, isFound }]) => [name, [...sites], isFound]),
  };
}

/** `http://a.example/B/c/d.html` → `['b', 'c']`. */
export function directoriesOf(url: Url): string[] {
  const path = url.slice(originOf(url).length).replace(/[?#].*$/, '');
  return path
    .slice(0, path.lastIndexOf('/') + 1)
    .split('/')
    .filter((name) => name !== '')
    .map((name) => name.toLowerCase());
}
