/**
 * The semantic header of a scientific paper: title, authors, abstract, keywords, subject headings, references (CINDI's ASHG). What
 * the file or page declares comes first, then what stands under the words that papers use. A field that is not found is empty.
 */

import type { Content } from './content.ts';
import type { Paper } from './document-fields.ts';

/** Also as LaTeX sets it in other languages. */
const ABSTRACT = /^(?:abstract|zusammenfassung|résumé|resumen|resumo|sommario|samenvatting)(?!\p{L})/iu;
/** Words that head the sections of papers; so many different ones make a text a paper. */
const SECTIONS = [
  ...[ABSTRACT, /^(?:key ?words|index terms)\b/i, /^introduction\b/i, /^chapter\b/i, /^references?\b/i],
  ...[/^bibliography\b/i, /^future works?\b/i, /^conclusions?\b/i, /^appendi(?:x|ces)\b/i, /^acknowledge?ments?\b/i],
];
const MIN_SECTIONS = 3;
const SECTION_WORDS =
  /\b(?:abstract|references|bibliography|zusammenfassung|r[ée]sum[ée]n?|resumo|sommario|samenvatting)/i;
const isSection = (heading: string): boolean => SECTIONS.some((section) => section.test(headOf(heading)));
const MAX_REFERENCES = 1_000;
const MAX_ABSTRACT_LENGTH = 10_000;

type PaperSource = Pick<Content, 'title' | 'author' | 'text' | 'keywords' | 'headings' | 'metadata'>;

/** @param isPage its headings are marked as such, and only those are asked. @returns undefined: it is no paper. */
export function parsePaper(said: PaperSource, isPage: boolean): Paper | undefined {
  const declared = said.metadata['citation_title'] !== undefined && said.metadata['citation_author'] !== undefined;
  // Most pages have none of these words, and are not cut into paragraphs.
  const hasWords = isPage ? said.headings.some(isSection) : SECTION_WORDS.test(said.text);
  if (!declared && !hasWords) return undefined;
  const paragraphs = said.text.split(/\n\n+/);
  const heads = paragraphs.map(headOf);
  const found = SECTIONS.filter((section) => heads.some((head) => section.test(head)));
  const hasEnds = found.includes(SECTIONS[0]!) || found.some((section) => REFERENCE_SECTIONS.includes(section));
  const isHeaded = !isPage && hasHeader(said, paragraphs, heads);
  if (!declared && !isHeaded && (found.length < MIN_SECTIONS || !hasEnds)) return undefined;
  return {
    title: said.metadata['citation_title']?.[0] ?? said.title,
    authors: authorsOf(said),
    abstract: abstractOf(said, paragraphs, heads),
    keywords: keywordsOf(said, paragraphs),
    subjects: subjectsOf(said, paragraphs),
    references: referencesOf(paragraphs, heads),
  };
}

/**
 * A document that says who wrote it and what it is called, and has an abstract under its own heading, needs no more words. In
 * other languages lives and reports have such a heading too: then it has keywords, or tells the years of what it refers to.
 */
function hasHeader(said: PaperSource, paragraphs: readonly string[], heads: readonly string[]): boolean {
  if (said.title === null || said.author === null) return false;
  const abstracts = said.headings.filter((heading) => ABSTRACT.test(heading) && heading.length < MAX_HEADING_LENGTH);
  if (abstracts.length === 0) return false;
  if (abstracts.some((heading) => /^abstract/i.test(heading))) return true;
  return (
    paragraphs.some((paragraph) => KEYWORD_LABELS.test(paragraph)) ||
    hasDatedReferences(referencesOf(paragraphs, heads))
  );
}

const MAX_HEADING_LENGTH = 20;
/** Who can be asked of somebody is listed without a year. */
const hasDatedReferences = (references: readonly string[]): boolean =>
  references.filter((entry) => /\b(?:1[89]|20)\d\d\b/.test(entry)).length >= MIN_DATED_REFERENCES;
const MIN_DATED_REFERENCES = 2;
const KEYWORD_LABELS =
  /^(?:key ?words(?: and phrases)?|index terms|schlüsselwörter|schlagwörter|mots[- ]clés|palabras clave|palavras[- ]chave|parole chiave|trefwoorden)(?!\p{L})/iu;

const REFERENCE_SECTIONS = [SECTIONS[4]!, SECTIONS[5]!];

/** What heads a section, without its number: the beginning of a paragraph. */
function headOf(paragraph: string): string {
  return paragraph.slice(0, 80).replace(/^\s*(?:(?:\d+\.?)+|[IVX]+\.|[A-Z]\.)\s+/, '');
}

function authorsOf({ author, metadata }: PaperSource): string[] {
  const declared = metadata['citation_author'];
  if (declared) return [...declared];
  return (author ?? '')
    .split(/;\s*|,\s+and\s+|\s+and\s+|,\s+(?=\p{Lu}[\p{L}.'-]*\s+\p{L})/u)
    .map((name) => name.trim())
    .filter((name) => name !== '');
}

function abstractOf({ metadata }: PaperSource, paragraphs: readonly string[], heads: readonly string[]): string | null {
  const declared = metadata['citation_abstract'] ?? metadata['dcterms.abstract'] ?? metadata['abstract'];
  if (declared?.[0]) return declared[0];
  const at = heads.findIndex((head) => ABSTRACT.test(head));
  if (at === -1) return null;
  const same = paragraphs[at]!.trimStart()
    .replace(ABSTRACT, '')
    .replace(/^[\s:.—–-]+/, '');
  if (same.length > 40) return same.slice(0, MAX_ABSTRACT_LENGTH);
  const texts: string[] = [];
  for (let i = at + 1; i < Math.min(paragraphs.length, at + 6); i++) {
    if (paragraphs[i]!.length < 60 || SECTIONS.some((section) => section.test(heads[i]!))) break;
    texts.push(paragraphs[i]!);
  }
  return texts.length > 0 ? texts.join('\n\n').slice(0, MAX_ABSTRACT_LENGTH) : null;
}

function keywordsOf({ keywords }: PaperSource, paragraphs: readonly string[]): string[] {
  return keywords.length > 0 ? [...keywords] : listAfterLabel(paragraphs, KEYWORD_LABELS);
}

const SUBJECT_LABELS =
  /^(?:(?:ACM |AMS |MSC |JEL |UDC |PACS )?(?:(?:computing |subject |mathematics )*classifications?|subject (?:headings|descriptors|terms)|categories and subject descriptors|ccs concepts|codes?)|general terms|pacs numbers?|(?:ams|msc)(?: \d{4})?)\b/i;

/** What a file lists as subjects are mostly its keywords again: those are none. */
function subjectsOf({ keywords, metadata }: PaperSource, paragraphs: readonly string[]): string[] {
  const listed = listAfterLabel(paragraphs, SUBJECT_LABELS);
  if (listed.length > 0) return listed;
  const declared = metadata['dc.subject'] ?? metadata['dcterms.subject'] ?? metadata['dc:subject'] ?? [];
  return declared.filter((subject) => !keywords.includes(subject));
}

const MAX_LIST_ITEMS = 40;

/** The words of a list that begins with its name, in the same paragraph or in the next. */
function listAfterLabel(paragraphs: readonly string[], name: RegExp): string[] {
  const at = paragraphs.findIndex((paragraph) => name.test(paragraph));
  if (at === -1) return [];
  const rest = paragraphs[at]!.replace(name, '').replace(/^[\s:.—–-]+/, '');
  const list = rest === '' ? (paragraphs[at + 1] ?? '') : rest;
  // What is longer is a text that begins with that word.
  if (list.length > 800) return [];
  return list
    .split(/[;,·•\n]/)
    .map((word) => word.trim().replace(/\.$/, ''))
    .filter((word) => word !== '')
    .slice(0, MAX_LIST_ITEMS);
}

/** A number in brackets or before a point, or a name and initials, begin an entry. */
const NUMBERED_IN_BRACKETS = /(?:^|\s)\[(?:\d{1,4}|[A-Za-z+]{2,8}\d{2}[a-z]?)\]\s+/;
const NUMBERED_WITH_PERIOD = /(?:^|\n)\s*\d{1,4}\.\s+/;

const REFERENCES =
  '(?:references?|bibliography|literature cited|works cited|literatur(?:verzeichnis)?|références|bibliographie|referencias|referências|riferimenti bibliografici|referenties|literatuur)';
const REFERENCES_HEAD = new RegExp(String.raw`^${REFERENCES}(?!\p{L})[\s:.]*(?:\[|\n|$)`, 'iu');
const REFERENCES_BEFORE = new RegExp(String.raw`^\s*(?:(?:\d+\.?)+\s+)?${REFERENCES}[\s:.]*`, 'iu');

function referencesOf(paragraphs: readonly string[], heads: readonly string[]): string[] {
  const at = heads.findLastIndex((head) => REFERENCES_HEAD.test(head));
  if (at === -1) return [];
  const own = paragraphs[at]!.replace(REFERENCES_BEFORE, '');
  const after: string[] = own === '' ? [] : [own];
  for (let i = at + 1; i < paragraphs.length && !/^append/i.test(heads[i]!); i++) after.push(paragraphs[i]!);
  const text = after.join('\n');
  const cut = [NUMBERED_IN_BRACKETS, NUMBERED_WITH_PERIOD].find((pattern) => pattern.test(text));
  const entries = cut ? text.split(new RegExp(cut, 'g')) : after.flatMap((paragraph) => paragraph.split('\n'));
  return entries
    .map((entry) => entry.replace(/\s+/g, ' ').trim())
    .filter((entry) => entry.length > 15 && entry.length < 1_000)
    .slice(0, MAX_REFERENCES);
}
