/**
 * The one pass over a page: htmlparser2's tokenizer gives tags and text in their order; here they become strings of
 * text, links, headings and meta elements, all at once. There is no tree.
 *
 * The stack of open elements is our own, short and of numbers: it holds only what changes the meaning of what is in it
 * (navigation, scripts, SVG …), its depth is bounded, and an end tag without a start is known by a count, so that a
 * million nested or unclosed elements take linear time. Entities are decoded where a text has an `&`, not sign by sign.
 */
import { decodeHTML, decodeHTMLAttribute } from 'entities/decode';
import { Tokenizer, type TokenizerCallbacks } from 'htmlparser2';
import * as E from './elements.ts';
import { fold } from './fold.ts';
import { hintsOf, NAMES_AUTHOR, NAMES_DATE, OF_COMMENTS } from './hints.ts';

export type ParsedPage = {
  blocks: Block[];
  containers: Containers;
  links: RawLink[];
  title: string | null;
  headings: string[];
  /** Of each heading, 1 to 6. */
  levels: number[];
  /** In the order of the page; names in lower case. */
  metas: PageMeta[];
  /** Texts of JSON-LD scripts. */
  jsonLd: string[];
  /** `datetime` of the page's time elements. */
  times: string[];
  base: string | null;
  language: string | null;
  /** Texts of what is marked as the author, and as a date, within the page. */
  bylines: string[];
  dates: string[];
};

/**
 * Elements that hold strings of text, as flat arrays; the outer one comes before what is in it. The first is the page
 * itself, and its own outer one.
 */
export type Containers = {
  parents: number[];
  /** Ids of elements; 0: the page. */
  elements: number[];
  /** What class and id say, see `hints.ts`. */
  hints: number[];
};

/** A string of text between two structural tags, white space folded, never empty. */
export type Block = {
  text: string;
  /** What it lies in: `ASIDE`, `MAIN`, `PREFORMATTED`. */
  roles: number;
  /** Begins a new paragraph, not only a new line. */
  paragraph: boolean;
  /** How much of it is text of links. Characters, white space not folded. */
  linked: number;
  /** How many links begin in it. */
  anchors: number;
  /** Index of the element in `containers` that it lies in. */
  container: number;
  /** Id of the paragraph, item or heading whose text it is, 0: of none. */
  element: number;
  /** What class and id of that say. */
  hints: number;
};

/** `scheme` and `lang` as written, where the element has them. */
export type PageMeta = { name: string; content: string; scheme?: string; lang?: string };

/** Not resolved yet: a base element may come late. `hreflang` and `type` are those of link elements. */
export type RawLink = { href: string; anchor: string; rel: string; hreflang?: string; type?: string };

export type ParseOptions = { xhtml: boolean; maxLinks: number };

const MAX_DEPTH = 512;
/** What is not shown is noticed deeper down too, or scripts would become text. */
const MAX_HIDDEN_DEPTH = MAX_DEPTH + 16;
const MAX_ANCHOR = 500;
const MAX_HEADING = 500;
const MAX_HEADINGS = 1000;
const MAX_TITLE = 1000;
const MAX_METAS = 1000;
const MAX_META = 10_000;
const MAX_JSON_LD = 500_000;
const MAX_TIMES = 100;
const MAX_MARKS = 100;
/** A longer text names nobody. */
const MAX_MARK = 300;

/** What is being read of an element that names the author or a date. */
type Mark = { id: number; names: number; text: string };

const ATTRIBUTE_NAMES = [
  ...['href', 'rel', 'src', 'alt', 'title', 'lang', 'name', 'property', 'itemprop', 'http-equiv', 'content', 'type'],
  ...['class', 'id', 'datetime', 'hidden', 'style', 'role', 'xlink:href', 'xml:lang', 'scheme', 'hreflang'],
] as const;
type AttributeName = (typeof ATTRIBUTE_NAMES)[number];
const ATTRIBUTES = new Map<string, AttributeName>(ATTRIBUTE_NAMES.map((name) => [name, name]));
/** Length and first letter tell most other names apart without cutting them out. */
const HINTS = new Uint8Array(32 * 32);
const hintOf = (length: number, first: number): number => (length > 31 ? 0 : length * 32 + (first & 31));
for (const name of ATTRIBUTE_NAMES) HINTS[hintOf(name.length, name.charCodeAt(0))] = 1;

export function parseHtml(html: string, { xhtml, maxLinks }: ParseOptions): ParsedPage {
  const page: ParsedPage = {
    blocks: [],
    links: [],
    title: null,
    headings: [],
    levels: [],
    metas: [],
    jsonLd: [],
    times: [],
    base: null,
    language: null,
    bylines: [],
    dates: [],
    containers: { parents: [0], elements: [0], hints: [0] },
  };
  const { parents, elements, hints } = page.containers;

  // Open elements: their ids, the roles that held outside of them, and how many there are of each.
  const openIds = new Uint8Array(MAX_HIDDEN_DEPTH);
  const outerRoles = new Uint16Array(MAX_HIDDEN_DEPTH);
  const openCounts = new Uint16Array(E.ELEMENT_IDS);
  const outerContainers = new Int32Array(MAX_HIDDEN_DEPTH);
  let container = 0;
  let depth = 0;
  let tooDeep = 0;
  let roles = 0;

  let block = '';
  let linked = 0;
  let anchors = 0;
  let lineElement = 0;
  let lineHints = 0;
  let paragraph = true;
  let blanks = 0;

  let anchor: (RawLink & { room: number }) | undefined;
  let heading: string | undefined;
  let level = 0;
  let mark: Mark | undefined;
  let raw: 'title' | 'json-ld' | undefined;
  let rawText = '';

  let element: E.Element | undefined;
  let wantsAttributes = false;
  let attributes = new Map<AttributeName, string>();
  let attribute: AttributeName | undefined;
  let value = '';

  function endBlock(): void {
    if (block === '') return;
    const text = fold(block, (roles & E.PREFORMATTED) !== 0);
    if (text !== '') {
      page.blocks.push({
        text,
        roles,
        paragraph,
        linked,
        anchors,
        container,
        element: lineElement,
        hints: lineHints,
      });
      paragraph = false;
      blanks = 0;
    }
    block = '';
    linked = 0;
    anchors = 0;
  }

  function endAnchor(): void {
    if (!anchor) return;
    anchor.anchor = fold(anchor.anchor, false);
    page.links.push({ href: anchor.href, anchor: anchor.anchor, rel: anchor.rel });
    anchor = undefined;
  }

  function endHeading(): void {
    const text = heading && fold(heading, false);
    if (text && page.headings.length < MAX_HEADINGS) {
      page.headings.push(text.slice(0, MAX_HEADING));
      page.levels.push(level);
    }
    heading = undefined;
  }

  function endRaw(): void {
    if (raw === 'title') {
      const title = fold(decoded(rawText), false).slice(0, MAX_TITLE);
      if (title !== '') page.title ??= title;
    } else if (raw === 'json-ld' && rawText.length <= MAX_JSON_LD) page.jsonLd.push(rawText);
    raw = undefined;
    rawText = '';
  }

  function breakText(of: number): void {
    endBlock();
    // Two line breaks in a row are how old pages part their paragraphs.
    if ((of & E.LINE) === 0 || ((of & E.VOID) !== 0 && ++blanks > 1)) paragraph = true;
  }

  function push({ id, roles: own }: E.Element, extra: number): void {
    if (depth >= (own & E.HIDDEN ? MAX_HIDDEN_DEPTH : MAX_DEPTH)) {
      tooDeep++;
      return;
    }
    openIds[depth] = id;
    outerContainers[depth] = container;
    outerRoles[depth++] = roles;
    if ((own & (E.BREAK | E.HIDDEN)) === E.BREAK) {
      parents.push(container);
      elements.push(id);
      hints.push(lineHints);
      container = parents.length - 1;
    }
    openCounts[id] = (openCounts[id] as number) + 1;
    if (own & E.INTEGRATION) roles &= ~E.FOREIGN;
    roles |= (own | extra) & E.INHERITED;
  }

  function pop(): void {
    const id = openIds[--depth] as number;
    openCounts[id] = (openCounts[id] as number) - 1;
    roles = outerRoles[depth] as number;
    container = outerContainers[depth] as number;
    if (id === TITLE || id === SCRIPT) endRaw();
  }

  function close({ id, roles: own }: E.Element): void {
    if (tooDeep > 0 && openIds[depth - 1] !== id) {
      tooDeep--;
      return;
    }
    if (openCounts[id] === 0) return;
    let at = depth - 1;
    while (openIds[at] !== id) {
      if ((own & E.SCOPE) === 0 && SCOPES.has(openIds[at] as number)) return;
      at--;
    }
    while (depth > at) pop();
  }

  function closeForeign(): void {
    while ((roles & E.FOREIGN) !== 0 && depth > 0) pop();
  }

  function addLink(href: string | undefined, text: string, rel: string): void {
    if (href === undefined || page.links.length >= maxLinks) return;
    page.links.push({ href, anchor: fold(text, false).slice(0, MAX_ANCHOR), rel });
  }

  function beginMark(started: E.Element, said: number): void {
    // The inner one of two tells more, as in "by <a rel=author>".
    if (mark && mark.text.trim() !== '' && mark.names === (said & (NAMES_AUTHOR | NAMES_DATE))) endMark();
    if (page.bylines.length + page.dates.length >= MAX_MARKS || roles & (E.HIDDEN | E.ASIDE) || isOfReaders()) return;
    mark = { id: started.id, names: said & (NAMES_AUTHOR | NAMES_DATE), text: '' };
  }

  /** In comments and forms: who is named there did not write the page. */
  function isOfReaders(): boolean {
    for (let c = container; c > 0; c = parents[c] as number)
      if ((hints[c] as number) & OF_COMMENTS || elements[c] === FIELDSET) return true;
    return false;
  }

  function endMark(): void {
    if (!mark) return;
    const text = fold(mark.text, false);
    if (text !== '' && text.length <= MAX_MARK) {
      if (mark.names & NAMES_AUTHOR) page.bylines.push(text);
      if (mark.names & NAMES_DATE) page.dates.push(text);
    }
    mark = undefined;
  }

  function openAnchor(): void {
    endAnchor();
    const href = attributes.get('href') ?? attributes.get('xlink:href');
    anchors++;
    if (href === undefined || page.links.length >= maxLinks) return;
    anchor = { href, anchor: '', rel: words(attributes.get('rel')), room: MAX_ANCHOR };
  }

  function openMeta(): void {
    const content = attributes.get('content');
    if (content === undefined) return;
    const pragma = attributes.get('http-equiv')?.trim().toLowerCase();
    if (pragma === 'refresh') addLink(refreshTarget(content), '', 'refresh');
    else if (pragma === 'content-language') page.language ??= content;
    for (const key of ['name', 'property', 'itemprop'] as const) {
      const name = attributes.get(key)?.trim().toLowerCase();
      if (!name || page.metas.length >= MAX_METAS) continue;
      page.metas.push({ name, content: fold(content, false).slice(0, MAX_META), ...said('scheme'), ...said('lang') });
      return;
    }
  }

  function openLink(): void {
    const rel = words(attributes.get('rel'));
    const before = page.links.length;
    if (FOLLOWED_REL.test(rel)) addLink(attributes.get('href'), attributes.get('title') ?? '', rel);
    if (page.links.length > before) Object.assign(page.links[before] as RawLink, said('hreflang'), said('type'));
  }

  /** An attribute as a field of its own name, where the element has it. */
  function said(name: 'scheme' | 'lang' | 'hreflang' | 'type'): { [field in typeof name]?: string } {
    const text = attributes.get(name)?.trim();
    return text ? { [name]: text.slice(0, MAX_MARK) } : {};
  }

  function openImage(): void {
    const alt = attributes.get('alt');
    if (anchor && alt) anchorText(` ${alt} `);
  }

  function anchorText(text: string): void {
    if (!anchor || anchor.room <= 0) return;
    // What is cut here is folded later: twice the room leaves enough of it.
    anchor.anchor += text.length > 2 * MAX_ANCHOR ? text.slice(0, 2 * MAX_ANCHOR) : text;
    anchor.room -= text.length;
  }

  const opened = new Map<string, () => void>(
    Object.entries({
      a: openAnchor,
      meta: openMeta,
      link: openLink,
      img: openImage,
      image: openImage,
      base: () => {
        page.base ??= attributes.get('href') ?? null;
      },
      html: () => {
        page.language = attributes.get('lang') ?? attributes.get('xml:lang') ?? page.language;
      },
      area: () => addLink(attributes.get('href'), attributes.get('alt') ?? '', words(attributes.get('rel'))),
      iframe: () => addLink(attributes.get('src'), attributes.get('title') ?? '', ''),
      frame: () => addLink(attributes.get('src'), attributes.get('title') ?? attributes.get('name') ?? '', ''),
      time: () => {
        const time = attributes.get('datetime');
        if (time && page.times.length < MAX_TIMES) page.times.push(time);
      },
      title: () => {
        if ((roles & E.FOREIGN) === 0 && page.title === null) raw = 'title';
      },
      script: () => {
        if (attributes.get('type')?.trim().toLowerCase() === 'application/ld+json') raw = 'json-ld';
      },
    }),
  );

  function open(): void {
    const started = element;
    if (!started) return;
    const own = started.roles;
    if (roles & E.INERT) {
      if (own & E.CONTAINER) push(started, 0);
      return;
    }
    if (own & E.BREAK) {
      // HTML in SVG that was never closed: as in browsers, SVG ends here.
      if (roles & E.FOREIGN) closeForeign();
      breakText(own);
      if ((own & E.VOID) === 0) {
        lineElement = started.id;
        lineHints = own & E.ATTRIBUTES && started.id !== BODY ? hintsBy(attributes) : 0;
        if (lineHints & (NAMES_AUTHOR | NAMES_DATE)) beginMark(started, lineHints);
      }
    } else if (own & E.INLINE) {
      const said = hintsBy(attributes);
      if (said & (NAMES_AUTHOR | NAMES_DATE)) beginMark(started, said);
    }
    if (own & E.HEADING) {
      endHeading();
      if ((roles & (E.HIDDEN | E.ASIDE)) === 0) {
        heading = '';
        level = Number(started.name[1]);
      }
    }
    if (own & E.ATTRIBUTES) opened.get(started.name)?.();
    if (own & E.CONTAINER) push(started, rolesBy(attributes));
  }

  const callbacks: TokenizerCallbacks = {
    onopentagname(start, end) {
      element = E.elementOf(html.slice(start, end));
      wantsAttributes = element !== undefined && (element.roles & E.ATTRIBUTES) !== 0;
      if (attributes.size > 0) attributes = new Map();
    },
    onattribname(start, end) {
      if (!wantsAttributes || HINTS[hintOf(end - start, html.charCodeAt(start))] === 0) {
        attribute = undefined;
        return;
      }
      const name = html.slice(start, end);
      attribute = ATTRIBUTES.get(name) ?? ATTRIBUTES.get(name.toLowerCase());
      value = '';
    },
    onattribdata(start, end) {
      if (attribute !== undefined) value = html.slice(start, end);
    },
    onattribentity() {},
    onattribend() {
      if (attribute === undefined || attributes.has(attribute)) return;
      attributes.set(attribute, value.includes('&') ? decodeHTMLAttribute(value) : value);
    },
    onopentagend() {
      open();
    },
    onselfclosingtag() {
      const inForeign = (roles & E.FOREIGN) !== 0;
      open();
      if (!element || (element.roles & E.VOID) !== 0) return;
      if (xhtml || inForeign || (element.roles & E.FOREIGN) !== 0) closeTag(element);
    },
    onclosetag(start, end) {
      const ended = E.elementOf(html.slice(start, end));
      if (ended) closeTag(ended);
    },
    ontext(start, end) {
      if (roles & E.HIDDEN) {
        if (raw) rawText = rawText === '' ? html.slice(start, end) : rawText + html.slice(start, end);
        else if (anchor && (roles & E.INERT) === 0 && openCounts[SCRIPT] === 0 && openCounts[STYLE] === 0)
          anchorText(decoded(html.slice(start, end)));
        return;
      }
      const text = decoded(html.slice(start, end));
      block = block === '' ? text : block + text;
      if (mark && mark.text.length <= MAX_MARK) mark.text += text;
      if (anchor) {
        anchorText(text);
        linked += text.length;
      }
      if (heading !== undefined && heading.length < 2 * MAX_HEADING) heading += text;
    },
    ontextentity() {},
    oncdata(start, end, endOffset) {
      if (xhtml || (roles & E.FOREIGN) !== 0) this.ontext(start, end - endOffset);
    },
    oncomment() {},
    ondeclaration() {},
    onprocessinginstruction() {},
    onend() {},
    isInForeignContext: () => (roles & E.FOREIGN) !== 0,
  };

  function closeTag(ended: E.Element): void {
    const own = ended.roles;
    if (mark && mark.id === ended.id) endMark();
    // `</br>` and `</p>` without a start are a line break and an empty paragraph to a browser.
    if (own & E.BREAK) {
      breakText(own);
      if (mark) mark.text += ' ';
      lineElement = 0;
      lineHints = 0;
    }
    if (own & E.HEADING) endHeading();
    if (own & E.CONTAINER) close(ended);
    else if (ended.name === 'a') endAnchor();
  }

  const tokenizer = new Tokenizer({ decodeEntities: false, recognizeSelfClosing: xhtml }, callbacks);
  tokenizer.write(html);
  tokenizer.end();
  endMark();
  endBlock();
  endAnchor();
  endHeading();
  endRaw();
  return page;
}

const idOf = (name: string): number => E.elementOf(name)?.id ?? 0;
const TITLE = idOf('title');
const SCRIPT = idOf('script');
const STYLE = idOf('style');
const BODY = idOf('body');
const FIELDSET = idOf('fieldset');
const SCOPES = new Set(['table', 'td', 'th', 'caption'].map(idOf));

const FOLLOWED_REL = /(?:^| )(?:canonical|alternate|next|prev|license)(?: |$)/;

function decoded(text: string): string {
  return text.includes('&') ? decodeHTML(text) : text;
}

function words(value: string | undefined): string {
  return value ? fold(value, false).toLowerCase() : '';
}

function hintsBy(attributes: ReadonlyMap<AttributeName, string>): number {
  if (attributes.size === 0) return 0;
  const name = attributes.get('class');
  const id = attributes.get('id');
  const property = attributes.get('itemprop');
  const rel = attributes.get('rel');
  let hints = name === undefined ? 0 : hintsOf(name);
  if (id !== undefined) hints |= hintsOf(id);
  if (property !== undefined) hints |= hintsOf(property);
  if (rel === 'author') hints |= NAMES_AUTHOR;
  return hints;
}

/** What attributes say of an element's content. */
function rolesBy(attributes: ReadonlyMap<AttributeName, string>): number {
  if (attributes.size === 0) return 0;
  const landmark = E.LANDMARKS[attributes.get('role') ?? ''] ?? 0;
  return isHiddenBy(attributes) ? landmark | E.HIDDEN : landmark;
}

function isHiddenBy(attributes: ReadonlyMap<AttributeName, string>): boolean {
  if (attributes.has('hidden')) return attributes.get('hidden') !== 'until-found';
  const style = attributes.get('style');
  return style !== undefined && /display\s*:\s*none/i.test(style);
}

/** The address in `5; url=next.html` (HTML standard, 4.2.5.3); undefined where there is none. */
function refreshTarget(content: string): string | undefined {
  const target = /^[\s\d.]*[;,\s]\s*(?:url\s*=\s*)?(.*)$/is.exec(content)?.[1]?.trim();
  if (!target) return undefined;
  const quote = target[0];
  if (quote !== '"' && quote !== "'") return target;
  const end = target.indexOf(quote, 1);
  return end === -1 ? target.slice(1) : target.slice(1, end);
}
