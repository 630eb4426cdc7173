import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { type GraphLine, parseGraphLine } from '../../shared/simulate/graph.ts';
import { normalize } from '../../shared/url/normalize.ts';
import { DEFAULT_URL_RULES } from '../../shared/url/url-rules.ts';

/** Reads a graph file. @param isTraining whether a row is a training page */
export function readGraphFile(file: string, isTraining: (row: Record<string, unknown>) => boolean): GraphLine[] {
  const bytes = readFileSync(file);
  const rows = (file.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString().split('\n').filter(Boolean);
  return rows.map((text) => {
    const row = JSON.parse(text) as Record<string, unknown>;
    return { ...parseGraphLine(row, urlOf), isTraining: isTraining(row) };
  });
}

function urlOf(text: string) {
  const found = normalize(text, undefined, DEFAULT_URL_RULES);
  return found.kind === 'url' ? found.url : undefined;
}
