/**
 * Converts TeX and LaTeX to the text that a reader sees, without running TeX. Numbers follow the standard classes. Text that
 * other classes print, and text in other files, is missing.
 */
import { charsetParameter, decodeText } from '../../decode/charset.ts';
import { normalizeDate } from '../../metadata/dates/normalize-date.ts';
import { findDate } from '../../metadata/dates/visible-date.ts';
import { type Convert, EMPTY_CONVERTED } from '../convert.ts';
import { newProperties } from '../document-properties.ts';
import { newFlow } from '../flow.ts';
import { splitKeywords } from '../office/properties.ts';
import { detectCaptionNames } from './captions.ts';
import { newCounters, setSectionNumbering } from './counters.ts';
import { newMacros } from './macros.ts';
import { readTex } from './reader.ts';
import { newReferences, placeholderResolver, resolveParts, stripPlaceholders } from './references.ts';
import { showFrontMatter } from './state.ts';

/** Maximum length of the source, in UTF-16 units. The rest is ignored. */
const MAX_SOURCE_LENGTH = 5_000_000;

export const convertLatex: Convert = ({ bytes, contentType, limits }) => {
  const { text: source, charset } = decodeText(bytes, charsetParameter(contentType), false);
  const tex = stripPlaceholders(source.slice(0, MAX_SOURCE_LENGTH).replace(/\r\n?/g, '\n'));
  const frontMatter = newProperties();
  const flow = newFlow(limits);
  const begin = indexOfBody(tex);
  // The preamble holds macros, and may hold title, authors and date.
  const preamble = begin === -1 ? '' : tex.slice(0, begin);
  const setup = preamble.replace(COMMENT, '');
  const references = newReferences();
  const document = {
    frontMatter,
    macros: newMacros(),
    counters: newCounters(),
    references,
    captions: detectCaptionNames(setup),
  };
  if (UNNUMBERED_CLASS.test(setup)) setSectionNumbering(false, document.counters);
  readTex(preamble, newFlow(limits), document, false);
  for (const [name, texts] of Object.entries(frontMatter)) for (const text of texts) showFrontMatter(flow, name, text);
  // A manual may contain the command as an example. The last one ends the body.
  const end = tex.lastIndexOf('\\end{document}');
  readTex(tex.slice(Math.max(0, begin), end <= begin ? tex.length : end), flow, document, true);
  const resolve = placeholderResolver(references, limits.maxText);
  for (const [name, texts] of Object.entries(frontMatter)) frontMatter[name] = texts.map(resolve);
  const date = frontMatter['date']?.[0] ?? '';
  return {
    ...EMPTY_CONVERTED,
    parts: resolveParts(flow.parts, references, limits.maxText),
    links: flow.links,
    charset,
    title: frontMatter['title']?.[0] ?? null,
    author: parseAuthors(frontMatter['author'] ?? []),
    date: normalizeDate(date) ?? findDate(date, true),
    keywords: [...(frontMatter['keywords'] ?? []), ...(frontMatter['keyword'] ?? [])].flatMap(splitKeywords),
    metadata: {},
  };
};

/** Returns the position of `\begin{document}`, or -1 if the file has no preamble. */
function indexOfBody(tex: string): number {
  const line = BEGIN_LINE.exec(tex);
  return line ? line.index + line[0].length - BEGIN_DOCUMENT.length : -1;
}

const COMMENT = /(?<!\\)%.*/g;

/** Classes whose sections have no numbers. */
const UNNUMBERED_CLASS =
  /\\documentclass\s{0,9}(?:\[[^\]]{0,500}\])?\s{0,9}\{(?:beamer|moderncv|letter|scrlttr2|exam)\}/;
const BEGIN_DOCUMENT = '\\begin{document}';
/** The start of a line up to the command, without a comment before it. */
const BEGIN_LINE = /^(?:[^%\n\\]|\\(?!begin\{document\})[^\n])*\\begin\{document\}/m;

/**
 * Parses `\author`. The name is the first line of each paragraph; the affiliation follows it. Removes footnote marks.
 * @returns names joined by `; `, or null if there are none
 */
function parseAuthors(authors: string[]): string | null {
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
    .flatMap(splitNames)
    .filter((name) => name !== '' && name.length < 60 && !/@/.test(name));
  return [...new Set(names)].join('; ') || null;
}

/** Splits names at commas. Returns the line as it is if one part is not a name. */
function splitNames(line: string): string[] {
  const parts = line.split(', ');
  return parts.every((part) => part.length < 60 && NAME.test(part) && !AFFILIATION.test(part)) ? parts : [line];
}

const NAME = /^\p{Lu}[\p{L}\p{M}.'’-]*(?: (?:\p{Ll}{1,4} ){0,3}\p{Lu}[\p{L}\p{M}.'’-]*)+$/u;
const AFFILIATION = /\b(?:univ|inst|coll|dep|school|lab|cent|acad|facult|inc\b|ltd\b)/iu;
