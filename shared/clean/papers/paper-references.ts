/** Reads the references section of a paper. */

/** Maximum number of references. */
const MAX_REFERENCES = 1_000;

/** The beginning of a reference: a number or key in brackets, or a number with a period. */
const NUMBERED_IN_BRACKETS = /(?:^|\s)\[(?:\d{1,4}|[A-Za-z+]{2,8}\d{2}[a-z]?)\]\s+/;
const NUMBERED_WITH_PERIOD = /(?:^|\n)\s*\d{1,4}\.\s+/;

const REFERENCES =
  '(?:references?|bibliography|literature cited|works cited|literatur(?:verzeichnis)?|références|bibliographie|referencias|referências|riferimenti bibliografici|referenties|literatuur)';
const REFERENCES_HEAD = new RegExp(String.raw`^${REFERENCES}(?!\p{L})[\s:.]*(?:\[|\n|$)`, 'iu');
const REFERENCES_BEFORE = new RegExp(String.raw`^\s*(?:(?:\d+\.?)+\s+)?${REFERENCES}[\s:.]*`, 'iu');

/** Returns the entries of the last references section, without their numbers. */
export function parseReferences(paragraphs: readonly string[], heads: readonly string[]): string[] {
  const at = heads.findLastIndex((head) => REFERENCES_HEAD.test(head));
  if (at === -1) return [];
  const own = paragraphs[at]!.replace(REFERENCES_BEFORE, '');
  const after: string[] = own === '' ? [] : [own];
  for (let i = at + 1; i < paragraphs.length && !/^append/i.test(heads[i]!); i++) after.push(paragraphs[i]!);
  const text = after.join('\n');
  const cut = [NUMBERED_IN_BRACKETS, NUMBERED_WITH_PERIOD].find((pattern) => pattern.test(text));
  const entries = cut ? text.split(new RegExp(cut, 'g')) : after.flatMap((paragraph) => paragraph.split('\n'));
  return entries
    .map((entry) => entry.replace(/\s+/g, ' ').trim())
    .filter((entry) => entry.length > 15 && entry.length < 1_000)
    .slice(0, MAX_REFERENCES);
}
