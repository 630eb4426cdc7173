/**
 * Lowers the scores of parts that a publishing system or shop puts into its main content: related posts, links to share, the author and category of a page,
 * labels, other products, taxes and delivery. Each program has names for them that no other has. The trees know the usual words in names
 * only (`related`, `share`).
 */
import { totalUnlinkedLength } from '../../html/block-lengths.ts';
import { ASIDE } from '../../html/elements.ts';
import type { PageSurvey } from '../page-survey.ts';
import { inNamedElement } from './named-elements.ts';

/** Subtracted from the scores. */
const PENALTY = 6;
/** Maximum share of the text of a page in such parts. */
const MAX_SHARE = 2 / 3;
/** Classes and ids by program. */
const NAMES: readonly string[] = [
  // Jetpack and other plug-ins of WordPress
  'jp-relatedposts|sharedaddy|jetpack-likes-widget-wrapper|yarpp(?:-related)?|crp_related|addtoany_share_save_container',
  'heateor_sss_sharing_container|wp-block-post-navigation-link',
  // Substack. Other sites have a button in an element of the last name, too
  'subscription-widget-wrap(?:-editor)?|subscription-widget|button-wrapper',
  // Confluence
  'page-metadata(?:-modification-info)?|likes-and-labels-container|labels-section|page-restrictions',
  // DokuWiki
  'dw__toc|docInfo',
  // The news extension of TYPO3
  'news-(?:backlink|related)-wrap',
  // The theme Docsy of Hugo
  'feedback--(?:prompt|response)|td-page-meta__lastmod',
  // Doxygen
  'projectbrief|navpath',
  // Help centres of Zendesk
  'article-(?:votes|relatives|more-questions|return-to-top)',
  // Joomla
  'article-info (?:text-)?muted',
  // XenForo and phpBB
  'bbCodeBlock-(?:expand|shrink)Link|p-body-sidebar(?:Col)?|stat-block',
  // Magento
  'block (?:upsell|related|crosssell)|review-add|product-addto-links|action-skip-wrapper',
  // PrestaShop
  'product-flags|(?:featured|crossselling)-products|product-accessories|blockreassurance(?:_product)?|tax-shipping-delivery-label|product-comments',
  // Shopware
  'product-detail-(?:review(?:-\\w+)?|tax(?:-container)?|delivery-information)|product-cross-selling|cms-block-(?:product-)?cross-selling',
  // Shopify's own themes
  'product__pickup-availabilities|pickup-availability(?:-preview|-info)?|product-recommendations',
];
const NAME = new RegExp(`(?:^|\\s)(?:${NAMES.join('|')})(?=\\s|$)`);

/**
 * Lowers the scores in place. A page with more than two thirds of its text in such parts is left alone.
 *
 * @param scores logarithms of the odds, by block
 */
export function lowerProgramParts(scores: Float32Array, { page }: Pick<PageSurvey, 'page'>): void {
  const isInside = inNamedElement(page, NAME);
  if (isInside === undefined) return;
  const { blocks } = page;
  const inside = totalUnlinkedLength(blocks.filter(isInside), ASIDE, 0);
  if (inside > totalUnlinkedLength(blocks, ASIDE, 0) * MAX_SHARE) return;
  for (const [i, block] of blocks.entries()) if (isInside(block)) scores[i] = (scores[i] as number) - PENALTY;
}
