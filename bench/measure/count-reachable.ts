import { existsSync, readFileSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';

export type Reachable = {
  /** HTML files, relative to the root. */
  files: string[];
  /** Linked paths. A directory and its index.html are two paths and one file. */
  paths: string[];
};

/**
 * Finds the pages of a documentation tree that are reachable by links, by reading its files. It deliberately does not use
 * the crawler's parser, so that the results are independent.
 *
 * @param start path of the first page, `/index.html`.
 */
export function countReachable(root: string, start: string): Reachable {
  const files = new Set<string>();
  const paths = new Set<string>();
  const queue = [start];
  for (let path = queue.pop(); path !== undefined; path = queue.pop()) {
    const file = fileOf(root, path);
    if (!file || paths.has(path)) continue;
    paths.add(path);
    if (files.has(file)) continue;
    files.add(file);
    queue.push(...linksIn(readFileSync(join(root, file), 'latin1'), path));
  }
  return { files: [...files], paths: [...paths] };
}

/** Returns the HTML file at a path, or undefined if there is none. */
function fileOf(root: string, path: string): string | undefined {
  let file = join(root, decodeURIComponent(path));
  if (!existsSync(file)) return undefined;
  if (statSync(file).isDirectory()) file = join(file, 'index.html');
  return /\.x?html?$/i.test(file) && existsSync(file) ? relative(root, file) : undefined;
}

function linksIn(html: string, path: string): string[] {
  const markup = html.replace(/<!--.*?-->/gs, '').replace(/<script\b.*?<\/script\s*>/gis, '');
  const base = new URL(path, 'http://tree/');
  const links: string[] = [];
  for (const [, , a, b, c] of markup.matchAll(
    /<(a|area|i?frame)\b[^>]*?\s(?:href|src)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>]+))/gi,
  )) {
    const href = (a ?? b ?? c ?? '').trim().replaceAll('&amp;', '&');
    const url = URL.canParse(href, base.href) ? new URL(href, base) : undefined;
    if (url?.host === 'tree') links.push(url.pathname);
  }
  return links;
}
