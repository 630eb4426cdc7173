/** Who wrote a page, out of what it says of itself and of lines like "by …". */
import { fold } from './fold.ts';
import type { Article } from './json-ld.ts';
import type { Found, Metadata } from './metadata.ts';
import type { Block, ParsedPage } from './parse-html.ts';

/** Names in the order in which they are believed. */
const NAMES = [
  ...['citation_author', 'dc.creator', 'dcterms.creator', 'parsely-author', 'sailthru.author', 'byl', 'article:author'],
  ...['author', 'og:author', 'dc.contributor', 'creator', 'article:author_name', 'twitter:data1'],
];

/** Several authors are joined by `; `. A profile's address is no name, and the site itself nobody. */
export function authorOf(metadata: Metadata, article: Article, page: ParsedPage): Found | null {
  const site = plain(metadata['og:site_name']?.[0] ?? '');
  const ofArticle = listOf(article.authors, site);
  if (ofArticle) return { value: ofArticle, source: 'json-ld' };
  for (const name of NAMES) {
    if (
      name === 'twitter:data1' &&
      !/author|written|autor|escrito|écrit|verfasst|geschrieben/i.test(metadata['twitter:label1']?.[0] ?? '')
    )
      continue;
    const authors = listOf(metadata[name] ?? [], site);
    if (authors) return { value: authors, source: `meta ${name}` };
  }
  const marked = page.bylines.slice(0, MAX_MARKED).flatMap((text) => listOf([text], site) ?? []);
  if (marked[0]) return { value: marked[0], source: 'byline' };
  for (const block of page.blocks.slice(0, MAX_LINES)) {
    const named = bylineOf(block);
    const authors = named && listOf([named], site);
    if (authors) return { value: authors, source: 'text' };
  }
  return null;
}

const MAX_MARKED = 8;
/** Strings in which a byline is looked for. */
const MAX_LINES = 500;
const MAX_AUTHORS = 20;

function listOf(values: readonly string[], site: string): string | undefined {
  const names = new Map<string, string>();
  for (const value of values)
    for (const part of parts(value)) {
      const name = nameIn(part);
      if (name && plain(name) !== site && names.size < MAX_AUTHORS) names.set(name.toLowerCase(), name);
    }
  return names.size === 0 ? undefined : [...names.values()].join('; ');
}

const plain = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');

/** `A, B and C` are three; `Writer, Paper` are too few words each to be parted. */
function parts(value: string): string[] {
  const cut = value.replace(LEAD, '');
  const split = cut.split(/\s*[;•|]\s*|\s+(?:and|und|et|y|e|och|en|&)\s+(?=\p{Lu})|,\s+(?=\p{Lu}[^\s,]*\s\p{Lu})/u);
  return split.length > 1 && split.every((part) => /\S\s\S/.test(part.trim())) ? split : [split[0] ?? cut];
}

const LEAD =
  /^\W*(?:(?:article|posted|written|published|reported|story|words|text|interview|geschrieben|veröffentlicht|eingestellt|verfasst|erstellt|ein (?:beitrag|artikel)|escrito|publicado|scritto|pubblicato|publié|écrit|post|beitrag|artikel|artículo)\s+)?(?:(?:by|von|vom|par|por|di|da|door|av|af|od|przez|autore?|autorin|auteur|autora|author|authors|verfasser(?:in)?|text|texte|foto|interview|beitragvon|redakteur(?:in)?|redaktion|redacción|автор|yazar|autori)\b\s*:?|(?<=\w\s)by)\s*:?\s+/iu;
const NEVER =
  /^(?:(?:posted|written|published|veröffentlicht|eingestellt|geschrieben|erstellt|verfasst|publié|publicado)(?: (?:by|von|par|por|am|on|le|el))?|(?:your |ihr |dein )?name ?\*?|(?:please|bitte|leave|schreibe?) .*|.* (?:says|sagt|schreibt|wrote|said|dice|dit)|a note .*|about .*|über .*|admin(?:istrator)?|webmaster|editor|redaktion|redacción|staff|guest|gast|anonymous|unknown|author|autor|none|null|undefined|user|root|by|von|team|share|follow|view all|all posts|posts? by|more|details|home|about|kommentare?|comments?|login|date)\b.?$/i;

function nameIn(text: string): string | null {
  const name = fold(text.replace(LEAD, ''), false)
    .replace(/\s*(?:\(|\[|\||–|—| - | on | am | at | @|https?:|\d).*$/u, '')
    .replace(/^[\s,.:;|·•-]+|[\s,:;|·•-]+$/gu, '')
    .replace(/,.*$/u, '');
  if (name.length < 2 || name.length > 60 || name.split(' ').length > 6 || !/\p{L}{2}/u.test(name)) return null;
  return NEVER.test(name) || /[<>{}=/\\]|www\.|\.(?:com|de|org|net)\b/i.test(name) ? null : name;
}

const MAX_BYLINE = 120;
const BYLINE =
  /^(?:(?:posted|written|published|geschrieben|veröffentlicht|verfasst|escrito|scritto|publié|écrit) )?(?:by|von|par|por|di|door|autor(?:in)?:|author:|auteur ?:|autore:|text:|автор:)\s+(\p{Lu}.*)$/iu;

/** "By Ada Writer": words that begin with capitals, and not a sentence. */
function bylineOf({ text }: Block): string | null {
  if (text.length > MAX_BYLINE) return null;
  const named = BYLINE.exec(text)?.[1];
  if (named === undefined) return null;
  const name =
    /^(?:\p{Lu}[\p{L}.'’-]*|de|van|von|der|la|le|del|di|da)(?:\s+(?:\p{Lu}[\p{L}.'’-]*|de|van|von|der|la|le|del|di|da|und|and)){1,5}/u.exec(
      named,
    )?.[0];
  return name === undefined || !/^\p{Lu}/u.test(name) ? null : name;
}
