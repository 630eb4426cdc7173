/**
 * Rich Text Format (1.9.1). Bytes that are no ASCII stand in the encoding of the font they are set in, or else in that of the
 * document; characters beyond it as `\u` with a stand-in behind, which is passed over.
 */
import type { Converted } from '../../../ports/converter.ts';
import { type Convert, EMPTY_CONVERTED } from '../convert.ts';
import { newFlow } from '../flow.ts';
import { decodeBytes, encodingOfCodePage, encodingOfFontCharset } from './code-pages.ts';
import { splitKeywords } from './properties.ts';

/** Groups that hold no text of the document. */
const UNSEEN = new Set([
  ...['colortbl', 'pict', 'object', 'objdata', 'themedata', 'datastore', 'listtable', 'listoverridetable', 'rsidtbl'],
  ...['generator', 'xmlnstbl', 'latentstyles', 'filetbl', 'revtbl', 'bkmkstart', 'bkmkend', 'fldinst', 'panose'],
  ...['falt', 'pntext', 'pn', 'shppict', 'nonshppict', 'sp', 'mmathPr', 'userprops', 'stylesheet', 'fonttbl', 'info'],
  ...['ftnsep', 'ftnsepc', 'aftnsep', 'aftnsepc', 'listtext', 'pnseclvl', 'private', 'passwordhash', 'template'],
]);
/** Groups marked as ones that a reader may not know, and that hold text all the same. */
const SEEN = new Set(['shptxt', 'ud', 'footnote', 'annotation']);

const SIGNS: Record<string, string> = {
  ...{ tab: '\t', line: '\n', softline: '\n', emdash: '—', endash: '–', emspace: ' ', enspace: ' ', qmspace: ' ' },
  ...{ bullet: '•', lquote: '‘', rquote: '’', ldblquote: '“', rdblquote: '”', '~': ' ', _: '-', zwj: '', zwnj: '' },
};
const INFO = ['title', 'subject', 'author', 'keywords', 'doccomm', 'company', 'category', 'manager'];

/** A state that a group inherits and gives back at its end. */
type Group = {
  /** Where text goes: `unseen`, `text`, `instruction`, `fonts`, `styles`, or a word of `INFO` or a time. */
  into: string;
  encoding: string;
  /** Characters that stand in for one written as `\u`. */
  standIns: number;
};

const TOKEN = /\\([a-z]+)(-?\d+)? ?|\\'([0-9a-f]{2})|\\([^a-z])|([{}])|([^\\{}]+)|\\/gi;

export const convertRtf: Convert = ({ bytes, limits }) => {
  const source = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1');
  const flow = newFlow(limits);
  const said: Record<string, string> = Object.create(null);
  const fonts = new Map<number, string>();
  const headings = new Map<number, number>();
  const groups: Group[] = [];
  let group: Group = { into: 'text', encoding: 'windows-1252', standIns: 1 };
  let documentEncoding = 'windows-1252';
  let pending = '';
  let skip = 0;
  let font = 0;
  let style = 0;
  let level = 0;
  let isItem = false;
  let inRow = false;
  let optional = false;
  let linkDepth = 0;

  const add = (text: string) => {
    if (group.into === 'text') flow.add(text);
    else if (group.into !== 'unseen') said[group.into] = `${said[group.into] ?? ''}${text}`.slice(-MAX_SAID);
  };
  const flush = () => {
    if (pending === '') return;
    const decoded = decodeBytes(pending, group.encoding);
    pending = '';
    add(decoded);
  };
  const endParagraph = () => {
    if (level > 0) flow.endHeading(level);
    else flow.end(isItem ? 'item' : 'paragraph');
  };
  const endField = () => {
    const target = /HYPERLINK\s+"([^"]+)"/i.exec(said['instruction'] ?? '')?.[1];
    if (target) flow.openLink(target);
    said['instruction'] = '';
  };
  const open = () => {
    groups.push(group);
    group = { ...group };
    if (groups.length > MAX_DEPTH) group.into = 'unseen';
  };
  const close = () => {
    const { into } = group;
    group = groups.pop() ?? group;
    if (into === 'styles' && group.into !== 'styles') said['styles'] = '';
    if (into === 'styles' && group.into === 'styles') {
      const heading =
        /^\s*heading (\d)/i.exec(said['styles'] ?? '')?.[1] ?? (/^\s*title;/i.test(said['styles'] ?? '') ? '1' : '');
      if (heading) headings.set(style, Number(heading));
      said['styles'] = '';
    }
    if (into === 'instruction' && group.into !== 'instruction') endField();
    if (groups.length < linkDepth) {
      flow.endLink();
      linkDepth = 0;
    }
  };
  const word = (name: string, value: number | undefined) => {
    if (optional && !SEEN.has(name) && name !== 'fldinst') group.into = 'unseen';
    optional = false;
    if (name === 'fldinst') group.into = 'instruction';
    else if (name === 'fonttbl') group.into = 'fonts';
    else if (name === 'stylesheet') group.into = 'styles';
    else if (INFO.includes(name) && group.into === 'info') group.into = name;
    else if ((name === 'creatim' || name === 'revtim') && group.into === 'info') group.into = name;
    else if (name === 'info') group.into = 'info';
    else if (UNSEEN.has(name)) group.into = 'unseen';
    else if (TIMES.has(name)) said[`${group.into}.${name}`] = String(value ?? '').padStart(2, '0');
    else if (name === 'ansicpg') group.encoding = documentEncoding = encodingOfCodePage(value ?? 1252);
    else if (name === 'mac' || name === 'pc' || name === 'pca')
      group.encoding = documentEncoding = encodingOfCodePage(name === 'mac' ? 10000 : name === 'pc' ? 437 : 850);
    else if (name === 'deff') font = value ?? 0;
    else if (name === 'f') {
      font = value ?? 0;
      group.encoding = fonts.get(font) ?? documentEncoding;
    } else if (name === 'fcharset' || name === 'cpg') {
      const encoding = name === 'cpg' ? encodingOfCodePage(value ?? 0) : encodingOfFontCharset(value ?? 1);
      if (group.into === 'fonts' && encoding && (value ?? 0) !== 0) fonts.set(font, encoding);
    } else if (name === 'plain') group.encoding = documentEncoding;
    else if (name === 'uc') group.standIns = value ?? 1;
    else if (name === 'u') {
      add(String.fromCharCode((value ?? 0) & 0xffff));
      skip = group.standIns;
    } else if (Object.hasOwn(SIGNS, name)) add(SIGNS[name]!);
    else if (name === 's') style = value ?? 0;
    else layout(name, value);
  };
  const layout = (name: string, value: number | undefined) => {
    if (group.into !== 'text') return;
    if (name === 'par' || name === 'page' || name === 'sect' || name === 'column') endParagraph();
    else if (name === 'pard') {
      level = 0;
      isItem = false;
      style = 0;
    } else if (name === 'outlinelevel' && value !== undefined && value < 9) level = value + 1;
    else if (name === 'ls' && value !== 0) isItem = true;
    else if (name === 'cell' || name === 'nestcell') {
      if (!inRow) flow.openRow(true);
      inRow = true;
      flow.endCell();
    } else if (name === 'row' || name === 'nestrow') {
      if (inRow) flow.endRow();
      inRow = false;
    } else if (name === 'intbl' && !inRow) {
      flow.openRow();
      inRow = true;
    } else if (name === 'fldrslt') linkDepth = groups.length;
    else if (name === 'footnote') flow.add(' ');
  };

  TOKEN.lastIndex = 0;
  for (let found = TOKEN.exec(source); found && !flow.isFull(); found = TOKEN.exec(source)) {
    const [, name, value, hex, sign, brace, plain] = found;
    if (hex !== undefined) {
      if (skip > 0) skip--;
      else pending += String.fromCharCode(Number.parseInt(hex, 16));
      continue;
    }
    if (plain !== undefined) {
      let text = plain.replace(/[\r\n]/g, '');
      if (skip > 0) {
        const passed = Math.min(skip, text.length);
        skip -= passed;
        text = text.slice(passed);
      }
      pending += text;
      if (text !== '') optional = false;
      continue;
    }
    // The second byte of a character of two may be written as it is: only what ends the run decodes it.
    flush();
    skip = 0;
    if (brace === '{') open();
    else if (brace === '}') close();
    else if (name !== undefined) {
      if (name === 'bin') TOKEN.lastIndex += Math.max(0, Number(value ?? 0));
      else word(name, value === undefined ? undefined : Number(value));
      if (name === 's' && group.into === 'text') level = headings.get(style) ?? 0;
    } else if (sign === '*') optional = true;
    else if (sign === '\n' || sign === '\r') layout('par', undefined);
    else if (sign !== undefined && '\\{}'.includes(sign)) pending += sign;
    else if (sign !== undefined && Object.hasOwn(SIGNS, sign)) add(SIGNS[sign]!);
  }
  flush();
  if (inRow) flow.endRow();
  endParagraph();
  return { ...EMPTY_CONVERTED, ...described(said), parts: flow.parts, links: flow.links, charset: documentEncoding };
};

const MAX_SAID = 4_000;
/** Nobody nests so deep; what does is passed over. */
const MAX_DEPTH = 10_000;
const TIMES = new Set(['yr', 'mo', 'dy', 'hr', 'min']);

function described(said: Record<string, string>): Partial<Converted> {
  const text = (name: string) => said[name]?.trim() || null;
  const metadata = INFO.flatMap((name) => (text(name) ? [[name, [text(name)!]] as [string, string[]]] : []));
  return {
    title: text('title'),
    author: text('author'),
    date: timeOf(said, 'creatim'),
    modified: timeOf(said, 'revtim'),
    description: text('doccomm') ?? text('subject'),
    keywords: splitKeywords(said['keywords'] ?? ''),
    metadata: Object.fromEntries(metadata),
  };
}

function timeOf(said: Record<string, string>, which: string): string | null {
  const [year, month, day, hour, minute] = ['yr', 'mo', 'dy', 'hr', 'min'].map((part) => said[`${which}.${part}`]);
  if (year?.length !== 4 || !month || !day) return null;
  return `${year}-${month}-${day}${hour && minute ? `T${hour}:${minute}` : ''}`;
}
