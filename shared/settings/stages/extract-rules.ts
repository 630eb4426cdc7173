import type { ExtractField, ExtractItems, ExtractRule, ExtractRules } from '../../clean/extract/extract-rules.ts';
import type { Settings } from '../settings.ts';

type RuleSettings = Settings['extract']['rules'][number];
type FollowSettings = NonNullable<RuleSettings['follow']>[number];

/** @returns the extraction rules in the form of the clean stage, or `undefined` if the crawl has none. */
export function extractRulesOf(extract: Settings['extract']): ExtractRules | undefined {
  const { rules, followOnly, maxPageLength } = extract;
  if (rules.length === 0 && !followOnly) return undefined;
  return { rules: rules.map(ruleOf), followOnly, maxPageLength };
}

function ruleOf({ items, follow, fields, ...rule }: RuleSettings): ExtractRule {
  return {
    ...rule,
    fields: fieldsOf(fields),
    ...(items && {
      items: { ...items, fields: fieldsOf(items.fields), follow: items.follow.map(placeOf) } satisfies ExtractItems,
    }),
    ...(follow && { follow: follow.map(placeOf) }),
  };
}

function fieldsOf(fields: RuleSettings['fields']): Record<string, ExtractField> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [
      name,
      typeof field === 'string' ? { select: field, type: 'text' } : field,
    ]),
  );
}

const placeOf = (follow: FollowSettings) => (typeof follow === 'string' ? { select: follow } : follow);
