/** What a page says of itself: title, base, language, meta elements, JSON-LD. */
import { decodeHTML } from 'entities/decode';
import { foldWhitespace } from '../../text/fold.ts';
import { wordHashes } from './char-stats.ts';
import * as E from './elements.ts';
import { addLink } from './page-links-found.ts';
import { refreshTarget } from './refresh.ts';
import { A, attribute } from './scan-attributes.ts';
import type { Walk } from './walk.ts';

const MAX_TITLE = 1000;
const MAX_METAS = 1000;
const MAX_META = 10_000;
const MAX_JSON_LD = 500_000;
const MAX_TIMES = 100;

export function openHtml({ scan, page }: Walk): void {
  page.language = attribute(scan, A.lang) ?? attribute(scan, A['xml:lang']) ?? page.language;
}

export function openBase({ scan, page }: Walk): void {
  page.base ??= attribute(scan, A.href) ?? null;
}

export function openTime({ scan, page, roles }: Walk): void {
  const time = (roles & E.OF_OTHERS) === 0 ? attribute(scan, A.datetime) : undefined;
  const times = (roles & E.OF_READERS) === 0 ? page.times : page.timesOfReaders;
  if (time && times.length < MAX_TIMES) times.push(time);
}

const NAMED = [A.name, A.property, A.itemprop];

export function openMeta(walk: Walk): void {
  const { scan, page } = walk;
  const content = attribute(scan, A.content);
  if (content === undefined) return;
  const pragma = attribute(scan, A['http-equiv'])?.trim().toLowerCase();
  if (pragma === 'refresh') addLink(walk, refreshTarget(content), '', 'refresh');
  else if (pragma === 'content-language') page.language ??= content;
  if (page.metas.length >= MAX_METAS || (walk.roles & E.OF_OTHERS) !== 0) return;
  for (const key of NAMED) {
    const name = attribute(scan, key)?.trim().toLowerCase();
    if (!name) continue;
    const meta = { name, content: foldWhitespace(content, false).slice(0, MAX_META) };
    const scheme = attribute(scan, A.scheme);
    const lang = attribute(scan, A.lang) ?? attribute(scan, A['xml:lang']);
    page.metas.push(scheme === undefined && lang === undefined ? meta : { ...meta, ...said({ scheme, lang }) });
    return;
  }
}

function said(values: { scheme: string | undefined; lang: string | undefined }): { scheme?: string; lang?: string } {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
}

/** The text of an HTML title, which is in the scan's range. */
export function readTitle(walk: Walk): void {
  const { scan, page, roles } = walk;
  if (page.title !== null || (roles & (E.FOREIGN | E.INERT)) !== 0) return;
  const title = foldWhitespace(decodeHTML(scan.html.slice(scan.from, scan.to)), false).slice(0, MAX_TITLE);
  if (title === '') return;
  page.title = title;
  walk.titleWords = wordHashes(title);
}

export function isJsonLd({ scan }: Walk): boolean {
  return attribute(scan, A.type)?.trim().toLowerCase() === 'application/ld+json';
}

export function readJsonLdText({ scan, page }: Walk): void {
  if (scan.to - scan.from <= MAX_JSON_LD) page.jsonLd.push(scan.html.slice(scan.from, scan.to));
}
