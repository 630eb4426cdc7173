/** What a line of a thread tells: the author or the date of a post. Each line is read once, however many candidates contain it. */

import { elementId } from '../html/elements.ts';
import { AUTHOR_HINT, DATE_HINT } from '../html/hints/class-id-hints.ts';
import { readInlines, STRONG } from '../html/inline-runs.ts';
import type { Block, ParsedPage } from '../html/parsed-page.ts';
import type { DateParser } from '../metadata/date-parser.ts';
import { normalizeDate } from '../metadata/normalize-date.ts';
import { oncePerBlock } from './once-per-block.ts';

/** Readers of the blocks and of the source of a page. */
export type PostLines = {
  /** Returns the name in a link to a member's page, or undefined. */
  memberIn: (block: Block) => string | undefined;
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
  /** Returns whether the block tells of the last post or change, which may have another author and a later date. */
  isOfLater: (block: Block) => boolean;
  /** Returns the first date in an attribute within a range of the source, or undefined. */
  datetimeWithin: (from: number, to: number) => string | undefined;
};

/** Maximum lengths of a name, and of a line with a date, in UTF-16 units. */
const MAX_NAME_LENGTH = 40;
export const MAX_DATE_LINE = 120;

/** Links to the pages of members. The address in `sharer?u=https…` is that of the page. */
const MEMBER_LINK =
  /(?:^|\/)(?:u|users?|members?|profiles?|people|memberlist|usuarios?|benutzer|mitglied(?:er)?)(?:[/.=?-])|[?&](?:u|user|uid|member|username)=(?!https?\b)|action=profile/i;
const MEMBER_CLASS = /user-?_?name|nick|poster|display-?_?name|member-?_?name|post-?_?author|author/i;
/** Links to the account of the reader, and whether a member is there. */
const NO_NAME = /^(?:log ?in|sign ?(?:in|up)|register)(?!\p{L})|^(?:on|off)line$/iu;
const NAME_PREFIX = /^(?:(?:posted |written |asked |answered )?by|von|av|par|por|door)\s+/i;
/** Labels of the date on which a member joined the forum. */
const MEMBERSHIP =
  /\b(?:join(?:ed|\s?date)|registered|member since|registriert|mitglied seit|dabei seit|inscrit|registrado|iscritto|geregistreerd|lid sinds)\b/i;
/** Labels of the last post and of the last change. */
const LATER =
  /(?<!\p{L})(?:last (?:post|reply|edited|activity)|latest (?:post|reply)|letzter? (?:beitrag|antwort)|zuletzt (?:bearbeitet|geändert)|dernière? (?:message|réponse|édition)|últim[oa] (?:mensaje|respuesta|edición))(?!\p{L})/iu;
const isOfLater = (text: string): boolean => text.length <= MAX_DATE_LINE && LATER.test(text);
/** Attributes with a date; a title only with a time. */
const DATETIME =
  /\s(?:(?:datetime|data-(?:time|timestamp|date))\s*=\s*["']?|title\s*=\s*["']?(?=\d{4}-\d\d-\d\dT))([^"'>]{8,40})/gi;

/** Creates the readers for a page. */
export function newPostLines(page: ParsedPage, readDate: DateParser): PostLines {
  const isName = (text: string): boolean =>
    text.length > 1 &&
    text.length <= MAX_NAME_LENGTH &&
    /\p{L}/u.test(text) &&
    !NO_NAME.test(text) &&
    readDate(text) === null;
  let datetimes: readonly Datetime[] | undefined;
  return {
    isMarkedAuthor: (block) => isMarkedAuthor(page, block),
    memberIn: oncePerBlock((block) => findMember(page, block, isName)),
    markedNameIn: oncePerBlock((block) => {
      const name = block.text.replace(NAME_PREFIX, '');
      return isMarkedName(page, block) && isName(name) ? name : undefined;
    }),
    boldTermIn: oncePerBlock((block) => (isBoldTerm(page, block) && isName(block.text) ? block.text : undefined)),
    dateIn: oncePerBlock(({ text, hints }) =>
      (text.length > MAX_DATE_LINE && (hints & DATE_HINT) === 0) || isOfLater(text) ? null : readDate(text),
    ),
    isMembership: oncePerBlock(({ text }) => MEMBERSHIP.test(text)),
    isOfLater: oncePerBlock(({ text }) => isOfLater(text)),
    datetimeWithin(from, to) {
      datetimes ??= findDatetimes(page.html);
      return firstWithin(datetimes, from, to);
    },
  };
}

function findMember(page: ParsedPage, block: Block, isName: (text: string) => boolean): string | undefined {
  if (block.anchors === 0 || isOfLater(block.text)) return undefined;
  for (const { text, href, image } of readInlines(page, block)) {
    const name = text.replace(/^@|\s*\d+ \p{L}+ ago.*$/gu, '').trim();
    if (image === null && href !== null && MEMBER_LINK.test(href) && isName(name)) return name;
  }
  return undefined;
}

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

/** A date in an attribute. `from` and `end`: its position in the source; `value`: the text of the attribute. */
type Datetime = { from: number; end: number; value: string };

function findDatetimes(html: string): Datetime[] {
  return [...html.matchAll(DATETIME)].map(({ index, 0: { length }, 1: value = '' }) => ({
    ...{ from: index, end: index + length, value },
  }));
}

/** Returns the date of the first attribute in a range, or undefined if there is none or its value is no date. */
function firstWithin(datetimes: readonly Datetime[], from: number, to: number): string | undefined {
  let low = 0;
  for (let high = datetimes.length; low < high; ) {
    const middle = (low + high) >> 1;
    if ((datetimes[middle] as Datetime).from < from) low = middle + 1;
    else high = middle;
  }
  const first = datetimes[low];
  return first === undefined || first.end > to ? undefined : (normalizeDate(first.value) ?? undefined);
}
