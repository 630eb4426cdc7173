/** List definitions of Word documents since 2007 (ECMA-376, 17.9). */
import { attributeOf, readMarkup } from '../../markup.ts';
import { type ListLevel, newListLevel, type WordLists } from './word-lists.ts';

/** Maximum number of lists and of definitions read from a file. */
const MAX_LISTS = 10_000;
/** Maximum length of a level's template, in UTF-16 units. */
const MAX_TEMPLATE_LENGTH = 40;
/** Number of levels of a list. */
const LEVELS = 9;

/** State of reading. `list` is '' inside a definition. */
type ListsState = WordLists & { definition: string; list: string; level: number };

/** @param xml content of `word/numbering.xml`; '' if there is none */
export function readDocxLists(xml: string): WordLists {
  const state: ListsState = { levels: new Map(), lists: new Map(), definition: '', list: '', level: 0 };
  readMarkup(xml, {
    open(name, attributes) {
      if (Object.hasOwn(OPEN, name)) OPEN[name]!(state, attributes);
    },
    close() {},
    text() {},
  });
  return { levels: state.levels, lists: state.lists };
}

const valAttribute = (attributes: string): string => attributeOf(attributes, 'val') ?? '';

/** Returns the levels of the open list or definition. */
const currentLevels = ({ levels, lists, definition, list }: ListsState): Map<number, ListLevel> | undefined =>
  list === '' ? levels.get(definition) : lists.get(list)?.levels;

/** Sets properties of the open level. */
function setLevel(state: ListsState, properties: Partial<ListLevel>): void {
  Object.assign(currentLevels(state)?.get(state.level) ?? {}, properties);
}

/** Handlers of opening tags, by element name. */
const OPEN: Record<string, (state: ListsState, attributes: string) => void> = {
  abstractNum(state, attributes) {
    state.definition = attributeOf(attributes, 'abstractNumId') ?? '';
    state.list = '';
    if (state.levels.size < MAX_LISTS) state.levels.set(state.definition, new Map());
  },
  num(state, attributes) {
    state.list = attributeOf(attributes, 'numId') ?? '';
  },
  abstractNumId({ list, lists }, attributes) {
    if (list !== '' && lists.size < MAX_LISTS)
      lists.set(list, { definition: valAttribute(attributes), starts: new Map(), levels: new Map() });
  },
  lvl(state, attributes) {
    state.level = Number(attributeOf(attributes, 'ilvl'));
    if (state.level >= 0 && state.level < LEVELS) currentLevels(state)?.set(state.level, newListLevel());
  },
  lvlOverride(state, attributes) {
    state.level = Number(attributeOf(attributes, 'ilvl'));
  },
  startOverride({ level, list, lists }, attributes) {
    if (level >= 0 && level < LEVELS) lists.get(list)?.starts.set(level, Number(valAttribute(attributes)) || 0);
  },
  start: (state, attributes) => setLevel(state, { start: Number(valAttribute(attributes)) || 0 }),
  numFmt: (state, attributes) => setLevel(state, { numberFormat: valAttribute(attributes) }),
  lvlText: (state, attributes) => setLevel(state, { template: valAttribute(attributes).slice(0, MAX_TEMPLATE_LENGTH) }),
  isLgl: (state, attributes) => setLevel(state, { isLegal: !/^(?:0|false|off)$/.test(valAttribute(attributes)) }),
  lvlRestart: (state, attributes) => setLevel(state, { restartAfter: Number(valAttribute(attributes)) || 0 }),
};
