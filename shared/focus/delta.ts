import type { Url } from '../url/url.ts';
import type { LinkEvidence } from './link-evidence.ts';

/** A judged page as the model learns it: probabilities that it is on topic, and that it leads to such pages. */
export type Lesson = { url: Url; evidence: LinkEvidence; relevance: number; promise?: number };

/** Encodes lessons as lines of text: relevance and promise in thousandths, evidence, URL. */
export function encodeDelta(lessons: readonly Lesson[]): Uint8Array {
  const lines = lessons.map(
    ({ url, evidence, relevance, promise }) =>
      `${thousandths(relevance)} ${promise === undefined ? '-' : thousandths(promise)} ${evidence} ${url}\n`,
  );
  return new TextEncoder().encode(lines.join(''));
}

/** Decodes lessons. Damaged lines are left out. */
export function decodeDelta(delta: Uint8Array): Lesson[] {
  const lessons: Lesson[] = [];
  for (const line of new TextDecoder().decode(delta).split('\n')) {
    const [, relevance, promise, evidence, url] = /^(\d{1,4}) (\d{1,4}|-) ([\w.-]*) (\S+:\/\/\S+)$/.exec(line) ?? [];
    if (url === undefined) continue;
    const lesson = { url: url as Url, evidence: evidence!, relevance: probabilityOf(relevance!) };
    lessons.push(promise === '-' ? lesson : { ...lesson, promise: probabilityOf(promise!) });
  }
  return lessons;
}

function thousandths(probability: number): number {
  return Math.round(probability * 1000);
}

function probabilityOf(text: string): number {
  return Math.min(Number(text) / 1000, 1);
}
