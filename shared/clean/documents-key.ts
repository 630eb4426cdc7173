/** `raw/<crawl>/<date>/<run>.warc.gz` → `clean/<crawl>/<date>/<run>.jsonl.zst`. */
export function documentsKey(capturesKey: string): string {
  const path = capturesKey.replace(/^raw\//, '').replace(/\.warc(?:\.gz)?$/, '');
  return `clean/${path}.jsonl.zst`;
}
