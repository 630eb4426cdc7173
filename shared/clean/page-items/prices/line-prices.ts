/** Reads the prices in the lines of a card or product: that of a sale beside the old one, and ranges. */
import { DELETED, RUN_SIZE, readInlines, startOfRun } from '../../html/inline-runs.ts';
import type { Block, ParsedPage } from '../../html/parsed-page.ts';
import { amountOf } from './amounts.ts';
import { labelledKind } from './price-labels.ts';

/** Maximum length of a piece of a line that is searched for a price, in UTF-16 units. */
const MAX_PIECE = 80;
/** Maximum length of a line that may have a price, in UTF-16 units: a sale price with texts for screen readers, and a button. */
const MAX_PRICE_LINE = 300;

/** A number with separators of thousands and decimals, also `1'299.00` and `49,-`. */
const NUMBER = String.raw`\d{1,9}(?:[.,'’]\d{2,3}|[ \u00a0\u202f]\d{3}(?!\d)){0,4}(?:[.,](?:\d{1,2}|[-–—]{1,2}))?`;
const SIGNS = '[$£€¥￥₹₩₺₽₫฿₪₴₦₱]';
const CODES = 'USD|EUR|GBP|CHF|SEK|NOK|DKK|PLN|CZK|HUF|RON|AUD|CAD|NZD|INR|BRL|JPY|TRY';
const BEFORE = String.raw`(?:${SIGNS}|(?:US|CA|C|AU|A|NZ|S|HK|R)\$|(?<![A-Za-z])(?:Rs\.?|Fr\.|kr\.?|zł|${CODES}))\s?`;
const AFTER = String.raw`(?:[€£$₽₺₫₪₴]|zł|kr\b|Kč|Ft\b|lei\b|TL\b|лв|円|元(?![素旦])|원|руб|грн|(?:${CODES})\b)`;
/** Words for ten thousand and more in East Asia (`8.5万円`, `1億2,000万円`), and in India (`₹ 85 Lakh`), which belong to the number. */
const MYRIADS = '[万萬億亿만억]';
const MYRIAD_AMOUNT = String.raw`${MYRIADS}(?:\s?\d[\d,]{0,8}\s?${MYRIADS}?)?`;
const INDIAN_UNITS = String.raw`\s?(?:[Ll]akhs?|[Ll]acs?|[Cc]rores?|[Cc]r)(?![\w\u00c0-\u024f])`;
/** Other prices stand before words that begin so: `€ 249 Crème`, `€ 249 Lac`. */
const RUPEES = String.raw`(?:₹|(?<![A-Za-z])(?:Rs\.?|INR))\s?`;
/** What makes an amount another thing than a price: millions after it, and savings after or before it. */
const NOT_AFTER = String.raw`(?![\d.,]*(?:[mMbB]|bn|\s?(?:[mb]illion|trillion|[oO]ff|OFF|discount|[rR]abatt))\b)`;
const NOT_BEFORE = String.raw`(?<!(?:\b(?:[sS]ave|SAVE|[sS]avings?|[sS]paren?|[eE]rsparnis)|[Éé]conomisez):?\s(?:up to |bis zu )?)`;

/** A price with the sign or code of its currency before or after the number, or with `:-` for it; a salary with its `k`. */
const PRICE = new RegExp(
  String.raw`${NOT_BEFORE}(?:${RUPEES}${NUMBER}${INDIAN_UNITS}|${BEFORE}${NUMBER}(?:[kK]\b|${MYRIAD_AMOUNT})?|(?<!\d)${NUMBER}(?:\s?${AFTER}|${MYRIAD_AMOUNT}\s?[円元圆원]|:-(?![\w-])))${NOT_AFTER}`,
);
const PRICES = new RegExp(PRICE, 'g');
const PRICES_WITH_CODES = new RegExp(String.raw`${PRICE.source}(?:\s(?:${CODES})\b)?`, 'g');
/** Minimum length of a text beside its price that is more than the label of a price or button, in UTF-16 units. */
const MIN_NAME = 25;

/** Most texts have no digit, and a search for one takes a third of the time. */
const hasPrice = (text: string): boolean => DIGIT.test(text) && PRICE.test(text);
const DIGIT = /\d/;

/** Returns a text without its prices, their currencies (`$32.00 USD`) and the spaces around the rest; undefined if it has no price. */
export const textBesidePrices = (text: string): string | undefined =>
  hasPrice(text) ? text.replace(PRICES_WITH_CODES, '').trim() : undefined;

/** Returns whether a text is a price with little beside it, such as `From $29`. */
export function isPriceLabel(text: string): boolean {
  const beside = textBesidePrices(text);
  return beside !== undefined && beside.length < MIN_NAME;
}

/**
 * Prices of a line. `deleted`: those that are crossed out; `old`: those that only a class or a word marks as old; `rates`: instalments, and prices
 * of a time or quantity, which may be old too. Costs of shipping are in none of them.
 */
export type LinePrices = { deleted: string[]; old: string[]; rates: string[]; shown: string[] };

/** Returns the prices of a line; undefined without any. A link is a piece of its own, because it may be a button. */
export function pricesIn(page: ParsedPage, block: Block): LinePrices | undefined {
  if (block.text.length > MAX_PRICE_LINE || !hasPrice(block.text)) return undefined;
  const pieces: Record<PieceKind, string[][]> = { deleted: [], old: [], shown: [] };
  let last: { kind: PieceKind; link: number } | undefined;
  for (let run = block.firstRun; run < block.lastRun; run++) {
    const inline = readInlines(page, { ...block, firstRun: run, lastRun: run + 1 })[0];
    if (!inline || inline.image !== null) continue;
    const kind = (inline.marks & DELETED) !== 0 ? 'deleted' : isOld(page, run) ? 'old' : 'shown';
    const link = page.runs[run * RUN_SIZE + 3] as number;
    const list = pieces[kind];
    if (last?.kind === kind && last.link === link) list.at(-1)?.push(inline.text);
    else list.push([inline.text]);
    last = { kind, link };
  }
  const textsOf = (texts: readonly string[][], maxLength: number): string[] =>
    texts.map(joinTexts).filter(({ length }) => length <= maxLength);
  const deleted = textsOf(pieces.deleted, MAX_PIECE).flatMap((text) => text.match(PRICES) ?? []);
  // A line with a crossed-out price is no sentence.
  const maxLength = deleted.length > 0 ? MAX_PRICE_LINE : MAX_PIECE;
  const found: LinePrices = { deleted, old: [], rates: [], shown: [] };
  for (const text of textsOf(pieces.old, maxLength))
    for (const { index, 0: price } of text.matchAll(PRICES)) {
      found.old.push(price);
      if (labelledKind(text.slice(0, index), text.slice(index + price.length)) === 'rates') found.rates.push(price);
    }
  for (const text of textsOf(pieces.shown, maxLength)) {
    const prices = [...text.matchAll(PRICES)];
    let isOldRange = false;
    for (const [k, { index, 0: price }] of prices.entries()) {
      const end = index + price.length;
      const next = prices[k + 1];
      const isWithNext = next !== undefined && IN_RANGE.test(text.slice(end, next.index)) && isLess(price, next[0]);
      const kind: ReturnType<typeof labelledKind> = isOldRange
        ? 'old'
        : labelledKind(text.slice(0, index), text.slice(end));
      isOldRange = kind === 'old' && isWithNext;
      if (kind) found[kind === 'old' && !isOldRange && isLess(price, next?.[0]) ? 'shown' : kind].push(price);
    }
  }
  return found;
}

/** What stands between the prices of a range. */
const IN_RANGE = /^\s*[-–—]\s*$/;

/** Returns whether a price is less than the next one: `Regular $4.50 Large $5.50` are sizes, as an old price is more than the one after it. */
const isLess = (price: string, next: string | undefined): boolean => Number(amountOf(price)) < Number(amountOf(next));

/** Kinds of the pieces of a line by their elements. */
type PieceKind = 'deleted' | 'old' | 'shown';

/**
 * Joins the texts of elements beside each other. Two digits in an element of their own are cents, as in `$49<sup>99</sup>` and
 * `49<sup>99</sup> €`; a number of something else is not part of the amount, as in `<b>$49</b><i>30 reviews</i>`.
 */
function joinTexts(texts: readonly string[]): string {
  let joined = '';
  for (const [k, text] of texts.entries()) {
    if (LAST_DIGIT.test(joined) && FIRST_DIGIT.test(text)) joined += separatorOf(joined, text, texts[k + 1] ?? '');
    joined += text;
  }
  return joined;
}

/** Returns what separates two numbers without a space between them: the point before cents, or a line break before a number of something else. */
function separatorOf(before: string, text: string, next: string): '' | '.' | '\n' {
  if (WHOLE.test(before) && CENTS_AND_SIGN.test(text + next)) return '.';
  if (COUNT.test(text)) return '\n';
  return CENTS.test(text) && WHOLE_AMOUNT.test(before) ? '.' : '';
}

const FIRST_DIGIT = /^\d/;
const LAST_DIGIT = /\d$/;
const CENTS = /^\d\d(?!\d)/;
const CENTS_AND_SIGN = new RegExp(String.raw`^\d\d\s?${AFTER}`);
const GROUPS = String.raw`\d{1,3}(?:[.,'’ \u00a0\u202f]?\d{3})*$`;
const WHOLE_AMOUNT = new RegExp(String.raw`${SIGNS}\s?${GROUPS}`);
/** An amount that is not the end of a name such as `Model 3`. */
const WHOLE = new RegExp(String.raw`(?:^|[^\p{L}\d\s])\s*${GROUPS}`, 'u');
/** A percentage, a rating or a number of something. */
const COUNT = new RegExp(String.raw`^(?:\d[\d.,]*\s?(?:%|(?!${AFTER})\p{L})|\d[.,]\d(?!\d))`, 'u');

/** Start tag with the class or style of an old price, directly before its text: `regular-price`, `price--old`, `line-through`. */
const OLD_TAG =
  /<\w+\s(?:[^<>]*\s)?(?:class|style)="[^"<>]*(?:regular-price|old-?price|price-{0,2}_{0,2}(?:old|rrp|msrp|non-sale|compare)|compare-?at|was-?price|list-price|price-was|strike|cross(?:ed|-?out)?(?=[\s"])|line-through|(?<=["\s])(?:was|old|rrp)(?=["\s]))[^"<>]*"[^<>]*>\s*$/i;
/** Maximum length of the tag, in UTF-16 units. */
const MAX_TAG = 200;

function isOld(page: ParsedPage, run: number): boolean {
  const start = startOfRun(page, run);
  return OLD_TAG.test(page.html.slice(Math.max(0, start - MAX_TAG), start));
}

/**
 * Returns the first price of a card that is not old; of several, the one that is nowhere crossed out: texts for screen readers repeat it
 * (`Regular price …`). Without a sale, the class of an old price is that of the price.
 */
export function choosePrice(lines: readonly LinePrices[]): string | undefined {
  if (lines.length === 0) return undefined;
  const isCrossedOut = newDigits(lines.flatMap(({ deleted }) => deleted));
  const isOldPrice = newDigits(lines.flatMap(({ old }) => old));
  const all = lines.flatMap(({ shown }) => shown);
  const shown = all.filter((price) => !isCrossedOut(price));
  // A theme may hide a second, crossed-out price that is the same.
  const price = shown.find((one) => !isOldPrice(one)) ?? shown[0] ?? all[0];
  // An instalment may stand beside a price that has the label of an old one, as `Regular price`.
  // Both may also be rates: `$9.99/month $4.99/month`.
  const rates = lines.flatMap((line) => line.rates);
  const old = lines.flatMap((line) => line.old).find((one) => !rates.includes(one));
  return (price ?? old ?? rates.find((one) => !isOldPrice(one)) ?? rates[0])?.trim();
}

function newDigits(prices: readonly string[]): (price: string) => boolean {
  const digits = new Set(prices.map(digitsOf));
  return (price) => digits.has(digitsOf(price));
}

const digitsOf = (price: string): string => price.replace(/\D/g, '');
