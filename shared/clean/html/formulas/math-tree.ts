/** Reads the elements of a formula in MathML. Formulas are small, so this is a tree. */
import { decodeRange } from '../tokenizer/decode-range.ts';
import { HAS_ENTITIES, HAS_UNFOLDED_SPACE } from '../tokenizer/text.ts';

/**
 * An element. `from` and `to`: the range of its text on the page; both are the start of its tag if it has elements. `text`: its text as it is
 * shown; '' if it has elements.
 */
export type MathNode = {
  name: string;
  attributes: string;
  from: number;
  to: number;
  text: string;
  children: MathNode[];
};

/** Flags of a text whose white space is unknown. */
export const MATH_TEXT_FLAGS = HAS_ENTITIES | HAS_UNFOLDED_SPACE;

/** Elements of presentation MathML that have text. */
const TOKENS = new Set(['mi', 'mn', 'mo', 'ms', 'mtext']);
const VOID = new Set(['mspace', 'none', 'mprescripts', 'malignmark', 'maligngroup']);
const OTHERS = new Set([
  ...['mrow', 'mstyle', 'mpadded', 'mphantom', 'menclose', 'merror', 'maction', 'semantics', 'mfenced', 'mfrac'],
  ...['msqrt', 'mroot', 'msup', 'msub', 'msubsup', 'munder', 'mover', 'munderover', 'mmultiscripts'],
  ...['mtable', 'mtr', 'mlabeledtr', 'mtd'],
]);
/** Elements that the end of the content may leave open: it is the source in TeX that follows in them. */
const MAY_BE_OPEN = new Set(['mrow', 'mstyle', 'semantics']);
const TOKEN = /<(\/?)([a-z][\w:-]*)((?:[^<>"']|"[^"]*"|'[^']*')*)>|[^<]+|</gi;
const MAX_DEPTH = 60;

/**
 * Parses the content of a `math` element.
 *
 * @param html the page
 * @returns undefined if the content is not presentation MathML alone: HTML in it, comments, faulty tags
 */
export function parseMath(html: string, from: number, to: number): MathNode | undefined {
  const root: MathNode = { name: 'mrow', attributes: '', from, to: from, text: '', children: [] };
  const open = [root];
  for (const { 0: token, 1: end, 2: written, 3: attributes, index } of html.slice(from, to).matchAll(TOKEN)) {
    const parent = open.at(-1) as MathNode;
    const at = from + index;
    if (written === undefined) {
      if (token === '<') return undefined;
      if (TOKENS.has(parent.name)) parent.to = at + token.length;
      else if (token.trim() !== '') return undefined;
      continue;
    }
    const name = written.toLowerCase();
    const isToken = TOKENS.has(name);
    if (!isToken && !VOID.has(name) && !OTHERS.has(name)) return undefined;
    if (end === '/') {
      if (VOID.has(name)) continue;
      if (parent.name !== name || open.length === 1) return undefined;
      if (isToken) parent.text = decodeRange(html, parent.from, parent.to, MATH_TEXT_FLAGS, false).trim();
      open.pop();
      continue;
    }
    if (TOKENS.has(parent.name)) return undefined;
    const textFrom = isToken ? at + token.length : at;
    const node: MathNode = {
      name,
      attributes: attributes as string,
      from: textFrom,
      to: textFrom,
      text: '',
      children: [],
    };
    parent.children.push(node);
    if (VOID.has(name) || token.endsWith('/>')) continue;
    if (open.length > MAX_DEPTH) return undefined;
    open.push(node);
  }
  return open.every(({ name }) => MAY_BE_OPEN.has(name)) ? root : undefined;
}
