/** What a line of a thread tells: the author or the date of a post. Each line is read once, however many candidates contain it. */

import { elementId } from '../../html/elements.ts';
import { AUTHOR_HINT, DATE_HINT } from '../../html/hints/class-id-hints.ts';
import { RUN_SIZE, readInlines, STRONG, startOfRun } from '../../html/inline-runs.ts';
import type { Block, ParsedPage } from '../../html/parsed-page.ts';
import { MODIFIED_LABEL } from '../../metadata/dates/date-labels.ts';
import type { DateParser } from '../../metadata/dates/date-parser.ts';
import { type Cells, newCells } from '../cells.ts';
import { type DatetimeReader, newDatetimeReader, newPropertyReader, newTooltipReader } from '../datetimes.ts';
import { oncePerBlock } from '../once-per-block.ts';
import {
  type AttributeReader,
  isForScreenReaders,
  isMarkedRun,
  newAuthorAttributeReader,
  newUsernameAttributeReader,
} from './author-names.ts';
import { isLabel, nameBesideDate, nameOfSender } from './byline-names.ts';
import { newZoneReader, type ZoneReader } from './post-zones.ts';

/** Readers of the blocks and of the source of a page. */
export type PostLines = {
  /** Returns the name in a link to a member's page, or undefined. */
  memberIn: (block: Block) => string | undefined;
  /** Returns the name in a link whose own class or `rel` marks it as the author, or undefined. */
  markedLinkIn: (block: Block) => string | undefined;
  /** Returns the name in an inline element that its class marks as a name, as that of a guest, or undefined. */
  markedTextIn: (block: Block) => string | undefined;
  /** Return the name in an attribute of the post's element, or undefined. */
  authorOf: AttributeReader;
  usernameOf: AttributeReader;
  /** Returns whether class, id or itemprop mark a block as the author. */
  isMarkedAuthor: (block: Block) => boolean;
  /** Returns the text of a block that classes mark as a name, or undefined. */
  markedNameIn: (block: Block) => string | undefined;
  /** Returns the text of a block if it is a term in bold, as FluxBB writes the name of a guest or to guests, or undefined. */
  boldTermIn: (block: Block) => string | undefined;
  /** Returns the name beside the date in a short line of text, as `Answered by ada on 3 May 2024`, or in bold before it, or undefined. */
  bylineIn: (block: Block) => string | undefined;
  /** Returns the date in a block that is short or marked as a date, or null. */
  dateIn: (block: Block) => string | null;
  /** Returns whether the block labels the date on which a member joined the forum. */
  isMembership: (block: Block) => boolean;
  /** Returns whether a short block is nothing but such a label, maybe with its date, and no sentence as in `I joined yesterday`. */
  isMembershipLine: (block: Block) => boolean;
  /** Returns whether the block is a line that only tells of the last change: `« Last Edit: June 08, 2024 by eve »`. */
  isLastChange: (block: Block) => boolean;
  /** Returns whether a block is the name of the author, maybe with a time beside it. */
  isNameLine: (block: Block, author: string) => boolean;
  /** Returns the part of a block that tells of the last post or change, which may have another author and a later date, or undefined. */
  laterIn: (block: Block) => Later | undefined;
  datetimeWithin: DatetimeReader;
  /** Reads dates in tooltips; undefined if they are not read (`withRarerDates`). */
  tooltipWithin?: DatetimeReader;
  zonesOf: ZoneReader;
  cells: Cells;
};

/** The end of a line that tells of something later. `run`: its first run; `start`: where that is in the source; `hasDate`: whether it has a date. */
type Later = { run: number; start: number; hasDate: boolean };

/** Maximum lengths of a name, and of a line with a date, in UTF-16 units. */
const MAX_NAME_LENGTH = 40;
export const MAX_DATE_LINE = 120;

/** Links to the pages of members. The address in `sharer?u=https…` is that of the page. */
const MEMBER_LINK =
  /(?:^|\/)(?:u|users?|members?|profiles?|people|memberlist|usuarios?|benutzer|mitglied(?:er)?)(?:[/.=?-])|[?&](?:u|user|uid|member|username|showuser)=(?!https?\b)|act(?:ion)?=(?:view)?profile|\/viewprofile\b|(?:^|\/)space-uid-|mod=space\b|\/~[\w.%+-]+\/?$/i;
/** Links to what a member wrote, and to write to a member. */
const MEMBER_ACTION = /(?:^|[/=?&])(?:search|find|finduser|private|privmsg|pm|e?mail|report|ignore)(?:[.=&/?]|$)/i;
const MEMBER_CLASS = /user-?_?name|nick|poster|display-?_?name|member-?_?name|post-?_?author|author|^name$/i;
/** Links to the account of the reader, whether a member is there, buttons, and titles of members. */
const NO_NAME =
  /^(?:log ?in|sign ?(?:in|up)|register)(?!\p{L})|^(?:(?:on|off)line|reply|quote|report|share|edit|permalink|(?:senior|junior|new) member)$/iu;
/** What may stand beside a name: a sign, a time. */
const BESIDE_NAME = /^@|(?:\s+edited)?\s*\d+ \p{L}+ ago.*$/gu;
/** Maximum length of a line with a name and what stands beside it, in UTF-16 units. The expression is slow on long lines of digits. */
const MAX_NAME_LINE = 200;
const NAME_PREFIX = /^(?:(?:posted |written |asked |answered )?by|von|av|par|por|door)\s+/i;
/** Labels of the date on which a member joined the forum. */
const MEMBERSHIP =
  /\b(?:join(?:ed|\s?date)|registered|member since|registriert|mitglied seit|dabei seit|inscrit|registrado|iscritto|geregistreerd|lid sinds)\b/i;
/** Labels of the last post and of the last change. */
const LATER =
  /(?<!\p{L})(?:last (?:post|reply|edit(?:ed)?|modified|activity)|latest (?:post|reply)|letzter? (?:beitrag|antwort)|zuletzt (?:bearbeitet|geändert)|dernière? (?:message|réponse|édition)|últim[oa] (?:mensaje|respuesta|edición))(?!\p{L})/iu;
/** A line that begins with a label such as "edited". */
const MODIFIED = new RegExp(`^(?:${MODIFIED_LABEL.source})`, 'iu');
/** The begin of a line about the last change. */
const LAST_CHANGE =
  /^\P{L}{0,3}(?:last edit(?:ed)?|zuletzt (?:bearbeitet|geändert)|dernière édition|última edición)(?!\p{L})/iu;
/** Returns where a short line begins to tell of the last post or change, or -1. */
function indexOfLater(text: string): number {
  if (text.length > MAX_DATE_LINE) return -1;
  return MODIFIED.test(text) ? 0 : text.search(LATER);
}

/** Returns readers that also find dates in microdata and tooltips, which takes further searches of the source. */
export const withRarerDates = (lines: PostLines, { html }: ParsedPage, readDate: DateParser): PostLines => ({
  ...lines,
  datetimeWithin: newPropertyReader(html),
  tooltipWithin: newTooltipReader(html, readDate),
});

/** Creates the readers for a page. */
export function newPostLines(page: ParsedPage, readDate: DateParser): PostLines {
  const isName = (text: string): boolean =>
    text.length > 1 &&
    text.length <= MAX_NAME_LENGTH &&
    /\p{L}/u.test(text) &&
    !text.endsWith(':') &&
    !NO_NAME.test(text) &&
    readDate(text) === null;
  const laterAt = oncePerBlock(({ text }) => indexOfLater(text));
  const laterIn = oncePerBlock((block) => findLater(page, block, laterAt(block), readDate));
  return {
    isMarkedAuthor: (block) => isMarkedAuthor(page, block),
    memberIn: oncePerBlock((block) => findMember(page, block, laterIn(block), isName)),
    markedLinkIn: oncePerBlock((block) => findMarkedLink(page, block, laterIn(block), isName)),
    markedTextIn: oncePerBlock((block) => findMarkedText(page, block, laterIn(block), isName)),
    authorOf: newAuthorAttributeReader(page),
    usernameOf: newUsernameAttributeReader(page),
    markedNameIn: oncePerBlock((block) => {
      const name = nameAlone(block.text.replace(NAME_PREFIX, ''));
      return isMarkedName(page, block) && isName(name) ? name : undefined;
    }),
    boldTermIn: oncePerBlock((block) => (isBoldTerm(page, block) && isName(block.text) ? block.text : undefined)),
    bylineIn: oncePerBlock((block) => {
      const { text } = block;
      const later = laterAt(block);
      const sender = nameOfSender(text);
      if (sender !== undefined) return sender;
      if (text.length > MAX_DATE_LINE || MEMBERSHIP.test(text) || later === 0) return undefined;
      const name = nameBesideDate(later < 0 ? text : text.slice(0, later)) ?? boldBegin(page, block, readDate);
      return name !== undefined && isName(name) ? name : undefined;
    }),
    dateIn: oncePerBlock((block) => {
      const { text, hints } = block;
      if (text.length > MAX_DATE_LINE && (hints & DATE_HINT) === 0) return null;
      const later = laterAt(block);
      return later === 0 ? null : readDate(later < 0 ? text : text.slice(0, later));
    }),
    isMembership: oncePerBlock(({ text }) => text.length <= MAX_DATE_LINE && MEMBERSHIP.test(text)),
    isMembershipLine: oncePerBlock(({ text }) => text.length <= MAX_DATE_LINE && isMembershipLine(text)),
    isNameLine: ({ text }, author) => text.startsWith(author) && nameAlone(text) === author,
    isLastChange: oncePerBlock(({ text }) => LAST_CHANGE.test(text) && readDate(text) !== null),
    laterIn,
    datetimeWithin: newDatetimeReader(page.html),
    zonesOf: newZoneReader(page),
    cells: newCells(page),
  };
}

/** Maximum length of a date after the label of a membership, in UTF-16 units. */
const MAX_MEMBERSHIP_DATE = 24;

function isMembershipLine(text: string): boolean {
  const label = MEMBERSHIP.exec(text);
  if (!label) return false;
  const after = text.slice(label.index + label[0].length);
  if (/^\s*:/.test(after)) return true;
  const isDate = after.trim() === '' || (after.length <= MAX_MEMBERSHIP_DATE && /\d/.test(after));
  return isDate && !/\p{L}/u.test(text.slice(0, label.index));
}

function findLater(
  page: ParsedPage,
  { text, firstRun, lastRun }: Block,
  index: number,
  readDate: DateParser,
): Later | undefined {
  if (index < 0) return undefined;
  const textOfRun = (run: number) => page.html.slice(startOfRun(page, run), page.runs[run * RUN_SIZE + 1]);
  let run = firstRun;
  if (index > 0) while (run < lastRun && !LATER.test(textOfRun(run))) run++;
  // The label is in several runs.
  if (run === lastRun) run = firstRun;
  return { run, start: startOfRun(page, run), hasDate: readDate(text.slice(index)) !== null };
}

/** Takes off what stands beside a name. */
const nameAlone = (text: string): string => (text.length > MAX_NAME_LINE ? text : text.replace(BESIDE_NAME, '').trim());

function findMember(
  page: ParsedPage,
  block: Block,
  later: Later | undefined,
  isName: (text: string) => boolean,
): string | undefined {
  if (block.anchors === 0) return undefined;
  for (let run = block.firstRun; run < (later?.run ?? block.lastRun); run++) {
    const [inline] = readInlines(page, { ...block, firstRun: run, lastRun: run + 1 });
    if (!inline || inline.image !== null || inline.href === null || !isMemberLink(inline.href)) continue;
    const name = nameAlone(inline.text);
    if (isName(name) && !isForScreenReaders(page, run)) return name;
  }
  return undefined;
}

const isMemberLink = (href: string): boolean => MEMBER_LINK.test(href) && !MEMBER_ACTION.test(href);

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

function findMarkedText(
  page: ParsedPage,
  block: Block,
  later: Later | undefined,
  isName: (text: string) => boolean,
): string | undefined {
  if (block.text.length > MAX_DATE_LINE) return undefined;
  for (let run = block.firstRun; run < (later?.run ?? block.lastRun); run++) {
    if (!isMarkedRun(page, run)) continue;
    const [inline] = readInlines(page, { ...block, firstRun: run, lastRun: run + 1 });
    const name = inline?.image === null ? inline.text.trim().replace(/^@/, '') : '';
    if (isName(name)) return name;
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

/** Returns the bold text at the begin of a line with a date, or undefined. */
function boldBegin(page: ParsedPage, block: Block, readDate: DateParser): string | undefined {
  const [first, ...rest] = readInlines(page, block);
  const isBold = first !== undefined && (first.marks & STRONG) !== 0 && first.image === null && rest.length > 0;
  const name = first?.text.trim() ?? '';
  return isBold && !isLabel(name) && readDate(block.text) !== null ? name : undefined;
}

function isBoldTerm(page: ParsedPage, block: Block): boolean {
  const { item, text } = block;
  const isTerm = block.element === TERM || page.items.elements[item] === TERM;
  return (
    isTerm && text.length <= MAX_NAME_LENGTH && readInlines(page, block).every(({ marks }) => (marks & STRONG) !== 0)
  );
}

const TERM = elementId('dt');
