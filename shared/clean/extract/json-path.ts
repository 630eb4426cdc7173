/**
 * Selects values in JSON by a path: names, indexes and wildcards of RFC 9535 (`$.a['b'][0][-1][*].c`, `$..d`), without filters
 * and slices. Time is linear in the JSON except for `..`; the number of values is limited.
 */
export type JsonPath = readonly Segment[];
type Segment = { deep: boolean; key: string | number | '*' };

/** Maximum number of selected values per step. */
const MAX_VALUES = 1_000;
/** Maximum number of nodes that a `..` visits. */
const MAX_VISITED = 200_000;

const SEGMENT =
  /(?<dots>\.\.?)(?:(?<name>[\p{L}_][\p{L}\p{N}_-]*)|(?<star>\*)|(?=\[))|\[\s*(?:'(?<single>(?:[^'\\]|\\.)*)'|"(?<double>(?:[^"\\]|\\.)*)"|(?<index>-?\d{1,9})|(?<any>\*))\s*\]/uy;

/** Compiles a path. @throws TypeError quoting the part that is invalid */
export function compileJsonPath(path: string): JsonPath {
  const segments: Segment[] = [];
  let at = path.startsWith('$') ? 1 : 0;
  const source = at === 0 && !/^[.[]/.test(path) ? `.${path}` : path;
  let deep = false;
  while (at < source.length) {
    SEGMENT.lastIndex = at;
    const groups = SEGMENT.exec(source)?.groups as Record<string, string | undefined> | undefined;
    if (!groups) throw new TypeError(`invalid JSON path at "${source.slice(at, at + 20)}"`);
    at = SEGMENT.lastIndex;
    const key = keyOf(groups);
    deep ||= groups['dots'] === '..';
    if (key === undefined) continue;
    segments.push({ deep, key });
    deep = false;
  }
  if (deep) throw new TypeError('JSON path ends with ".."');
  return segments;
}

function keyOf({
  name,
  star,
  single,
  double,
  index,
  any,
}: Record<string, string | undefined>): Segment['key'] | undefined {
  if (index !== undefined) return Number(index);
  if (star !== undefined || any !== undefined) return '*';
  return name ?? (single ?? double)?.replace(/\\(.)/g, '$1');
}

/** Returns the selected values in the order of the JSON. */
export function selectJsonPath(root: unknown, path: JsonPath): unknown[] {
  let values: unknown[] = [root];
  for (const { deep, key } of path) {
    const next: unknown[] = [];
    for (const value of deep ? values.flatMap(descendantsOf) : values) {
      if (next.length >= MAX_VALUES) break;
      next.push(...childrenAt(value, key));
    }
    values = next.slice(0, MAX_VALUES);
  }
  return values;
}

function childrenAt(value: unknown, key: Segment['key']): unknown[] {
  if (typeof value !== 'object' || value === null) return [];
  if (key === '*') return Object.values(value).slice(0, MAX_VALUES);
  if (typeof key === 'number') return Array.isArray(value) ? definedOnly(value.at(key)) : [];
  return Object.hasOwn(value, key) ? definedOnly((value as Record<string, unknown>)[key]) : [];
}

const definedOnly = (value: unknown): unknown[] => (value === undefined ? [] : [value]);

/** Returns an object or array with all objects and arrays inside it, outer ones first. */
function descendantsOf(root: unknown): unknown[] {
  const found: unknown[] = [];
  const stack: unknown[] = [root];
  while (stack.length > 0 && found.length < MAX_VISITED) {
    const value = stack.pop();
    if (typeof value !== 'object' || value === null) continue;
    found.push(value);
    const children = Object.values(value);
    for (let i = children.length - 1; i >= 0; i--) stack.push(children[i]);
  }
  return found;
}
