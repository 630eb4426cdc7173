import type { Settings } from '../../shared/settings/settings.ts';
import { findLongTimeout } from '../../shared/settings/stack/long-timeout.ts';
import { UsageError } from '../command.ts';
import { refuseStackRendering } from '../rendering/refuse-stack-rendering.ts';

/** @throws UsageError for settings of a crawl that work on one machine only */
export function refuseForStack(settings: Settings): void {
  refuseStackRendering(settings);
  const message = findLongTimeout(settings);
  if (message) throw new UsageError(message);
}
