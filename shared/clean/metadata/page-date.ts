/**
 * When a page was published, and when it was changed last.
 *
 * What is declared for machines comes first. Against it stand two habits: pages that were moved to another system declare
 * the day of the move and keep the old day in their address; and instants are often declared in UTC where readers see the
 * day of their own zone. Of dates that only people are told, those count that a word calls the publication's; then those
 * that stand alone near the headline, or that open a paragraph.
 */

import { DIGITS, STATS_PER_BLOCK } from '../html/char-stats.ts';
import { ASIDE, BLOCK_KINDS, THIRD_PARTY, USER_CONTENT } from '../html/elements.ts';
import type { Block, ParsedPage, PropertyName } from '../html/parsed-page.ts';
import type { JsonLdArticle } from './json-ld.ts';
import { type Metadata, normalizeDate, type SourcedValue } from './metadata.ts';
import { findDate, findDateInUrl, mayContainDate } from './visible-date.ts';

/** Names in the order in which they are believed. */
const PUBLISHED_META = [
  ...['article:published_time', 'article:published', 'datepublished', 'citation_publication_date', 'citation_date'],
  ...['citation_online_date', 'dcterms.issued', 'dcterms.created', 'dc.date.issued', 'dc.date.created'],
  ...['og:published_time', 'pubdate', 'publishdate', 'publish_date', 'parsely-pub-date', 'sailthru.date'],
  ...['cxenseparse:recs:publishtime', 'publication_date', 'published', 'release_date', 'date.published', 'dc.created'],
];
/** Names that also mean the last change, or the day on which the page was sent. */
const AMBIGUOUS_META = ['dc.date', 'dcterms.date', 'date', 'datecreated', 'created', 'pub_date', 'dc.terms.date'];
const MODIFIED_META = [
  ...['article:modified_time', 'article:modified', 'datemodified', 'og:updated_time', 'dcterms.modified'],
  ...['dc.date.modified', 'last-modified', 'lastmod', 'last_modified', 'revised', 'updated', 'date.updated'],
];

/** What a month's day between two dates is. Milliseconds. */
const DAY_MS = 86_400_000;
/** An address that is so much older than what is declared tells when the page was new. */
const MIGRATION_MS = 7 * DAY_MS;

/** Published; ISO 8601. @param sentAt when the page was sent, epoch ms; not said: its dates may be any. */
export function findPublishedDate(
  page: ParsedPage,
  metadata: Metadata,
  article: JsonLdArticle,
  url: string,
  sentAt?: number,
): SourcedValue | null {
  const read = rejectFuture(dateParserFor(page, url), sentAt);
  const inUrl = firstDate('url', [url.replace(ARCHIVE_PREFIX, '')], rejectFuture(urlDateParser(page, sentAt), sentAt));
  const declared =
    firstDate('json-ld', article.dates, read) ??
    firstMeta(metadata, PUBLISHED_META, read) ??
    firstProperty(page, 'published', read);
  if (declared !== null)
    return inUrl !== null && DATE_FOLDERS.test(url) && timeOf(declared) - timeOf(inUrl) > MIGRATION_MS
      ? inUrl
      : toLocalDay(declared, page, inUrl, read);
  const lines = datedLines(page);
  const marked = [...page.bylines.slice(0, MAX_MARKED), ...page.dates.slice(0, MAX_MARKED)];
  const alone: DateParser = (text) => {
    const date = text.length > MAX_LINE_LENGTH ? null : read(text);
    return date === null || MODIFIED_LABEL.test(text) || PERSON_DATE.test(text) || SINCE_DATE.test(text) ? null : date;
  };
  return (
    inUrl ??
    firstLine(lines, (text) => labelledDate(text, PUBLISHED_LABEL, read)) ??
    earlierDay(
      firstDate('time', timesOfPage(page).slice(0, 1), read),
      firstLine(linesBefore(lines, NEAREST_LINES), alone),
    ) ??
    firstDate('marked', marked, (text) => labelledDate(text, PUBLISHED_LABEL, read)) ??
    firstDate('marked', marked, (text) => (SINCE_DATE.test(text) ? null : read(text))) ??
    firstMeta(metadata, AMBIGUOUS_META, read) ??
    firstLine(lines, alone) ??
    firstCustomMeta(metadata, read) ??
    firstLine(lines, (text) => datelineDate(text, read)) ??
    firstLine(lines, (text) => labelledDate(text, MODIFIED_LABEL, read)) ??
    firstMeta(metadata, MODIFIED_META, read)
  );
}

/** Last changed, by what the page declares or says; ISO 8601. */
export function findModifiedDate(
  page: ParsedPage,
  metadata: Metadata,
  article: JsonLdArticle,
  url: string,
  sentAt?: number,
): SourcedValue | null {
  const read = rejectFuture(dateParserFor(page, url), sentAt);
  const declared = rejectFuture(normalizeDate, sentAt);
  return (
    firstDate('json-ld', article.modified, declared) ??
    firstMeta(metadata, MODIFIED_META, declared) ??
    firstProperty(page, 'modified', read) ??
    firstLine(datedLines(page), (text) => labelledDate(text, MODIFIED_LABEL, read))
  );
}

function timesOfPage(page: ParsedPage): string[] {
  return isDiscussion(page) ? page.times.concat(page.userContentTimes) : page.times;
}

/** Comments have times too, and are later than what they are about. */
function earlierDay(time: SourcedValue | null, line: SourcedValue | null): SourcedValue | null {
  return time !== null && line !== null && line.value.slice(0, 10) < time.value.slice(0, 10) ? line : time;
}

type DateParser = (text: string) => string | null;

/** How days and months are ordered where numbers leave it open: as the page's language and its country do. */
function dateParserFor(page: ParsedPage, url: string): DateParser {
  const american = /^en(?:[-_]us)?$/i.test(page.language?.trim() ?? '');
  const monthFirst = american && !/\.(?:uk|au|nz|in|ie|za|sg|hk)(?:[/:]|$)/.test(url);
  return (text) => normalizeDate(text) ?? findDate(text, monthFirst);
}

/** Eight digits may be a number like any other, so while nobody says when the page was sent, it has to know of their year. */
function urlDateParser({ html }: ParsedPage, sentAt: number | undefined): DateParser {
  return (url) => {
    const date = findDateInUrl(url);
    const [year = '', month, day] = date?.split('-') ?? [];
    const isNumber = url.includes(`${year}${month}${day}`) || url.includes(`${day}${month}${year}`);
    return sentAt === undefined && isNumber && !html.includes(year) ? null : date;
  };
}

/** What is dated later than the day after it was sent is the day of an event, or a mistake. */
function rejectFuture(read: DateParser, sentAt: number | undefined): DateParser {
  if (sentAt === undefined) return read;
  const latest = new Date(sentAt + DAY_MS).toISOString().slice(0, 10);
  return (text) => {
    const date = read(text);
    return date === null || date.slice(0, latest.length) > latest ? null : date;
  };
}

/** The day is the place of the page, as systems that file by the day make it. In a name it may be that of an event. */
const DATE_FOLDERS = /\/(?:19|20)\d\d\/\d\d?\/\d\d?(?:[/?#]|$)/;

/** Before the address that an archive's copy was made of stands the day of the copy. */
const ARCHIVE_PREFIX = /^https?:\/\/web\.archive\.org\/web\/[^/]+\//;

const MAX_MARKED = 5;

function firstDate(source: string, texts: readonly string[], read: DateParser): SourcedValue | null {
  for (const text of texts) {
    const value = read(text);
    if (value !== null) return { value, source };
  }
  return null;
}

function firstMeta(metadata: Metadata, names: readonly string[], read: DateParser): SourcedValue | null {
  for (const name of names) {
    const found = firstDate(`meta ${name}`, metadata[name] ?? [], read);
    if (found !== null) return found;
  }
  return null;
}

function firstProperty(page: ParsedPage, wanted: PropertyName, read: DateParser): SourcedValue | null {
  for (const { name, value, source } of page.properties) {
    const date = name === wanted ? read(value) : null;
    if (date !== null) return { value: date, source };
  }
  return null;
}

/** Names that a site made up. */
const CUSTOM_PUBLISHED_META =
  /^(?:[\w-]+[.:_-])?(?:article|content|page|post|story|news)?[._-]?pub(?:lish(?:ed|ing)?|lication)?[._:-]?(?:date|time|datetime|date_?time|at|on)$/;

function firstCustomMeta(metadata: Metadata, read: DateParser): SourcedValue | null {
  for (const name in metadata) {
    const isOwn = name.includes('pub') && CUSTOM_PUBLISHED_META.test(name);
    const found = isOwn ? firstDate(`meta ${name}`, metadata[name] ?? [], read) : null;
    if (found !== null) return found;
  }
  return null;
}

const timeOf = ({ value }: SourcedValue): number => Date.parse(value.slice(0, 10));
const IN_UTC = /T\d\d:\d\d.*(?:Z|[+-]00:?00)$/;

/** The neighbouring day that address or page show, where an instant is told in UTC. */
function toLocalDay(
  declared: SourcedValue,
  page: ParsedPage,
  inUrl: SourcedValue | null,
  read: DateParser,
): SourcedValue {
  if (!IN_UTC.test(declared.value)) return declared;
  if (inUrl !== null && Math.abs(timeOf(inUrl) - timeOf(declared)) === DAY_MS)
    return { ...inUrl, source: declared.source };
  const shown = [...page.dates.slice(0, MAX_MARKED), ...page.times.slice(0, MAX_MARKED)];
  const lines = linesBefore(datedLines(page), NEAR_LINES).flatMap(({ text }) =>
    text.length > MAX_LINE_LENGTH ? [] : [text],
  );
  let other: SourcedValue | null = null;
  for (const text of [...shown, ...lines]) {
    const value = read(text);
    if (value === null) continue;
    const days = Math.abs(Date.parse(value.slice(0, 10)) - timeOf(declared)) / DAY_MS;
    if (days === 0 && !IN_UTC.test(value)) return declared;
    if (days === 1) other ??= { value: value.slice(0, 10), source: declared.source };
  }
  return other ?? declared;
}

/** Lines after the headline in which a date is that of the page. */
const NEAR_LINES = 40;
/** Lines after the headline that are nearer to it than to anything else. */
const NEAREST_LINES = 12;
/** When whoever wrote it became a member, or was born. */
const PERSON_DATE =
  /(?<![\p{L}])(?:registriert|angemeldet|anmeldedatum|mitglied seit|dabei seit|geboren|joined|join date|registered|member since|born|inscrit|inscription|membre depuis|registrado|registro|iscritto|lid sinds|dołączył|зарегистрирован|регистрация)(?![\p{L}])/iu;
/** From when on something is so: whoever is told of is older than what tells it. */
const SINCE_DATE =
  /(?<!\p{L})(?:since|seit|ab|depuis|desde|sinds|dal|sedan|siden)\s+(?:(?:the|dem|den|le|el|de|il)\s+)?(?:\p{L}{3,12}\.?\s+)?\d/iu;
/** A longer string is a sentence, and its date one of what it tells. */
const MAX_LINE_LENGTH = 100;
const MAX_LINES = 1000;

/** A line that may say a date, and how many lines stand between it and the first. */
type DatedLine = { text: string; place: number };

/** From a little before the headline on; before that stands today's date, or that of another page. */
function datedLines(page: ParsedPage): readonly DatedLine[] {
  let found = DATED_LINES.get(page);
  if (found === undefined) {
    found = findDatedLines(page);
    DATED_LINES.set(page, found);
  }
  return found;
}

/** Both dates of a page are looked for in the same lines. */
const DATED_LINES = new WeakMap<ParsedPage, readonly DatedLine[]>();

function findDatedLines(page: ParsedPage): DatedLine[] {
  const { blocks, charStats: shapes } = page;
  const aside = ASIDE | THIRD_PARTY | (isDiscussion(page) ? 0 : USER_CONTENT);
  const headline = Math.max(0, blocks.findIndex(({ element }) => BLOCK_KINDS.headline.has(element)) - 3);
  const found: DatedLine[] = [];
  const count = Math.min(blocks.length, MAX_LINES);
  let place = 0;
  for (let i = 0; i < count; i++) {
    const at = (headline + i) % blocks.length;
    const { text, roles } = blocks[at] as Block;
    if ((roles & aside) !== 0) continue;
    if (
      (shapes[at * STATS_PER_BLOCK + DIGITS] as number) >= MIN_DIGITS &&
      mayContainDate(text, MAX_LABELLED_LENGTH + MAX_LABEL_DISTANCE)
    )
      found.push({ text, place });
    place++;
  }
  return found;
}

/** Whether nobody but readers wrote running text: then a thread is what the page is about. */
function isDiscussion({ blocks }: ParsedPage): boolean {
  const isOwn = ({ roles, text, linked, element }: Block): boolean =>
    (roles & (ASIDE | USER_CONTENT)) === 0 &&
    text.length - linked > MIN_SENTENCE_LENGTH &&
    !BLOCK_KINDS.headline.has(element) &&
    !BLOCK_KINDS.heading.has(element);
  return !blocks.some(isOwn);
}

/** What is longer is no label, day or name. Characters. */
const MIN_SENTENCE_LENGTH = 60;

/** As in `1.1.20`, or a year with the name of a month. */
const MIN_DIGITS = 4;

function linesBefore(lines: readonly DatedLine[], place: number): DatedLine[] {
  return lines.filter((line) => line.place < place);
}

function firstLine(lines: readonly DatedLine[], read: DateParser): SourcedValue | null {
  for (const { text } of lines) {
    const value = read(text);
    if (value !== null) return { value, source: 'text' };
  }
  return null;
}

const PUBLISHED_LABEL =
  /(?<![\p{L}])(?:(?:beitrag|artikel|eintrag)[^.]{0,120} wurde|published|posted|first published|publication date|date published|released|veröffentlicht|erschienen|erstellt|eingestellt|online seit|publié|mis en ligne|paru|publicado|publicada|fecha de publicación|pubblicato|pubblicata|gepubliceerd|geplaatst|opublikowano|dodano|publicerad|publisert|udgivet|offentliggjort|julkaistu|publikováno|zveřejněno|objavljeno|közzétéve|yayınlanma|yayın tarihi|опубликовано|дата публикации|опубліковано|δημοσιεύτηκε|发布时间|发表于|發佈|公開日|投稿日|掲載日|등록일|입력)(?![\p{L}])[^\p{L}\d]{0,4}(?:(?:on|am|date|le|el|il|op|den|dne|um|:|at|vom|datum)[\s:]*){0,2}/iu;
const MODIFIED_LABEL =
  /(?<![\p{L}])(?:(?:last )?(?:updated|modified|edited|reviewed|revised|changed)|last (?:update|revision|change)|(?:zuletzt |letzte )?(?:aktualisiert|aktualisierung|geändert|änderung|bearbeitet)|stand|mis(?:e)? à jour|modifié|dernière (?:mise à jour|modification)|actualizado|actualizada|última (?:actualización|modificación)|aggiornato|aggiornata|ultimo aggiornamento|ultima modifica|atualizado|bijgewerkt|gewijzigd|aktualizacja|zaktualizowano|uppdaterad|oppdatert|opdateret|päivitetty|aktualizováno|frissítve|güncelleme|обновлено|изменено|оновлено|更新日|更新时间|最終更新|수정)(?![\p{L}])[^\p{L}\d]{0,4}(?:(?:on|am|le|el|il|op|den|dne|at|vom|der seite|datum)[\s:]*){0,2}/iu;

/** What follows a word is its date, if it follows at once. Characters. */
const MAX_LABEL_DISTANCE = 40;

function labelledDate(text: string, word: RegExp, read: DateParser): string | null {
  const found = word.exec(text.slice(0, MAX_LABELLED_LENGTH));
  if (!found) return null;
  const from = found.index + found[0].length;
  return read(text.slice(from, from + MAX_LABEL_DISTANCE));
}

/** Words of publication stand at the beginning of a line or of a short one. */
const MAX_LABELLED_LENGTH = 300;

/** A news item begins with its place and day: "Berlin, 29.11.2022 – …". */
const DATELINE = /^(?:[\p{L} .()/]{2,25}[,:–-]\s*)?.{6,26}?\s*(?:[–—-]|:|\||\)|\s["„“«»‚'])/u;

function datelineDate(text: string, read: DateParser): string | null {
  if (text.length <= MAX_LINE_LENGTH) return null;
  const start = DATELINE.exec(text.slice(0, 60))?.[0];
  return start === undefined ? null : read(start);
}
