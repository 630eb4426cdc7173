import { OTHER_NAMES, OTHER_STRATEGIES } from '../sources/other-names.ts';
import { type SchemaNode, settingsJsonSchema } from './json-schema.ts';

/** Returns the JSON Schema of crawl.yaml with the other names of settings, so that editors accept what `thresher crawl` accepts. */
export function editorJsonSchema(): SchemaNode {
  const schema = settingsJsonSchema();
  for (const { from, to, isSame, meaning } of OTHER_NAMES) {
    const group = nodeAt(schema, from.slice(0, -1));
    const { default: _, ...same } = (isSame && nodeAt(schema, to)) || {};
    const key = from.at(-1)!;
    if (group?.properties) group.properties[key] = { ...same, description: `Other name of ${meaning}.` };
    // A map has its keys in a list.
    else group?.propertyNames?.enum?.push(key);
  }
  schema.properties?.['strategy']?.enum?.push(...([...OTHER_STRATEGIES.keys()] as string[]));
  return schema;
}

const nodeAt = (schema: SchemaNode, path: readonly string[]): SchemaNode | undefined =>
  path.reduce<SchemaNode | undefined>((node, key) => node?.properties?.[key], schema);
