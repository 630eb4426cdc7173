import type { APIGatewayProxyEventV2WithJWTAuthorizer } from 'aws-lambda';
import type { Context } from 'hono';
import { normalizeName, PERSON_NAME } from '../../shared/annotations/person-name.ts';
import type { AnnotationStore } from '../../shared/ports/annotation-store.ts';
import type { Clock } from '../../shared/ports/clock.ts';
import type { Random } from '../../shared/ports/random.ts';
import type { SearchIndex } from '../../shared/ports/search-index.ts';
import { storedAnnotations } from '../../web/annotations/stored-annotations.ts';
import type { Person, WebAnnotations } from '../../web/annotations/web-annotations.ts';
import { wordsOf } from '../wiring/wiring-annotations.ts';

type Stores = { annotations: AnnotationStore; index: Pick<SearchIndex, 'get'>; clock: Clock; random: Random };

/**
 * Returns the annotations of a stack for its pages. Holders of a token of the issuer can annotate. The gateway has checked the token.
 *
 * @param claim name of the claim of the token that is the name of the person
 */
export function pageAnnotations(stores: Stores, claim: string): WebAnnotations {
  return {
    verified: (c) => verifiedPerson(c, claim),
    people: async () => [],
    ...storedAnnotations({ ...stores, wordsOf }),
    clientOf: () => undefined,
    now: () => stores.clock.now(),
  };
}

/** Claims of a token that the HTTP API has checked. */
type Bindings = { event?: { requestContext?: Partial<APIGatewayProxyEventV2WithJWTAuthorizer['requestContext']> } };

function verifiedPerson(c: Context, claim: string): Partial<Person> | undefined {
  const claims = (c.env as Bindings).event?.requestContext?.authorizer?.jwt?.claims;
  if (!claims) return undefined;
  const name = claims[claim];
  // Names are not corrected: the issuer may have given both forms, to two people.
  return typeof name === 'string' && PERSON_NAME.test(name) && name === normalizeName(name) ? { name } : {};
}
