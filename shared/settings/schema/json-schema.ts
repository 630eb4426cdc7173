import * as z from 'zod';
import { SettingsSchema } from '../settings.ts';

/** A schema of a value: the keywords of JSON Schema that the generated page and type use. */
export type SchemaNode = {
  type?: string;
  description?: string;
  default?: unknown;
  minimum?: number;
  maximum?: number;
  enum?: (string | number)[];
  const?: string | number | boolean;
  properties?: Record<string, SchemaNode>;
  required?: string[];
  items?: SchemaNode;
  anyOf?: SchemaNode[];
  additionalProperties?: boolean | SchemaNode;
  propertyNames?: SchemaNode;
};

/** Returns the JSON Schema of crawl.yaml, for completion in editors. */
export function settingsJsonSchema(): SchemaNode {
  return { title: 'crawl.yaml of Thresher', ...z.toJSONSchema(SettingsSchema, { io: 'input' }) } as SchemaNode;
}

/** Maximum number of default list items shown. The JSON Schema has all of them. */
const MAX_SHOWN_ITEMS = 6;

/** Formats a default as Markdown; '' if there is none, or an empty one. */
export function formatDefault(value: unknown): string {
  if (value === undefined || (typeof value === 'object' && value !== null && Object.keys(value).length === 0))
    return '';
  if (!Array.isArray(value)) return `\`${typeof value === 'object' ? JSON.stringify(value) : value}\``;
  const more = value.length > MAX_SHOWN_ITEMS ? ` and ${value.length - MAX_SHOWN_ITEMS} more` : '';
  return `\`${value.slice(0, MAX_SHOWN_ITEMS).join(', ')}\`${more}`;
}
