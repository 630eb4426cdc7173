/**
 * Seeds from search engines, as focused crawlers find theirs: a list of questions on the subject, the first answers to each,
 * those of several engines together. A provider is a function that knows how to ask for a part of the answers and how to
 * read it; who asks, and how politely, is not its matter.
 */
import type { FoundSeed } from './found-seed.ts';
import { aboutOf } from './found-seed.ts';

export type ProviderResult = { url: string; title?: string; description?: string };

/** Which part of the answers: parts asked for before this one, and answers that they brought. */
export type ResultPosition = { parts: number; answers: number };

export type SearchProvider = {
  /** For messages, and kept beside the seed. */
  name: string;
  /** The answers of one part; an empty list: there are no more. @throws what keeps it from asking. */
  search(query: string, part: ResultPosition): Promise<ProviderResult[]>;
};

/** A provider that has new answers in no part of so many asks is out of them. */
const MOST_PARTS = 100;

/** Documents have hardly ever links, so they lead nowhere. */
const DOCUMENT =
  /\.(?:pdf|ps|eps|dvi|docx?|docm|dotx?|xlsx?|xlsm|pptx?|ppsx?|odt|ods|odp|rtf|epub|djvu?|tex|csv|zip|t?gz|bz2|xz|7z|rar)(?:[?#]|$)/i;

export type ProviderRules = {
  /** Answers to each question that count, documents left out. */
  first: number;
  /** Addresses that end like documents are dropped. */
  dropDocuments: boolean;
};

/** The first answers to a question, each address once, in the order of the provider. */
export async function* seedsFromQuery(
  query: string,
  provider: SearchProvider,
  { first, dropDocuments }: ProviderRules,
): AsyncGenerator<FoundSeed> {
  const known = new Set<string>();
  let at = 0;
  const part: ResultPosition = { parts: 0, answers: 0 };
  while (part.parts < MOST_PARTS && at < first) {
    const answers = await provider.search(query, { ...part });
    const before = known.size;
    for (const { url, title, description } of answers) {
      if (known.has(url)) continue;
      known.add(url);
      if (at >= first || (dropDocuments && DOCUMENT.test(url))) continue;
      const about = aboutOf([
        ['title', title],
        ['query', query],
        ['by', provider.name],
        ['description', description],
      ]);
      yield { url, ...(about && { about }), at: ++at };
    }
    // The same answers again: the engine does not part them, or is at its end.
    if (known.size === before) return;
    part.parts++;
    part.answers += answers.length;
  }
}
