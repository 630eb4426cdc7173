/** Commands with behaviour of their own. `known-commands.ts` lists the others. */

import { formatListNumber } from '../office/list-numbers.ts';
import { numberWithin, setCounter, setSectionNumbering, startAppendix, stepCounter } from './counters.ts';
import { CITE_COMMANDS, REF_COMMANDS } from './known-commands.ts';
import { nextItem, setItemNumber } from './lists.ts';
import { addReferenceTo, bibitem, caption, cite, listOfContents } from './reference-commands.ts';
import { addLabel } from './references.ts';
import { addTexText, endTexParagraph, onNextGroupEnd, type TexCommand } from './state.ts';

const paragraph: TexCommand = (state) => endTexParagraph(state);
const blank: TexCommand = (state) => addTexText(state, ' ');
/** Maps each of the names to a command. */
const commandsFor = (names: string, command: TexCommand): Record<string, TexCommand> =>
  Object.fromEntries(names.split(' ').map((name) => [name, command]));

/** Skips the argument inside a name: it is not part of the name. */
const omitInName: TexCommand = (state) => {
  if (state.captured !== undefined) state.input.skipArguments(1);
  else addTexText(state, ' ');
};

const item: TexCommand = (state) => {
  endTexParagraph(state);
  if (state.lists.length === 0)
    state.lists.push({ environment: state.environments.at(-1) ?? '', format: '', value: 0 });
  const option = state.input.readOptional();
  const next = option === undefined ? nextItem(state.lists.at(-1)) : undefined;
  if (next) {
    addTexText(state, `${next.label} `);
    state.counters.last = { counter: 'enumi', number: next.number };
  } else if (option !== undefined) state.input.insert(`${option} `);
};

const setCounterValue: TexCommand = (state, name) => {
  const [counter, value] = [state.input.readArgument(), Number(state.input.readArgument())];
  if (counter === 'secnumdepth') state.counters.depth = Number.isNaN(value) ? undefined : value;
  else if (/^enum/.test(counter)) setItemNumber(state.lists, value);
  else setCounter(counter, value, name === 'addtocounter', state.counters);
};

/** Prints a counter: `\arabic{section}`. */
const printCounter: TexCommand = (state, name) => {
  const value = state.counters.values.get(state.input.readArgument());
  if (value !== undefined) addTexText(state, formatListNumber(name, value));
};

/** Maximum length of `\tag`, in UTF-16 units. */
const MAX_TAG_LENGTH = 40;

/** Removes the number of the open formula, and prints the number of `\tag` instead. */
const setFormulaTag: TexCommand = (state, name) => {
  if (!state.formula) return;
  const { counters } = state;
  if (state.formula.number !== '') setCounter('equation', -1, true, counters);
  state.formula.number = '';
  if (name === 'tag')
    counters.last = { counter: 'equation', number: state.input.readArgument().slice(0, MAX_TAG_LENGTH) };
  if (name === 'tag') addTexText(state, ` (${counters.last.number}) `);
};

/** Inserts a file that a `filecontents` environment defines. Other files are unknown. */
const inputFile: TexCommand = ({ input, macros: { files } }) => {
  const name = input.readArgument().trim();
  input.insert(files.get(name) ?? files.get(`${name}.tex`) ?? '');
};

const verb: TexCommand = (state, name) => {
  if (name === 'lstinline') state.input.readOptional();
  addTexText(state, state.input.readDelimited() ?? '');
};

/** The character code of `\char92`, `\char"5C` or `\symbol{92}`. */
const CHARACTER_CODE = /\s{0,9}\{?(?:\d{1,5}|"[\dA-F]{1,4}|'[0-7]{1,5})\}?/y;
/** The dimensions of a rule. */
const RULE_DIMENSIONS =
  /(?:\s{0,9}(?:width|height|depth)\s{0,9}=?\s{0,9}-?(?:[\d.]{0,9}\s{0,9}(?:\\[a-zA-Z]+|[a-z]{2})))+/y;
/** Brackets around the names of arguments in manuals. */
const BRACKETS: Record<string, [open: string, close: string]> = {
  ...{ meta: ['⟨', '⟩'], marg: ['\\{⟨', '⟩\\}'], oarg: ['[⟨', '⟩]'], parg: ['(⟨', '⟩)'] },
};

/** Command → what it does. */
export const TEX_COMMANDS: Record<string, TexCommand> = {
  ...commandsFor('par newpage clearpage cleardoublepage maketitle', paragraph),
  ...commandsFor('newline linebreak quad qquad hfill hfil hskip space xspace', blank),
  ...commandsFor([...CITE_COMMANDS].join(' '), cite),
  ...commandsFor([...REF_COMMANDS].join(' '), (state, name) => addReferenceTo(state, name, [])),
  ...commandsFor('setcounter addtocounter', setCounterValue),
  ...commandsFor('arabic roman Roman alph Alph', printCounter),
  ...commandsFor('nonumber notag tag', setFormulaTag),
  ...commandsFor('tableofcontents listoffigures listoftables', listOfContents),
  ...commandsFor('caption captionof', caption),
  ...commandsFor('input include subfile', inputFile),
  ...commandsFor('verb lstinline', verb),
  ...commandsFor('thanks IEEEmembership', omitInName),
  ...commandsFor('numberwithin counterwithin', ({ input, counters }) => {
    const counter = input.readArgument();
    numberWithin(counter, input.readArgument(), counters);
  }),
  ...commandsFor('frontmatter backmatter', ({ counters }) => setSectionNumbering(false, counters)),
  mainmatter: ({ counters }) => setSectionNumbering(true, counters),
  appendix: ({ counters }) => startAppendix(counters),
  refstepcounter: (state) => stepCounter(state.input.readArgument(), state),
  label: ({ input, references, counters }) => addLabel(input.readArgument(), references, counters),
  AtBeginDocument: ({ input }) => input.insert(input.readArgument()),
  and: (state) => addTexText(state, '\n\n'),
  item,
  bibitem,
  href: (state) => {
    state.flow.openLink(state.input.readArgument());
    onNextGroupEnd(state, () => state.flow.endLink());
  },
  url: (state) => {
    const url = state.input.readArgument();
    state.flow.openLink(url);
    addTexText(state, url);
    state.flow.endLink();
  },
  frac: (state) => {
    const [numerator, denominator] = [state.input.readArgument(), state.input.readArgument()];
    state.input.insert(`${numerator}/${denominator} `);
  },
  IEEEauthorblockN: paragraph,
  IEEEauthorblockA: (state) => addTexText(state, '\n'),
  footnote: (state) => {
    state.input.readOptional();
    addTexText(state, ' ');
  },
  ...commandsFor('char symbol', (state) => {
    const code = state.input.match(CHARACTER_CODE)?.replace(/[\s{}`]/g, '') ?? '';
    const value = code.startsWith('"')
      ? Number.parseInt(code.slice(1), 16)
      : Number.parseInt(code.replace("'", ''), code.startsWith("'") ? 8 : 10);
    if (value > 31 && value < 0xd800) addTexText(state, String.fromCharCode(value));
  }),
  ...commandsFor('hrule vrule', (state) => void state.input.match(RULE_DIMENSIONS)),
  // Names of arguments in manuals.
  ...commandsFor('meta marg oarg parg', ({ input }, name) => {
    const [open, close] = BRACKETS[name]!;
    input.insert(`${open}${input.readArgument()}${close}`);
  }),
  // Names in the margin of manuals.
  ...commandsFor('DescribeMacro DescribeEnv', ({ input }) => input.insert(`{${input.readArgument()}} `)),
  verbatiminput: (state) => state.input.skipArguments(1),
  today: () => {},
};
