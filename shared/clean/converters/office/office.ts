/** What the packages of Office have in common (ECMA-376, part 2): properties, and parts that refer to others. */
import type { Converted } from '../../../ports/converter.ts';
import type { ZipArchive } from '../../decode/zip.ts';
import { normalizeDate } from '../../metadata/normalize-date.ts';
import { nothingSaid, type Said, say } from '../document-properties.ts';
import { attributeOf, readMarkup } from '../markup.ts';

export type Properties = Pick<
  Converted,
  'title' | 'author' | 'date' | 'modified' | 'description' | 'keywords' | 'language' | 'metadata'
>;

/** Dublin Core and its neighbours, in Office, OpenDocument and EPUB: each element's text by its name in lower case. */
export function readProperties(...files: (string | undefined)[]): Properties {
  const values = nothingSaid();
  for (const file of files) {
    let name = '';
    let text = '';
    readMarkup(file?.slice(0, MAX_PROPERTIES) ?? '', {
      open(opened, attributes) {
        name = opened === 'user-defined' ? (attributeOf(attributes, 'name') ?? opened) : opened;
        text = '';
      },
      close() {
        if (name !== '') say(values, name, text);
        name = '';
        text = '';
      },
      text(more) {
        text += more;
      },
    });
  }
  return propertiesOf(values);
}

const MAX_PROPERTIES = 1_000_000;

export function propertiesOf(values: Said): Properties {
  const first = (...names: string[]) => names.map((name) => values[name]?.[0]).find((value) => value) ?? null;
  const dateOf = (...names: string[]) => normalizeDate(trimFraction(first(...names) ?? ''));
  const authors = values['creator'] ?? values['initial-creator'] ?? [];
  return {
    title: first('title'),
    author: authors.join('; ') || null,
    date: dateOf('created', 'creation-date', 'date'),
    modified: dateOf('modified', 'date'),
    description: first('description'),
    keywords: [...(values['keywords'] ?? []), ...(values['keyword'] ?? []), ...(values['subject'] ?? [])].flatMap(
      splitKeywords,
    ),
    language: first('language'),
    metadata: { ...values },
  };
}

/** Nanoseconds, which OpenDocument has, are more than dates are read with. */
const trimFraction = (text: string): string => text.replace(/(\.\d{3})\d+/, '$1');

export function splitKeywords(text: string): string[] {
  return text
    .split(/[,;]/)
    .map((word) => word.trim())
    .filter((word) => word !== '');
}

/** Of the program's own properties only who it was written for and with; the others count words and pages. */
const OWN = /<(Company|Manager|Application)>[^<]*<\/\1>/g;

export function officeProperties(zip: ZipArchive): Properties {
  return readProperties(zip.text('docProps/core.xml'), zip.text('docProps/app.xml')?.match(OWN)?.join(''));
}

export type Relation = { type: string; target: string; external: boolean };

/** What a part refers to, by id: targets as paths in the package, or as addresses. */
export function relationsOf(zip: ZipArchive, part: string): Map<string, Relation> {
  const slash = part.lastIndexOf('/');
  const folder = part.slice(0, slash + 1);
  const relations = new Map<string, Relation>();
  const file = zip.text(`${folder}_rels/${part.slice(slash + 1)}.rels`);
  readMarkup(file ?? '', {
    open(name, attributes) {
      const id = attributeOf(attributes, 'Id');
      const target = attributeOf(attributes, 'Target');
      if (name !== 'Relationship' || id === undefined || target === undefined) return;
      const external = attributeOf(attributes, 'TargetMode') === 'External';
      const type = (attributeOf(attributes, 'Type') ?? '').replace(/^.*\//, '');
      relations.set(id, { type, target: external ? target : pathFrom(folder, target), external });
    },
    close() {},
    text() {},
  });
  return relations;
}

/** The part that the package is about, where it does not lie in its usual place. */
export function mainPart(zip: ZipArchive, usual: string): string {
  for (const { type, target } of relationsOf(zip, '').values()) if (type === 'officeDocument') return target;
  return usual;
}

/** `../media/x.png` in `ppt/slides/` is `ppt/media/x.png`. */
function pathFrom(folder: string, target: string): string {
  const path: string[] = [];
  for (const step of `${target.startsWith('/') ? '' : folder}${target}`.split('/')) {
    if (step === '..') path.pop();
    else if (step !== '' && step !== '.') path.push(step);
  }
  return path.join('/');
}
