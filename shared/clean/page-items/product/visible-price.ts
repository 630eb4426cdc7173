/** Reads the price that a page shows near its main heading, for products that declare none. */
import { ASIDE, BLOCK_KINDS } from '../../html/elements.ts';
import type { Block, ParsedPage } from '../../html/parsed-page.ts';
import { choosePrice, type LinePrices, pricesIn, textBesidePrices } from '../prices/line-prices.ts';

/** Maximum number of blocks after the main heading that are searched. */
const MAX_BLOCKS = 15;
/**
 * Maximum length of a line, and of its text beside prices such as `Regular price`, in UTF-16 units. A line that repeats its crossed-out price has labels for
 * screen readers: `Original price was: €64.00. Current price is: €52.00.` (WooCommerce).
 */
const MAX_LINE = 80;
const MAX_LABEL = 14;
const MAX_SALE_LINE = 120;
const MAX_SALE_LABEL = 60;

/** Returns the first price after the main heading, which is that of the title if there are several, that is a line of its own and not old; undefined if there is none. It has its currency. */
export function visiblePrice(page: ParsedPage, title: string | null): string | undefined {
  const { blocks } = page;
  const isHeading = ({ element, roles }: Block): boolean => BLOCK_KINDS.headline.has(element) && (roles & ASIDE) === 0;
  const titled = blocks.findIndex((block) => block.text === title && isHeading(block));
  const heading = titled < 0 ? blocks.findIndex(isHeading) : titled;
  if (heading < 0) return undefined;
  for (const block of blocks.slice(heading + 1, heading + 1 + MAX_BLOCKS)) {
    if ((block.roles & ASIDE) !== 0 || block.text.length > MAX_SALE_LINE) continue;
    const prices = pricesIn(page, block);
    if (prices === undefined || !isPriceLine(block, prices)) continue;
    const price = choosePrice([prices]);
    if (price !== undefined) return price;
  }
  return undefined;
}

/** Returns whether a line consists of prices, their label and a tax note; not of a rate such as `$29/month`, a unit price or an instalment. */
function isPriceLine({ text }: Block, { deleted }: LinePrices): boolean {
  const isSale = deleted.some((price) => text.indexOf(price) !== text.lastIndexOf(price));
  const beside = text.length > (isSale ? MAX_SALE_LINE : MAX_LINE) ? undefined : textBesidePrices(text);
  return beside !== undefined && beside.length <= (isSale ? MAX_SALE_LABEL : MAX_LABEL) && !RATE.test(beside);
}

/** What follows or precedes a rate: a slash, or a number that is no percentage, as in `4 x $25` and `$5 per 100 g`. */
const RATE = /\/|\d(?![\d.,]*\s?%)/;
