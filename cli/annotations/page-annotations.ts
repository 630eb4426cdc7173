import { AnnotationsSchema, type AnnotationUserSetting } from '../../shared/settings/annotations/annotations.ts';
import { storedAnnotations } from '../../web/annotations/stored-annotations.ts';
import type { Annotator, WebAnnotations } from '../../web/annotations/web-annotations.ts';
import { clientAddress } from '../../web/server.ts';
import type { Terminal } from '../output/terminal.ts';
import { openStores, type Stores } from '../run/wiring.ts';
import { annotatePorts } from './annotate-ports.ts';
import type { createHandIn } from './hand-in.ts';
import { tokenFault } from './token-fault.ts';

/**
 * Returns the annotations of a data folder for its pages. The people are those of the settings of each crawl, with tokens from environment
 * variables.
 *
 * @param handIn imports a document. Absent: documents cannot be handed in
 * @param printed problems that were reported already; a server that opens the folder again does not repeat them
 */
export function createPageAnnotations(
  stores: Stores,
  { env, err }: Pick<Terminal, 'env' | 'err'>,
  printed: Set<string>,
  handIn?: ReturnType<typeof createHandIn>,
): WebAnnotations {
  const report = (problem: string) => {
    if (!printed.has(problem)) err(problem);
    printed.add(problem);
  };
  return {
    people: annotatorsOf(stores, env, report),
    ...storedAnnotations(annotatePorts(stores)),
    ...(handIn && { handIn: (given) => handIn(given, stores) }),
    clientOf: clientAddress,
    now: stores.clock.now,
  };
}

/** Names the people of all crawls who cannot sign in. */
export async function checkAnnotators(
  dir: string,
  { env, err }: Pick<Terminal, 'env' | 'err'>,
  printed: Set<string>,
): Promise<void> {
  const stores = openStores(dir, 'search');
  try {
    const { people } = createPageAnnotations(stores, { env, err }, printed);
    for (const { crawl } of await stores.control.list()) await people(crawl);
  } finally {
    stores.close();
  }
}

/** Returns a function that reads the people of a crawl from its settings. They are kept until the settings change. */
function annotatorsOf(
  stores: Stores,
  env: Terminal['env'],
  report: (problem: string) => void,
): (crawl: string) => Promise<readonly Annotator[]> {
  const read = new Map<string, readonly Annotator[]>();
  return async (crawl) => {
    const key = (await stores.control.get(crawl))?.settingsKey;
    if (key === undefined) return [];
    const known = read.get(key);
    if (known) return known;
    const name = (problem: string) => report(`warning: crawl ${crawl}: annotations: ${problem}`);
    const people = withTokens(await usersOf(key, stores, name), env, name);
    read.set(key, people);
    return people;
  };
}

/** Reads the people in stored settings. If these are damaged, pages stay readable, but no person can sign in. */
async function usersOf(
  key: string,
  { objects }: Pick<Stores, 'objects'>,
  report: (problem: string) => void,
): Promise<readonly AnnotationUserSetting[]> {
  try {
    const stored = JSON.parse(new TextDecoder().decode(await objects.get(key))) as { annotations?: unknown };
    return AnnotationsSchema.parse(stored.annotations).users;
  } catch {
    report(`people cannot sign in: the settings objects/${key} cannot be read`);
    return [];
  }
}

/** Leaves out people who cannot sign in. */
function withTokens(
  users: readonly AnnotationUserSetting[],
  env: Terminal['env'],
  report: (problem: string) => void,
): Annotator[] {
  const found = new Map<string, Annotator>();
  for (const { name, token: place, contributor } of users) {
    const variable = place.slice('env:'.length);
    const token = env[variable]?.trim();
    const fault = token === undefined || token === '' ? 'is not set' : faultOf(token, found);
    if (fault !== undefined) report(`${name} cannot sign in: the environment variable ${variable} ${fault}`);
    else found.set(token!, { name, token: token!, ...(contributor && { isContributor: true as const }) });
  }
  return [...found.values()];
}

function faultOf(token: string, others: ReadonlyMap<string, Annotator>): string | undefined {
  const other = others.get(token)?.name;
  return tokenFault(token) ?? (other === undefined ? undefined : `has the token of ${other}`);
}
