/** An element of a document. `text` is that of the element and of all elements in it. */
export type XmlElement = {
  /** Local name. */
  name: string;
  namespace: string;
  attributes: Record<string, string>;
  children: XmlElement[];
  text: string;
};

type Open = XmlElement & { tag: string; prefixes: Record<string, string> };

const TOKEN =
  /<\?xml [^<>]*\?>|<(\/)?([A-Za-z_][\w.-]*(?::[A-Za-z_][\w.-]*)?)((?:\s+[\w:.-]+="[^"<]*")*)\s*(\/)?>|[^<]+/y;
const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/**
 * Parses a document, with its namespaces. Knows no CDATA, comments and document types, which we do not write.
 *
 * @throws Error for a document that is not well-formed, with an undeclared prefix, or with characters that XML does not allow
 */
export function parseXml(xml: string): XmlElement {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: XML forbids these characters
  if (/[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]|\p{Surrogate}/u.test(xml)) throw new Error('forbidden characters');
  const root: Open = {
    ...{ tag: '', name: '', namespace: '', attributes: {}, children: [], text: '' },
    prefixes: { '': '', xml: 'xml' },
  };
  const open = [root];
  const pattern = new RegExp(TOKEN);
  for (let at = 0; at < xml.length; at = pattern.lastIndex) {
    const token = pattern.exec(xml);
    if (!token) throw new Error(`not well-formed at ${at}: ${xml.slice(at, at + 60)}`);
    const [all, end, tag, attributes = '', isEmpty] = token;
    if (all.startsWith('<?xml') && at > 0) throw new Error('the declaration is not at the start');
    if (tag === undefined && !all.startsWith('<?')) for (const one of open) one.text += unescaped(all);
    if (tag === undefined) continue;
    if (end === undefined) open.push(opened(tag, attributes, open.at(-1)!));
    if (end === undefined && isEmpty === undefined) continue;
    const closed = open.pop()!;
    if (closed.tag !== tag || open.length === 0) throw new Error(`</${tag}> closes <${closed.tag}> at ${at}`);
    open.at(-1)!.children.push(closed);
  }
  if (open.length > 1 || root.children.length !== 1) throw new Error('there is not one root that is closed');
  return root.children[0]!;
}

function opened(tag: string, text: string, parent: Open): Open {
  const given = Array.from(
    text.matchAll(/([\w:.-]+)="([^"]*)"/g),
    ([, name, value]) => [name!, unescaped(value!)] as const,
  );
  const attributes = Object.fromEntries(given);
  if (Object.keys(attributes).length < given.length) throw new Error(`<${tag}> repeats an attribute`);
  const prefixes = { ...parent.prefixes };
  for (const [name, value] of given) {
    const prefix = /^xmlns(?::(.+))?$/.exec(name);
    if (prefix) prefixes[prefix[1] ?? ''] = value;
  }
  const prefixOf = (name: string) => (name.includes(':') ? name.slice(0, name.indexOf(':')) : '');
  for (const name of [tag, ...Object.keys(attributes)]) {
    const prefix = prefixOf(name);
    if (prefix !== 'xmlns' && !Object.hasOwn(prefixes, prefix)) throw new Error(`undeclared prefix of ${name}`);
  }
  const [name = ''] = tag.split(':').slice(-1);
  return { tag, name, namespace: prefixes[prefixOf(tag)]!, attributes, prefixes, children: [], text: '' };
}

function unescaped(text: string): string {
  return text.replace(/&([^;]*);?/g, (reference, name: string) => {
    const character = reference.endsWith(';') ? ENTITIES[name] : undefined;
    if (character === undefined) throw new Error(`undeclared entity ${reference}`);
    return character;
  });
}

/** Returns all elements of a name in a document, in its order. */
export function elementsOf(element: XmlElement, name: string): XmlElement[] {
  return element.children.flatMap((child) => [...(child.name === name ? [child] : []), ...elementsOf(child, name)]);
}

/** Returns the texts of all elements of a name. */
export const textsOf = (element: XmlElement, name: string): string[] =>
  elementsOf(element, name).map(({ text }) => text);
