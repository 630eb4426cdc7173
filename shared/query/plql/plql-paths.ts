/** Metadata paths that PLQL queries may name. Names are in lower case. An empty object is an element without children. */
type Schema = { readonly [element: string]: Schema };

const TEXT: Schema = {};

/** A text with its language. The name of the inner element differs between bindings of LOM. */
const LANG_STRING: Schema = { langstring: { string: TEXT, language: TEXT }, string: TEXT, language: TEXT };
const VOCABULARY: Schema = { source: LANG_STRING, value: LANG_STRING };
const IDENTIFIER: Schema = { catalog: TEXT, entry: LANG_STRING };
const DATE: Schema = { datetime: TEXT, description: LANG_STRING };
const DURATION: Schema = { duration: TEXT, datetime: TEXT, description: LANG_STRING };
const CONTRIBUTE: Schema = { role: VOCABULARY, entity: TEXT, centity: { vcard: TEXT }, date: DATE };

/** IEEE 1484.12.1, Learning Object Metadata. `catalogentry`, `metadatascheme` and `centity` are those of its XML binding by IMS. */
const LOM: Schema = {
  general: {
    identifier: IDENTIFIER,
    catalogentry: IDENTIFIER,
    title: LANG_STRING,
    language: TEXT,
    description: LANG_STRING,
    keyword: LANG_STRING,
    coverage: LANG_STRING,
    structure: VOCABULARY,
    aggregationlevel: VOCABULARY,
  },
  lifecycle: { version: LANG_STRING, status: VOCABULARY, contribute: CONTRIBUTE },
  metametadata: {
    identifier: IDENTIFIER,
    catalogentry: IDENTIFIER,
    contribute: CONTRIBUTE,
    metadataschema: TEXT,
    metadatascheme: TEXT,
    language: TEXT,
  },
  technical: {
    format: TEXT,
    size: TEXT,
    location: TEXT,
    requirement: {
      orcomposite: { type: VOCABULARY, name: VOCABULARY, minimumversion: TEXT, maximumversion: TEXT },
    },
    installationremarks: LANG_STRING,
    otherplatformrequirements: LANG_STRING,
    duration: DURATION,
  },
  educational: {
    interactivitytype: VOCABULARY,
    learningresourcetype: VOCABULARY,
    interactivitylevel: VOCABULARY,
    semanticdensity: VOCABULARY,
    intendedenduserrole: VOCABULARY,
    context: VOCABULARY,
    typicalagerange: LANG_STRING,
    difficulty: VOCABULARY,
    typicallearningtime: DURATION,
    description: LANG_STRING,
    language: TEXT,
  },
  rights: { cost: VOCABULARY, copyrightandotherrestrictions: VOCABULARY, description: LANG_STRING },
  relation: { kind: VOCABULARY, resource: { identifier: IDENTIFIER, description: LANG_STRING } },
  annotation: { entity: TEXT, date: DATE, description: LANG_STRING },
  classification: {
    purpose: VOCABULARY,
    taxonpath: { source: LANG_STRING, taxon: { id: TEXT, entry: LANG_STRING } },
    description: LANG_STRING,
    keyword: LANG_STRING,
  },
};

const names = (list: string): Schema => Object.fromEntries(list.split(' ').map((name) => [name, TEXT]));

/** The Dublin Core Metadata Element Set, version 1.1. */
const DC: Schema = names(
  'title creator subject description publisher contributor date type format identifier source language relation coverage rights',
);

const AGENT: Schema = { name: names('givenname familyname'), givenname: TEXT, familyname: TEXT };
const ANNOTATION: Schema = {
  freetextannotation: TEXT,
  keywordannotation: { keyword: TEXT },
  structuredannotation: names('who whatobject whataction where when why how'),
  dependencystructure: TEXT,
};

/** ISO/IEC 15938-5, MPEG-7: the description schemes for creation, media, usage and textual annotation. */
const MPEG7: Schema = {
  creationinformation: {
    creation: {
      title: TEXT,
      titlemedia: TEXT,
      abstract: ANNOTATION,
      creator: { role: { name: TEXT }, agent: AGENT },
      creationcoordinates: { location: { name: TEXT, region: TEXT }, date: { timepoint: TEXT, duration: TEXT } },
      creationtool: TEXT,
      copyrightstring: TEXT,
    },
    classification: {
      ...names('form genre subject purpose language captionlanguage signlanguage'),
      release: names('date region'),
      target: names('market age region'),
      ...names('parentalguidance mediareview'),
    },
    relatedmaterial: names('disseminationformat materialtype medialocator'),
  },
  mediainformation: {
    mediaidentification: names('entityidentifier audiodomain videodomain imagedomain'),
    mediaprofile: {
      mediaformat: names('content medium fileformat filesize system bandwidth bitrate visualcoding audiocoding'),
      mediainstance: names('instanceidentifier medialocator locationdescription'),
      mediaquality: TEXT,
    },
  },
  usageinformation: names('rights financialresults availability usagerecord'),
  textannotation: ANNOTATION,
  mediatime: names('mediatimepoint mediaduration'),
  medialocator: names('mediauri inlinemedia'),
};

const SCHEMAS: Readonly<Record<string, Schema>> = { lom: LOM, dc: DC, mpeg7: MPEG7, 'mpeg-7': MPEG7 };

/**
 * Finds the first part of a path that its schema does not have.
 *
 * @param parts the names of a path: `lom`, `general`, `title`
 * @returns its position in `parts`, or -1 if the schema has the whole path
 */
export function unknownPart(parts: readonly string[]): number {
  let schema: Schema = SCHEMAS;
  for (const [i, part] of parts.entries()) {
    const name = part.toLowerCase();
    if (!Object.hasOwn(schema, name)) return i;
    schema = schema[name]!;
  }
  return -1;
}

/** Returns whether a name is that of a schema: LOM, Dublin Core or MPEG-7. */
export const isSchema = (name: string): boolean => Object.hasOwn(SCHEMAS, name.toLowerCase());

export const SCHEMA_NAMES = 'lom, dc and mpeg7';
