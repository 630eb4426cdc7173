import type { Article, Charset, Host, Language, Link } from './page.ts';
import { hash } from './seeded.ts';

type Words = {
  home: string;
  more: string;
  published: string;
  by: string;
  rights: string;
  cookies: string;
  search: string;
};

const WORDS: Record<Language, Words> = {
  en: {
    home: 'Home',
    more: 'Read on',
    published: 'Published',
    by: 'by',
    rights: 'All rights reserved',
    cookies: 'We use cookies to keep you logged in. By staying here you accept them.',
    search: 'Search this site',
  },
  de: {
    home: 'Startseite',
    more: 'Weiterlesen',
    published: 'Veröffentlicht',
    by: 'von',
    rights: 'Alle Rechte vorbehalten',
    cookies: 'Diese Seite verwendet Cookies, damit Sie angemeldet bleiben.',
    search: 'Suche',
  },
  sv: {
    home: 'Hem',
    more: 'Läs vidare',
    published: 'Publicerad',
    by: 'av',
    rights: 'Med ensamrätt',
    cookies: 'Webbplatsen använder kakor för att du ska kunna vara inloggad.',
    search: 'Sök',
  },
  es: {
    home: 'Inicio',
    more: 'Seguir leyendo',
    published: 'Publicado',
    by: 'por',
    rights: 'Todos los derechos reservados',
    cookies: 'Este sitio utiliza cookies para mantener la sesión abierta.',
    search: 'Buscar',
  },
  ru: {
    home: 'Главная',
    more: 'Читать дальше',
    published: 'Опубликовано',
    by: 'автор',
    rights: 'Все права защищены',
    cookies: '',
    search: 'Поиск',
  },
  ja: {
    home: 'ホーム',
    more: '続きを読む',
    published: '公開日',
    by: '著者',
    rights: '無断転載を禁じます',
    cookies: '',
    search: '検索',
  },
};

/** Renders an article in the layout of its host. `charset` is the declared encoding, which may differ from the actual one. */
export function html(of: Host, article: Article, charset: Charset): string {
  const host = of.session ? { ...of, session: `${of.session}=${hash(article.path).toString(16)}` } : of;
  const links = linksBeside(host, article);
  const body = BODIES[host.layout](host, article, links);
  return `${host.layout === 'table' ? '<!DOCTYPE HTML PUBLIC "-//W3C//DTD HTML 4.01 Transitional//EN">' : '<!DOCTYPE html>'}
<html lang="${article.language}"><head>${head(host, article, charset)}</head>
<body>
${body}
</body></html>
`;
}

/** Returns all links of the page as written. */
export function linksOf(host: Host, article: Article): Link[] {
  const { nav, side, foot } = linksBeside(host, article);
  const inline = article.sections.flatMap((s) => s.paragraphs.flatMap(inlineLinks));
  return [...nav, ...inline, ...side, ...foot];
}

function linksBeside(host: Host, article: Article): { nav: Link[]; side: Link[]; foot: Link[] } {
  const home = { href: '/', text: WORDS[article.language].home };
  return { nav: [home, ...(host.nav ?? [])], side: article.related ?? [], foot: host.footer ?? [] };
}

function inlineLinks(paragraph: string): Link[] {
  return [...paragraph.matchAll(/\[\[([^|\]]+)\|([^\]]+)\]\]/g)].map((m) => ({ href: m[1]!, text: m[2]! }));
}

function head(host: Host, a: Article, charset: Charset): string {
  const metas: string[] = [];
  if (charset.meta) metas.push(`<meta charset="${charset.meta}">`);
  metas.push(`<title>${escaped(a.title)}${a.path === '/' ? '' : ` - ${escaped(host.title)}`}</title>`);
  const named = (name: string, content: string | undefined) =>
    content && metas.push(`<meta name="${name}" content="${escaped(content)}">`);
  named('description', a.description);
  named('keywords', a.keywords?.join(', '));
  named(host.layout === 'wiki' ? 'DC.creator' : 'author', a.author);
  named(host.layout === 'wiki' ? 'DC.date' : 'date', host.layout === 'blog' ? undefined : a.date);
  named('robots', a.robots);
  if (host.layout === 'blog' && a.date)
    metas.push(`<meta property="article:published_time" content="${a.date}T08:00:00Z">`);
  if (host.layout === 'modern') metas.push(`<meta property="og:title" content="${escaped(a.title)}">`);
  if (a.canonical) metas.push(`<link rel="canonical" href="${escaped(a.canonical)}">`);
  metas.push('<link rel="stylesheet" href="/style.css"><script>var open = "<a href=\'/never-follow-me\'>";</script>');
  return metas.join('\n');
}

type Beside = { nav: Link[]; side: Link[]; foot: Link[] };

const BODIES: Record<Host['layout'], (host: Host, a: Article, beside: Beside) => string> = {
  modern: (host, a, { nav, side, foot }) => `<header><a class="logo" href="/">${escaped(host.title)}</a>
<nav><ul>${items(host, nav)}</ul></nav>${cookieNotice(a)}</header>
<main><article><h1>${escaped(a.title)}</h1>${byline(a)}
${sections(host, a, 'h2')}
</article></main>
<aside><h3>${WORDS[a.language].more}</h3><ul>${items(host, side)}</ul></aside>
<footer><p>© ${escaped(host.title)}. ${WORDS[a.language].rights}.</p><ul>${items(host, foot)}</ul></footer>`,

  table: (host, a, { nav, side, foot }) => `<table width="100%" cellpadding="4"><tr>
<td colspan="2" bgcolor="#cceecc"><font size="5"><b>${escaped(host.title)}</b></font></td></tr>
<tr><td valign="top" width="20%">${anchors(host, nav, '<br>')}<hr>${anchors(host, side, '<br>')}</td>
<td valign="top"><h1>${escaped(a.title)}</h1>${byline(a)}
${sections(host, a, 'h3')}
</td></tr><tr><td colspan="2"><small>${anchors(host, foot, ' | ')}</small></td></tr></table>`,

  blog: (
    host,
    a,
    { nav, side, foot },
  ) => `<div id="page"><div id="masthead"><a href="/">${escaped(host.title)}</a></div>
<div class="menu">${anchors(host, nav, ' · ')}</div>
<div class="post"><h1 class="entry-title">${escaped(a.title)}</h1>${byline(a)}
<div class="entry-content">
${sections(host, a, 'h2')}
</div></div>
<div id="sidebar"><form action="/search"><input name="q" placeholder="${WORDS[a.language].search}"></form>
<ul>${items(host, side)}</ul></div>
<div id="colophon">${anchors(host, foot, ' / ')}<p>${WORDS[a.language].rights}</p></div></div>`,

  wiki: (host, a, { nav, side, foot }) => `<div id="content"><h1 id="firstHeading">${escaped(a.title)}</h1>
<div id="bodyContent">
${sections(host, a, 'h2')}
<h2>${WORDS[a.language].more}</h2><ul>${items(host, side)}</ul></div></div>
<div id="mw-navigation"><h2>${escaped(host.title)}</h2><ul>${items(host, nav)}</ul></div>
<div id="footer"><ul>${items(host, foot)}</ul></div>`,
};

function sections(host: Host, a: Article, level: string): string {
  return a.sections
    .map((s) => {
      const heading = s.heading ? `<${level}>${escaped(s.heading)}</${level}>\n` : '';
      return heading + s.paragraphs.map((p) => `<p>${paragraph(host, p)}</p>`).join('\n');
    })
    .join('\n');
}

function paragraph(host: Host, text: string): string {
  return escaped(text).replace(/\[\[([^|\]]+)\|([^\]]+)\]\]/g, (_, href: string, anchor: string) =>
    anchorOf(host, { href: unescaped(href), text: unescaped(anchor) }),
  );
}

function items(host: Host, links: Link[]): string {
  return links.map((link) => `<li>${anchorOf(host, link)}</li>`).join('');
}

function anchors(host: Host, links: Link[], between: string): string {
  return links.map((link) => anchorOf(host, link)).join(between);
}

function anchorOf(host: Host, link: Link): string {
  const rel = link.nofollow ? ' rel="nofollow"' : '';
  return `<a href="${escaped(withSession(host, link.href))}"${rel}>${escaped(link.text)}</a>`;
}

/** Adds session ids to links within the host, as session-based servers do. */
function withSession(host: Host, href: string): string {
  if (!host.session || !href.startsWith('/')) return href;
  if (host.session.startsWith(';')) return `${href}${host.session}`;
  return `${href}${href.includes('?') ? '&' : '?'}${host.session}`;
}

function byline(a: Article): string {
  const words = WORDS[a.language];
  if (!a.author && !a.date) return '';
  const who = a.author ? ` ${words.by} <span class="author">${escaped(a.author)}</span>` : '';
  return `<p class="byline">${words.published} ${a.date ? `<time datetime="${a.date}">${a.date}</time>` : ''}${who}</p>`;
}

function cookieNotice(a: Article): string {
  const text = WORDS[a.language].cookies;
  return text ? `<div class="cookies">${text}</div>` : '';
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}

function unescaped(text: string): string {
  return text.replaceAll('&quot;', '"').replaceAll('&gt;', '>').replaceAll('&lt;', '<').replaceAll('&amp;', '&');
}
