/** Commands of TeX that do more than its tables say. */

import { formatListNumber } from '../office/list-numbers.ts';
import { referTo } from './environments.ts';
import { nextItem, setItem } from './lists.ts';
import { beginAppendix, countWithin, setCounter, setNumbered, step } from './numbers.ts';
import { AUTHOR_YEAR, entry, label, listMark, toList } from './references.ts';
import { add, atEndOfGroup, endParagraph, heading, type State } from './state.ts';
import { CITES, REFERS } from './tables.ts';

type Command = (state: State, name: string, starred: boolean) => void;

const paragraph: Command = (state) => endParagraph(state);
const blank: Command = (state) => add(state, ' ');
const each = (names: string, command: Command): Record<string, Command> =>
  Object.fromEntries(names.split(' ').map((name) => [name, command]));

const besidesName: Command = (state) => {
  if (state.taken !== undefined) state.input.skip(1);
  else add(state, ' ');
};

const item: Command = (state) => {
  endParagraph(state);
  if (state.lists.length === 0) state.lists.push({ environment: state.environments.at(-1) ?? '', form: '', value: 0 });
  const told = state.input.optional();
  const next = told === undefined ? nextItem(state.lists.at(-1)) : undefined;
  if (next) {
    add(state, `${next.shown} `);
    state.numbers.last = { counter: 'enumi', number: next.number };
  } else if (told !== undefined) state.input.insert(`${told} `);
};

/** `Figure 1: ` where it stands in one. */
const caption: Command = (state, name, starred) => {
  const kind = name === 'captionof' ? state.input.argument() : state.float;
  state.input.optional();
  endParagraph(state);
  if (kind === '' || starred) return add(state, '');
  const { words, flow, tables, references } = state;
  const word = kind === 'figure' || kind === 'table' ? words[kind] : kind.charAt(0).toUpperCase() + kind.slice(1);
  add(state, `${word} ${step(kind, state)}: `);
  atEndOfGroup(state, () => {
    if (tables > 0 || state.taken !== undefined) return;
    flow.end();
    toList(kind, flow.parts.at(-1), references);
  });
};

/** `\citeauthoryear{Moor}{2010}`, of some classes, is what natbib has as `Moor(2010)`. */
function labelOf(written: string | undefined): string | undefined {
  const named = written?.includes('citeauthoryear') ? [...written.matchAll(/\{([^{}]{0,200})\}/g)] : [];
  const label = named.length > 1 ? `${named[0]![1]}(${named.at(-1)![1]})` : written;
  return label?.replace(/\\[a-zA-Z@]+\s?|[{}]/g, '').replaceAll('~', ' ');
}

/** An entry of the references: its number, or the label that stands for it, but not the author and year of one. */
const bibitem: Command = (state) => {
  endParagraph(state);
  const told = labelOf(state.input.optional());
  const shown = told ?? step('bibitem', state);
  if (!AUTHOR_YEAR.test(shown)) add(state, `[${shown}] `);
  entry(state.input.argument(), shown, state.references);
};

const cite: Command = (state, name) => {
  const notes: string[] = [];
  for (let note = state.input.optional(); note !== undefined; note = state.input.optional()) notes.push(note);
  referTo(state, name, notes);
};

const count: Command = (state, name) => {
  const [counter, value] = [state.input.argument(), Number(state.input.argument())];
  if (counter === 'secnumdepth') state.numbers.depth = Number.isNaN(value) ? undefined : value;
  else if (/^enum/.test(counter)) setItem(state.lists, value);
  else setCounter(counter, value, name === 'addtocounter', state.numbers);
};

const numberOf: Command = (state, name) => {
  const value = state.numbers.values.get(state.input.argument());
  if (value !== undefined) add(state, formatListNumber(name, value));
};

/** A formula that is to have no number, or one of its own. */
const untold: Command = (state, name) => {
  if (!state.formula) return;
  const { numbers } = state;
  if (state.formula.number !== '') setCounter('equation', -1, true, numbers);
  state.formula.number = '';
  if (name === 'tag') numbers.last = { counter: 'equation', number: state.input.argument().slice(0, 40) };
  if (name === 'tag') add(state, ` (${numbers.last.number}) `);
};

/** What the list of contents and those of figures and tables begin with, and where they stand. */
const contents: Command = (state, name) => {
  const { words, references } = state;
  const list = name === 'tableofcontents' ? 'contents' : name === 'listoffigures' ? 'figure' : 'table';
  const mark = listMark(list, references);
  if (mark === '' || state.taken !== undefined) return;
  if (list === 'contents') heading(state, words.contents);
  endParagraph(state);
  add(state, mark);
  endParagraph(state);
};

/** Another file is only known where this one has it along. */
const readFile: Command = ({ input, macros: { files } }) => {
  const name = input.argument().trim();
  input.insert(files.get(name) ?? files.get(`${name}.tex`) ?? '');
};

const verb: Command = (state, name) => {
  if (name === 'lstinline') state.input.optional();
  add(state, state.input.quoted() ?? '');
};

/** `\\char92`, `\\char"5C`, `\\symbol{92}` */
const CODE = /\s{0,9}\{?(?:\d{1,5}|"[\dA-F]{1,4}|'[0-7]{1,5})\}?/y;
const RULE = /(?:\s{0,9}(?:width|height|depth)\s{0,9}=?\s{0,9}-?(?:[\d.]{0,9}\s{0,9}(?:\\[a-zA-Z]+|[a-z]{2})))+/y;
const BRACKETS: Record<string, [open: string, close: string]> = {
  ...{ meta: ['⟨', '⟩'], marg: ['\\{⟨', '⟩\\}'], oarg: ['[⟨', '⟩]'], parg: ['(⟨', '⟩)'] },
};

export const COMMANDS: Record<string, Command> = {
  ...each('par newpage clearpage cleardoublepage maketitle', paragraph),
  ...each('newline linebreak quad qquad hfill hfil hskip space xspace', blank),
  ...each([...CITES].join(' '), cite),
  ...each([...REFERS].join(' '), (state, name) => referTo(state, name, [])),
  ...each('setcounter addtocounter', count),
  ...each('arabic roman Roman alph Alph', numberOf),
  ...each('nonumber notag tag', untold),
  ...each('tableofcontents listoffigures listoftables', contents),
  ...each('caption captionof', caption),
  ...each('input include subfile', readFile),
  ...each('verb lstinline', verb),
  // No part of a name is who is thanked, and what its bearer is a member of.
  ...each('thanks IEEEmembership', besidesName),
  ...each('numberwithin counterwithin', ({ input, numbers }) => {
    const counter = input.argument();
    countWithin(counter, input.argument(), numbers);
  }),
  ...each('frontmatter backmatter', ({ numbers }) => setNumbered(false, numbers)),
  mainmatter: ({ numbers }) => setNumbered(true, numbers),
  appendix: ({ numbers }) => beginAppendix(numbers),
  refstepcounter: (state) => step(state.input.argument(), state),
  label: ({ input, references, numbers }) => label(input.argument(), references, numbers),
  AtBeginDocument: ({ input }) => input.insert(input.argument()),
  and: (state) => add(state, '\n\n'),
  item,
  bibitem,
  href: (state) => {
    state.flow.openLink(state.input.argument());
    atEndOfGroup(state, () => state.flow.endLink());
  },
  url: (state) => {
    const url = state.input.argument();
    state.flow.openLink(url);
    add(state, url);
    state.flow.endLink();
  },
  frac: (state) => {
    const [above, below] = [state.input.argument(), state.input.argument()];
    state.input.insert(`${above}/${below} `);
  },
  IEEEauthorblockN: paragraph,
  IEEEauthorblockA: (state) => add(state, '\n'),
  footnote: (state) => {
    state.input.optional();
    add(state, ' ');
  },
  ...each('char symbol', (state) => {
    const code = state.input.pass(CODE)?.replace(/[\s{}`]/g, '') ?? '';
    const value = code.startsWith('"')
      ? Number.parseInt(code.slice(1), 16)
      : Number.parseInt(code.replace("'", ''), code.startsWith("'") ? 8 : 10);
    if (value > 31 && value < 0xd800) add(state, String.fromCharCode(value));
  }),
  ...each('hrule vrule', (state) => void state.input.pass(RULE)),
  // As manuals write what stands for something else.
  ...each('meta marg oarg parg', ({ input }, name) => {
    const [open, close] = BRACKETS[name]!;
    input.insert(`${open}${input.argument()}${close}`);
  }),
  // Names that stand in the margin.
  ...each('DescribeMacro DescribeEnv', ({ input }) => input.insert(`{${input.argument()}} `)),
  verbatiminput: (state) => state.input.skip(1),
  today: () => {},
};
