/** Elements of DocBook, TEI, JATS, FictionBook and similar vocabularies, by the way their text is laid out. */

/** The elements whose layout depends on the vocabulary. `whole` are one paragraph, whatever is in them. */
export type Layout = { inline: ReadonlySet<string>; whole: ReadonlySet<string> };

/** @param head the beginning of the document, which names the vocabulary */
export function layoutOf(head: string): Layout {
  if (!VOCABULARIES.test(head)) return { inline: INLINE, whole: FORMULAS };
  return { inline: new Set([...INLINE, ...TEXT_INLINE]), whole: new Set([...FORMULAS, ...REFERENCES]) };
}

/** Names of TEI, JATS, NLM and DocBook, and their elements that other vocabularies do not have. */
const VOCABULARIES =
  /<(?:[\w.-]+:)?(?:TEI|teiCorpus|teiHeader|article-meta|journal-meta|book-meta|front-stub)\b|tei-c\.org|nlm\.nih\.gov|\bNLM\/\/|\bJATS|docbook/i;

/** Elements that do not end a paragraph. */
const INLINE: ReadonlySet<string> = new Set([
  ...['a', 'b', 'i', 'em', 'strong', 'emphasis', 'bold', 'italic', 'sub', 'sup', 'code', 'literal', 'link', 'ulink'],
  ...['xref', 'ref', 'hi', 'foreign', 'quote', 'q', 'term', 'ext-link', 'span', 'tt', 'var', 'filename', 'command'],
  ...['function', 'option', 'replaceable', 'citetitle', 'acronym', 'email', 'superscript', 'subscript', 'firstterm'],
  ...['uri', 'sc', 'underline', 'monospace', 'roman', 'strike', 'overline', 'inline-formula', 'inline-graphic'],
  ...['named-content', 'styled-content', 'related-object', 'abbrev', 'label', 'break', 'target', 'anchor', 'indexterm'],
]);

/** Names, numbers, editorial changes and words of TEI, JATS and DocBook. Other vocabularies use the same names for records. */
const TEXT_INLINE: ReadonlySet<string> = new Set([
  ...['persName', 'placeName', 'orgName', 'geogName', 'rs', 'name', 'date', 'num', 'measure', 'abbr', 'expan', 'ex'],
  ...['choice', 'sic', 'corr', 'orig', 'reg', 'add', 'unclear', 'supplied', 'gap', 'seg', 'w', 'c', 'pc', 'lb', 'pb'],
  ...['cb', 'milestone', 'soCalled', 'mentioned', 'gloss', 'del', 'surname', 'forename', 'roleName', 'graphic'],
]);

/** Elements in a line that stand for a line break or a page break. */
export const SPACES: ReadonlySet<string> = new Set(['lb', 'pb', 'cb', 'milestone', 'break']);

/** Elements that are headings. */
export const HEADINGS: ReadonlySet<string> = new Set(['title', 'head', 'article-title', 'book-title', 'heading']);

/** Paragraphs. A title inside of one is the title of another work. */
export const PARAGRAPHS: ReadonlySet<string> = new Set(['p', 'para', 'simpara', 'ab', 'l']);

/** Notes, which are part of the paragraph that they stand in. */
export const NOTES: ReadonlySet<string> = new Set(['note', 'fn', 'footnote']);

/** Elements that hold paragraphs, items and tables. */
export const SECTIONS: ReadonlySet<string> = new Set([
  ...['sec', 'section', 'sect1', 'sect2', 'div', 'div1', 'div2', 'chapter', 'body', 'back', 'ref-list'],
]);

export const ITEMS: ReadonlySet<string> = new Set(['list-item', 'listitem', 'item', 'li']);
export const ROWS: ReadonlySet<string> = new Set(['tr', 'row']);
export const CELLS: ReadonlySet<string> = new Set(['td', 'th', 'entry', 'cell']);

/** Formulas, which are one paragraph in each vocabulary. */
const FORMULAS: ReadonlySet<string> = new Set(['math', 'disp-formula']);

/** References and formulas of TEI, JATS and DocBook, which are one paragraph. */
const REFERENCES: ReadonlySet<string> = new Set([
  ...['mixed-citation', 'element-citation', 'nlm-citation', 'citation', 'bibl', 'biblStruct', 'biblioentry'],
  ...['bibliomixed', 'formula', 'equation'],
]);

/** References without punctuation: their parts are separated by spaces. */
export const STRUCTURED: ReadonlySet<string> = new Set([
  'element-citation',
  'nlm-citation',
  'biblStruct',
  'biblioentry',
]);

/** Elements without text for readers: encoded files, and formulas that MathML repeats. */
export const SKIPPED: ReadonlySet<string> = new Set([
  ...['binary-data', 'binaryData', 'binData', 'docOleData', 'binary', 'tex-math', 'annotation-xml'],
]);
