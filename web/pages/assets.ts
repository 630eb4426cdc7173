import { hash } from 'node:crypto';
import { KEYS_JS, LIVE_JS } from './scripts.ts';
import { STYLE_CSS } from './style.ts';
import { SUGGEST_JS } from './suggest-script.ts';

const ICON_SVG = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><rect width="24" height="24" rx="5" fill="#14594a"/><g fill="none" stroke="#f6f4ee" stroke-width="1.4" stroke-linecap="round" stroke-linejoin="round" transform="translate(2.4 2.2) scale(.8)"><path d="M12 22V9M12 9c-2-2-2-5 0-7 2 2 2 5 0 7zM12 14c-3 0-5-2-5-5 3 0 5 2 5 5zM12 14c3 0 5-2 5-5-3 0-5 2-5 5zM12 19c-3 0-5-2-5-5 3 0 5 2 5 5zM12 19c3 0 5-2 5-5-3 0-5 2-5 5z"/></g></svg>`;

/** Keeps other search engines from indexing results and cached copies. */
const ROBOTS_TXT = 'User-agent: *\nDisallow: /search\nDisallow: /cached/\nDisallow: /record/\nDisallow: /explain\n';

/** Files that the pages load. They are strings, so a bundle contains them. */
export const ASSETS: Readonly<Record<string, { type: string; body: string }>> = {
  '/style.css': { type: 'text/css; charset=utf-8', body: STYLE_CSS },
  '/keys.js': { type: 'text/javascript; charset=utf-8', body: KEYS_JS },
  '/suggest.js': { type: 'text/javascript; charset=utf-8', body: SUGGEST_JS },
  '/live.js': { type: 'text/javascript; charset=utf-8', body: LIVE_JS },
  '/icon.svg': { type: 'image/svg+xml', body: ICON_SVG },
  '/robots.txt': { type: 'text/plain; charset=utf-8', body: ROBOTS_TXT },
};

const versions = new Map(Object.entries(ASSETS).map(([path, { body }]) => [path, hash('sha256', body).slice(0, 10)]));

/** Returns the URL of an asset. It changes with the content, so it may be cached forever. */
export const asset = (path: string): string => `${path}?v=${versions.get(path)}`;
