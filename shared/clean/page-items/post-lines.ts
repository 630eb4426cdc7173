/** What a line of a thread tells: the author or the date of a post. Each line is read once, however many candidates contain it. */

import { elementId } from '../html/elements.ts';
import { AUTHOR_HINT, DATE_HINT } from '../html/hints/class-id-hints.ts';
import { RUN_SIZE, readInlines, STRONG } from '../html/inline-runs.ts';
import type { Block, ParsedPage } from '../html/parsed-page.ts';
import { MODIFIED_LABEL } from '../metadata/date-labels.ts';
import type { DateParser } from '../metadata/date-parser.ts';
import { type DatetimeReader, newDatetimeReader, startOfRun } from './datetimes.ts';
import { oncePerBlock } from './once-per-block.ts';

/** Readers of the blocks and of the source of a page. */
export type PostLines = {
  /** Returns the name in a link to a member's page, or undefined. */
  memberIn: (block: Block) => string | undefined;
  /** Returns the name in a link whose own class or `rel` marks it as the author, or undefined. */
  markedLinkIn: (block: Block) => string | undefined;
  /** Returns whether class, id or itemprop mark a block as the author. */
  isMarkedAuthor: (block: Block) => boolean;
  /** Returns the text of a block that classes mark as a name, or undefined. */
  markedNameIn: (block: Block) => string | undefined;
  /** Returns the text of a block if it is a term in bold, as FluxBB writes the name of a guest or to guests, or undefined. */
  boldTermIn: (block: Block) => string | undefined;
  /** Returns the date in a block that is short or marked as a date, or null. */
  dateIn: (block: Block) => string | null;
  /** Returns whether the block labels the date on which a member joined the forum. */
  isMembership: (block: Block) => boolean;
  /** Returns the part of a block that tells of the last post or change, which may have another author and a later date, or undefined. */
  laterIn: (block: Block) => Later | undefined;
  datetimeWithin: DatetimeReader;
};

/** The end of a line that tells of something later. `run`: its first run; `start`: where that is in the source; `hasDate`: whether it has a date. */
type Later = { run: number; start: number; hasDate: boolean };

/** Maximum lengths of a name, and of a line with a date, in UTF-16 units. */
const MAX_NAME_LENGTH = 40;
export const MAX_DATE_LINE = 120;

/** Links to the pages of members. The address in `sharer?u=https…` is that of the page. */
const MEMBER_LINK =
  /(?:^|\/)(?:u|users?|members?|profiles?|people|memberlist|usuarios?|benutzer|mitglied(?:er)?)(?:[/.=?-])|[?&](?:u|user|uid|member|username|showuser)=(?!https?\b)|act(?:ion)?=(?:view)?profile|(?:^|\/)space-uid-|mod=space\b/i;
const MEMBER_CLASS = /user-?_?name|nick|poster|display-?_?name|member-?_?name|post-?_?author|author/i;
/** Links to the account of the reader, and whether a member is there. */
const NO_NAME = /^(?:log ?in|sign ?(?:in|up)|register)(?!\p{L})|^(?:on|off)line$/iu;
/** What may stand beside a name: a sign, a time. */
const BESIDE_NAME = /^@|(?:\s+edited)?\s*\d+ \p{L}+ ago.*$/gu;
const NAME_PREFIX = /^(?:(?:posted |written |asked |answered )?by|von|av|par|por|door)\s+/i;
/** Labels of the date on which a member joined the forum. */
const MEMBERSHIP =
  /\b(?:join(?:ed|\s?date)|registered|member since|registriert|mitglied seit|dabei seit|inscrit|registrado|iscritto|geregistreerd|lid sinds)\b/i;
/** Labels of the last post and of the last change. */
const LATER =
  /(?<!\p{L})(?:last (?:post|reply|edited|activity)|latest (?:post|reply)|letzter? (?:beitrag|antwort)|zuletzt (?:bearbeitet|geändert)|dernière? (?:message|réponse|édition)|últim[oa] (?:mensaje|respuesta|edición))(?!\p{L})/iu;
/** A line that begins with a label such as "edited". */
const MODIFIED = new RegExp(`^(?:${MODIFIED_LABEL.source})`, 'iu');
/** Returns where a short line begins to tell of the last post or change, or -1. */
function indexOfLater(text: string): number {
  if (text.length > MAX_DATE_LINE) return -1;
  return MODIFIED.test(text) ? 0 : text.search(LATER);
}

/** Creates the readers for a page. */
export function newPostLines(page: ParsedPage, readDate: DateParser): PostLines {
  const isName = (text: string): boolean =>
    text.length > 1 &&
    text.length <= MAX_NAME_LENGTH &&
    /\p{L}/u.test(text) &&
    !NO_NAME.test(text) &&
    readDate(text) === null;
  const laterIn = oncePerBlock((block) => findLater(page, block, readDate));
  return {
    isMarkedAuthor: (block) => isMarkedAuthor(page, block),
    memberIn: oncePerBlock((block) => findMember(page, block, laterIn(block), isName)),
    markedLinkIn: oncePerBlock((block) => findMarkedLink(page, block, laterIn(block), isName)),
    markedNameIn: oncePerBlock((block) => {
      const name = block.text.replace(NAME_PREFIX, '').replace(BESIDE_NAME, '').trim();
      return isMarkedName(page, block) && isName(name) ? name : undefined;
    }),
    boldTermIn: oncePerBlock((block) => (isBoldTerm(page, block) && isName(block.text) ? block.text : undefined)),
    dateIn: oncePerBlock(({ text, hints }) => {
      if (text.length > MAX_DATE_LINE && (hints & DATE_HINT) === 0) return null;
      const later = indexOfLater(text);
      return later === 0 ? null : readDate(later < 0 ? text : text.slice(0, later));
    }),
    isMembership: oncePerBlock(({ text }) => MEMBERSHIP.test(text)),
    laterIn,
    datetimeWithin: newDatetimeReader(page.html),
  };
}

function findLater(page: ParsedPage, { text, firstRun, lastRun }: Block, readDate: DateParser): Later | undefined {
  const index = indexOfLater(text);
  if (index < 0) return undefined;
  const textOfRun = (run: number) => page.html.slice(startOfRun(page, run), page.runs[run * RUN_SIZE + 1]);
  let run = firstRun;
  if (index > 0) while (run < lastRun && !LATER.test(textOfRun(run))) run++;
  // The label is in several runs.
  if (run === lastRun) run = firstRun;
  return { run, start: startOfRun(page, run), hasDate: readDate(text.slice(index)) !== null };
}

function findMember(
  page: ParsedPage,
  block: Block,
  later: Later | undefined,
  isName: (text: string) => boolean,
): string | undefined {
  if (block.anchors === 0) return undefined;
  for (const { text, href, image } of readInlines(page, { ...block, lastRun: later?.run ?? block.lastRun })) {
    const name = text.replace(BESIDE_NAME, '').trim();
    if (image === null && href !== null && MEMBER_LINK.test(href) && isName(name)) return name;
  }
  return undefined;
}

function findMarkedLink(
  page: ParsedPage,
  block: Block,
  later: Later | undefined,
  isName: (text: string) => boolean,
): string | undefined {
  const { html, links, runs } = page;
  for (let run = block.firstRun; block.anchors > 0 && run < (later?.run ?? block.lastRun); run++) {
    const link = links[runs[run * RUN_SIZE + 3] as number];
    const start = startOfRun(page, run);
    if (!link || !MARKED_LINK.test(html.slice(Math.max(0, start - MAX_TAG), start)) || !isName(link.anchor)) continue;
    return link.anchor.replace(/^@/, '');
  }
  return undefined;
}

/** Maximum length of the start tag of a link, in UTF-16 units. */
const MAX_TAG = 400;
/** Start tag of a link to an author, directly before its text. */
const MARKED_LINK =
  /<a\s(?:[^<>]*\s)?(?:class="[^"<>]*(?:author|user-?_?name|poster)[^"<>]*"|rel="?author\b|data-hovercard-type="user")[^<>]*>\s*(?:<[^<>]{1,100}>\s*)?$/i;

function isMarkedAuthor({ containers }: ParsedPage, { hints, container }: Block): boolean {
  return ((hints | (containers.hints[container] as number)) & AUTHOR_HINT) !== 0;
}

function isMarkedName(page: ParsedPage, block: Block): boolean {
  if (isMarkedAuthor(page, block)) return true;
  const { html, containers, classNames } = page;
  const { names, container } = block;
  return [names, containers.names[container] as number].some(
    (k) => k !== 0 && MEMBER_CLASS.test(html.slice(classNames.froms[k], classNames.tos[k])),
  );
}

function isBoldTerm(page: ParsedPage, block: Block): boolean {
  const { item, text } = block;
  const isTerm = block.element === TERM || page.items.elements[item] === TERM;
  return (
    isTerm && text.length <= MAX_NAME_LENGTH && readInlines(page, block).every(({ marks }) => (marks & STRONG) !== 0)
  );
}

const TERM = elementId('dt');
