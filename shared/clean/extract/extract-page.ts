/**
 * Structured extraction: compiles and applies the extraction rules of a crawl. Import it dynamically, as
 * `shared/settings/extraction.ts` does: it loads a tree parser that crawls without rules do not need.
 */

import { normalize } from '../../url/normalize.ts';
import { compilePattern, type UrlPattern } from '../../url/pattern.ts';
import type { Url } from '../../url/url.ts';
import type { UrlRules } from '../../url/url-rules.ts';
import type { Fields, FieldValue, FollowedLink } from '../document-fields.ts';
import { parseLooseJson } from '../metadata/loose-json.ts';
import type {
  ExtractField,
  ExtractFollow,
  Extractor,
  ExtractResult,
  ExtractRule,
  ExtractRules,
  ExtractSource,
} from './extract-rules.ts';
import {
  compileField,
  compileLocator,
  type ExtractNode,
  type NodeFinder,
  readValue,
  type UrlContext,
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

/** Maximum number of items of a page. */
const MAX_ITEMS = 2_000;
/** Maximum number of links that a page gives to follow. */
const MAX_FOLLOWED = 5_000;

/** Compiles extraction rules. @throws Error naming the rule and its part if a selector, path or pattern is invalid */
export function compileExtract({ rules, followOnly, maxPageLength }: ExtractRules, urlRules: UrlRules): Extractor {
  const compiled = rules.map(compileRule);
  const byName = new Map(compiled.map((one) => [one.rule.name, one]));
  return (source) => {
    const { linkedRule } = source;
    const found =
      (linkedRule === undefined ? undefined : byName.get(linkedRule)) ??
      compiled.find(({ matches }) => matches.some((matched) => matched(source.url)));
    if (!found) return followOnly ? { ...emptyResult(null, true), follow: [] } : undefined;
    if (source.text.length > maxPageLength) return { ...emptyResult(found.rule, false), reason: 'too-large' };
    const root = rootNode(source);
    return root
      ? extractFields(found, root, source, urlRules)
      : { ...emptyResult(found.rule, false), reason: 'too-deep' };
  };
}

/** Returns a result without values. @param isKept whether the page is kept, whatever the rule says */
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
  const { url } = source;
  const own = readFields(fields, root, source);
  // Linked pages inherit the values of the list.
  const about = { ...source.about, ...firstValues(own) };
  const links = new Map<Url, FollowedLink>();
  const add = (followers: readonly Follower[], node: ExtractNode, beside: Record<string, string>) => {
    for (const link of followers.flatMap((one) => followLinks(one, node, source, beside, urlRules)))
      if (link.url !== url && links.size < MAX_FOLLOWED && !links.has(link.url)) links.set(link.url, link);
  };
  const found: Record<string, FieldValue[]>[] = [];
  for (const node of items?.find(root).slice(0, MAX_ITEMS) ?? []) {
    const item = readFields(items!.fields, node, source);
    if (Object.keys(item).length > 0) found.push(item);
    add(items!.follow, node, { ...about, ...firstValues(item) });
  }
  add(follow ?? [], root, about);
  const selectsLinks = follow !== undefined || (items !== undefined && items.follow.length > 0);
  const followed = selectsLinks ? { follow: [...links.values()] } : {};
  return { rule: rule.name, keep: rule.keep, fields: own, items: found, ...followed };
}

function followLinks(
  { find, attribute, as }: Follower,
  node: ExtractNode,
  context: UrlContext,
  about: Record<string, string>,
  urlRules: UrlRules,
): FollowedLink[] {
  return find(node).flatMap((place) => {
    const href = readValue(place, 'url', attribute, context);
    const found = normalize(`${href ?? ''}`, context.base, urlRules);
    if (href === undefined || found.kind !== 'url') return [];
    const anchor = `${readValue(place, 'text', undefined, context) ?? ''}`
      .replace(/\s+/g, ' ')
      .slice(0, MAX_ANCHOR_LENGTH);
    const link = { url: found.url, anchor, about: truncateAbout(about) };
    return [as === undefined ? link : { ...link, extractRule: as }];
  });
}

/** Maximum length of an anchor text, in UTF-16 units. */
const MAX_ANCHOR_LENGTH = 500;
/** Limits on `about`, which travels with the link through queues and tables: length of a value and of all, in UTF-16 units. */
const MAX_ABOUT_VALUE = 300;
const MAX_ABOUT = 800;

/** Truncates the values of `about` to its limits. */
function truncateAbout(about: Record<string, string>): Record<string, string> {
  let lengthLeft = MAX_ABOUT;
  return Object.fromEntries(
    Object.entries(about).flatMap(([name, text]) => {
      const kept = text.slice(0, Math.max(0, Math.min(MAX_ABOUT_VALUE, lengthLeft)));
      lengthLeft -= kept.length + name.length;
      return kept === '' ? [] : [[name, kept]];
    }),
  );
}

function readFields(readers: FieldReaders, node: ExtractNode, context: UrlContext): Fields {
  const fields: Fields = {};
  for (const [name, read] of readers) {
    const values = read(node, context);
    if (values.length > 0) fields[name] = values;
  }
  return fields;
}

/** Returns the first value of each field as one line. */
function firstValues(fields: Fields): Record<string, string> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, [value]]) => [name, `${value as string | number}`.replace(/\s+/g, ' ')]),
  );
}

function compileRule(rule: ExtractRule): CompiledRule {
  const { name, items } = rule;
  const compilePart = <Part>(path: string, compile: () => Part): Part => {
    try {
      return compile();
    } catch (error) {
      throw new Error(`${name}: ${path}: ${(error as Error).message}`);
    }
  };
  const compileFields = (plans: Record<string, ExtractField>): FieldReaders =>
    Object.entries(plans).map(([field, plan]) => [field, compilePart(`fields.${field}`, () => compileField(plan))]);
  const compileFollowers = (plans: readonly ExtractFollow[]): Follower[] =>
    plans.map((plan) => ({
      find: compilePart('follow', () => compileLocator(plan)),
      attribute: plan.attribute,
      as: plan.as,
    }));
  return {
    rule,
    matches: rule.pages.map((pattern) => compilePart('pages', () => compilePattern(pattern))),
    fields: compileFields(rule.fields),
    items: items && {
      find: compilePart('items', () => compileLocator(items)),
      fields: compileFields(items.fields),
      follow: compileFollowers(items.follow),
    },
    follow: rule.follow && compileFollowers(rule.follow),
  };
}
