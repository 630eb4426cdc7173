import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

type Frame = { functionName: string; url: string };
type Node = { id: number; callFrame: Frame; children?: number[] };
type Profile = { nodes: Node[]; samples: number[]; timeDeltas: number[] };

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** Files that several stages use. Their time is attributed to the first caller that is not one of them. */
const SHARED_HELPERS = /^shared\/(?:url|text|http|local\/database)\b/;

const STAGES: [RegExp, string][] = [
  [/^shared\/(?:fetch\/warc\/|local\/folder-objects)/, 'WARC and objects'],
  [/^shared\/(?:fetch|net|robots)\//, 'fetch'],
  [/^shared\/clean\//, 'clean'],
  [/^shared\/classify\//, 'classify'],
  [/^shared\/(?:index\/|local\/sqlite-search)/, 'index'],
  [/^shared\/(?:frontier\/|local\/)/, 'frontier and queues'],
  [/^(?:cli|bench)\//, 'runner'],
];

/**
 * Summarises the profiles that `node --cpu-prof` wrote to a folder, one per thread: milliseconds per page by stage, file and
 * function. The time of native functions and packages is attributed to the project's code that calls them.
 *
 * @param pages number of crawled pages.
 */
export function summarise(dir: string, pages: number): string[] {
  const sums = { stage: new Map<string, number>(), file: new Map<string, number>(), leaf: new Map<string, number>() };
  for (const name of readdirSync(dir)) add(JSON.parse(readFileSync(join(dir, name), 'utf8')) as Profile, sums);
  return [
    ...table('CPU by stage', sums.stage, pages, 20),
    ...table('by file', sums.file, pages, 30),
    ...table('by function and calling file', sums.leaf, pages, 40),
  ];
}

function add(profile: Profile, sums: Record<'stage' | 'file' | 'leaf', Map<string, number>>): void {
  const nodes = new Map(profile.nodes.map((node) => [node.id, node]));
  const parents = new Map<number, number>();
  for (const { id, children } of profile.nodes) for (const child of children ?? []) parents.set(child, id);
  const self = new Map<number, number>();
  profile.samples.forEach((id, i) => void self.set(id, (self.get(id) ?? 0) + (profile.timeDeltas[i] ?? 0)));
  for (const [id, us] of self) {
    const frames: Frame[] = [];
    for (let at: number | undefined = id; at !== undefined; at = parents.get(at)) frames.push(nodes.get(at)!.callFrame);
    const leaf = frames[0]!.functionName || '(anonymous)';
    if (leaf === '(idle)') continue;
    const { stage, file } = attribute(frames);
    increase(sums.stage, stage, us);
    increase(sums.file, file, us);
    increase(sums.leaf, `${leaf} ${shortPath(frames[0]!.url)} < ${file}`, us);
  }
}

function attribute(frames: readonly Frame[]): { stage: string; file: string } {
  const leaf = frames[0]!.functionName;
  if (leaf === '(garbage collector)') return { stage: 'garbage collection', file: leaf };
  if (leaf === '(program)') return { stage: 'native code outside of JavaScript', file: leaf };
  const own = frames.map(({ url }) => shortPath(url)).filter((path) => /^(?:shared|cli|bench)\//.test(path));
  const path = own.find((one) => !SHARED_HELPERS.test(one)) ?? own[0];
  if (path === undefined) {
    const isHttp = frames.some(({ url }) =>
      /node_modules\/undici|node:(?:net|internal\/(?:streams|stream_))/.test(url),
    );
    return isHttp ? { stage: 'fetch', file: '(HTTP client)' } : { stage: 'runtime', file: shortPath(frames[0]!.url) };
  }
  const stage = STAGES.find(([files]) => files.test(path))?.[1] ?? path;
  return { stage, file: own[0]! };
}

function shortPath(url: string): string {
  const path = url.startsWith('file://') ? fileURLToPath(url) : url;
  return path.startsWith(ROOT) ? path.slice(ROOT.length) : path;
}

function increase(sums: Map<string, number>, name: string, by: number): void {
  sums.set(name, (sums.get(name) ?? 0) + by);
}

function table(title: string, sums: Map<string, number>, pages: number, rows: number): string[] {
  const all = [...sums].sort(([, a], [, b]) => b - a);
  const total = all.reduce((sum, [, us]) => sum + us, 0);
  const line = (us: number, name: string) =>
    `${(us / 1000 / pages).toFixed(3).padStart(8)} ${((us * 100) / total).toFixed(1).padStart(5)} %  ${name}`;
  return ['', `${title} (ms per page)`, ...all.slice(0, rows).map(([name, us]) => line(us, name)), line(total, 'all')];
}
