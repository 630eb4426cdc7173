import { CINDI_RULES } from '../../shared/focus/cindi/cindi-rules.ts';
import { createStopDirectories } from '../../shared/focus/cindi/stop-directories.ts';
import type { GraphLine } from '../../shared/simulate/graph.ts';
import { hostOf } from '../../shared/url/url.ts';

/** Prints the stop directories of a graph whose pages were all visited and judged by their labels, without and with the training pages. */
export function listStopDirectories(
  lines: readonly GraphLine[],
  topics: readonly string[],
  print: (line: string) => void,
) {
  for (const topic of topics)
    for (const pages of [lines.filter(({ isTraining }) => !isTraining), lines]) {
      const stop = createStopDirectories(CINDI_RULES.statistics.stopDirectorySites);
      for (const { url, topics: labels } of pages) stop.add(url, labels.includes(topic));
      const names = new Set(pages.flatMap(({ url }) => stop.find(url) ?? []));
      const hosts = new Set(pages.map(({ url }) => hostOf(url))).size;
      print(`Stop directories, ${topic}, ${hosts} hosts: ${[...names].join(', ') || 'none'}`);
    }
}
