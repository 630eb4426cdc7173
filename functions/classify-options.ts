import { compileFilters, type Judge } from '../shared/classify/judge.ts';
import { scopeRulesOf, seedsOf } from '../shared/settings/rules.ts';
import type { Settings } from '../shared/settings/settings.ts';
import { topicFiltersOf } from '../shared/settings/stages.ts';
import { compileScope } from '../shared/url/scope.ts';

/** The topic and the scope of a crawl, compiled: build them once for each version of its settings. */
export function classifyOptionsOf(settings: Settings): { judge: Judge; scope: ReturnType<typeof compileScope> } {
  const seeds = seedsOf(settings).accepted.map(({ url }) => url);
  return { judge: compileFilters(topicFiltersOf(settings)), scope: compileScope(scopeRulesOf(settings, seeds)) };
}
