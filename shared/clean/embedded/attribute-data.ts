/** Reads the data that attributes of a page carry for its script, as Inertia (`data-page`) and React on Rails (`data-react-props`) write it. */
import { decodeHTMLAttribute } from 'entities/decode';
import { parseJson } from '../../text/parse-json.ts';
import { isOther } from './json-texts.ts';

/** Minimum and maximum length of a value that is parsed, in UTF-16 units, and maximum number of them. */
const MIN_DATA_LENGTH = 200;
const MAX_DATA_LENGTH = 5_000_000;
const MAX_ATTRIBUTES = 200;

/** An attribute whose value begins like JSON. Vue writes names with a colon: `:post="{…}"`. */
const ATTRIBUTE = /[\s"'](:?[\w-]{1,60})=(?:"(\s*[[{][^"]*)"|'(\s*[[{][^']*)')/g;

/** Yields the parsed values of attributes with JSON, in their order. */
export function* attributeData(html: string): Generator<unknown> {
  let found = 0;
  for (const [, name = '', double, single] of html.matchAll(ATTRIBUTE)) {
    const value = double ?? single ?? '';
    if (value.length < MIN_DATA_LENGTH || value.length > MAX_DATA_LENGTH || isOther(name)) continue;
    if (++found > MAX_ATTRIBUTES) return;
    const data = parseJson(decodeHTMLAttribute(value));
    if (data !== undefined) yield data;
  }
}
