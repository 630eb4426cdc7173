/**
 * Lowers the scores of parts that a publishing system or shop puts into its main content: related posts, links to share, the author and category of a page,
 * labels, other products, taxes and delivery. The trees know the usual words in names only (`related`, `share`).
 */
import { totalUnlinkedLength } from '../../html/block-lengths.ts';
import { ASIDE } from '../../html/elements.ts';
import type { Block } from '../../html/parsed-page.ts';
import { PAGE_KINDS } from '../../page-kind/page-kinds.ts';
import type { PageSurvey } from '../page-survey.ts';
import { inNamedElement } from './named-elements.ts';

/** Subtracted from the scores. */
const PENALTY = 6;
/** Maximum share of the text of a page in such parts. */
const MAX_SHARE = 2 / 3;
/** Classes and ids by program that no other has. */
const NAMES: readonly string[] = [
  // Jetpack and other plug-ins of WordPress
  'jp-relatedposts|sharedaddy|jetpack-likes-widget-wrapper|yarpp(?:-related)?|crp_related|addtoany_share_save_container',
  'heateor_sss_sharing_container|wp-block-post-navigation-link',
  // Substack
  'subscription-widget-wrap(?:-editor)?|subscription-widget',
  // Confluence
  'likes-and-labels-container',
  // DokuWiki
  'dw__toc',
  // The news extension of TYPO3
  'news-(?:backlink|related)-wrap',
  // The theme Docsy of Hugo
  'feedback--(?:prompt|response)|td-page-meta__lastmod',
  // Help centres of Zendesk
  'article-(?:votes|relatives|more-questions|return-to-top)',
  // Joomla
  'article-info (?:text-)?muted',
  // XenForo and phpBB
  'bbCodeBlock-(?:expand|shrink)Link|p-body-sidebar(?:Col)?|stat-block (?:online-list|permissions|birthday-list|statistics)',
];
/** Names that other pages give to sections of their text, too: Confluence, DokuWiki, Doxygen, Substack. */
const COMMON_NAMES: readonly string[] = [
  ...['page-metadata(?:-modification-info)?', 'docInfo', 'projectbrief|navpath', 'button-wrapper'],
];
/** Names by shop program. Articles and manuals have some of them, too. */
const SHOP_NAMES: readonly string[] = [
  // Magento
  'block (?:upsell|related|crosssell)|review-add|product-addto-links|action-skip-wrapper',
  // PrestaShop
  'product-flags|(?:featured|crossselling)-products|product-accessories|blockreassurance(?:_product)?|tax-shipping-delivery-label|product-comments',
  // Shopware
  'product-detail-(?:review(?:-\\w+)?|tax(?:-container)?|delivery-information)|product-cross-selling|cms-block-(?:product-)?cross-selling',
  // Shopify's own themes
  'product__pickup-availabilities|pickup-availability(?:-preview|-info)?|product-recommendations',
];
const patternOf = (names: readonly string[]): RegExp => new RegExp(`(?:^|\\s)(?:${names.join('|')})(?=\\s|$)`);
const NAME = patternOf(NAMES);
const COMMON_NAME = patternOf(COMMON_NAMES);
const SHOP_NAME = patternOf(SHOP_NAMES);
const ANY_NAME = patternOf([...NAMES, ...COMMON_NAMES, ...SHOP_NAMES]);

/** Minimum unlinked length of a line that is text rather than a label or a line with author and date, in UTF-16 units. */
const MIN_PROSE = 80;
/** Minimum probability that a page is one of a shop. */
const MIN_SHOP = 0.5;
const PRODUCT = PAGE_KINDS.indexOf('product');
const COLLECTION = PAGE_KINDS.indexOf('collection');

/**
 * Lowers the scores in place. A page with more than two thirds of its text in such parts is left alone. Names of shops count on their pages only, and
 * names that other pages have too only if no line in such a part is text.
 *
 * @param scores logarithms of the odds, by block
 * @param kinds probability of each kind of page
 */
export function lowerProgramParts(scores: Float32Array, { page }: Pick<PageSurvey, 'page'>, kinds: Float32Array): void {
  // Few pages have one.
  if (inNamedElement(page, ANY_NAME) === undefined) return;
  const isShop = (kinds[PRODUCT] as number) + (kinds[COLLECTION] as number) >= MIN_SHOP;
  const { blocks } = page;
  const partOf = (name: RegExp): readonly Block[] => {
    const isInside = inNamedElement(page, name);
    return isInside === undefined ? [] : blocks.filter(isInside);
  };
  const common = partOf(COMMON_NAME);
  const inside = new Set([
    ...partOf(NAME),
    ...(common.some(({ text, linked }) => text.length - linked >= MIN_PROSE) ? [] : common),
    ...(isShop ? partOf(SHOP_NAME) : []),
  ]);
  if (inside.size === 0) return;
  if (totalUnlinkedLength([...inside], ASIDE, 0) > totalUnlinkedLength(blocks, ASIDE, 0) * MAX_SHARE) return;
  for (const [i, block] of blocks.entries()) if (inside.has(block)) scores[i] = (scores[i] as number) - PENALTY;
}
