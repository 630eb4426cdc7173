import type { Interpretation } from '../fetch/interpret-response.ts';
import type { WaitingReason } from '../url/scope.ts';
import type { Settings } from './settings.ts';

/** Returns the settings that an outcome depends on. */
type SettingsOfOutcome = (settings: Settings) => unknown;

/** Outcomes that depend on settings → the settings that they depend on. A rule that refuses a link before it is queued has no outcome. */
const REFUSING_SETTINGS = {
  'refused.not-allowed': ({ allow }) => allow,
  'refused.excluded': ({ exclude }) => exclude,
  'refused.too-deep': ({ limits }) => limits.maxDepth,
  'refused.robots': ({ userAgent, robots }) => [userAgent, robots],
  'refused.robots-unreachable': (settings) => [settings.userAgent, settings.robots, connectionOf(settings)],
  'refused.private-address': ({ network, fetch }) => [network, fetch.proxy],
  'refused.avoided-directory': ({ avoidDirectories, strategy, cindi }) => [avoidDirectories, strategy, cindi],
  'refused.poor-site': ({ strategy, cindi }) => [strategy, cindi],
  'refused.stop-directory': ({ stopDirectories, strategy, cindi }) => [stopDirectories, strategy, cindi],
  'refused.unwanted-type': ({ fetch }) => [fetch.types, fetch.exceptTypes],
  'refused.too-large': ({ limits }) => limits.maxPageBytes,
  'refused.redirect-loop': ({ limits, userAgent, fetch }) => [limits.maxRedirects, userAgent, fetch.cookies],
  'refused.client-error': senderOf,
  'gone.closed': senderOf,
  'failed.dns': ({ network, fetch }) => [network.resolve, fetch.proxy],
  'failed.connect': (settings) => connectionOf(settings),
  'failed.tls': (settings) => connectionOf(settings),
  'failed.timeout': (settings) => [connectionOf(settings), settings.limits.fetchTimeoutMs],
  'failed.bot-check': (settings) => [senderOf(settings), settings.robots, connectionOf(settings)],
  'failed.header-too-large': ({ fetch }) => fetch.maxHeaderBytes,
} as const satisfies Partial<Record<Interpretation['outcome'], SettingsOfOutcome>> &
  Record<`refused.${WaitingReason}`, SettingsOfOutcome>;

/** What a server may judge a client by. */
function senderOf({ userAgent, fetch }: Settings): unknown {
  return [userAgent, fetch.headers, fetch.credentials, fetch.cookies, fetch.proxy];
}

function connectionOf({ network, fetch }: Settings): unknown {
  return [network, fetch.proxy, fetch.connectTimeoutMs, fetch.firstByteTimeoutMs];
}

/** Returns the outcomes that other settings caused, so that URLs with such an outcome are worth another request. */
export function outcomesToRetry(before: Settings, now: Settings): string[] {
  return Object.entries(REFUSING_SETTINGS).flatMap(([outcome, settingsOf]) =>
    JSON.stringify(settingsOf(before)) === JSON.stringify(settingsOf(now)) ? [] : [outcome],
  );
}
