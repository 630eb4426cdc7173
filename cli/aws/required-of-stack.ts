import { secretLocations } from '../../shared/net/secrets.ts';
import { needsAlertSchedule } from '../../shared/settings/alerts/alert-schedule.ts';
import { alertSecrets } from '../../shared/settings/alerts/alerts.ts';
import { noticeSecrets } from '../../shared/settings/alerts/notify.ts';
import type { Settings } from '../../shared/settings/settings.ts';
import { pluginFiles } from '../../shared/settings/topic/plugins.ts';

/** Returns what a crawl requires of its stack: its `aws:` options, plug-ins and secrets. Without a crawl, nothing. */
export function requiredOfStack(settings: Settings | undefined) {
  const plugins = settings && [...new Set([...settings.plugins, ...pluginFiles(settings)])].join(',');
  const secrets = settings && listSecrets(settings);
  const ofAlerts = settings && listAlertSecrets(settings);
  return {
    ...settings?.aws,
    ...(plugins && { plugins }),
    ...(secrets && { secrets }),
    ...(ofAlerts && { alertSecrets: ofAlerts }),
  };
}

/** Lists the secrets that the stack's functions may read, separated by commas. */
function listSecrets({ aws, fetch }: Settings): string {
  return [...(aws?.secrets ? [aws.secrets] : []), ...secretNames(secretLocations(fetch))].join(',');
}

/** Lists the secrets that alerts and notices may read, separated by commas. Messages to webhooks use the proxy of the crawl. */
function listAlertSecrets(settings: Settings): string {
  const { aws, fetch } = settings;
  const proxy = needsAlertSchedule(settings) ? fetch.proxy?.credentials : undefined;
  const own = secretNames([
    ...alertSecrets(settings),
    ...noticeSecrets(settings),
    ...(proxy === undefined ? [] : [proxy]),
  ]);
  return [...(aws?.alertSecrets ? [aws.alertSecrets] : []), ...own].join(',');
}

const secretNames = (places: readonly string[]): string[] =>
  places.flatMap((place) => (place.startsWith('secret:') ? place.slice('secret:'.length) : []));
