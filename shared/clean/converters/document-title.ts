/** Chooses the title of a document: its declared property, or the title that stands in its text. */
import type { Part } from '../../ports/converter.ts';
import { foldWhitespace } from '../../text/whitespace.ts';

/** File names, and names that programs give to files without a title. */
const PLACEHOLDERS = [
  /^(?:untitled|unknown|no (?:slide )?title|title|titel|titre|título|titolo|sans titre|unbenannt|ohne titel)\s*\d*$/i,
  // ReportLab, if a program gives no title.
  /^\((?:anonymous|untitled|unspecified)\)$/i,
  // The path of a file: `C:\wp\report.wpd [PFP#118]`, `\\server\report`, `file:///report`.
  /^(?:[a-z]:\\|\\\\|file:\/)/i,
  /^(?:microsoft (?:office )?(?:word|powerpoint|excel)|powerpoint|word) [-–] .*$/i,
  /^.*\.(?:doc[xmt]?|dot[xm]?|tex|dvi|ps|indd|qxd|pp[ts][xm]?|pot[xm]?|xls[xm]?|pdf|rtf|od[tsp]|wpd|p65|pmd|cdr|qxp)$/i,
  // A layout program: `Layout 1`, `Page 1`, `A4`.
  /^(?:layout|page|seite|print|untitled-)\s*\d*(?:\s*\(.*\))?$/i,
  // "PowerPoint Presentation" in the languages of Office.
  /^(?:(?:microsoft )?powerpoint[- ](?:presentation|präsentation|presentatie|bemutató)|präsentation|presentation|présentation|presentación|presentazione|apresentação|prezentacja|prezentace|презентация)\s*\d*$/i,
  /^(?:présentation|presentación|presentazione|apresentação|prezentacja programu|prezentace aplikace|презентация)(?: standard)?(?: de| di| do)? (?:microsoft )?powerpoint$/i,
  /^powerpoint (?:プレゼンテーション|演示文稿|簡報|프레젠테이션)$/i,
  /^(?:slide|folie|diapositive|diapositiva|dia|bild|lysbilde|slajd|snímek|слайд|document|dokument|documento|документ)\s*\d+$/i,
  // The prompt of an empty title: "[Document title]", "Click to edit Master title style".
  /^\[[^\]]*\]$/,
  /^(?:click (?:to|here to) (?:edit|add)|type the document title)\b.*$/i,
];
/** Titles are shorter than this, in UTF-16 units. A longer paragraph only has the style of a title. */
const MAX_TITLE_LENGTH = 300;
/** Number of parts, from the start of a document, in which its title is searched. */
const MAX_PARTS_BEFORE_TITLE = 30;
/** Headings of the first section of a document whose title has no style of its own. */
const SECTIONS =
  /^(?:[\d.]+\s*)?(?:(?:table of )?contents|abstract|introduction|(?:executive )?summary|preface|foreword|agenda|outline|overview|inhalt(?:sverzeichnis)?|einleitung|zusammenfassung|vorwort|table des matières|sommaire|résumé|índice|resumen|introducción|innehåll|sammanfattning|inledning)$/i;

/** Returns whether a declared title is a file name, or the name of a template or of an empty document. */
export function isPlaceholderTitle(title: string): boolean {
  const text = foldWhitespace(title, false);
  return PLACEHOLDERS.some((placeholder) => placeholder.test(text));
}

/**
 * Chooses between the declared title and titles in the text.
 *
 * A declared title without a word in common with the first parts of the document describes another document: programs copy
 * the property with the file. Then the marked title wins.
 *
 * @param declared the property; null if there is none
 * @returns the title, or null
 */
export function chooseTitle(declared: string | null, text: TitleText): string | null {
  const own = usableTitle(text.marked);
  const property = declared !== null && isPlaceholderTitle(declared) ? null : declared;
  if (property !== null && (own === null || describesDocument(property, own, text.parts))) return property;
  return own ?? (text.hasHeading ? firstHeading(text.parts) : null);
}

/** Where the text of a document may have its title. */
export type TitleText = {
  /** Text that the document marks as its title (a style, the title of the first slide); '' if there is none. */
  marked: string;
  parts: readonly Part[];
  /** Whether the first heading may be the title. The first heading of a workbook is the name of a sheet. */
  hasHeading: boolean;
};

function usableTitle(text: string): string | null {
  const title = foldWhitespace(text, false);
  return title === '' || title.length >= MAX_TITLE_LENGTH || isPlaceholderTitle(title) ? null : title;
}

function describesDocument(declared: string, marked: string, parts: readonly Part[]): boolean {
  const opening = parts.slice(0, MAX_PARTS_BEFORE_TITLE).flatMap((part) => ('text' in part ? part.text : part.cells));
  const known = new Set(wordsOf([marked, ...opening].join(' ')));
  const words = wordsOf(declared);
  return words.length === 0 || words.some((word) => known.has(word));
}

const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]{2,}/gu) ?? [];

/** Returns the first heading. The heading of a section ("Contents", "1 Introduction") is no title of the document. */
function firstHeading(parts: readonly Part[]): string | null {
  const heading = parts.slice(0, MAX_PARTS_BEFORE_TITLE).find(({ kind }) => kind === 'heading');
  const title = heading?.kind === 'heading' ? usableTitle(heading.text) : null;
  return title === null || SECTIONS.test(title) ? null : title;
}
