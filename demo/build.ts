import { createHash } from 'node:crypto';
import { encode } from './encode.ts';
import { html, linksOf } from './layout.ts';
import type { Article, Charset, Expected, Host, SitePage, Special } from './page.ts';
import { robotsAllow, robotsText } from './robots.ts';
import { hash } from './seeded.ts';

/** The response for a path, before content coding and conditional requests. */
export type Resource = {
  status: number;
  headers: Record<string, string>;
  body: Uint8Array;
  manner?: Special['manner'];
};

export type BuiltHost = {
  host: Host;
  resources: Map<string, Resource>;
  /** Generates pages on demand. */
  endless: (path: string) => Resource | undefined;
};

export type Site = { hosts: Map<string, BuiltHost>; pages: SitePage[] };

const UTF8: Charset = { bytes: 'utf-8', header: 'utf-8', meta: 'utf-8' };

export function buildSite(hosts: Host[]): Site {
  const byName = new Map(hosts.map((host) => [host.name, host]));
  const site: Site = { hosts: new Map(), pages: [] };
  for (const host of hosts) {
    const from = host.mirrorOf ? byName.get(host.mirrorOf)! : host;
    const resources = new Map<string, Resource>([['/robots.txt', robotsResource(host)]]);
    for (const article of from.articles) addArticle(site, resources, host, from, article);
    for (const special of host.specials ?? []) addSpecial(site, resources, host, special);
    const endless = (path: string) => {
      const article = host.endless?.(path);
      return article && articleResource(host, article);
    };
    site.hosts.set(host.name, { host, resources, endless });
  }
  return site;
}

function addArticle(site: Site, resources: Map<string, Resource>, host: Host, from: Host, article: Article): void {
  const resource = articleResource(from, article);
  for (const path of [article.path, ...(article.copies ?? [])]) {
    const original = `http://${from.name}${article.path}`;
    const page = articlePage(host, path, from, article);
    if (resources.has(path)) throw new Error(`${page.url} stands twice`);
    resources.set(path, resource);
    site.pages.push(page.url === original ? page : { ...page, sameAs: original });
  }
}

function articlePage(host: Host, path: string, from: Host, article: Article): SitePage {
  const url = `http://${host.name}${path}`;
  const nofollow = article.robots?.includes('nofollow') ?? false;
  const links = nofollow ? [] : linksOf(from, article).filter((l) => !l.nofollow);
  return {
    url,
    host: host.name,
    language: article.language,
    onTopic: article.onTopic,
    status: 200,
    expected: expectedOf(host, path, {
      outcome: 'fetched',
      ...(article.robots?.includes('noindex') ? { reason: 'noindex' } : {}),
    }),
    links: absolute(
      url,
      links.map((l) => l.href),
    ),
    ...(article.trap ? { trap: true } : {}),
  };
}

function articleResource(host: Host, article: Article): Resource {
  const charset = article.charset ?? host.charset ?? UTF8;
  const body = encode(html(host, article, charset), charset.bytes);
  const type = charset.header ? `text/html; charset=${charset.header}` : 'text/html';
  return { status: 200, headers: { 'content-type': type, ...validators(host, article, body) }, body };
}

function validators(host: Host, article: Article, body: Uint8Array): Record<string, string> {
  if (host.validators === 'etag') {
    return { etag: `"${createHash('sha256').update(body).digest('hex').slice(0, 16)}"` };
  }
  if (host.validators !== 'last-modified') return {};
  const date = article.date ? Date.parse(article.date) : Date.UTC(2019, 0, 1) + (hash(article.path) % 86_400) * 1000;
  return { 'last-modified': new Date(date).toUTCString() };
}

function addSpecial(site: Site, resources: Map<string, Resource>, host: Host, special: Special): void {
  const url = `http://${host.name}${special.path}`;
  if (resources.has(special.path)) throw new Error(`${url} stands twice`);
  const location = special.headers?.['location'];
  resources.set(special.path, {
    status: special.status,
    headers: { 'content-type': 'text/html; charset=utf-8', ...special.headers },
    body: special.body ?? errorBody(special.status),
    ...(special.manner === undefined ? {} : { manner: special.manner }),
  });
  site.pages.push({
    url,
    host: host.name,
    language: special.language ?? null,
    onTopic: special.onTopic ?? null,
    status: special.manner === 'reset' ? 0 : special.status,
    expected: expectedOf(host, special.path, special.expected),
    links: absolute(url, location ? [location] : (special.links ?? [])),
  });
}

function expectedOf(host: Host, path: string, otherwise: Expected): Expected {
  if (host.robots === 503) return { outcome: 'refused', reason: 'robots-unreachable' };
  return robotsAllow(host.robots, path) ? otherwise : { outcome: 'refused', reason: 'robots' };
}

/** Returns the http and https links without fragments and duplicates. */
function absolute(base: string, hrefs: string[]): string[] {
  const urls = hrefs.map((href) => new URL(href, base)).filter((url) => url.protocol === 'http:');
  return [...new Set(urls.map((url) => url.href.replace(/#.*$/, '')))];
}

function robotsResource(host: Host): Resource {
  const text = { 'content-type': 'text/plain; charset=utf-8' };
  if (host.robots === 503) return { status: 503, headers: text, body: Buffer.from('not now\n') };
  if (!host.robots) return { status: 404, headers: text, body: Buffer.from('no such file\n') };
  return { status: 200, headers: text, body: Buffer.from(robotsText(host, host.robots)) };
}

export function errorBody(status: number): Uint8Array {
  return Buffer.from(
    `<!DOCTYPE html><html><head><title>${status}</title></head><body><h1>${status}</h1></body></html>`,
  );
}
