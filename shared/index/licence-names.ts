/*
 * Names of licences, which pages are filtered by: identifiers of SPDX in lower case. Pages declare a licence by its address, by a name or in a
 * sentence. A name that is read wrongly allows what the licence forbids, so a text has a name only if all of it is understood.
 */

/** The value of all licences that have a name. */
export const ANY_LICENCE = 'any';

/** Maximum length of a declared licence, in UTF-16 units. The end of a longer text could limit what its beginning allows. */
const MAX_DECLARED = 1_000;

/** Maximum length of the address of a licence without a name, in UTF-16 units. Longer ones cannot be filtered by. */
const MAX_ADDRESS = 200;

/** A licence, its version and the country that the version is adapted to. */
type Licence = { name: string; version?: string | undefined; country?: string | undefined };

/** Country of a version. `nc`, `nd` and `sa` are conditions behind the version, so that the text is unclear. */
const COUNTRY = '(?!n[cd]|sa)(?:[a-z]{2}|igo|scotland)';

const BY = 'by(?:-(?:nc|nd|sa))*';

/** Names other than those of Creative Commons with conditions. */
const OTHERS = 'cc-pdm|odc-by|odbl|pddl|ogl-uk|dl-de-by|dl-de-zero|gfdl|gpl|lgpl|agpl|apache';

/**
 * A name in a text of words with hyphens between them: `cc-by-sa-3.0-de`, `gpl-3.0-or-later`.
 */
const NAME = new RegExp(
  `(?<![^-])(?:(?:cc-?(?:(?<by>${BY})|(?<zero>0|zero))|(?<other>${OTHERS}))(?:-licen[sc]e)?(?:(?:-version)?(?:-v?|v)(?<version>\\d(?:[.-]\\d)?)(?:-(?<country>${COUNTRY})(?=$|-licen[sc]e))?)?(?:-only|-or-later)?|(?<unversioned>mit))(?![^-])`,
  'g',
);

/** What `NAME` finds. `by`: a licence of Creative Commons with conditions, `zero`: CC0, `unversioned`: a licence without versions. */
type NameParts = Partial<Record<'by' | 'zero' | 'other' | 'version' | 'country' | 'unversioned', string>>;

/** Full names of what `NAME` has abbreviated. A page may require attribution without any licence: alone, the word needs a version behind it. */
const FULL_NAMES: readonly (readonly [full: RegExp, short: string])[] = [
  [/\bcreative-commons\b/g, 'cc'],
  [/\b(?:cc-attribution|attribution(?=(?:-[a-z]+)*-\d\.\d))\b/g, 'cc-by'],
  [/\bnon-?commercial\b/g, 'nc'],
  [/\bshare-?alike\b/g, 'sa'],
  [/\bno-?deriv(?:ative)?s?(?:-works)?\b/g, 'nd'],
];

/** Words around the name that do not change what it allows. A text with any other word is unclear, in whatever language it limits the licence. */
const PLAIN_WORDS = new Set(
  `a an the this these is are of in under terms work article text document page content website available licence license licensed lizenz licens
published distributed released shared gnu international unported generic universal public domain dedication dieser dieses werk steht unter der`.split(
    /\s/,
  ),
);

/** Names that are also those of owners. A text has them only with a version or the word for licence. */
const OWNER = /^(?:mit|apache)$/;

/** End of the path of a licence: a form or translation of the same text. */
const PATH_END = '(?:/(?:deed|legalcode|summary|index)(?:\\.[a-z_-]+)*)?/?$';

/** Addresses of licences by their publishers: host and path without its end. Groups: the licence, its version, the country. `names`: those that differ. */
const ADDRESSES: readonly { pattern: RegExp; names: Readonly<Record<string, string>> }[] = (
  [
    [`creativecommons\\.org/licen[sc]es/(${BY})(?:/(\\d\\.\\d)(?:/(${COUNTRY}))?)?`, {}],
    ['creativecommons\\.org/publicdomain/(zero|mark)(?:/(\\d\\.\\d))?', { zero: 'cc0', mark: 'cc-pdm' }],
    ['opendatacommons\\.org/licenses/(by|odbl|pddl)(?:/(\\d[.-]\\d))?', { by: 'odc-by' }],
    [
      'nationalarchives\\.gov\\.uk/doc/(open-government-licence)(?:/version/(\\d))?',
      { 'open-government-licence': 'ogl-uk' },
    ],
    ['govdata\\.de/dl-de/(by|zero)(?:-(\\d-\\d))?', { by: 'dl-de-by', zero: 'dl-de-zero' }],
    [
      'gnu\\.org/(?:licenses|copyleft)/(?:old-licenses/)?(agpl|lgpl|gpl|fdl)(?:-(\\d\\.\\d))?(?:\\.[a-z-]+)*',
      { fdl: 'gfdl' },
    ],
    ['apache\\.org/licenses/(license)-(\\d\\.\\d)(?:\\.[a-z]+)?', { license: 'apache' }],
  ] satisfies [address: string, names: Readonly<Record<string, string>>][]
).map(([address, names]) => ({ pattern: new RegExp(`^${address}${PATH_END}`), names }));

/** Lists of licences whose addresses end with a name. */
const LISTED = /^(?:spdx\.org\/licenses|opensource\.org\/licen[sc]es?)\/([a-z0-9.-]+?)(?:\.html|\.php)?\/?$/;

const ADDRESS = /^https?:\/\/\S+$/i;

/** An address in a sentence, also without scheme. */
const ANY_ADDRESS = /(?<!\S)(?:\S*\/\/|[(<[]?(?:[a-z0-9-]+\.)+[a-z]{2,}\/)\S*/g;

/**
 * Returns the values that a record is found by: its licence from the name to the version and the country (`cc-by`, `cc-by-3.0`, `cc-by-3.0-de`), and
 * `any`. A licence without a name has its address alone.
 *
 * @param declared as the page declares it; absent: it does not
 * @returns an empty list if the text does not clearly name one licence
 */
export function licenceValues(declared: string | undefined): string[] {
  const text = declared?.trim() ?? '';
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
  const given = text.trim();
  if (given.toLowerCase() === ANY_LICENCE) return ANY_LICENCE;
  const licence = licenceNamed(given);
  if (licence !== undefined) return namesOf(licence).at(-1);
  return plainAddress(/^https?:/i.test(given) ? given : `https://${given}`);
}

/** Returns whether a value is an address, not a name. */
export const isLicenceAddress = (value: string): boolean => value.includes('/');

function namesOf({ name, version, country }: Licence): string[] {
  if (version === undefined) return [name];
  const exact = `${name}-${version.length === 1 ? `${version}.0` : version.replace('-', '.')}`;
  return country === undefined ? [name, exact] : [name, exact, `${exact}-${country}`];
}

/** Reads a text that is known to name a licence: `mit` is no owner. */
const licenceNamed = (name: string): Licence | undefined => findLicence(`licence ${name}`);

/** Returns the licence of a text that names one, in several ways if they agree, and has only plain words besides. */
function findLicence(declared: string): Licence | undefined {
  if (declared.length > MAX_DECLARED) return undefined;
  const found: (Licence | undefined)[] = [];
  const text = declared
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .toLowerCase();
  const named = withHyphens(
    text.replace(ANY_ADDRESS, (address) => {
      found.push(licenceOfAddress(address.replace(/^[(<[]|[)>\].,;]+$/g, '')));
      return ' ';
    }),
  );
  const others = named.replace(NAME, (...match) => {
    const { by, zero, other, version, country, unversioned } = match.at(-1) as NameParts;
    const name = by ? creativeCommons(by) : zero ? 'cc0' : (other ?? unversioned);
    const isOwner = name !== undefined && OWNER.test(name) && version === undefined && !/licen[sc]e/.test(named);
    found.push(name === undefined || isOwner ? undefined : { name, version, country });
    return '';
  });
  if (!others.split('-').every((word) => word === '' || PLAIN_WORDS.has(word))) return undefined;
  return found.reduce((one, other) => one && other && moreExact(one, other), found[0]);
}

/** Returns the licence with the longer name, which has to include the shorter one; undefined if they differ. */
function moreExact(one: Licence, other: Licence): Licence | undefined {
  const includes = (long: Licence, short: Licence) => namesOf(long).includes(namesOf(short).at(-1)!);
  return includes(one, other) ? one : includes(other, one) ? other : undefined;
}

/** Returns the licence that a publisher has at an address, with or without scheme. Query and fragment choose a language or a place in it. */
function licenceOfAddress(address: string): Licence | undefined {
  const url = URL.parse(address.replace(/^(?:https?:)?(?:\/\/)?/, 'https://'));
  if (url === null) return undefined;
  const place = `${url.host.replace(/^www\./, '')}${url.pathname}`;
  for (const { pattern, names } of ADDRESSES) {
    const [found, id = '', version, country] = pattern.exec(place) ?? [];
    if (found === undefined) continue;
    const name = names[id] ?? (id.startsWith('by') ? creativeCommons(id) : id);
    return name === undefined ? undefined : { name, version, country };
  }
  const listed = LISTED.exec(place)?.[1];
  return listed === undefined ? undefined : licenceNamed(listed);
}

/** Joins words with hyphens and abbreviates names. Symbols other than these are kept: some stand for conditions. */
function withHyphens(text: string): string {
  const words = text.replace(/(?:(?!\.)[\s\p{P}\u2212+]|\.(?!\d)|(?<!\d)\.)+/gu, '-').replace(/^-|-$/g, '');
  return FULL_NAMES.reduce((names, [full, short]) => names.replace(full, short), words);
}

/** Returns the name of a licence of Creative Commons with its conditions in the usual order. No licence has both `sa` and `nd`. */
function creativeCommons(id: string): string | undefined {
  const parts = id.split('-');
  if (parts.includes('sa') && parts.includes('nd')) return undefined;
  return ['cc', 'by', ...['nc', 'nd', 'sa'].filter((one) => parts.includes(one))].join('-');
}

/** Returns an address without scheme, `www` and closing slashes, which differ between pages. It always has a slash, and a dot before it. */
function plainAddress(text: string): string | undefined {
  const url = ADDRESS.test(text) ? URL.parse(text) : null;
  if (!url?.hostname.includes('.')) return undefined;
  const path = url.pathname.replace(/\/+$/, '') || '/';
  const address = `${url.host.replace(/^(?:www\.)+(?=.)/, '')}${path}${url.search}`;
  return address.length <= MAX_ADDRESS ? address : undefined;
}
