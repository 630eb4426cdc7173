import type { Frontier, Head, HeadChange } from '../../ports/frontier.ts';

/**
 * Commits a host that has nothing to do before `due`.
 *
 * @param due next visit of a page, epoch ms; undefined: no page is visited again
 * @returns whether the host was committed: not if another worker has opened it since. Undefined if an offer has arrived meanwhile, so
 * that the host is not idle.
 */
export async function commitIdle(
  head: Head,
  change: Omit<HeadChange, 'state' | 'due' | 'inbox'>,
  due: number | undefined,
  frontier: Pick<Frontier, 'commit'>,
): Promise<boolean | undefined> {
  const idle: HeadChange = { ...change, state: 'idle', ...(due !== undefined && { due }), inbox: head.inbox };
  const outcome = await frontier.commit(head, head.epoch, idle);
  return outcome === 'inbox-moved' ? undefined : outcome === 'committed';
}
