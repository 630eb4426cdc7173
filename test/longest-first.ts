import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * Test files that take about a minute or more, in the order in which they start: the longest first. The parts of a path after `test/`.
 * A long file that starts last keeps one worker busy while the others have ended.
 */
export const LONGEST = [
  // services and engines
  'services/aws-drill.test.ts',
  'services/aws-walk.test.ts',
  'services/cfn-lint.test.ts',
  'services/aws-dynamodb.test.ts',
  'services/aws-queues.test.ts',
  'services/aws-search-index.test.ts',
  'services/kill.test.ts',
  'services/aws-search-away.test.ts',
  'services/aws-refusals.test.ts',
  'services/aws-restarted.test.ts',
  'services/aws-killed.test.ts',
  'services/aws-limit.test.ts',
  'services/aws-status.test.ts',
  'services/aws-partial.test.ts',
  'services/aws-flow.test.ts',
  'services/http-clients.test.ts',
  'services/aws-busy.test.ts',
  // long
  'flow/kill/kill-many-hosts.long.test.ts',
  'flow/local-faults.long.test.ts',
  'simulation/protocol.long.test.ts',
  'thorough.long.test.ts',
  'mutations/product-mutations.long.test.ts',
  'simulation/dynamo.long.test.ts',
  'simulation/mutations.long.test.ts',
  'flow/rested-crawl.long.test.ts',
  'flow/damaged-objects.long.test.ts',
  'hostile/hostile-crawl.long.test.ts',
  // browser
  'browser/accessibility.test.ts',
  'browser/layout-shift.test.ts',
  'browser/contact-sheets.test.ts',
  'browser/keyboard.test.ts',
  'browser/search-page.test.ts',
];

/** Returns the place of a test file among those that start first, or their number if it is not one of them. */
export function placeOf(path: string): number {
  const place = LONGEST.findIndex((name) => path.endsWith(`/test/${name}`));
  return place < 0 ? LONGEST.length : place;
}

/**
 * Order of test files. Without the durations of an earlier run, which a clean checkout does not have, vitest starts with the files
 * that have most bytes.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return sorted.sort((a, b) => groupOf(a) - groupOf(b) || placeOf(a.moduleId) - placeOf(b.moduleId));
  }
}

const groupOf = ({ project }: TestSpecification) => project.config.sequence.groupOrder;
