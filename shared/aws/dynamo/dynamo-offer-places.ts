import { type Item, n, numberAttribute, s, stringAttribute } from './dynamo-item.ts';

/*
 * Announced offers are part of one object per call. Their heads name them in `offers`, a set of strings: the digest of the
 * object, base64url, and offset and length in base 36, joined by dots. An offer so costs the update of its head, which
 * announces it, and the commit removes it. An item of the inbox takes a put and a delete beside.
 */

/**
 * Maximum number of offers that a head names. A usual head of 450 bytes with 36 bytes for each stays about 1 KB, where an update
 * costs one write unit.
 */
export const MAX_OFFERS = 16;

/**
 * Minimum number of announced offers of a call for which an object is written though all are short. An object costs eight
 * write units, and saves two for each offer, or 1.4 if only one host of a process reads it: a GET costs 0.6.
 */
const MIN_OFFERS_PER_OBJECT = 6;

/** When offers are put into an object and named by their heads. They decide costs only. */
export type OfferLimits = { maxPerHead: number; minPerObject: number };

/** The limits of a stack. */
export const OFFER_LIMITS: OfferLimits = { maxPerHead: MAX_OFFERS, minPerObject: MIN_OFFERS_PER_OBJECT };

/** Returns the place of an offer. @param location attributes `object`, `offset` and `length` of a packed item */
export function placeOf(location: Item): string {
  const digest = stringAttribute(location, 'object').split('/').at(-1)!;
  const numbers = ['offset', 'length'].map((name) => numberAttribute(location, name).toString(36));
  return [Buffer.from(digest, 'hex').toString('base64url'), ...numbers].join('.');
}

/** Returns the attributes `object`, `offset` and `length` of a place. */
export function locationOf(crawl: string, place: string): Item {
  const [digest = '', ...numbers] = place.split('.');
  const [offset, length] = numbers.map((text) => n(Number.parseInt(text, 36)));
  const object = s(`${inboxFolder(crawl)}/${Buffer.from(digest, 'base64url').toString('hex')}`);
  return { object, offset: offset!, length: length! };
}

/** Returns the places of the offers that a head names, sorted: DynamoDB promises no order, and a dump continues by position. */
export const placesOf = (head: Item | undefined): string[] => [...(head?.['offers']?.SS ?? [])].sort();

/** Folder of the objects that hold offers. */
export const inboxFolder = (crawl: string) => `inbox/${crawl}`;
