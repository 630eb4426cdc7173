import { hostOf, originOf, type Url } from '../../url/url.ts';

/** Names of directories under which no site has a relevant page. */
export type StopDirectories = {
  add(url: Url, isRelevant: boolean): void;
  /** Returns the first stop directory of a URL, or undefined. */
  find(url: Url): string | undefined;
};

/**
 * A name is a stop directory if pages below it were visited on more sites than `minSites` and none was relevant. A relevant page takes the name
 * back for good.
 */
export function createStopDirectories(minSites: number): StopDirectories {
  /** Hosts with pages below a name; undefined: a relevant page was found below it. */
  const sites = new Map<string, Set<string> | undefined>();
  return {
    add(url, isRelevant) {
      for (const name of directoriesOf(url)) {
        const known = sites.get(name);
        if (isRelevant) sites.set(name, undefined);
        else if (known === undefined) {
          if (!sites.has(name)) sites.set(name, new Set([hostOf(url)]));
        } else if (known.size <= minSites) known.add(hostOf(url));
      }
    },
    find: (url) => directoriesOf(url).find((name) => (sites.get(name)?.size ?? 0) > minSites),
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
