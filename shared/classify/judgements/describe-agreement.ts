import type { Agreement } from './choose-pages.ts';

/**
 * Describes how often the person agrees with the topic filters: `you confirmed 8 of 10 relevant and 3 of 4 off-topic pages`. Empty if
 * no page was judged.
 */
export function describeAgreement({ relevant, 'off-topic': offTopic }: Agreement): string {
  const parts = [
    ...(relevant.judged > 0 ? [`${relevant.agreed} of ${relevant.judged} relevant`] : []),
    ...(offTopic.judged > 0 ? [`${offTopic.agreed} of ${offTopic.judged} off-topic`] : []),
  ];
  return parts.length === 0 ? '' : `you confirmed ${parts.join(' and ')} pages`;
}
