import type { GenreRule } from './genre-input.ts';

/** Titles that web servers write above the files of a folder: Apache, nginx, lighttpd and Caddy; Python; Jetty; IIS. */
const FOLDER_TITLE = /^(?:index of|directory listing for|directory:|listing of|[^\s/]+ -)\s*(?<path>\/.*)$/i;

/** Whether a page is the list of a folder's files by the web server: its title names the path of its URL. */
export const isFolder: GenreRule = ({ title, page, url }) =>
  [title, page.title ?? ''].some((text) => {
    const path = FOLDER_TITLE.exec(text.trim())?.groups?.['path'];
    return path !== undefined && namesOf(path) === namesOf(decodedPath(url));
  });

/** Names of folders, without the slashes around them. */
const namesOf = (path: string): string => path.replace(/^\/+|\/+$/g, '').normalize('NFC');

function decodedPath(url: string): string {
  const path = /^[a-z]+:\/\/[^/?#]+([^?#]*)/i.exec(url)?.[1] ?? '';
  try {
    return decodeURIComponent(path);
  } catch {
    // Names in Latin-1 and the like.
    return path;
  }
}
