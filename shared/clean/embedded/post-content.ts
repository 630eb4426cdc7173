/** The content of posts in the data of a forum. */
import { elementId } from '../html/elements.ts';
import { uint8Array } from '../html/page-arrays.ts';
import type { Block, ParsedPage } from '../html/parsed-page.ts';

const ASIDE = elementId('aside');

/**
 * Returns the blocks outside of `aside`, in which Discourse quotes other posts and shows previews of linked pages.
 *
 * @param page the parsed markup of posts
 */
export function postContent({ blocks, containers: { parents, elements } }: ParsedPage): Block[] {
  const isAside = uint8Array(parents.length);
  for (let c = 1; c < parents.length; c++)
    isAside[c] = elements[c] === ASIDE ? 1 : (isAside[parents[c] as number] as number);
  return blocks.filter(({ container }) => isAside[container] === 0);
}
