/** Searches in the texts of indexes of earlier versions, which have fewer. */
import type { Client } from '@opensearch-project/opensearch';
import { SEARCHED_TEXTS, TEXT_FIELDS } from '../../index/text-fields.ts';
import type { SearchedText } from '../../ports/index-condition.ts';
import type { SimilarWordQuery } from '../../ports/search-index.ts';
import { WORDS_MARK } from './opensearch-document.ts';
import { isUnmapped } from './opensearch-errors.ts';
import { sendSearch } from './opensearch-requests.ts';
import { similarWordsBody } from './opensearch-similar-words.ts';

/** Texts that the index of any version has. */
const FIRST_TEXTS: readonly SearchedText[] = ['title', 'headings', 'text'];

const without = (...later: SearchedText[]) => TEXT_FIELDS.filter((field) => !later.includes(field));

/** Texts that indexes have: those of the current version, the two before it, and the first one. */
const TEXTS_OF_VERSIONS = [TEXT_FIELDS, without('keywords'), without('keywords', 'abstract'), FIRST_TEXTS];

/** Asks for similar words. An index of an earlier version has fewer texts. */
export async function sendSimilarWords(
  client: Client,
  index: string,
  query: SimilarWordQuery,
  limit: number,
  version = 0,
) {
  try {
    return await sendSearch(client, index, similarWordsBody(query, limit, TEXTS_OF_VERSIONS[version]!));
  } catch (error) {
    if (!isUnmapped(error) || version === TEXTS_OF_VERSIONS.length - 1) throw error;
    return sendSimilarWords(client, index, query, limit, version + 1);
  }
}

/** Returns whether an index lacks a field. The suggester refuses such a field; searches alone take it for one that no record has. */
export async function lacksField(client: Client, index: string, field: string): Promise<boolean> {
  try {
    await sendSearch(client, index, { size: 0, suggest: { field: { text: 'text', term: { field } } } });
    return false;
  } catch (error) {
    if (isUnmapped(error)) return true;
    throw error;
  }
}

/** Returns the texts that an index has no field for. */
export async function findLackingTexts(client: Client, index: string): Promise<SearchedText[]> {
  const later = SEARCHED_TEXTS.filter((field) => !FIRST_TEXTS.includes(field));
  const lacking = await Promise.all(later.map((field) => lacksField(client, index, `words.${field}`)));
  return later.filter((_, i) => lacking[i]);
}

/** Returns whether an index was created for words of an earlier version. */
export const hasOldWords = (client: Client, index: string): Promise<boolean> => lacksField(client, index, WORDS_MARK);
