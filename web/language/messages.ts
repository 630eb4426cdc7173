import { EN } from './en.ts';
import type { Key, Table } from './table.ts';

type MessageKey = Extract<Key, `message.${string}`>;

/** A message in English: the pattern that finds it, and the names of its placeholders in order. */
type Pattern = { key: MessageKey; pattern: RegExp; names: string[] };

let patterns: Pattern[] | undefined;

/**
 * Translates a message that other code wrote in English: a fault of a query or of a parameter, or a problem. The placeholders of the
 * English text find its values, which are kept; a `reason` is translated, too. A name before the message (`lang:xyz must be …`) is kept, too.
 *
 * @returns the message itself if the table does not have it
 */
export function translateMessage(table: Table, message: string): string {
  if (table === EN) return message;
  patterns ??= (Object.keys(EN) as Key[]).filter(isMessage).map(newPattern);
  for (const { key, pattern, names } of patterns) {
    const [match, subject = '', ...values] = pattern.exec(message) ?? [];
    if (match === undefined) continue;
    const given = (name: string) => {
      const value = values[names.indexOf(name)] ?? '';
      return name === 'reason' ? translateReason(table, value) : value;
    };
    return subject + table[key].replace(/\{(\w+)\}/g, (_, name: string) => given(name));
  }
  return message;
}

let reasonKeys: ReadonlyMap<string, Key> | undefined;

/** Translates why a page is not kept: a text of `REASONS`, or a message. */
function translateReason(table: Table, reason: string): string {
  reasonKeys ??= new Map((Object.keys(EN) as Key[]).filter(isReason).map((key) => [EN[key], key]));
  const key = reasonKeys.get(reason);
  return key === undefined ? translateMessage(table, reason) : table[key];
}

const isReason = (key: Key): boolean => key.startsWith('reason.');
const isMessage = (key: Key): key is MessageKey => key.startsWith('message.');

function newPattern(key: MessageKey): Pattern {
  const parts = EN[key].split(/\{(\w+)\}/);
  const names = parts.filter((_, i) => i % 2 === 1);
  const source = parts.map((part, i) => (i % 2 === 1 ? '(.+?)' : part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))).join('');
  return { key, pattern: new RegExp(`^(\\S+:.* )?${source}$`, 's'), names };
}
