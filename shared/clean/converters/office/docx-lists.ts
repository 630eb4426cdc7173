/** Definitions of lists in Word documents since 2007 (ECMA-376, 17.9), and the styles that put paragraphs into them. */
import { attributeOf, readMarkup } from '../markup.ts';
import { newListLevel, type WordLists } from './word-lists.ts';

const MAX_LISTS = 10_000;
const MAX_TEMPLATE_LENGTH = 40;

/** @param xml `word/numbering.xml`; '': there is none. */
export function readDocxLists(xml: string): WordLists {
  const found: WordLists = { levels: new Map(), lists: new Map() };
  let [definition, list, level] = ['', '', 0];
  const levels = () => (list === '' ? found.levels.get(definition) : found.lists.get(list)?.levels);
  const here = () => levels()?.get(level) ?? {};
  const value = (attributes: string) => attributeOf(attributes, 'val') ?? '';
  const open: Record<string, (attributes: string) => void> = {
    abstractNum: (a) => {
      [definition, list] = [attributeOf(a, 'abstractNumId') ?? '', ''];
      if (found.levels.size < MAX_LISTS) found.levels.set(definition, new Map());
    },
    num: (a) => {
      list = attributeOf(a, 'numId') ?? '';
    },
    abstractNumId: (a) => {
      if (list !== '' && found.lists.size < MAX_LISTS)
        found.lists.set(list, { definition: value(a), starts: new Map(), levels: new Map() });
    },
    lvl: (a) => {
      level = Number(attributeOf(a, 'ilvl'));
      if (level >= 0 && level < 9) levels()?.set(level, newListLevel());
    },
    lvlOverride: (a) => {
      level = Number(attributeOf(a, 'ilvl'));
    },
    startOverride: (a) => {
      if (level >= 0 && level < 9) found.lists.get(list)?.starts.set(level, Number(value(a)) || 0);
    },
    start: (a) => Object.assign(here(), { start: Number(value(a)) || 0 }),
    numFmt: (a) => Object.assign(here(), { form: value(a) }),
    lvlText: (a) => Object.assign(here(), { text: value(a).slice(0, MAX_TEMPLATE_LENGTH) }),
    isLgl: (a) => Object.assign(here(), { isLegal: !/^(?:0|false|off)$/.test(value(a)) }),
    lvlRestart: (a) => Object.assign(here(), { restart: Number(value(a)) || 0 }),
  };
  readMarkup(xml, {
    open(name, attributes) {
      if (Object.hasOwn(open, name)) open[name]!(attributes);
    },
    close() {},
    text() {},
  });
  return found;
}

/** What a style says of the lists that its paragraphs are in; '': of none. */
export type StyleList = { list: string; level: number };

/** A style is as the one that it is based on, but for what it says itself. */
export function resolveStyleList(styles: ReadonlyMap<string, StyleList & { base: string }>, id: string): StyleList {
  let level: number | undefined;
  for (let [at, steps] = [id, 0]; steps < MAX_BASE_STYLES; steps++) {
    const style = styles.get(at);
    if (!style) break;
    level ??= style.level >= 0 ? style.level : undefined;
    if (style.list !== '') return { list: style.list, level: level ?? 0 };
    at = style.base;
  }
  return { list: '', level: 0 };
}

const MAX_BASE_STYLES = 12;
