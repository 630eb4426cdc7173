/** Splits names of authors as reference formats need them: they sort by the surname. */
import { isPersonName, PARTICLE } from '../../shared/clean/metadata/person-name.ts';
import { splitPostNominals } from '../../shared/clean/metadata/post-nominals.ts';
import { isBodyName } from './body-name.ts';

/** A name of a person. `inverted`: `Darwin, Charles`, whose surname is known. Otherwise the surname is the last word. */
export type PersonName = {
  /** Name without generation, in its order. */
  name: string;
  /** Surname without `van` or `de` before it. */
  surname: string;
  /** `Jr.`, `Sr.`, `II`, `III` or `IV`; undefined if there is none. */
  generation: string | undefined;
  inverted: boolean;
};

/** Returns the parts of the name of a person, without degrees; undefined if it may be that of a body or of several people. */
export function personNameOf(text: string): PersonName | undefined {
  const whole = splitPostNominals(text).name.trim();
  const generation = GENERATION.exec(whole)?.[1];
  const name = whole.replace(GENERATION, '$2');
  const [family = '', given, ...more] = name.split(/\s*,\s*/);
  if (more.length > 0 || /\sand\s/i.test(name)) return undefined;
  if (given === undefined)
    return isPersonName(name) && !isBodyName(name)
      ? { name, surname: family.slice(family.lastIndexOf(' ') + 1), generation, inverted: false }
      : undefined;
  const surname = family.replace(LEADING_PARTICLES, '');
  // Both parts of `Ada Moss, Ben Fen` are full names.
  if (isPersonName(surname) && isPersonName(given)) return undefined;
  const natural = `${given} ${family}`;
  return isPersonName(natural) && !isBodyName(natural, { isInverted: true })
    ? { name: `${family}, ${given}`, surname, generation, inverted: true }
    : undefined;
}

/** At the end, or between surname and given names: `Ben Moss Jr.`, `Ben Moss, Jr.`, `Moss, Jr., Ben`. */
const GENERATION = /,?\s+(Jr\.?|Sr\.?|II|III|IV)(?:$|(,\s))/;
const LEADING_PARTICLES = new RegExp(String.raw`^(?:${PARTICLE}\s+)+`, 'iu');
