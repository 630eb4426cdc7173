/** Files with candidates for `thresher find-seeds`. */
import { stat } from 'node:fs/promises';
import type { SeedSetting } from '../../../shared/settings/seeds.ts';
import { UsageError } from '../../command.ts';
import { loadInlineSettings } from '../../load-crawl.ts';
import { describeReadError } from '../../read-text-file.ts';
import { parseSeedOperand } from '../seed-operand.ts';

export type FileOptions = { kind?: string; odp?: string[]; structure?: string; category?: string[] };

/**
 * Returns the files with candidates. Short URL lists are read at once, into entries of their own.
 *
 * @param categories patterns for Open Directory dumps, besides `--category`
 * @throws UsageError if a file does not exist
 */
export async function fileSources(
  operands: readonly string[],
  options: FileOptions,
  categories: readonly string[],
): Promise<SeedSetting[]> {
  const parsed = [
    ...operands.map((operand) => parseSeedOperand(operand, options.kind)),
    ...(options.odp ?? []).map((odp) => ({ odp })),
  ];
  if (parsed.length === 0) return [];
  const wanted = [...categories, ...(options.category ?? []).map(categoryPattern)];
  const { structure } = options;
  for (const source of parsed) await checkFile(source);
  if (structure !== undefined) await checkFile({ structure });
  const seeds = parsed.map((source) =>
    isDump(source) ? { ...source, categories: wanted, ...(structure !== undefined && { structure }) } : source,
  );
  return (await loadInlineSettings({ seeds })).seeds;
}

const isDump = (source: unknown): source is { odp: string } => typeof source === 'object' && 'odp' in (source ?? {});

async function checkFile(source: unknown): Promise<void> {
  if (typeof source !== 'object') throw new UsageError(`${String(source)}: no such file; a source is a file`);
  const [name] = Object.values(source as Record<string, string>);
  if (name === '-') return;
  const found = await stat(name!).catch((error: unknown) => {
    throw new UsageError(`${name}: ${describeReadError(error)}`);
  });
  if (found.isDirectory()) throw new UsageError(`${name}: is a folder; give a file`);
}

/** A word without a slash selects every category with the word in its name. */
function categoryPattern(given: string): string {
  return given.includes('/') || given === 'Top' ? given : `**/*${given.trim()}*`;
}
