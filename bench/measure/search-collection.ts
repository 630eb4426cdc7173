import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { RecordChange } from '../../shared/ports/search-index.ts';
import { seenRecord } from '../data/seen-record.ts';

/** A collection with relevance judgements. */
export type SearchCollection = {
  /** Name of its folder. */
  name: string;
  /** Language of the documents, ISO 639-1. */
  lang: string;
  documents: RecordChange[];
  /** The queries that have judgements. `relevant`: ids of the documents that answer the query. */
  queries: { id: string; text: string; relevant: ReadonlySet<string> }[];
};

const JUDGEMENTS = 'qrels.tsv';

/** Returns the collections of a folder: the folder itself, or its subfolders with judgements in the order of their names. */
export function collectionFolders(folder: string): string[] {
  if (!existsSync(folder)) return [];
  if (existsSync(join(folder, JUDGEMENTS))) return [folder];
  return readdirSync(folder)
    .sort()
    .map((name) => join(folder, name))
    .filter((one) => existsSync(join(one, JUDGEMENTS)));
}

/** Reads docs.jsonl {id, title, text, description?}, queries.jsonl {id, text}, qrels.tsv (query, document, 1) and meta.json {lang}. */
export function readCollection(folder: string): SearchCollection {
  const lines = (name: string) => readFileSync(join(folder, name), 'utf8').split('\n').filter(Boolean);
  const jsonLines = <T>(name: string) => lines(name).map((line) => JSON.parse(line) as T);
  const { lang } = JSON.parse(readFileSync(join(folder, 'meta.json'), 'utf8')) as { lang: string };
  const judged = new Map<string, Set<string>>();
  for (const line of lines(JUDGEMENTS)) {
    const [query = '', doc = ''] = line.split('\t');
    judged.set(query, (judged.get(query) ?? new Set()).add(doc));
  }
  const queries = jsonLines<{ id: string; text: string }>('queries.jsonl').flatMap(({ id, text }) => {
    const relevant = judged.get(id);
    return relevant ? [{ id, text, relevant }] : [];
  });
  return {
    name: basename(folder),
    lang,
    queries,
    documents: jsonLines<Doc>('docs.jsonl').map((doc) => changeOf(doc, lang)),
  };
}

type Doc = { id: string; title?: string; text: string; description?: string };

function changeOf(doc: Doc, language: string): RecordChange {
  const { id, title = '', text, description = '' } = doc;
  const url = `http://bench.example/${encodeURIComponent(id)}`;
  return seenRecord({ id, url, title, text, description, language });
}
