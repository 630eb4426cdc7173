import { Construct } from 'constructs';
import type { Handler } from './handler.ts';
import { uniqueName } from './names.ts';
import type { Options } from './options.ts';
import { SearchCollection } from './search-collection.ts';
import { SearchDomain } from './search-domain.ts';

/** What a function is told of the search engine. */
export type SearchEnvironment = { SEARCH_ENDPOINT: string; SEARCH_SIGNING: string; SEARCH_PREFIX: string };

/** An engine of the stack's own: `prefix` begins the names of all its indexes. */
export interface SearchEngine {
  readonly endpoint: string;
  readonly signing: 'es' | 'aoss';
  /** Lets a function make indexes and write records. */
  openToWriter(handler: Handler, prefix: string): void;
  /** Lets a function search. */
  openToReader(handler: Handler, prefix: string): void;
}

/**
 * The search engine: a small domain of the stack's own, a serverless collection, or an engine that is there already. Its own
 * ones go with the stack: they can be written again from `records/`.
 */
export class Search extends Construct {
  readonly environment: SearchEnvironment;
  readonly domain: SearchDomain | undefined;
  private readonly engine: SearchEngine | undefined;
  private readonly prefix: string;

  constructor(scope: Construct, id: string, options: Options) {
    super(scope, id);
    const name = uniqueName(options.stackName);
    // Several stacks may write to one engine.
    this.prefix = name;
    this.domain = options.search === 'domain' ? new SearchDomain(this, 'Domain', name) : undefined;
    this.engine =
      options.search === 'serverless'
        ? new SearchCollection(this, 'Collection', { name, mostUnits: options.searchUnits })
        : this.domain;
    this.environment = {
      SEARCH_ENDPOINT: this.engine?.endpoint ?? options.searchEndpoint,
      SEARCH_SIGNING: this.engine?.signing ?? options.searchSigning,
      SEARCH_PREFIX: this.prefix,
    };
  }

  /** An engine elsewhere judges by itself who may write. */
  openToWriter(handler: Handler): void {
    this.engine?.openToWriter(handler, this.prefix);
  }

  openToReader(handler: Handler): void {
    this.engine?.openToReader(handler, this.prefix);
  }
}
