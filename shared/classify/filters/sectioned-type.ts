/** Recognises types of documents by their section words, as the document filter of CINDI does. */
import type { CleanDocument } from '../../clean/document.ts';

/** Types of documents that their sections show. */
export const SECTIONED_TYPES = ['thesis', 'technical-paper', 'academic-paper', 'faq'] as const;
export type SectionedType = (typeof SECTIONED_TYPES)[number];

/** A recognised type and the words that show it, for users. */
export type FoundType = { type: SectionedType; words: string[] };

/** Headings of sections, after a number. English, German, French, Spanish, Swedish. */
const SECTIONS = {
  abstract: /^(?:abstract|executive summary|zusammenfassung|kurzfassung|résumé|resumen|sammanfattning)\b/iu,
  keywords: /^(?:key ?words|index terms|schlüsselwörter|schlagwörter|mots[- ]clés|palabras clave|nyckelord)(?!\p{L})/iu,
  contents: /^(?:table of )?contents$|^(?:inhaltsverzeichnis|table des matières|índice|innehåll)(?!\p{L})/iu,
  introduction: /^(?:introduction|einleitung|einführung|introducción|inledning)(?!\p{L})/iu,
  chapter: /^(?:chapter|kapitel|chapitre|capítulo)\s+[\divxl]+\b/iu,
  'related work': /^(?:related work|previous work|background|literature review|stand der (?:technik|forschung))\b/iu,
  method: /^(?:methods?|methodology|materials and methods|experiments?|evaluation|methoden)\b/iu,
  results: /^(?:results|discussion|results and discussion|ergebnisse|résultats|resultados|resultat)\b/iu,
  conclusion: /^(?:conclusions?|concluding remarks|fazit|schlussfolgerung(?:en)?|conclusiones|slutsatser?)\b/iu,
  'future work': /^(?:future (?:work|research)|ausblick)\b/iu,
  acknowledgement: /^(?:acknowledge?ments?|danksagung|remerciements|agradecimientos|tack)$/iu,
  references:
    /^(?:references|bibliography|works cited|literatur(?:verzeichnis)?|références|bibliographie|referencias|bibliografía|referenser|källor)(?!\p{L})/iu,
  appendix: /^(?:appendi(?:x|ces)|annex|anhang|annexe|apéndice|bilaga)\b/iu,
} as const;
type Section = keyof typeof SECTIONS;

/** Number of a section: `2`, `2.1`, `IV.`, `A.` */
const SECTION_NUMBER = /^(?:\d+(?:\.\d+)*\.?|[ivx]+\.|[A-Z]\.)\s+/;
const NUMBERED_SECTION = /^\d+(?:\.\d+)*\.?\s+\p{Lu}/u;
/** Maximum length of a heading, in UTF-16 units. */
const MAX_HEADING_LENGTH = 80;
/** Length of the start of a text that holds the title page, in UTF-16 units. */
const TITLE_PAGE_LENGTH = 3_000;
/** Maximum length of the text that is searched, in UTF-16 units: a book of 400 pages. */
const MAX_TEXT_LENGTH = 1_000_000;

const THESIS =
  /\b(?:(?:doctoral|ph\.? ?d\.?|master'?s?|bachelor'?s?|m\.? ?sc\.?|diploma|licentiate|honou?rs) (?:thesis|dissertation)|(?:thesis|dissertation)\s+(?:submitted|presented)|in partial fulfil+ment of the requirements|(?:diplom|master|bachelor|doktor)arbeit|inaugural-?dissertation|thèse de doctorat|tesis doctoral|(?:examens|doktors)avhandling|examensarbete)\b/iu;
const TECHNICAL =
  /\b(?:technical (?:report|note|memorandum|paper|specification)|white ?paper|working paper|research report|internet-draft|request for comments|application note|technischer bericht|rapport (?:de recherche|technique)|informe técnico|teknisk rapport)\b/iu;
const FAQ =
  /\bfaqs?\b|frequently asked questions|häufig(?:e| gestellte) fragen|foire aux questions|preguntas frecuentes|vanliga frågor/iu;
const QUESTION = /^(?:Q\d*[.:)]\s|(?:question|frage|fråga)\s*\d*[.:)])|\?$/iu;

/** Minimum number of questions of a page whose title names an FAQ, and of other pages. */
const MIN_NAMED_QUESTIONS = 3;
const MIN_QUESTIONS = 8;

/** @returns undefined if the document has none of the types */
export function findSectionedType(document: CleanDocument): FoundType | undefined {
  const start = `${document.title ?? ''}\n${document.text.slice(0, TITLE_PAGE_LENGTH)}`;
  const lines = headingLines(document);
  const found = (Object.keys(SECTIONS) as Section[]).filter((name) =>
    lines.some((line) => SECTIONS[name].test(line.heading)),
  );
  const has: FoundSections = (...names) => names.filter((name) => found.includes(name));
  return (
    findThesis(THESIS.exec(start)?.[0] ?? declaredThesis(document), has, lines) ??
    findPaper(TECHNICAL.exec(start)?.[0], has, lines) ??
    findFaq(document, lines)
  );
}

/** Returns those of the sections that a document has. */
type FoundSections = (...names: Section[]) => Section[];

/** Returns the sections that frame the text of a thesis or report. */
const frameOf = (has: FoundSections): Section[] =>
  has('abstract', 'contents', 'chapter', 'introduction', 'conclusion', 'acknowledgement', 'references', 'appendix');

/** @param named words that name a thesis; undefined: none do */
function findThesis(
  named: string | undefined,
  has: FoundSections,
  lines: readonly HeadingLine[],
): FoundType | undefined {
  const frame = frameOf(has);
  if (named && frame.length >= 2) return { type: 'thesis', words: [named, ...frame] };
  const chapters = new Set(
    lines.flatMap(({ heading }) => (SECTIONS.chapter.test(heading) ? [heading.toLowerCase()] : [])),
  );
  return chapters.size >= 3 && has('references').length > 0 && has('abstract', 'acknowledgement', 'contents').length > 0
    ? { type: 'thesis', words: [`${chapters.size} chapters`, ...frame] }
    : undefined;
}

/** @param named words that name a report; undefined: none do */
function findPaper(
  named: string | undefined,
  has: FoundSections,
  lines: readonly HeadingLine[],
): FoundType | undefined {
  const frame = frameOf(has);
  if (named && frame.length >= 2) return { type: 'technical-paper', words: [named, ...frame] };
  const body = has('introduction', 'related work', 'method', 'results', 'conclusion', 'future work');
  if (has('abstract', 'keywords').length > 0 && has('references').length > 0 && body.length > 0)
    return { type: 'academic-paper', words: [...has('abstract', 'keywords', 'references'), ...body] };
  const numbered = lines.filter(({ isNumbered }) => isNumbered).length;
  return body.length > 0 && has('references', 'appendix').length > 0 && numbered >= 3
    ? { type: 'technical-paper', words: [`${numbered} numbered sections`, ...body, ...has('references', 'appendix')] }
    : undefined;
}

function findFaq({ title, headings, text }: CleanDocument, lines: readonly HeadingLine[]): FoundType | undefined {
  const questions = lines.filter(({ heading }) => QUESTION.test(heading)).length;
  const name = FAQ.exec([title ?? '', ...headings.slice(0, 3), text.slice(0, 200)].join('\n'))?.[0];
  if (questions >= (name ? MIN_NAMED_QUESTIONS : MIN_QUESTIONS) && (name || questions > lines.length * 0.3))
    return { type: 'faq', words: [...(name ? [name] : []), `${questions} questions`] };
  return undefined;
}

function declaredThesis({ metadata }: CleanDocument): string | undefined {
  return Object.keys(metadata).find(
    (name) => name.startsWith('citation_dissertation') || name === 'thesis.degree.name',
  );
}

type HeadingLine = { heading: string; isNumbered: boolean };

/** Returns headings, and short lines of the text, which are headings in documents without mark-up. */
function headingLines({ headings, text }: CleanDocument): HeadingLine[] {
  const lines = new Set([...headings, ...text.slice(0, MAX_TEXT_LENGTH).split('\n')].map((line) => line.trim()));
  return [...lines]
    .filter((line) => line !== '' && line.length <= MAX_HEADING_LENGTH)
    .map((line) => ({ heading: line.replace(SECTION_NUMBER, ''), isNumbered: NUMBERED_SECTION.test(line) }));
}
