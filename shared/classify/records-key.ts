/** `clean/<crawl>/<date>/<run>.jsonl.zst` → `records/<crawl>/<date>/<run>.jsonl.zst`. */
export function recordsKey(documentsKey: string): string {
  return documentsKey.replace(/^clean\//, 'records/');
}
