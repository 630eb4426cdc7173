import * as z from 'zod';
import type { CutOff } from '../classify/judge.ts';
import {
  Documents,
  DomainWords,
  filterName,
  MetadataRules,
  Model,
  PluginRow,
  SitesOk,
  Terms,
} from './topic/filters.ts';

/** Settings of the topic filters. */
export const TopicSchema = z
  .strictObject({
    filters: z
      .array(
        z.union([SitesOk, MetadataRules, DomainWords, Documents, Terms, Model, PluginRow], {
          error: 'a filter: {sitesOk}, {metadata}, {domainWords}, {documents}, {terms}, {model} or {plugin}',
        }),
      )
      .default([])
      .describe(
        'Topic filters, in order. The first filter that decides ends the evaluation. Empty: every document is relevant.',
      ),
    follow: z
      .enum(['all', 'relevant'])
      .default('all')
      .describe(
        'Pages whose links are followed. `all`: the verdict of a page only ranks its links. `relevant`: links of off-topic pages are dropped, except those of seeds.',
      ),
  })
  .prefault({});

/** Returns the topic definitions and models with their thresholds. */
export function cutOffsOf({ topic }: { topic: z.output<typeof TopicSchema> }): CutOff[] {
  return topic.filters.flatMap((filter) =>
    'cutOff' in filter ? [{ filter: filterName(filter), cutOff: filter.cutOff }] : [],
  );
}
