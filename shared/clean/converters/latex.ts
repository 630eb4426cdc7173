/**
 * TeX and LaTeX as a reader would see it, as far as that can be told without running it: commands that set text keep it, those
 * that only arrange lose their arguments, formulas stay as they are written. Macros that a file defines without arguments are
 * put in their places once, and never within each other.
 */
import { charsetOf, decodeText } from '../charset.ts';
import { isoDate } from '../metadata.ts';
import { dateIn } from '../visible-date.ts';
import { type Convert, NOTHING_CONVERTED } from './convert.ts';
import { type Flow, newFlow } from './flow.ts';
import { ACCENTS, SYMBOLS } from './latex-signs.ts';
import { splitKeywords } from './office.ts';
import { nothingSaid, type Said } from './said.ts';

const HEADINGS: Record<string, number> = {
  ...{ part: 1, chapter: 1, section: 2, subsection: 3, subsubsection: 4, paragraph: 5, subparagraph: 6, frametitle: 2 },
};
/** Commands whose arguments, so many of them, are no text. */
const SILENT: Record<string, number> = {
  ...{ documentclass: 1, documentstyle: 1, usepackage: 1, RequirePackage: 1, input: 1, include: 1, label: 1, ref: 1 },
  ...{ eqref: 1, pageref: 1, cref: 1, Cref: 1, autoref: 1, cite: 1, citep: 1, citet: 1, citealp: 1, nocite: 1 },
  ...{ bibliographystyle: 1, bibliography: 1, addbibresource: 1, includegraphics: 1, graphicspath: 1, vspace: 1 },
  ...{ hspace: 1, setlength: 2, addtolength: 2, newcommand: 2, renewcommand: 2, providecommand: 2, newenvironment: 3 },
  ...{
    renewenvironment: 3,
    newtheorem: 2,
    setcounter: 2,
    addtocounter: 2,
    pagestyle: 1,
    thispagestyle: 1,
    hypersetup: 1,
  },
  ...{ definecolor: 3, color: 1, textcolor: 1, colorbox: 1, DeclareMathOperator: 2, theoremstyle: 1, index: 1 },
  ...{ pagenumbering: 1, geometry: 1, usetikzlibrary: 1, pgfplotsset: 1, lstset: 1, captionsetup: 1, newlength: 1 },
  ...{ numberwithin: 2, counterwithin: 2, hyphenation: 1, selectlanguage: 1, fontsize: 2, rule: 2, raisebox: 1 },
  ...{ bibitem: 1, phantom: 1, vphantom: 1, hphantom: 1, parbox: 1, makebox: 0, multirow: 2, multicolumn: 2, cline: 1 },
  ...{
    markboth: 2,
    markright: 1,
    newcounter: 1,
    stepcounter: 1,
    refstepcounter: 1,
    usefont: 4,
    inputenc: 1,
    cmidrule: 1,
  },
  ...{
    def: 0,
    let: 0,
    ensuremath: 0,
    newif: 0,
    special: 1,
    hypertarget: 1,
    hyperlink: 1,
    hyperref: 0,
    tightlist: 0,
    psfig: 1,
    epsfig: 1,
    epsfbox: 1,
    foreignlanguage: 1,
  },
};
/** Environments that hold no text. */
const UNSEEN = new Set(['comment', 'tikzpicture', 'picture', 'filecontents', 'filecontents*', 'pspicture']);
const VERBATIM = /^(?:verbatim\*?|Verbatim|lstlisting|minted|alltt)$/;

export const convertLatex: Convert = ({ bytes, contentType, limits }) => {
  const { text: source, charset } = decodeText(bytes, charsetOf(contentType), false);
  const said = nothingSaid();
  const flow = newFlow(limits);
  const tex = withMacros(withoutComments(source.slice(0, MAX_SOURCE)));
  const begin = tex.indexOf('\\begin{document}');
  const preamble = begin === -1 ? '' : tex.slice(0, begin);
  // Title, authors and date may be said before the text begins.
  readTex(preamble, newFlow(limits), said);
  if (said['title']) {
    flow.add(said['title'][0]!);
    flow.endHeading(1);
    for (const line of said['author'] ?? []) {
      flow.add(line);
      flow.end();
    }
  }
  const end = tex.indexOf('\\end{document}');
  readTex(tex.slice(Math.max(0, begin), end === -1 ? tex.length : end), flow, said);
  const date = said['date']?.[0] ?? '';
  return {
    ...NOTHING_CONVERTED,
    parts: flow.parts,
    links: flow.links,
    charset,
    title: said['title']?.[0] ?? null,
    author: authorsOf(said['author'] ?? []),
    date: isoDate(date) ?? dateIn(date, true),
    keywords: (said['keywords'] ?? []).flatMap(splitKeywords),
    metadata: {},
  };
};

const MAX_SOURCE = 5_000_000;

/** A name stands before its affiliation, which begins a new line, a footnote or an address. */
function authorsOf(authors: string[]): string | null {
  const names = authors
    .flatMap((text) => text.split(/\n\n|\s+and\s+(?=\p{Lu})/u))
    .map((name) =>
      name
        .split('\n')[0]!
        .replace(/\s+/g, ' ')
        .replace(/[,\s\d*†‡]+$/, '')
        .trim(),
    )
    .filter((name) => name !== '' && name.length < 60 && !/@/.test(name));
  return [...new Set(names)].join('; ') || null;
}

function withoutComments(source: string): string {
  return source.replace(/\r\n?/g, '\n').replace(/(^|[^\\])((?:\\\\)*)%[^\n]*(\n[ \t]*(?=\S))?/gm, '$1$2');
}

const MACRO = /\\(?:newcommand\*?|renewcommand\*?|providecommand\*?|def)\s*\{?\\([a-zA-Z]+)\}?\s*\{([^{}]{0,200})\}/g;
const MAX_MACROS = 500;

function withMacros(tex: string): string {
  const macros = new Map<string, string>();
  for (const [, name, body] of tex.matchAll(MACRO))
    if (macros.size < MAX_MACROS && name && !Object.hasOwn(SILENT, name)) macros.set(name, body ?? '');
  if (macros.size === 0) return tex;
  let grown = 0;
  return tex.replace(/\\([a-zA-Z]+)(?![a-zA-Z])(\{\})?/g, (whole, name: string, _braces, at: number) => {
    const body = macros.get(name);
    if (
      body === undefined ||
      grown > MAX_SOURCE ||
      /(?:command\*?\s*\{?|\\def\s*)$/.test(tex.slice(Math.max(0, at - 20), at))
    )
      return whole;
    grown += body.length;
    return body;
  });
}

const TOKEN = /\\([a-zA-Z@]+)(\*?)[ \t]*|\\([^a-zA-Z])|([{}$~&])|(\n[ \t]*(?:\n[ \t]*)+)|([^\\{}$~&\n]+)|\n/g;

function readTex(tex: string, flow: Flow, said: Said): void {
  /** What the end of each open group does. */
  const ends: ((() => void) | undefined)[] = [];
  let atNextGroup: (() => void) | undefined;
  let taken: string | undefined;
  let items = 0;
  let tables = 0;
  let row = false;
  let accent = '';
  TOKEN.lastIndex = 0;

  const add = (text: string) => {
    let signed = text;
    if (accent !== '' && text !== '') {
      signed = `${text[0]}${accent}${text.slice(1)}`.normalize('NFC');
      accent = '';
    }
    if (taken === undefined) flow.add(signed);
    else taken += signed;
  };
  const endParagraph = () => {
    if (taken === undefined) flow.end(items > 0 ? 'item' : 'paragraph');
    else taken += '\n\n';
  };
  /** The group that follows is kept under a name instead of set in the text. */
  const takeAs = (name: string) => {
    atNextGroup = () => {
      const outer = taken;
      taken = '';
      ends[ends.length - 1] = () => {
        const lines = (taken ?? '').split('\n').map((line) => line.replace(/\s+/g, ' ').trim());
        const text = lines.join('\n').trim();
        if (text !== '') said[name] = [...(said[name] ?? []), text];
        taken = outer;
      };
    };
  };
  const skipOptional = () => {
    const at = TOKEN.lastIndex;
    const found = /^\s*\[[^\]]{0,2000}\]/.exec(tex.slice(at, at + 2_100));
    if (found) TOKEN.lastIndex = at + found[0].length;
  };
  const skipGroups = (count: number) => {
    for (let i = 0; i < count; i++) {
      skipOptional();
      TOKEN.lastIndex = behindGroup(tex, TOKEN.lastIndex);
    }
  };
  const argument = (): string => {
    const from = TOKEN.lastIndex;
    TOKEN.lastIndex = behindGroup(tex, from);
    return tex.slice(from, TOKEN.lastIndex).replace(/^\s*\{|\}$/g, '');
  };
  const endRow = () => {
    if (!row) return;
    flow.endRow();
    row = false;
  };
  const begin = (name: string) => {
    if (VERBATIM.test(name)) {
      skipOptional();
      const end = tex.indexOf(`\\end{${name}}`, TOKEN.lastIndex);
      const to = end === -1 ? tex.length : end;
      flow.end();
      flow.add(tex.slice(TOKEN.lastIndex, to));
      flow.end('code');
      TOKEN.lastIndex = to;
    } else if (UNSEEN.has(name)) {
      const end = tex.indexOf(`\\end{${name}}`, TOKEN.lastIndex);
      TOKEN.lastIndex = end === -1 ? tex.length : end;
    } else {
      skipOptional();
      if (/^(?:tabular|tabularx|longtable|array|tabulary|minipage|multicols|thebibliography)\*?$/.test(name))
        skipGroups(/x\*?$|tabular\*|tabulary/.test(name) ? 2 : 1);
      if (/^(?:tabular|longtable)/.test(name)) tables++;
      if (name === 'abstract') heading('Abstract');
      if (name === 'thebibliography') heading('References');
      if (!MATH.test(name)) endParagraph();
    }
  };
  const end = (name: string) => {
    if (/^(?:tabular|longtable)/.test(name) && tables > 0) {
      endRow();
      tables--;
    }
    if (!MATH.test(name)) endParagraph();
    if (/^(?:itemize|enumerate|description)$/.test(name) && items > 0) items--;
  };
  const heading = (text: string) => {
    endParagraph();
    flow.add(text);
    flow.endHeading(2);
  };
  const command = (name: string) => {
    if (name === 'begin') return begin(argument());
    if (name === 'end') return end(argument());
    if (Object.hasOwn(HEADINGS, name)) {
      skipOptional();
      endParagraph();
      atNextGroup = () => {
        ends[ends.length - 1] = () => flow.endHeading(HEADINGS[name]!);
      };
      return;
    }
    if (name === 'title' || name === 'author' || name === 'date' || name === 'keywords') {
      skipOptional();
      return takeAs(name);
    }
    if (name === 'and') return add('\n\n');
    if (name === 'item') {
      endParagraph();
      items = Math.max(items, 1);
      const label = /^\s*\[([^\]]{0,300})\]/.exec(tex.slice(TOKEN.lastIndex, TOKEN.lastIndex + 310));
      if (!label) return;
      TOKEN.lastIndex += label[0].length;
      return add(`${label[1]} `);
    }
    if (name === 'href') {
      flow.openLink(argument());
      atNextGroup = () => {
        ends[ends.length - 1] = () => flow.endLink();
      };
      return;
    }
    if (name === 'url') {
      const url = argument();
      flow.openLink(url);
      add(url);
      return flow.endLink();
    }
    if (name === 'verb' || name === 'lstinline') return verb();
    if (name === 'par' || name === 'newpage' || name === 'clearpage' || name === 'maketitle') return endParagraph();
    // Who is thanked is no part of a name.
    if (name === 'thanks' && taken !== undefined) return skipGroups(1);
    if (name === 'caption' || name === 'footnote' || name === 'thanks') {
      skipOptional();
      return add(name === 'caption' ? '\n' : ' ');
    }
    if (name === 'bibitem') endParagraph();
    if (name === 'newline' || name === 'linebreak' || name === 'quad' || name === 'qquad') return add(' ');
    if (Object.hasOwn(SYMBOLS, name)) return add(SYMBOLS[name]!);
    if (Object.hasOwn(ACCENTS, name)) accent = ACCENTS[name]!;
    else if (Object.hasOwn(SILENT, name)) skipGroups(SILENT[name]!);
    else skipOptional();
  };
  const verb = () => {
    const sign = tex[TOKEN.lastIndex] ?? '';
    const to = tex.indexOf(sign, TOKEN.lastIndex + 1);
    if (sign === '' || to === -1 || to - TOKEN.lastIndex > 1_000) return;
    add(tex.slice(TOKEN.lastIndex + 1, to));
    TOKEN.lastIndex = to + 1;
  };
  const sign = (one: string) => {
    if (Object.hasOwn(ACCENTS, one)) accent = ACCENTS[one]!;
    else if (one === '\\') {
      skipOptional();
      if (tables > 0) endRow();
      else add('\n');
    } else if ('%&$#_{}'.includes(one)) add(one);
    else if (!'()[]-/!'.includes(one)) add(' ');
  };
  const special = (one: string) => {
    if (one === '{') {
      ends.push(undefined);
      const first = atNextGroup;
      atNextGroup = undefined;
      first?.();
    } else if (one === '}') ends.pop()?.();
    else if (one === '~') add(' ');
    else if (one === '&' && tables > 0) {
      if (!row) flow.openRow(true);
      row = true;
      flow.endCell();
    }
  };

  for (let found = TOKEN.exec(tex); found && !flow.full(); found = TOKEN.exec(tex)) {
    const [whole, name, , escaped, one, empty, text] = found;
    if (name !== undefined) command(name);
    else if (escaped !== undefined) sign(escaped);
    else if (one !== undefined) special(one);
    else if (empty !== undefined) endParagraph();
    else if (text !== undefined) add(text.replace(/---/g, '—').replace(/--/g, '–').replace(/``|''/g, '"'));
    else if (whole === '\n') add(' ');
  }
  endRow();
  endParagraph();
}

const MATH =
  /^(?:equation|align|gather|multline|eqnarray|math|displaymath|cases|p?b?v?B?matrix|split|aligned|array|small)\*?$/;

/** The position behind a group in braces, or behind one sign where there is no brace. */
function behindGroup(tex: string, from: number): number {
  let at = from;
  while (/\s/.test(tex[at] ?? '')) at++;
  if (tex[at] === '\\') return at + (/^\\(?:[a-zA-Z]+|.)/s.exec(tex.slice(at, at + 100))?.[0].length ?? 1);
  if (tex[at] !== '{') return from;
  let depth = 0;
  for (const to = Math.min(tex.length, at + MAX_GROUP); at < to; at++) {
    const code = tex.charCodeAt(at);
    if (code === 0x5c) at++;
    else if (code === 0x7b) depth++;
    else if (code === 0x7d && --depth === 0) return at + 1;
  }
  return at;
}

const MAX_GROUP = 20_000;
