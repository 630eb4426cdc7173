import { TEXT_FIELDS } from '../../index/text-fields.ts';
import { BETWEEN_URLS, MAX_INDEXED_URLS } from '../../index/url-text.ts';
import { DAY_MS } from '../../text/time-units.ts';
import { CLASSES, FIELD_NAMES } from './opensearch-fields.ts';

/** Lifetime of the tombstone of a URL that left a record: longer than the retention of any queue. Milliseconds. */
const TOMBSTONE_MS = 35 * DAY_MS;

const listOf = (names: readonly string[]): string => names.map((name) => `'${name}'`).join(', ');
const FIELD_LIST = listOf(FIELD_NAMES);

/** Harvesters learn of a removed record by its classes. */
const REMOVED_FIELDS = listOf(FIELD_NAMES.filter((name) => name !== CLASSES));

/** Texts that may differ between pages with the same main text: the words of each page are stored with its URL. */
const PAGE_TEXTS = TEXT_FIELDS.filter((field) => field !== 'text');

/** Returns the entries of a map literal. */
const wordsOf = (owner: string): string => PAGE_TEXTS.map((field) => `'${field}': ${owner}.words.${field}`).join(', ');

/**
 * Painless script that applies the changes of one record inside the engine, so that concurrent writers lose nothing and the
 * order does not matter. `params.changes` come from `changeParams`, the stored names from `IndexDocument`. Each update request
 * contains the script, so its explanation is here:
 *
 * 1. Create the document (`s`) if it is new.
 * 2. Apply each change (`p`) to the entry of its URL (`u`). The later change wins; of two changes at the same time, the one by
 *    which the URL leaves the record wins. `page` (the page fields) is set by the latest change of a live URL. Expired
 *    tombstones are removed.
 * 3. If nothing changed, skip the write. `listed`: harvesters must learn of it.
 * 4. Sort the live URLs: first the URL seen first, then the shortest, then the first in alphabetical order. Choose the first with page fields as
 *    the one that the record is shown under (`best`). A URL whose page names another live URL of the record as canonical (`defers`) comes last.
 * 5. If no live URL has page fields, remove all indexed fields but the classes.
 * 6. Otherwise derive the indexed fields from the entry of the chosen URL. `fetchedDay` is the day when it was first seen with this
 *    content. `words.url` has the words of the first live URLs.
 */
export const APPLY_CHANGES = `
def s = ctx._source;
if (s.urls == null) { s.id = params.id; s.urls = new HashMap(); s.analysed = new HashMap(); s.live = false; }
boolean changed = false;
boolean listed = false;
for (def p : params.changes) {
  def u = s.urls.get(p.url);
  if (u == null) {
    u = new HashMap();
    u.first = p.first; u.at = p.at; u.live = p.live;
    s.urls.put(p.url, u);
    changed = true; listed = true;
  } else {
    if (p.first < u.first) { u.first = p.first; changed = true; }
    if (p.at > u.at) { listed = listed || u.live != p.live; u.at = p.at; u.live = p.live; changed = true; }
    else if (p.at == u.at && u.live && !p.live) { u.live = false; changed = true; listed = true; }
  }
  if (u.live && p.parts != null) u.parts = p.parts;
  if (!u.live) { u.remove('page'); u.remove('words'); u.remove('keys'); u.remove('parts'); }
  else if (p.page != null && (u.page == null || p.at > u.pageAt)) {
    u.page = p.page; u.pageAt = p.at; u.keys = p.keys;
    u.words = [${wordsOf('p')}];
    s.text = p.text;
    s.analysed.put(p.page.language, p.words.text);
    changed = true; listed = true;
  }
  def old = p.at - ${TOMBSTONE_MS}L;
  s.urls.values().removeIf(e -> !e.live && e.at < old);
}
if (!changed) { ctx.op = 'none'; return; }
def best = null;
boolean bestDefers = false;
def list = new ArrayList();
def parts = new ArrayList();
def live = new ArrayList(s.urls.entrySet());
live.removeIf(e -> !e.getValue().live);
live.sort((x, y) -> {
  def v = x.getValue();
  def w = y.getValue();
  String a = x.getKey();
  String b = y.getKey();
  if (v.first != w.first) return v.first < w.first ? -1 : 1;
  return a.length() == b.length() ? a.compareTo(b) : a.length() - b.length();
});
for (def e : live) {
  def v = e.getValue();
  list.add(e.getKey());
  if (v.parts != null && parts.size() < ${MAX_INDEXED_URLS}) parts.add(v.parts);
  if (v.page == null) continue;
  def c = v.page.canonical == null || v.page.canonical == e.getKey() ? null : s.urls.get(v.page.canonical);
  boolean defers = c != null && c.live && c.page != null;
  if (best == null || (bestDefers && !defers)) { best = e; bestDefers = defers; }
}
s.urlList = list;
if (best == null) {
  if (s.live) s.listedAt = params.listedAt;
  s.live = false;
  s.analysed = new HashMap();
  for (def name : ['shown', 'text', 'near', 'words', 'fetchedAt', ${REMOVED_FIELDS}]) s.remove(name);
  return;
}
def v = best.getValue();
if (listed || !s.live || s.shown != best.getKey()) s.listedAt = params.listedAt;
s.live = true;
s.shown = best.getKey();
s.words = [${wordsOf('v')}, 'text': s.analysed.get(v.page.language), 'url': String.join('${BETWEEN_URLS}', parts)];
for (def name : [${FIELD_LIST}]) {
  def keywords = v.keys.fields.get(name);
  if (keywords == null) s.remove(name);
  else s.put(name, keywords);
}
if (v.keys.near != null) s.near = v.keys.near;
s.fetchedAt = v.page.fetchedAt;
s.fetchedDay = [Instant.ofEpochMilli((long) v.first).toString().substring(0, 10)];
`.trim();
