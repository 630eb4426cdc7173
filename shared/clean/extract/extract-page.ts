/**
 * Structured extraction: the rules of a crawl, compiled. It brings a parser that makes trees along, so it is imported when a
 * crawl has rules (`shared/settings/extraction.ts`) and by nobody outright.
 */

import { normalize } from '../../url/normalize.ts';
import { compilePattern, type UrlPattern } from '../../url/pattern.ts';
import type { Url } from '../../url/url.ts';
import type { UrlRules } from '../../url/url-rules.ts';
import type { Fields, FieldValue, FollowedLink } from '../document-fields.ts';
import { parseLooseJson } from '../metadata/loose-json.ts';
import {
  type ExtractField,
  type ExtractFollow,
  type Extractor,
  type ExtractResult,
  type ExtractRule,
  type ExtractRules,
  type ExtractSource,
  RULE_KEY,
} from './extract-rules.ts';
import {
  compileField,
  compileLocator,
  type ExtractNode,
  type NodeFinder,
  readValue,
  type ValueReader,
} from './extract-values.ts';
import { parseTree } from './page-tree.ts';

type Follower = { find: NodeFinder; attribute: string | undefined; as: string | undefined };
type FieldReaders = [name: string, read: ValueReader][];
type CompiledRule = {
  rule: ExtractRule;
  matches: readonly UrlPattern[];
  fields: FieldReaders;
  items: { find: NodeFinder; fields: FieldReaders; follow: Follower[] } | undefined;
  follow: Follower[] | undefined;
};

/** Of one page; more would be a list of lists. */
const MAX_ITEMS = 2_000;
const MAX_FOLLOWED = 5_000;

/** @throws Error naming rule and part, where a selector, path or pattern cannot be read. */
export function compileExtract({ rules, followOnly, maxPageLength }: ExtractRules, urlRules: UrlRules): Extractor {
  const compiled = rules.map(compileRule);
  const byName = new Map(compiled.map((one) => [one.rule.name, one]));
  return (source) => {
    const asked = source.about[RULE_KEY];
    const found =
      (asked === undefined ? undefined : byName.get(asked)) ??
      compiled.find(({ matches }) => matches.some((matched) => matched(source.url)));
    if (!found) return followOnly ? { ...emptyResult(null, true), follow: [] } : undefined;
    if (source.text.length > maxPageLength) return { ...emptyResult(found.rule, false), reason: 'too-large' };
    const root = rootNode(source);
    return root
      ? extractFields(found, root, source, urlRules)
      : { ...emptyResult(found.rule, false), reason: 'too-deep' };
  };
}

/** @param isKept a page that should have been read and could not is kept as the page it is, with its links left alone. */
function emptyResult(rule: ExtractRule | null, isKept: boolean): ExtractResult {
  const follow = rule?.follow === undefined ? {} : { follow: [] };
  return { rule: rule?.name ?? null, keep: isKept || rule?.keep !== false, fields: {}, items: [], ...follow };
}

function rootNode({ text, isJson }: ExtractSource): ExtractNode | undefined {
  if (isJson) return { json: parseLooseJson(text) };
  const element = parseTree(text);
  return element && { element };
}

function extractFields(
  { rule, fields, items, follow }: CompiledRule,
  root: ExtractNode,
  source: ExtractSource,
  urlRules: UrlRules,
): ExtractResult {
  const { url, base } = source;
  const own = readFields(fields, root, base);
  // What is known of a list is known of what it leads to.
  const { [RULE_KEY]: _, ...inherited } = source.about;
  const about = { ...inherited, ...firstValues(own) };
  const links = new Map<Url, FollowedLink>();
  const add = (followers: readonly Follower[], spot: ExtractNode, beside: Record<string, string>) => {
    for (const link of followers.flatMap((one) => followLinks(one, spot, base, beside, urlRules)))
      if (link.url !== url && links.size < MAX_FOLLOWED && !links.has(link.url)) links.set(link.url, link);
  };
  const found: Record<string, FieldValue[]>[] = [];
  for (const spot of items?.find(root).slice(0, MAX_ITEMS) ?? []) {
    const item = readFields(items!.fields, spot, base);
    if (Object.keys(item).length > 0) found.push(item);
    add(items!.follow, spot, { ...about, ...firstValues(item) });
  }
  add(follow ?? [], root, about);
  const isNarrow = follow !== undefined || (items !== undefined && items.follow.length > 0);
  const followed = isNarrow ? { follow: [...links.values()] } : {};
  return { rule: rule.name, keep: rule.keep, fields: own, items: found, ...followed };
}

function followLinks(
  { find, attribute, as }: Follower,
  spot: ExtractNode,
  base: string,
  about: Record<string, string>,
  urlRules: UrlRules,
): FollowedLink[] {
  return find(spot).flatMap((place) => {
    const href = readValue(place, 'url', attribute, base);
    const found = normalize(`${href ?? ''}`, base, urlRules);
    if (href === undefined || found.kind !== 'url') return [];
    const anchor = `${readValue(place, 'text', undefined, base) ?? ''}`.replace(/\s+/g, ' ').slice(0, MAX_ANCHOR);
    return [{ url: found.url, anchor, about: truncateAbout(as === undefined ? about : { ...about, [RULE_KEY]: as }) }];
  });
}

const MAX_ANCHOR = 500;
/** It travels with the link through queues and tables: a few hundred characters, shared out in order, a rule's name first. */
const MAX_ABOUT_VALUE = 300;
const MAX_ABOUT = 800;

function truncateAbout(about: Record<string, string>): Record<string, string> {
  let room = MAX_ABOUT;
  const entries = Object.entries(about).sort(([a], [b]) => Number(b === RULE_KEY) - Number(a === RULE_KEY));
  return Object.fromEntries(
    entries.flatMap(([name, text]) => {
      const said = text.slice(0, Math.max(0, Math.min(MAX_ABOUT_VALUE, room)));
      room -= said.length + name.length;
      return said === '' ? [] : [[name, said]];
    }),
  );
}

function readFields(readers: FieldReaders, spot: ExtractNode, base: string): Fields {
  const fields: Fields = {};
  for (const [name, read] of readers) {
    const values = read(spot, base);
    if (values.length > 0) fields[name] = values;
  }
  return fields;
}

/** The first value of each, as one line. */
function firstValues(fields: Fields): Record<string, string> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, [value]]) => [name, `${value as string | number}`.replace(/\s+/g, ' ')]),
  );
}

function compileRule(rule: ExtractRule): CompiledRule {
  const { name, items } = rule;
  const part = <Made>(what: string, make: () => Made): Made => {
    try {
      return make();
    } catch (error) {
      throw new Error(`${name}: ${what}: ${(error as Error).message}`);
    }
  };
  const readers = (plans: Record<string, ExtractField>): FieldReaders =>
    Object.entries(plans).map(([field, plan]) => [field, part(`fields.${field}`, () => compileField(plan))]);
  const followers = (plans: readonly ExtractFollow[]): Follower[] =>
    plans.map((plan) => ({
      find: part('follow', () => compileLocator(plan)),
      attribute: plan.attribute,
      as: plan.as,
    }));
  return {
    rule,
    matches: rule.pages.map((pattern) => part('pages', () => compilePattern(pattern))),
    fields: readers(rule.fields),
    items: items && {
      find: part('items', () => compileLocator(items)),
      fields: readers(items.fields),
      follow: followers(items.follow),
    },
    follow: rule.follow && followers(rule.follow),
  };
}
