import { CRAWL_LIMITS } from '../../shared/frontier/dispatch/limit.ts';
import { CRAWL_STATUS_STATES, type CrawlStatus } from '../../shared/frontier/explain/status.ts';

type Metric = {
  name: string;
  type: 'counter' | 'gauge';
  help: string;
  /** Label beside `crawl`. Absent: each crawl has one value. */
  label?: string;
  /** Returns one value, or those of the label. Undefined: unknown, so the metric is left out. */
  valuesOf(status: CrawlStatus): Readonly<Record<string, number>> | number | undefined;
};

/** Metrics of a crawl. Names follow the conventions of Prometheus: base units, and `_total` for counters. */
const METRICS: readonly Metric[] = [
  {
    name: 'thresher_crawl_state',
    type: 'gauge',
    help: 'State of the crawl: 1 for the present one, 0 for the others.',
    label: 'state',
    valuesOf: ({ state }) => Object.fromEntries(CRAWL_STATUS_STATES.map((one) => [one, one === state ? 1 : 0])),
  },
  gauge(
    'thresher_crawl_unattended',
    'Whether something is due and no process on this machine works on the crawl: 1 or 0.',
    ({ unattended }) => (unattended ? 1 : 0),
  ),
  {
    name: 'thresher_crawl_limit',
    type: 'gauge',
    help: 'Whether this limit keeps the crawl from fetching more: 1 or 0.',
    label: 'limit',
    valuesOf: ({ limit }) => Object.fromEntries(CRAWL_LIMITS.map((one) => [one, one === limit ? 1 : 0])),
  },
  counter('thresher_pages_total', 'Pages fetched.', ({ pages }) => pages),
  // A URL counts for its last outcome only, so these numbers fall when pages are fetched again.
  gauge('thresher_urls', 'URLs by their last outcome.', ({ outcomes }) => outcomes, 'outcome'),
  gauge('thresher_url_reasons', 'URLs by the reason of their last outcome.', ({ reasons }) => reasons, 'reason'),
  counter('thresher_verdicts_total', 'Pages by verdict.', ({ verdicts }) => verdicts, 'verdict'),
  counter(
    'thresher_links_total',
    'Links of pages: offered, or the reason why they were not followed.',
    ({ links }) => links,
    'decision',
  ),
  counter(
    'thresher_links_limited_total',
    'Links of pages that a limit of the settings refused.',
    ({ limitedLinks }) => limitedLinks ?? {},
    'limit',
  ),
  counter('thresher_filter_failures_total', 'Documents on which a topic plug-in failed.', (status) =>
    countOf(status.filterFailures),
  ),
  gauge('thresher_records', 'Searchable records.', ({ records }) => records ?? undefined),
  gauge('thresher_hosts', 'Known hosts.', ({ hosts }) => hosts),
  gauge('thresher_hosts_due', 'Hosts that are due now.', ({ due }) => due),
  gauge(
    'thresher_due_since_timestamp_seconds',
    'Time since which the host that has waited longest is due.',
    (status) => (status.dueSince === undefined ? undefined : Date.parse(status.dueSince) / 1000),
  ),
  counter('thresher_visits_lost_total', 'Visits that lost the lease of their host to another worker.', (status) =>
    countOf(status.lostVisits),
  ),
  gauge('thresher_hosts_resting', 'Hosts with URLs that rest after failures, or by robots.txt.', ({ resting }) =>
    countOf(resting?.hosts),
  ),
  gauge('thresher_hosts_silent', 'Hosts that answered none of their URLs when it was last tried.', ({ silent }) =>
    countOf(silent?.hosts),
  ),
  gauge('thresher_urls_waiting', 'Accepted URLs without an outcome.', ({ waiting }) => waiting),
  gauge('thresher_objects_processing', 'Stored objects in the queues between stages.', ({ processing }) =>
    countOf(processing),
  ),
  gauge('thresher_dead_letters', 'Stored objects that a stage could not process.', ({ deadLetters }) =>
    countOf(deadLetters),
  ),
  gauge('thresher_disk_free_bytes', 'Space left on the disk of the data folder.', ({ disk }) => disk?.freeBytes),
  counter('thresher_received_bytes_total', 'Bytes received in response bodies.', ({ bytes }) => bytes),
  counter('thresher_run_seconds_total', 'Duration of all runs.', ({ seconds }) => seconds),
  counter('thresher_cpu_seconds_total', 'CPU time of all runs.', ({ cpuSeconds }) => cpuSeconds),
  counter('thresher_cost_dollars_total', 'Cost of paid services in US dollars.', ({ cost }) => cost),
];

function counter(name: string, help: string, valuesOf: Metric['valuesOf'], label?: string): Metric {
  return { name, type: 'counter', help, valuesOf, ...(label !== undefined && { label }) };
}

function gauge(name: string, help: string, valuesOf: Metric['valuesOf'], label?: string): Metric {
  return { name, type: 'gauge', help, valuesOf, ...(label !== undefined && { label }) };
}

/** A count that is absent from the status if it is 0. */
const countOf = (count: number | undefined): number => count ?? 0;

/** Media type of the text format of Prometheus. */
export const METRICS_TYPE = 'text/plain; version=0.0.4; charset=utf-8';

/** Returns metrics of crawls in the text format of Prometheus, each with the label `crawl`. */
export function crawlMetrics(statuses: readonly CrawlStatus[]): string {
  return METRICS.flatMap((metric) => {
    const samples = statuses.flatMap((status) => samplesOf(metric, status));
    if (samples.length === 0) return [];
    return [`# HELP ${metric.name} ${metric.help}`, `# TYPE ${metric.name} ${metric.type}`, ...samples];
  })
    .map((line) => `${line}\n`)
    .join('');
}

function samplesOf({ name, label, valuesOf }: Metric, status: CrawlStatus): string[] {
  const values = valuesOf(status);
  const sample = (labels: Record<string, string>, value: number) => {
    const pairs = Object.entries({ crawl: status.crawl, ...labels });
    return `${name}{${pairs.map(([key, text]) => `${key}="${escapeLabel(text)}"`).join(',')}} ${value}`;
  };
  if (values === undefined) return [];
  if (typeof values === 'number') return [sample({}, values)];
  return Object.entries(values).map(([text, value]) => sample(label === undefined ? {} : { [label]: text }, value));
}

const escapeLabel = (text: string): string =>
  text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n');
