import type { StackContext } from './context.ts';

/** What a deployment changes in the options of a stack. */
export type ContextChanges = {
  /** For the user: one line for each changed option, then a sentence for each consequence that is hard to undo. */
  lines: string[];
  /** Whether the stack loses its search engine, and all indexes with it. */
  deletesEngine: boolean;
};

/** Search engines that belong to the stack, by the value of `search`. */
const OWN_ENGINES = new Map([
  ['domain', 'search domain'],
  ['serverless', 'serverless collection'],
]);

const searchOf = ({ search = 'domain' }: StackContext) => search;

const isSearchPublic = (context: StackContext) =>
  searchOf(context) !== 'none' && (context['searchAccess'] ?? 'public') === 'public';

/** Compares the options of a stack with those of its last deployment. */
export function compareContexts(before: StackContext, after: StackContext): ContextChanges {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  const lines = names.flatMap((name) => {
    const [old, value] = [before[name] || 'not set', after[name] || 'not set'];
    return old === value ? [] : [`  ${name}: ${old} → ${value}`];
  });
  const [oldSearch, search] = [searchOf(before), searchOf(after)];
  const deleted = oldSearch === search ? undefined : OWN_ENGINES.get(oldSearch);
  if (deleted !== undefined) {
    const refill = search === 'none' ? '' : ' `thresher reindex --target aws`, once per crawl, fills the new engine.';
    lines.push(`This deletes the ${deleted} of the stack with its indexes.${refill}`);
  }
  if (isSearchPublic(after) && !isSearchPublic(before))
    lines.push('This makes the search public: everybody can search and read the pages of all crawls of the stack.');
  return { lines, deletesEngine: deleted !== undefined };
}
