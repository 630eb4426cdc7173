/**
 * Reads dumps of the Open Directory Project (DMOZ, Curlie). `content.rdf.u8` lists the pages of each category with title and
 * description; `structure.rdf.u8` lists subcategories. A dump has over a million entries, so each is emitted as soon as it is read.
 */
import { compileCategories } from './categories.ts';
import { aboutOf, type SeedReader, type SeedSink } from './found-seed.ts';
import { tagReader } from './xml-tags.ts';

/** Maximum number of pages that a category lists before their descriptions follow. */
const MAX_PENDING = 50_000;
/** Maximum length of a title or description, in characters. */
const MAX_FIELD_LENGTH = 2_000;

const FIELDS = new Set(['title', 'description', 'topic']);

/** @param isWanted tells whether pages of a category are seeds (see `compileCategories`). */
export function odpReader(isWanted: (category: string) => boolean, sink: SeedSink): SeedReader {
  let category = '';
  let entries = 0;
  /** Pages that the category lists and that have not been described yet. */
  let pending = new Set<string>();
  let page: Record<string, string> | undefined;
  let field: string | undefined;

  const emit = (url: string, topic: string, words: Record<string, string> = {}): void => {
    entries++;
    if (!isWanted(topic)) return;
    const about = aboutOf([
      ['title', words['title']],
      ['category', topic],
      ['description', words['description']],
    ]);
    sink.seed({ url, ...(about && { about }), at: entries });
  };
  const endCategory = (): void => {
    for (const url of pending) emit(url, category);
    pending = new Set();
  };
  const endPage = ({ about: url = '', ...words }: Record<string, string>): void => {
    if (url !== '') emit(url, words['topic']?.trim() || category, words);
    pending.delete(url);
  };

  const tags = tagReader({
    open(name, attributes) {
      field = page && FIELDS.has(name) ? name : undefined;
      if (name === 'topic' && !page) {
        endCategory();
        category = attributes['id'] ?? '';
      } else if (name === 'externalpage') page = { about: attributes['about'] ?? '' };
      else if (/^(?:link|rss|atom|pdf)1?$/.test(name) && !page && attributes['resource'] !== undefined)
        if (isWanted(category) && pending.size < MAX_PENDING) pending.add(attributes['resource']);
    },
    text(piece) {
      if (!page || field === undefined) return;
      const before = page[field] ?? '';
      if (before.length < MAX_FIELD_LENGTH) page[field] = before + piece;
    },
    close(name, isImplied) {
      field = undefined;
      if (name === 'rdf' && isImplied) sink.fault(entries + 1, 'the dump ends before </RDF>, so it is cut off');
      if (name !== 'externalpage' || !page) return;
      endPage(page);
      page = undefined;
    },
  });
  return {
    write: tags.write,
    end() {
      tags.end();
      endCategory();
    },
  };
}

/**
 * Reads `structure.rdf.u8` to find subcategories of wanted categories anywhere in the tree.
 *
 * @param add receives each subcategory of a wanted one. A subcategory that precedes its parent is missed; read the file again until
 * nothing new is found.
 */
export function structureReader(isWanted: (category: string) => boolean, add: (category: string) => void): SeedReader {
  let wanted = false;
  return tagReader({
    open(name, attributes) {
      if (name === 'topic') wanted = isWanted(attributes['id'] ?? '');
      else if (wanted && /^(?:narrow|symbolic)[12]?$/.test(name)) {
        const resource = attributes['resource'] ?? '';
        // A link to another part of the tree follows its local name: `Sundews:Top/Science/…`.
        const category = resource.replace(/^[^/]*:(?=Top\b)/, '');
        if (category !== '') add(category);
      }
    },
  });
}

/** Creates a set of wanted categories: those that match the patterns, and those added from the structure. */
export function wantedCategories(patterns: readonly string[]): {
  isWanted(category: string): boolean;
  /** @returns true if the category is new. */
  add(category: string): boolean;
} {
  const matchesPattern = compileCategories(patterns);
  const added = new Set<string>();
  return {
    isWanted: (category) => matchesPattern(category) || added.has(category),
    add(category) {
      if (matchesPattern(category) || added.has(category)) return false;
      added.add(category);
      return true;
    },
  };
}
