import { formatNoun } from '../../text/format-count.ts';
import type { Agreement } from './choose-pages.ts';

/**
 * Describes how often the person agrees with the topic filters: `you confirmed 8 of 10 relevant and 3 of 4 off-topic pages`. Empty if
 * no page was judged.
 */
export function describeAgreement({ relevant, 'off-topic': offTopic }: Agreement): string {
  const parts = [
    // The noun follows the last part.
    { ...relevant, noun: offTopic.judged > 0 ? ['relevant', 'relevant'] : ['relevant page'] },
    { ...offTopic, noun: ['off-topic page'] },
  ].filter(({ judged }) => judged > 0);
  const texts = parts.map(
    ({ agreed, judged, noun: [one = '', many] }) => `${agreed} of ${formatNoun(judged, one, many)}`,
  );
  return texts.length === 0 ? '' : `you confirmed ${texts.join(' and ')}`;
}
