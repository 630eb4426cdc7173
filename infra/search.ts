import { Stack } from 'aws-cdk-lib';
import { Construct } from 'constructs';
import { collectionOf, searchRegionOf } from '../shared/settings/stack/search-endpoint.ts';
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
  private readonly external: DeploymentOptions | undefined;
  /** ARNs of the roles that an external engine must allow. */
  readonly externalRoles: string[] = [];

  constructor(scope: Construct, id: string, options: DeploymentOptions) {
    super(scope, id);
    const name = uniqueName(options.stackName);
    // Several stacks may share an external engine, also stacks of the same name in other accounts and Regions.
    const { account, region } = Stack.of(this);
    this.prefix = options.search === 'external' ? `${name}-${region}-${account}` : name;
    this.external = options.search === 'external' ? options : undefined;
    this.domain = options.search === 'domain' ? new SearchDomain(this, 'Domain', name) : undefined;
    this.engine =
      options.search === 'serverless'
        ? new SearchCollection(this, 'Collection', { name, maxUnits: options.searchUnits })
        : this.domain;
    const searchRegion = this.external && searchRegionOf(this.external.searchEndpoint);
    this.environment = {
      SEARCH_ENDPOINT: this.engine?.endpoint ?? options.searchEndpoint,
      SEARCH_SIGNING: this.engine?.signing ?? options.searchSigning,
      SEARCH_PREFIX: this.prefix,
      ...(searchRegion !== undefined && { SEARCH_REGION: searchRegion }),
    };
  }

  /** An external engine has its own access control: the stack prints the roles that it must allow. */
  allowWriting(handler: Handler): void {
    this.engine?.allowWriting(handler, this.prefix);
    this.allowExternal(handler);
  }

  /** See `allowWriting`. */
  allowReading(handler: Handler): void {
    this.engine?.allowReading(handler, this.prefix);
    this.allowExternal(handler);
  }

  private allowExternal(handler: Handler): void {
    if (this.external === undefined || this.external.searchSigning === 'none') return;
    if (!this.externalRoles.includes(handler.roleArn)) this.externalRoles.push(handler.roleArn);
    const collection = this.external.searchSigning === 'aoss' && collectionOf(this.external.searchEndpoint);
    if (!collection) return;
    const { account, partition } = Stack.of(this);
    // The role needs this permission beside its entry in the data access policy of the collection.
    handler.allow(
      ['aoss:APIAccessAll'],
      `arn:${partition}:aoss:${collection.region}:${account}:collection/${collection.id}`,
    );
  }
}
