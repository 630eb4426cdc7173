import { Construct } from 'constructs';
import type { Handler } from './handler.ts';
import { uniqueName } from './names.ts';
import type { DeploymentOptions } from './options.ts';
import { SearchCollection } from './search-collection.ts';
import { SearchDomain } from './search-domain.ts';
import type { SearchEngine, SearchEnvironment } from './search-engine.ts';

/**
 * The search engine: a small domain, a serverless collection, or an existing engine. A domain or collection of the stack is
 * deleted with it, since its indexes can be rebuilt from `records/`.
 */
export class Search extends Construct {
  readonly environment: SearchEnvironment;
  readonly domain: SearchDomain | undefined;
  private readonly engine: SearchEngine | undefined;
  private readonly prefix: string;

  constructor(scope: Construct, id: string, options: DeploymentOptions) {
    super(scope, id);
    const name = uniqueName(options.stackName);
    // Several stacks may share an engine.
    this.prefix = name;
    this.domain = options.search === 'domain' ? new SearchDomain(this, 'Domain', name) : undefined;
    this.engine =
      options.search === 'serverless'
        ? new SearchCollection(this, 'Collection', { name, maxUnits: options.searchUnits })
        : this.domain;
    this.environment = {
      SEARCH_ENDPOINT: this.engine?.endpoint ?? options.searchEndpoint,
      SEARCH_SIGNING: this.engine?.signing ?? options.searchSigning,
      SEARCH_PREFIX: this.prefix,
    };
  }

  /** Has no effect on an external engine, which has its own access control. */
  allowWriting(handler: Handler): void {
    this.engine?.allowWriting(handler, this.prefix);
  }

  /** Has no effect on an external engine, which has its own access control. */
  allowReading(handler: Handler): void {
    this.engine?.allowReading(handler, this.prefix);
  }
}
