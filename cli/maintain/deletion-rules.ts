import type { DocumentLine } from '../../shared/clean/document.ts';
import type { Objects } from '../../shared/ports/objects.ts';
import { urlRulesOf } from '../../shared/settings/rules.ts';
import type { Settings } from '../../shared/settings/settings.ts';
import { readStoredLines } from '../../shared/text/json-lines.ts';
import type { DeletedLists } from '../../shared/url/deleted.ts';
import { normalize } from '../../shared/url/normalize.ts';
import { hostOf, type Url } from '../../shared/url/url.ts';
import { optionFault, UsageError, type UsageLine } from '../command.ts';

/** What the user selected: the values of `--host`, `--path`, `--url`, `--digest` and `--id`. */
export type DeletionSelectors = {
  host?: readonly string[] | undefined;
  path?: readonly string[] | undefined;
  url?: readonly string[] | undefined;
  digest?: readonly string[] | undefined;
  id?: readonly string[] | undefined;
};

/** The rules of a selection, and the MD5 digests whose records must be looked up. */
export type ParsedSelection = { rules: DeletedLists; md5: string[] };

/** Message for rules that no deletion has set. */
export const NOTHING_TO_LIFT: UsageLine = {
  command: 'nothing to lift: no rule is the same as the given ones; list them with: npx thresher delete --list',
  library: 'nothing to lift: no rule is the same as the given ones; deletedRules lists them',
};

const SHA_256 = /^[0-9a-f]{64}$/;
const MD5 = /^[0-9a-f]{32}$/;

/**
 * Parses a selection.
 *
 * @throws UsageError that names every invalid value
 */
export function parseSelection(
  { host, path, url, digest, id }: DeletionSelectors,
  settings: Settings,
): ParsedSelection {
  const faults: UsageLine[] = [];
  const parse = <T>(option: string, values: readonly string[] | undefined, read: (value: string) => T): T[] =>
    (values ?? []).flatMap((value) => {
      try {
        return [read(value)];
      } catch (error) {
        faults.push(optionFault(option, `${value}: ${(error as Error).message}`));
        return [];
      }
    });
  // An alias stands for its main host: its name must not delete that host.
  const exact = { ...settings, aliases: {}, foundAliases: {} };
  const hosts = parse('host', host, (value) => parseHost(value, exact));
  const prefixes = parse('path', path, (value) => parsePrefix(value, exact));
  const urls = parse('url', url, (value) => normalized(value, exact));
  const digests = parse('digest', digest, (value) => parseDigest(value, [SHA_256, MD5]));
  const ids = parse('id', id, (value) => parseDigest(value, [SHA_256]));
  if (faults.length > 0) throw new UsageError(...faults);
  const records = [...ids, ...digests.filter((value) => SHA_256.test(value))];
  return { rules: { hosts, prefixes, urls, records }, md5: digests.filter((value) => MD5.test(value)) };
}

function normalized(value: string, settings: Settings): Url {
  const read = normalize(value, undefined, urlRulesOf(settings));
  if (read.kind === 'url') return read.url;
  throw new Error(`not a valid URL (${read.reason})`);
}

function parseHost(value: string, settings: Settings): string {
  const url = URL.parse(`http://${value}/`);
  if (value === '' || url?.pathname !== '/' || url.search || url.hash || url.username)
    throw new Error('must be a host name such as www.example.org, with the port if it has one');
  return hostOf(normalized(url.href, settings));
}

function parsePrefix(value: string, settings: Settings): string {
  const prefix = normalized(value, settings);
  const href = URL.parse(value)?.href ?? '';
  // A rule such as dropIndexPages shortens the URL of a page to that of its folder, which selects far more.
  if (href.length > prefix.length && href.startsWith(prefix))
    throw new Error(
      `this crawl stores it as ${prefix}; use that to delete every URL that starts with it, or select this one as a URL`,
    );
  return prefix;
}

function parseDigest(value: string, forms: readonly RegExp[]): string {
  const digest = value.toLowerCase();
  if (forms.some((form) => form.test(digest))) return digest;
  const lengths = forms.map((form) => (form === MD5 ? '32' : '64')).join(' or ');
  throw new Error(`must be ${lengths} hexadecimal digits, as \`thresher search --json\` prints them`);
}

/** Returns the ids of records whose text has one of the MD5 digests. Reads all documents of the crawl. */
export async function findRecordsByMd5(crawl: string, md5: readonly string[], objects: Objects): Promise<string[]> {
  const wanted = new Set(md5);
  const ids = new Set<string>();
  if (wanted.size === 0) return [];
  for await (const key of objects.list(`clean/${crawl}/`))
    for (const line of readStoredLines<DocumentLine>(await objects.get(key), key))
      if (line.kind === 'document' && wanted.has(line.document.md5 ?? '')) ids.add(line.document.digest);
  return [...ids];
}
