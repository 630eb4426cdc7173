import type { MenuEntry } from '../shared/search/menus.ts';
import { tagReader } from '../shared/seeds/xml-tags.ts';

/** Names of the elements and attributes that hold the value of an entry, and its name, without hyphens and underscores. */
const VALUE = ['shortname', 'value'];
const NAME = ['name', 'label'];

/** An open element, with the texts of its attributes and child elements. */
type Element = { values: Map<string, string>; text: string };

/**
 * Reads the entries of a menu from XML: each element with a short name and a name, as attributes or child elements
 * (`<category><name>Bog plants</name><shortname>bog</shortname></category>`).
 */
export function readMenuXml(xml: string): MenuEntry[] {
  const entries: MenuEntry[] = [];
  const open: Element[] = [];
  const reader = tagReader({
    open(_, attributes) {
      const values = new Map(Object.entries(attributes).map(([name, value]) => [plainName(name), value.trim()]));
      open.push({ values, text: '' });
    },
    text(piece) {
      const element = open.at(-1);
      if (element) element.text += piece;
    },
    close(name) {
      const element = open.pop();
      if (!element) return;
      const value = firstOf(element, VALUE);
      const label = firstOf(element, NAME);
      if (value !== undefined) entries.push(label === undefined ? { value } : { value, name: label });
      open.at(-1)?.values.set(plainName(name), element.text.trim());
    },
  });
  reader.write(Buffer.from(xml));
  reader.end();
  return entries;
}

const plainName = (name: string): string => name.toLowerCase().replace(/[-_]/g, '');

function firstOf({ values }: Element, names: readonly string[]): string | undefined {
  return names.map((name) => values.get(name)).find((text) => text !== undefined && text !== '');
}
