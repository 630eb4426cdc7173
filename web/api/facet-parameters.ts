import * as z from 'zod';
import { FACET_NAMES, type FacetName, isFacetName } from '../../shared/index/facets.ts';
import { wholeNumber } from './parse-parameters.ts';

/** Maximum number of values of a facet. */
const MAX_FACET_VALUES = 1_000;

/** Describes the valid values of `facets`; completes "must be …". */
const FACETS_EXPECTED = `all, or some of ${FACET_NAMES.join(', ')}`;

/**
 * Parses `facets`: names joined by commas, or `all`.
 *
 * @returns an empty list if no facet is asked for, undefined if a name is unknown
 */
function parseFacets(text: string): readonly FacetName[] | undefined {
  const names = text.split(',').map((name) => name.trim().toLowerCase());
  const given = names.filter((name) => name !== '');
  if (given.includes('all')) return FACET_NAMES;
  return given.every(isFacetName) ? given : undefined;
}

export const FACET_PARAMETERS = {
  facets: z
    .string()
    .transform((text, context) => {
      const names = parseFacets(text);
      if (!names) context.addIssue({ code: 'custom', message: `must be ${FACETS_EXPECTED}` });
      return names ?? z.NEVER;
    })
    .optional()
    .meta({ description: `Facets to count: ${FACETS_EXPECTED}, joined by commas.`, examples: ['language,year'] }),
  facetSize: wholeNumber(1, MAX_FACET_VALUES, undefined).meta({
    description: 'Maximum number of values of each facet. Default: 10.',
  }),
};
