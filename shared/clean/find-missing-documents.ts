import type { Objects } from '../ports/objects.ts';
import { documentsKey } from './documents-key.ts';

/** @returns the keys of objects with captures for which the clean stage has not stored documents */
export async function findMissingDocuments(crawl: string, objects: Pick<Objects, 'list'>): Promise<string[]> {
  const cleaned = new Set<string>();
  for await (const key of objects.list(`clean/${crawl}/`)) cleaned.add(key);
  const missing: string[] = [];
  for await (const key of objects.list(`raw/${crawl}/`)) if (!cleaned.has(documentsKey(key))) missing.push(key);
  return missing;
}
