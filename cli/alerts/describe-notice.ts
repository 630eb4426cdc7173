import type { OnNotice } from '../../shared/settings/alerts/notice-delivery.ts';

/** Says in one line whether one receiver has a notice, and if not, why. */
export function describeNotice({ event, channel, first, failure, isKept }: Parameters<OnNotice>[0]): string {
  const name = `notify ${event}${first === undefined ? '' : ` of ${first}`} (${channel})`;
  if (failure === undefined) return `${name}: sent`;
  return `${name}: not delivered: ${failure}${isKept ? '; it is sent again later, also by the next run' : ''}`;
}
