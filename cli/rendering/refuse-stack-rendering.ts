import { rendersPages } from '../../shared/settings/rendering.ts';
import type { Settings } from '../../shared/settings/settings.ts';
import { UsageError } from '../command.ts';

/** @throws UsageError if a crawl is to render pages: the functions of a stack have no browser */
export function refuseStackRendering({ rendering }: Pick<Settings, 'rendering'>): void {
  if (rendersPages(rendering))
    throw new UsageError('rendering: a stack has no browser; crawl on this machine, or leave out `rendering`');
}
