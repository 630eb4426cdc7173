/** Styles of paragraphs and characters in Word documents since 2007 (ECMA-376, 17.7). */
import { attributeOf, readMarkup } from '../../markup.ts';

/** The list that a style puts its paragraphs into. `list`: '' if it has none. */
export type StyleList = { list: string; level: number };

/**
 * A style. `isTitle`: the title of the document. `heading`: level of the heading, 0 if it is none. `level`: -1 if it is not set. `base`: id of the
 * style it is based on. `isVanished`: whether its text is hidden, undefined if it does not say.
 */
export type DocxStyle = StyleList & {
  isTitle: boolean;
  heading: number;
  base: string;
  isVanished: boolean | undefined;
};

/** Maximum number of styles read from a file. */
const MAX_STYLES = 10_000;
/** Maximum length of a chain of base styles. It ends cycles. */
const MAX_BASE_STYLES = 12;

/** Word's built-in style, and the names in templates of publishers. */
const TITLE_STYLE = /^(?:(?:document|report|article|paper|book)[ _-]?)?title$|^title[ _-]document$/i;

const newStyle = (): DocxStyle => ({
  ...{ isTitle: false, heading: 0, base: '', list: '', level: -1 },
  isVanished: undefined,
});

/** Reads the styles, by id. Built-in styles have English names in all language versions of Word. */
export function readDocxStyles(xml: string): Map<string, DocxStyle> {
  const styles = new Map<string, DocxStyle>();
  let style = newStyle();
  readMarkup(xml, {
    open(name, attributes) {
      if (name === 'style') {
        style = newStyle();
        if (styles.size < MAX_STYLES) styles.set(attributeOf(attributes, 'styleId') ?? '', style);
      } else readStyleElement(style, name, attributeOf(attributes, 'w:val') ?? '');
    },
    close() {},
    text() {},
  });
  return styles;
}

function readStyleElement(style: DocxStyle, name: string, value: string): void {
  if (name === 'name') {
    style.isTitle = TITLE_STYLE.test(value);
    style.heading = Number(/^heading ([1-9])$/i.exec(value)?.[1] ?? (style.isTitle ? 1 : 0));
  } else if (name === 'outlineLvl' && Number(value) < 9 && style.heading === 0) style.heading = Number(value) + 1;
  else if (name === 'basedOn') style.base = value;
  else if (name === 'numId') style.list = value;
  else if (name === 'ilvl') style.level = Number(value);
  else if (name === 'vanish') style.isVanished = isOn(value);
}

/** Returns whether the value of a formatting that is on or off turns it on; an absent value, '', does. */
export const isOn = (value: string): boolean => !/^(?:0|false|off)$/.test(value);

/** Returns whether a style hides its text. A style inherits it from the style that it is based on. */
export function isStyleVanished(styles: ReadonlyMap<string, DocxStyle>, id: string): boolean {
  for (let [at, steps] = [id, 0]; steps < MAX_BASE_STYLES; steps++) {
    const style = styles.get(at);
    if (style?.isVanished !== undefined || style === undefined) return style?.isVanished ?? false;
    at = style.base;
  }
  return false;
}

/** Returns the list of a style. A style inherits what it does not set from the style that it is based on. */
export function resolveStyleList(styles: ReadonlyMap<string, DocxStyle>, id: string): StyleList {
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
