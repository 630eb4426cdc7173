/**
 * Runs tests of the project in whose folder it is, for the process that started it with `fork`: gets lists of `NamedTest` and sends
 * the `string[]` of their statuses, one list at a time. One start of vitest serves all lists, because it takes longer than most tests.
 */
import process from 'node:process';
import { createVitest } from 'vitest/node';

/** A test: its file below the root of the project, and its name behind the names of its groups, separated by ` > `. */
export type NamedTest = { test: string; title: string };

const keyOf = ({ test, title }: NamedTest) => `${test}: ${title}`;

// Each file in a process of its own, which loads the sources as they are then.
const vitest = await createVitest({ run: true, watch: false, project: ['unit'], isolate: true, reporters: [{}] });
await vitest.standalone();
const [project] = vitest.projects;

/** @returns `passed`, `failed` or another status of each test; `not found` if its file has no such test or could not be loaded */
async function statusesOf(tests: readonly NamedTest[]): Promise<string[]> {
  const titles = Map.groupBy(tests, ({ test }) => test);
  const files = [...titles].map(([file, own]) =>
    project!.createSpecification(`${process.cwd()}/${file}`, { testNames: own.map(({ title }) => title) }),
  );
  const { testModules } = await vitest.runTestSpecifications(files);
  const found = new Map(
    testModules.flatMap(({ relativeModuleId, children }) =>
      [...children.allTests()].map((one) => [
        keyOf({ test: relativeModuleId, title: one.fullName }),
        one.result().state as string,
      ]),
    ),
  );
  return tests.map((one) => found.get(keyOf(one)) ?? 'not found');
}

process.on('message', async (tests: NamedTest[]) => void process.send!(await statusesOf(tests)));
process.once('disconnect', () => void vitest.exit());
