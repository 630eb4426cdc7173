/**
 * Dumps of the Open Directory Project (DMOZ, Curlie): `content.rdf.u8` lists the pages of each category, with the title and
 * description that its editors gave them; `structure.rdf.u8` says which categories lie below which. A million entries and
 * more, so each is told as soon as it is read.
 */
import { compileCategories } from './categories.ts';
import { aboutOf, type SeedReader, type SeedSink } from './found-seed.ts';
import { tagReader } from './xml-tags.ts';

/** A category names its pages first and tells of each after that; so many names are remembered until then. */
const MOST_WAITING = 50_000;
/** Of a title or a description. Characters. */
const LONGEST_FIELD = 2_000;

const FIELDS = new Set(['title', 'description', 'topic']);

/** @param isWanted whether pages of a category are seeds; `compileCategories` makes it. */
export function odpReader(isWanted: (category: string) => boolean, sink: SeedSink): SeedReader {
  let category = '';
  let entries = 0;
  /** Named by the category, not told of yet. */
  let waiting = new Set<string>();
  let page: Record<string, string> | undefined;
  let field: string | undefined;

  const tell = (url: string, topic: string, words: Record<string, string> = {}): void => {
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
    for (const url of waiting) tell(url, category);
    waiting = new Set();
  };
  const endPage = ({ about: url = '', ...words }: Record<string, string>): void => {
    if (url !== '') tell(url, words['topic']?.trim() || category, words);
    waiting.delete(url);
  };

  const tags = tagReader({
    open(name, attributes) {
      field = page && FIELDS.has(name) ? name : undefined;
      if (name === 'topic' && !page) {
        endCategory();
        category = attributes['id'] ?? '';
      } else if (name === 'externalpage') page = { about: attributes['about'] ?? '' };
      else if (/^(?:link|rss|atom|pdf)1?$/.test(name) && !page && attributes['resource'] !== undefined)
        if (isWanted(category) && waiting.size < MOST_WAITING) waiting.add(attributes['resource']);
    },
    text(piece) {
      if (!page || field === undefined) return;
      const before = page[field] ?? '';
      if (before.length < LONGEST_FIELD) page[field] = before + piece;
    },
    close(name) {
      field = undefined;
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
 * Reads `structure.rdf.u8` for the categories below those that are wanted, wherever they stand in the directory's tree.
 *
 * @param add is told of each category below a wanted one. What was read before its parent was wanted is missed: whoever
 * reads the file again until nothing new comes has them all.
 */
export function structureReader(isWanted: (category: string) => boolean, add: (category: string) => void): SeedReader {
  let wanted = false;
  return tagReader({
    open(name, attributes) {
      if (name === 'topic') wanted = isWanted(attributes['id'] ?? '');
      else if (wanted && /^(?:narrow|symbolic)[12]?$/.test(name)) {
        const resource = attributes['resource'] ?? '';
        // A reference to another part of the tree stands behind the name that it has here: `Sundews:Top/Science/…`.
        const category = resource.replace(/^[^/]*:(?=Top\b)/, '');
        if (category !== '') add(category);
      }
    },
  });
}

/** Whether a category is wanted, with those that were learnt from the structure. */
export function wantedCategories(patterns: readonly string[]): {
  isWanted(category: string): boolean;
  /** @returns whether it is new. */
  add(category: string): boolean;
} {
  const isChosen = compileCategories(patterns);
  const learnt = new Set<string>();
  return {
    isWanted: (category) => isChosen(category) || learnt.has(category),
    add(category) {
      if (isChosen(category) || learnt.has(category)) return false;
      learnt.add(category);
      return true;
    },
  };
}
