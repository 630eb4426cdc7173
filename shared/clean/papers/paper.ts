/**
 * Recognises scientific papers and reads their semantic header (CINDI's ASHG): title, authors, abstract, keywords, subject
 * headings, references. Declared metadata is preferred; otherwise the values come from the sections of the text.
 */

import type { Content } from '../content.ts';
import type { Paper } from '../document-fields.ts';
import { parseReferences } from './paper-references.ts';

/** Headings of an abstract, including those that LaTeX sets in other languages. */
const ABSTRACT = /^(?:abstract|zusammenfassung|résumé|resumen|resumo|sommario|samenvatting)(?!\p{L})/iu;
/** Headings of the sections of a paper. */
const SECTIONS = [
  ...[ABSTRACT, /^(?:key ?words|index terms)\b/i, /^introduction\b/i, /^chapter\b/i, /^references?\b/i],
  ...[/^bibliography\b/i, /^future works?\b/i, /^conclusions?\b/i, /^appendi(?:x|ces)\b/i, /^acknowledge?ments?\b/i],
];
/** Minimum number of different section headings that make a text a paper. */
const MIN_SECTIONS = 3;
const SECTION_WORDS =
  /\b(?:abstract|references|bibliography|zusammenfassung|r[ée]sum[ée]n?|resumo|sommario|samenvatting)/i;
const isSection = (heading: string): boolean => SECTIONS.some((section) => section.test(headOf(heading)));
/** Maximum length of an abstract, in UTF-16 units. */
const MAX_ABSTRACT_LENGTH = 10_000;

type PaperSource = Pick<Content, 'title' | 'author' | 'text' | 'keywords' | 'headings' | 'metadata'>;

/**
 * Parses the semantic header of a paper.
 *
 * @param isPage whether the document is a page with marked-up headings; then only these count as section headings
 * @returns the header, or undefined if the document is not a paper
 */
export function parsePaper(source: PaperSource, isPage: boolean): Paper | undefined {
  const declared = source.metadata['citation_title'] !== undefined && source.metadata['citation_author'] !== undefined;
  // Most pages have none of these words; splitting them into paragraphs is avoided.
  const hasWords = isPage ? source.headings.some(isSection) : SECTION_WORDS.test(source.text);
  if (!declared && !hasWords) return undefined;
  const paragraphs = source.text.split(/\n\n+/);
  const heads = paragraphs.map(headOf);
  const found = SECTIONS.filter((section) => heads.some((head) => section.test(head)));
  const hasMainSections = found.includes(SECTIONS[0]!) || found.some((section) => REFERENCE_SECTIONS.includes(section));
  const isHeaded = !isPage && hasHeader(source, paragraphs, heads);
  if (!declared && !isHeaded && (found.length < MIN_SECTIONS || !hasMainSections)) return undefined;
  return {
    title: source.metadata['citation_title']?.[0] ?? source.title,
    authors: authorsOf(source),
    abstract: abstractOf(source, paragraphs, heads),
    keywords: keywordsOf(source, paragraphs),
    subjects: subjectsOf(source, paragraphs),
    references: parseReferences(paragraphs, heads),
  };
}

/**
 * Returns whether title, author and a heading for the abstract are enough to recognise a paper. In languages other than English,
 * CVs and reports have such headings too, so the paper also needs keywords or dated references.
 */
function hasHeader(source: PaperSource, paragraphs: readonly string[], heads: readonly string[]): boolean {
  if (source.title === null || source.author === null) return false;
  const abstracts = source.headings.filter((heading) => ABSTRACT.test(heading) && heading.length < MAX_HEADING_LENGTH);
  if (abstracts.length === 0) return false;
  if (abstracts.some((heading) => /^abstract/i.test(heading))) return true;
  return (
    paragraphs.some((paragraph) => KEYWORD_LABELS.test(paragraph)) ||
    hasDatedReferences(parseReferences(paragraphs, heads))
  );
}

/** Maximum length of an abstract heading, in UTF-16 units. */
const MAX_HEADING_LENGTH = 20;
/** Returns whether references have years. The references of a CV are people and have none. */
const hasDatedReferences = (references: readonly string[]): boolean =>
  references.filter((entry) => /\b(?:1[89]|20)\d\d\b/.test(entry)).length >= MIN_DATED_REFERENCES;
/** Minimum number of references with a year. */
const MIN_DATED_REFERENCES = 2;
const KEYWORD_LABELS =
  /^(?:key ?words(?: and phrases)?|index terms|schlüsselwörter|schlagwörter|mots[- ]clés|palabras clave|palavras[- ]chave|parole chiave|trefwoorden)(?!\p{L})/iu;

const REFERENCE_SECTIONS = [SECTIONS[4]!, SECTIONS[5]!];

/** Returns the beginning of a paragraph without a section number. */
function headOf(paragraph: string): string {
  return paragraph.slice(0, 80).replace(/^\s*(?:\d+(?:\.\d+)*\.?|[IVX]+\.|[A-Z]\.)\s+/, '');
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

/** Returns subject headings. Declared subjects that repeat keywords are dropped. */
function subjectsOf({ keywords, metadata }: PaperSource, paragraphs: readonly string[]): string[] {
  const listed = listAfterLabel(paragraphs, SUBJECT_LABELS);
  if (listed.length > 0) return listed;
  const declared = metadata['dc.subject'] ?? metadata['dcterms.subject'] ?? metadata['dc:subject'] ?? [];
  return declared.filter((subject) => !keywords.includes(subject));
}

/** Maximum number of keywords or subjects. */
const MAX_LIST_ITEMS = 40;

/** Returns the items of a list that follows a label, in the same paragraph or the next one. */
function listAfterLabel(paragraphs: readonly string[], name: RegExp): string[] {
  const at = paragraphs.findIndex((paragraph) => name.test(paragraph));
  if (at === -1) return [];
  const rest = paragraphs[at]!.replace(name, '').replace(/^[\s:.—–-]+/, '');
  const list = rest === '' ? (paragraphs[at + 1] ?? '') : rest;
  // A longer text only begins with the label.
  if (list.length > 800) return [];
  return list
    .split(/[;,·•\n]/)
    .map((word) => word.trim().replace(/\.$/, ''))
    .filter((word) => word !== '')
    .slice(0, MAX_LIST_ITEMS);
}
