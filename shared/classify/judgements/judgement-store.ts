/**
 * Verdicts of a person on pages of a crawl, one object per page: `judgements/<crawl>/<verdict>/<fingerprint of the URL>.json`. The key
 * has the verdict, so that one listing per 1,000 pages reads all verdicts.
 */
import type { Objects } from '../../ports/objects.ts';
import { parseStoredJson } from '../../text/stored-json.ts';
import { fingerprintHalves } from '../../url/fingerprint.ts';
import type { Url } from '../../url/url.ts';

export const PERSON_VERDICTS = ['relevant', 'off-topic'] as const;

/** Verdict of a person on a page. */
export type PersonVerdict = (typeof PERSON_VERDICTS)[number];

/** A verdict of a person. */
export type StoredJudgement = {
  url: Url;
  verdict: PersonVerdict;
  /** When the person decided. ISO 8601. */
  at: string;
};

/** The verdicts of a person on the pages of a crawl. */
export type PersonVerdicts = {
  /** @returns undefined if the page was not judged, or if its two verdicts contradict each other */
  of(url: Url): PersonVerdict | undefined;
  /** Number of judged pages. */
  size: number;
};

/** Number of objects that are read at a time. */
const CONCURRENT_READS = 16;

/** Stores a verdict. It replaces an earlier one on the same page. */
export async function storeJudgement(
  crawl: string,
  judgement: StoredJudgement,
  objects: Pick<Objects, 'put' | 'delete'>,
): Promise<void> {
  const { url, verdict } = judgement;
  await objects.put(keyOf(crawl, verdict, url), new TextEncoder().encode(JSON.stringify(judgement)));
  const other = PERSON_VERDICTS.filter((one) => one !== verdict);
  await objects.delete(other.map((one) => keyOf(crawl, one, url)));
}

/** Deletes the verdict on a page, if there is one. */
export async function deleteJudgement(crawl: string, url: Url, objects: Pick<Objects, 'delete'>): Promise<void> {
  await objects.delete(PERSON_VERDICTS.map((verdict) => keyOf(crawl, verdict, url)));
}

/** Reads all verdicts of a crawl, without their pages: a listing. */
export async function readVerdicts(crawl: string, objects: Pick<Objects, 'list'>): Promise<PersonVerdicts> {
  const verdicts = new Map<string, PersonVerdict | undefined>();
  for (const verdict of PERSON_VERDICTS)
    for await (const key of objects.list(prefixOf(crawl, verdict))) {
      const page = key.slice(prefixOf(crawl, verdict).length);
      // Two verdicts: a change was interrupted. The page is judged again.
      verdicts.set(page, verdicts.has(page) ? undefined : verdict);
    }
  return { of: (url) => verdicts.get(nameOf(url)), size: verdicts.size };
}

/** Reads all judgements of a crawl, the latest first. @throws if an object is damaged, with its key */
export async function readJudgements(
  crawl: string,
  objects: Pick<Objects, 'list' | 'get'>,
): Promise<StoredJudgement[]> {
  const keys: string[] = [];
  for (const verdict of PERSON_VERDICTS) for await (const key of objects.list(prefixOf(crawl, verdict))) keys.push(key);
  const found: StoredJudgement[] = [];
  for (let i = 0; i < keys.length; i += CONCURRENT_READS) {
    const part = await Promise.all(
      keys.slice(i, i + CONCURRENT_READS).map(async (key) => ({ key, bytes: await objects.get(key) })),
    );
    for (const { key, bytes } of part) if (bytes) found.push(parseStoredJson<StoredJudgement>(bytes, key, ADVICE));
  }
  return found.sort((a, b) => (a.at < b.at ? 1 : -1));
}

const ADVICE = 'restore it from a backup, or delete it and judge the page again';

const prefixOf = (crawl: string, verdict: PersonVerdict): string => `judgements/${crawl}/${verdict}/`;

const keyOf = (crawl: string, verdict: PersonVerdict, url: Url): string => prefixOf(crawl, verdict) + nameOf(url);

function nameOf(url: Url): string {
  const halves = [...fingerprintHalves(url)].map((half) => half.toString(16).padStart(8, '0'));
  return `${halves.join('')}.json`;
}
