/**
 * TeX and LaTeX as a reader would see it, as far as that can be told without running it. What classes print of their own
 * accord, numbers of sections and citations, and files that it reads are not in the file, and so not in its text.
 */
import { charsetParameter, decodeText } from '../../decode/charset.ts';
import { normalizeDate } from '../../metadata/normalize-date.ts';
import { findDate } from '../../metadata/visible-date.ts';
import { type Convert, NOTHING_CONVERTED } from '../convert.ts';
import { newProperties } from '../document-properties.ts';
import { newFlow } from '../flow.ts';
import { splitKeywords } from '../office/properties.ts';
import { newMacros } from './macros.ts';
import { newNumbers, setNumbered } from './numbers.ts';
import { readTex } from './reader.ts';
import { newReferences, resolved, settler, withoutMarks } from './references.ts';
import { showFront } from './state.ts';
import { texWords } from './words.ts';

const MAX_SOURCE = 5_000_000;

export const convertLatex: Convert = ({ bytes, contentType, limits }) => {
  const { text: source, charset } = decodeText(bytes, charsetParameter(contentType), false);
  const tex = withoutMarks(source.slice(0, MAX_SOURCE).replace(/\r\n?/g, '\n'));
  const said = newProperties();
  const flow = newFlow(limits);
  const before = BEGIN.exec(tex);
  const begin = before ? before.index + before[0].length - BEGIN_WORDS.length : -1;
  // Title, authors and date may be said before the text begins, as macros are.
  const preamble = begin === -1 ? '' : tex.slice(0, begin);
  const setup = preamble.replace(COMMENT, '');
  const references = newReferences();
  const paper = { said, macros: newMacros(), numbers: newNumbers(), references, words: texWords(setup) };
  if (UNNUMBERED.test(setup)) setNumbered(false, paper.numbers);
  readTex(preamble, newFlow(limits), paper, false);
  for (const [name, texts] of Object.entries(said)) for (const text of texts) showFront(flow, name, text);
  // Manuals show it as an example too: the last one counts.
  const end = tex.lastIndexOf('\\end{document}');
  readTex(tex.slice(Math.max(0, begin), end <= begin ? tex.length : end), flow, paper, true);
  const settle = settler(references, limits.maxText);
  for (const [name, texts] of Object.entries(said)) said[name] = texts.map(settle);
  const date = said['date']?.[0] ?? '';
  return {
    ...NOTHING_CONVERTED,
    parts: resolved(flow.parts, references, limits.maxText),
    links: flow.links,
    charset,
    title: said['title']?.[0] ?? null,
    author: authorsOf(said['author'] ?? []),
    date: normalizeDate(date) ?? findDate(date, true),
    keywords: [...(said['keywords'] ?? []), ...(said['keyword'] ?? [])].flatMap(splitKeywords),
    metadata: {},
  };
};

const COMMENT = /(?<!\\)%.*/g;

/** Classes whose sections have no numbers. */
const UNNUMBERED = /\\documentclass\s{0,9}(?:\[[^\]]{0,500}\])?\s{0,9}\{(?:beamer|moderncv|letter|scrlttr2|exam)\}/;
const BEGIN_WORDS = '\\begin{document}';
/** Its line up to its end, as what is commented out does not count. */
const BEGIN = /^(?:[^%\n\\]|\\(?!begin\{document\})[^\n])*\\begin\{document\}/m;

/** A name stands before its affiliation, which begins a new line, a footnote or an address; it may have marks of notes. */
function authorsOf(authors: string[]): string | null {
  const names = authors
    .flatMap((text) => text.split(/\n{2,}|\s+and\s+(?=\p{Lu})/u))
    .map((name) =>
      name
        .split('\n', 1)[0]!
        .replace(/[\^\d\p{No}*†‡]+(?:,[\^\d\p{No}*†‡]+)*/gu, ' ')
        .replace(/\s+/g, ' ')
        .replace(/ (?=,)/g, '')
        .replace(/(?<![, ])[, ]+$/, '')
        .trim(),
    )
    .flatMap(namesIn)
    .filter((name) => name !== '' && name.length < 60 && !/@/.test(name));
  return [...new Set(names)].join('; ') || null;
}

/** Several names may stand between commas, if nothing else does. */
function namesIn(line: string): string[] {
  const parts = line.split(', ');
  return parts.every((part) => part.length < 60 && NAME.test(part) && !PLACE.test(part)) ? parts : [line];
}

const NAME = /^\p{Lu}[\p{L}\p{M}.'’-]*(?: (?:\p{Ll}{1,4} ){0,3}\p{Lu}[\p{L}\p{M}.'’-]*)+$/u;
const PLACE = /\b(?:univ|inst|coll|dep|school|lab|cent|acad|facult|inc\b|ltd\b)/iu;
