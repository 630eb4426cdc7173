import type { Context } from 'hono';
import type { AnnotationResult } from '../../shared/annotations/annotate.ts';
import type { AnnotatedPage, Annotation, AnnotationQuery } from '../../shared/ports/annotation-store.ts';

/** A person who may annotate. */
export type Person = {
  name: string;
  /** The person may hand in documents. Absent: not. */
  isContributor?: true;
};

/** Why a crawl does not keep a document. `offTopic`: the filter that decided, and why. */
export type NotKept = { reason: string } | { offTopic: string };

/** A person who signs in at this server by a secret. */
export type Annotator = Person & { token: string };

/**
 * The record of a document that was handed in, with its URL by the rules of the crawl, or why there is none. `isBusy`: another process writes to the
 * data folder. `isFailed`: the document was stored, and a stage could not process it.
 */
export type HandedIn = { record: string; url: string } | { isBusy: true } | { isFailed: true } | NotKept;

/** Annotations of the pages of crawls. Everybody may read them; the people of a crawl write them. */
export type WebAnnotations = {
  /**
   * Returns who sends a request, as a gateway in front of this server has verified. Without `name`: its token does not name the person as it
   * should. Undefined: it has no token. Absent: people sign in at this server.
   */
  verified?(c: Context): Partial<Person> | undefined;
  /** Returns the people who sign in to annotate the pages of a crawl. None: its pages offer nothing to sign in for. */
  people(crawl: string): Promise<readonly Annotator[]>;
  /** Returns the annotations of a page, the oldest first. */
  ofPage(crawl: string, page: AnnotatedPage): Promise<Annotation[]>;
  /** Lists annotations, the newest first. */
  list(crawl: string, query: AnnotationQuery): Promise<Annotation[]>;
  get(crawl: string, id: string): Promise<Annotation | undefined>;
  add(given: { crawl: string; record: string; author: string; text: string }): Promise<AnnotationResult>;
  /** Changes an annotation of the author. */
  change(given: { crawl: string; id: string; author: string; text: string }): Promise<AnnotationResult>;
  /** Deletes an annotation of the author. */
  delete(given: { crawl: string; id: string; author: string }): Promise<AnnotationResult>;
  /** Imports a document of a contributor. Absent: documents cannot be handed in. */
  handIn?(given: { crawl: string; url: string; body: Uint8Array; contentType?: string }): Promise<HandedIn>;
  /** Returns who sends a request, to limit the attempts to sign in. Undefined: unknown. */
  clientOf(c: Context): string | undefined;
  /** Epoch milliseconds. */
  now(): number;
};

/** Takes in a document of a contributor. */
export type HandIn = NonNullable<WebAnnotations['handIn']>;
