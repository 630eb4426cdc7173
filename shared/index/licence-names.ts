/*
 * Names of licences, which pages are filtered by: identifiers of SPDX in lower case. Pages declare a licence by its address, by a name or in a
 * sentence. A name that is read wrongly allows what the licence forbids, so texts that do not clearly name a licence have none.
 */

/** The value of all licences that have a name. */
export const ANY_LICENCE = 'any';

/** Part of a declared licence that is read, in UTF-16 units. */
const MAX_DECLARED = 1_000;

/** Maximum length of the address of a licence without a name, in UTF-16 units. Longer ones cannot be filtered by. */
const MAX_ADDRESS = 200;

/** A licence, its version and the country that the version is adapted to. */
type Licence = { name: string; version?: string | undefined; country?: string | undefined };

/** Names without versions, other than those of Creative Commons with conditions. */
const NAME = 'cc0|cc-pdm|odc-by|odbl|pddl|ogl-uk|dl-de-by|dl-de-zero|gfdl|gpl|lgpl|agpl|apache|mit';

const CONDITIONS = '(?:-(?:nc|nd|sa))*';

/** A name alone: `cc-by-sa-3.0-de`, `CC BY 4.0 International`, `GPL-3.0-or-later`. */
const WHOLE_NAME = new RegExp(
  `^(?:(cc-?by${CONDITIONS})|(${NAME}))(?:-v?(\\d(?:\\.\\d)?)(?:-([a-z]{2}|igo|scotland))?)?(?:-(?:only|or-later|international|unported|universal|licen[sc]e))*$`,
);

/** An abbreviated name of Creative Commons in a sentence. */
const SHORT_NAME = new RegExp(
  `(?<![a-z0-9])(?:cc|creative-commons)-?(by${CONDITIONS}|0|zero)(?![a-z0-9])(?:-v?(\\d\\.\\d))?`,
);

/** `CC by Ada Moss` has the author behind it, and says nothing of conditions. */
const BY_SOMEBODY = /\b(?:CC|cc|[Cc]reative [Cc]ommons) by\b(?![ -]*(?:\d|nc\b|nd\b|sa\b))/g;

/** A full name of Creative Commons in a sentence, with its conditions. */
const FULL_NAME =
  /creative-commons-attribution((?:-(?:non-?commercial|share-?alike|no-?deriv(?:ative)?s?(?:-works)?))*)(?![a-z])(?:-licen[sc]e)?(?:-v?(\d\.\d))?/;

/** Addresses of licences by their publishers. Groups: the licence, its version, the country. */
const ADDRESSES: readonly (readonly [address: RegExp, names: Readonly<Record<string, string>>])[] = [
  [
    /creativecommons\.org\/licen[sc]es\/(by(?:-(?:nc|nd|sa))*)(?![a-z0-9-])(?:\/(\d\.\d)(?:\/([a-z]{2}|igo|scotland)(?![a-z]))?)?/,
    {},
  ],
  [/creativecommons\.org\/publicdomain\/(zero|mark)\b(?:\/(\d\.\d))?/, { zero: 'cc0', mark: 'cc-pdm' }],
  [/opendatacommons\.org\/licenses\/(by|odbl|pddl)\b(?:\/(\d[.-]\d))?/, { by: 'odc-by', odbl: 'odbl', pddl: 'pddl' }],
  [
    /nationalarchives\.gov\.uk\/doc\/(open-government-licence)\b(?:\/version\/(\d))?/,
    { 'open-government-licence': 'ogl-uk' },
  ],
  [/govdata\.de\/dl-de\/(by|zero)(?:-(\d-\d))?/, { by: 'dl-de-by', zero: 'dl-de-zero' }],
  [
    /gnu\.org\/(?:licenses|copyleft)\/(?:old-licenses\/)?(agpl|lgpl|gpl|fdl)\b(?:-(\d\.\d))?/,
    { agpl: 'agpl', lgpl: 'lgpl', gpl: 'gpl', fdl: 'gfdl' },
  ],
  [/apache\.org\/licenses\/(license)-(\d\.\d)/, { license: 'apache' }],
];

const ADDRESS = /^https?:\/\/\S+$/i;

/** Lists of licences whose addresses end with a name. */
const LISTED = /(?:spdx\.org\/licenses|opensource\.org\/licen[sc]es?)\/([a-z0-9.-]+?)(?:\.html|\.php)?\/?(?:[?#].*)?$/;

/**
 * Returns the values that a record is found by: its licence from the name to the version and the country (`cc-by`, `cc-by-3.0`, `cc-by-3.0-de`), and
 * `any`. A licence without a name has its address alone.
 *
 * @param declared as the page declares it; absent: it does not
 * @returns an empty list if the text names no licence
 */
export function licenceValues(declared: string | undefined): string[] {
  const text = declared?.slice(0, MAX_DECLARED).trim() ?? '';
  const licence = findLicence(text);
  if (licence === undefined) {
    const address = plainAddress(text);
    return address === undefined ? [] : [address];
  }
  return [...namesOf(licence), ANY_LICENCE];
}

/** Returns the most exact name of a licence, or the address of one without a name; undefined if there is neither. */
export const licenceOf = (declared: string | undefined): string | undefined =>
  licenceValues(declared).findLast((value) => value !== ANY_LICENCE);

/** Parses the value of a filter: `any`, the name of a licence, or its address with or without scheme. */
export function parseLicence(text: string): string | undefined {
  const given = text.trim().toLowerCase();
  if (given === ANY_LICENCE) return given;
  if (given.includes('/')) return licenceOf(/^https?:/.test(given) ? text : `https://${text.trim()}`);
  const licence = wholeName(given);
  return licence && namesOf(licence).at(-1);
}

/** Returns whether a value is an address, not a name. */
export const isLicenceAddress = (value: string): boolean => value.includes('/');

function namesOf({ name, version, country }: Licence): string[] {
  if (version === undefined) return [name];
  const exact = `${name}-${version.length === 1 ? `${version}.0` : version.replace('-', '.')}`;
  return country === undefined ? [name, exact] : [name, exact, `${exact}-${country}`];
}

function findLicence(declared: string): Licence | undefined {
  const text = declared.toLowerCase();
  for (const [address, names] of ADDRESSES) {
    const [found, id = '', version, country] = address.exec(text) ?? [];
    if (found === undefined) continue;
    const name = names[id] ?? creativeCommons(id);
    return name === undefined ? undefined : { name, version, country };
  }
  const listed = LISTED.exec(text)?.[1];
  if (listed !== undefined) return wholeName(listed);
  return ADDRESS.test(text) ? undefined : (wholeName(text) ?? nameInSentence(declared));
}

function wholeName(text: string): Licence | undefined {
  const [, ofCommons, other, version, country] = WHOLE_NAME.exec(withHyphens(text)) ?? [];
  const name = ofCommons === undefined ? other : creativeCommons(ofCommons.replace(/^cc-?/, ''));
  return name === undefined ? undefined : { name, version, country };
}

function nameInSentence(text: string): Licence | undefined {
  const words = withHyphens(text.replace(BY_SOMEBODY, '').toLowerCase());
  const [, short, shortVersion] = SHORT_NAME.exec(words) ?? [];
  if (short !== undefined) {
    const name = short.startsWith('by') ? creativeCommons(short) : 'cc0';
    return name === undefined ? undefined : { name, version: shortVersion };
  }
  const [, conditions, version] = FULL_NAME.exec(words) ?? [];
  if (conditions === undefined) return undefined;
  const abbreviated = conditions
    .replace(/non-?commercial/g, 'nc')
    .replace(/share-?alike/g, 'sa')
    .replace(/no-?deriv[a-z]*/g, 'nd');
  const name = creativeCommons(`by${abbreviated}`);
  return name === undefined ? undefined : { name, version };
}

const withHyphens = (text: string): string => text.replace(/[\s_/+,()–-]+/g, '-').replace(/^-|-$/g, '');

/** Returns the name of a licence of Creative Commons with its conditions in the usual order. No licence has both `sa` and `nd`. */
function creativeCommons(id: string): string | undefined {
  const parts = id.split('-');
  if (parts.includes('sa') && parts.includes('nd')) return undefined;
  return ['cc', 'by', ...['nc', 'nd', 'sa'].filter((one) => parts.includes(one))].join('-');
}

/** Returns an address without scheme, `www` and closing slashes, which differ between pages. It always has a slash. */
function plainAddress(text: string): string | undefined {
  const url = ADDRESS.test(text) ? URL.parse(text) : null;
  if (url === null) return undefined;
  const path = url.pathname.replace(/\/+$/, '') || '/';
  const address = `${url.host.replace(/^(?:www\.)+(?=.)/, '')}${path}${url.search}`;
  return address.length <= MAX_ADDRESS ? address : undefined;
}
