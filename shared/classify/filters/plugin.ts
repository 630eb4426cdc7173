import type { CleanDocument } from '../../clean/document.ts';
import type { Verdict } from '../verdict.ts';
import type { CompiledFilter } from './filter.ts';
import { type RuleAnswer, ruleFilter } from './rule.ts';

/** A topic plug-in as people write it: `export const classify: TopicPlugin['classify']`. */
export type TopicPlugin = {
  /**
   * Runs synchronously and is deterministic: the same document always gives the same answer.
   *
   * @returns a verdict, alone or with details; null, undefined or no verdict: the next filter judges the document
   */
  classify(document: CleanDocument): PluginVerdict | PluginAnswer | null | undefined;
};

type PluginVerdict = Verdict['kind'] | boolean | 0 | 1;

type PluginAnswer = {
  verdict?: PluginVerdict | null;
  score?: number;
  /** Names, or names with a score. A name alone has the score 1. */
  classes?: readonly (string | { class: string; score?: number })[];
  /** Terms, or terms with the number of their matches. A term alone has one. */
  terms?: readonly (string | { term: string; hits?: number })[];
  /** Reason, for users. */
  why?: string;
};

/** The function of a plug-in, whose answer is checked. The caller bounds its time. */
export type ClassifyFunction = (document: CleanDocument) => unknown;

/** A module of the operator that judges documents, as Combine's classifyPlugIn. */
export type PluginFilter = {
  /** File of the module. */
  plugin: string;
  /** Absent: the module could not be loaded. */
  classify?: ClassifyFunction | undefined;
};

/**
 * Returns the function `classify` of a module.
 *
 * @param module exports it by name, in its default export, or as its default export
 * @throws TypeError if there is no such function
 */
export function classifyFromModule(file: string, module: unknown): ClassifyFunction {
  const { classify, default: whole } = module as { classify?: unknown; default?: unknown };
  const found = classify ?? (whole as { classify?: unknown } | undefined)?.classify ?? whole;
  if (typeof found !== 'function') throw new TypeError(`${file}: a topic plug-in exports a function "classify"`);
  return found as ClassifyFunction;
}

/** @throws Error if the plug-in is not loaded */
export function compilePlugin({ plugin, classify }: PluginFilter): CompiledFilter {
  const name = plugin.slice(plugin.search(/[^/\\]*$/));
  if (!classify)
    throw new Error(
      `${plugin}: the topic plug-in is not loaded: the file is missing, or exports no function "classify"`,
    );
  return ruleFilter({
    name,
    canAccept: true,
    answer(document) {
      try {
        // The plug-in gets a copy: it may change or keep it.
        return readAnswer(classify(structuredClone(document)));
      } catch (error) {
        const message = error instanceof Error ? error.message : String(error);
        return { why: `failed: ${message}`.slice(0, MAX_WHY_LENGTH), failed: true };
      }
    },
  });
}

/** Maximum length of a reason, in UTF-16 units. */
const MAX_WHY_LENGTH = 300;
/** Maximum number of classes and of terms. */
const MAX_LISTED = 100;

const VERDICTS: ReadonlyMap<unknown, Verdict['kind']> = new Map<unknown, Verdict['kind']>([
  ...([
    ['relevant', 'relevant'],
    [true, 'relevant'],
    [1, 'relevant'],
  ] as const),
  ...([
    ['off-topic', 'off-topic'],
    [false, 'off-topic'],
    [0, 'off-topic'],
  ] as const),
  ['leads-on', 'leads-on'],
]);

/** @throws TypeError for an answer that is not in the documented shape */
function readAnswer(answer: unknown): RuleAnswer {
  if (answer === null || answer === undefined) return { why: 'says nothing' };
  if (typeof answer !== 'object') return { verdict: verdictOf(answer), why: `answered ${String(answer)}` };
  if (typeof (answer as { then?: unknown }).then === 'function')
    throw new TypeError('returned a promise; classify must be synchronous');
  const { verdict, score, classes, terms, why } = answer as Record<string, unknown>;
  return {
    ...(verdict !== null && verdict !== undefined && { verdict: verdictOf(verdict) }),
    why: why === undefined ? `answered ${String(verdict)}` : textOf(why, 'why').slice(0, MAX_WHY_LENGTH),
    ...(score !== undefined && { score: numberOf(score, 'score') }),
    ...(classes !== undefined && { classes: listOf(classes, 'classes').map(readClass) }),
    ...(terms !== undefined && { terms: listOf(terms, 'terms').map(readTerm) }),
  };
}

function verdictOf(value: unknown): Verdict['kind'] {
  const found = VERDICTS.get(value);
  if (found) return found;
  throw new TypeError(
    `returned the verdict ${String(value)}; it must be relevant, leads-on, off-topic, true, false, 1 or 0`,
  );
}

function readClass(value: unknown): Verdict['classes'][number] {
  if (typeof value === 'string') return { class: value, score: 1 };
  const { class: name, score = 1 } = (value ?? {}) as Record<string, unknown>;
  return { class: textOf(name, 'classes[].class'), score: numberOf(score, 'classes[].score') };
}

function readTerm(value: unknown): Verdict['terms'][number] {
  if (typeof value === 'string') return { term: value, hits: 1 };
  const { term, hits = 1 } = (value ?? {}) as Record<string, unknown>;
  return { term: textOf(term, 'terms[].term'), hits: numberOf(hits, 'terms[].hits') };
}

function listOf(value: unknown, key: string): unknown[] {
  if (Array.isArray(value)) return value.slice(0, MAX_LISTED);
  throw new TypeError(`returned ${key} that is not a list`);
}

function textOf(value: unknown, key: string): string {
  if (typeof value === 'string') return value;
  throw new TypeError(`returned ${key} that is not a string`);
}

function numberOf(value: unknown, key: string): number {
  if (typeof value === 'number' && Number.isFinite(value)) return value;
  throw new TypeError(`returned ${key} that is not a finite number`);
}
