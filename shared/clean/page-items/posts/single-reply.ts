/** Finds the only reply of a thread, which is like no other element of the page. */
import { ASIDE } from '../../html/elements.ts';
import { classOf } from '../../html/hints/class-of.ts';
import type { Block, ParsedPage } from '../../html/parsed-page.ts';
import { subtreeEnds } from '../../main-text/container-sums.ts';
import type { PartsInput } from '../candidate-groups.ts';
import { type Part, partsOf } from '../parts.ts';
import { isParagraph, isShortSentence } from './opening-post.ts';
import type { PostLines } from './post-lines.ts';
import { containersAround, containersInSidebars } from './sidebars.ts';

/** A word of the class of a reply. */
const REPLY_CLASS = /(?:^|[\s_-])(?:comment|reply|answer|response|note|post|message)(?=[\s_-]|$)/i;
/** Maximum number of elements that are read. */
const MAX_ELEMENTS = 12;

/** Returns the elements after the main text began that may be a reply by their class, the outermost first, as parts. */
export function replyParts({ page, chosen }: PartsInput, lines: PostLines): Part[] {
  const { containers, blocks } = page;
  const ends = subtreeEnds(containers.parents);
  const first = chosen.find(isParagraph) ?? chosen[0];
  if (!first) return [];
  const around = containersAround(page, first);
  const inSidebar = containersInSidebars(page, around);
  const candidates = new Set<number>();
  for (const block of blocks) {
    if (!isAuthorOf(block, lines) || inSidebar[block.container] !== 0) continue;
    const reply = outermostReply(page, block, around);
    if (reply !== 0) candidates.add(reply);
    if (candidates.size >= MAX_ELEMENTS) break;
  }
  const isText = new Set(
    blocks.filter(
      (block) =>
        (block.roles & ASIDE) === 0 &&
        block.linked * 2 <= block.text.length &&
        (isParagraph(block) || isShortSentence(block)),
    ),
  );
  return partsOf(page, isText, { members: [...candidates].sort((a, b) => a - b), areItems: false }, ends, false).filter(
    ({ text }) => text.length > 0,
  );
}

const isAuthorOf = (block: Block, lines: PostLines): boolean =>
  (block.roles & ASIDE) === 0 &&
  (lines.memberIn(block) ?? lines.markedLinkIn(block) ?? lines.markedTextIn(block) ?? lines.bylineIn(block)) !==
    undefined;

/** Maximum number of elements around a name that are searched. */
const MAX_DEPTH = 20;

/** Returns the outermost container with the class of a reply around a block, but not around the main text, or 0. */
function outermostReply(page: ParsedPage, { container }: Block, around: ReadonlySet<number>): number {
  const { parents, names } = page.containers;
  let found = 0;
  let depth = 0;
  for (let c = container; c !== 0 && !around.has(c) && depth < MAX_DEPTH; c = parents[c] as number, depth++)
    if (REPLY_CLASS.test(classOf(page, names[c] as number))) found = c;
  return found;
}
