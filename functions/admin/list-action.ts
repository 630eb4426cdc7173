import type { AdminAnswer } from '../../shared/admin/answers.ts';
import type { ControlStore } from '../../shared/ports/control.ts';

/** Lists all crawls, newest first. */
export async function listAction(control: ControlStore): Promise<AdminAnswer<'list'>> {
  const all = (await control.list()).sort((a, b) => b.createdAt - a.createdAt);
  return {
    crawls: all.map(({ crawl, state, createdAt }) => ({ crawl, state, createdAt: new Date(createdAt).toISOString() })),
  };
}
