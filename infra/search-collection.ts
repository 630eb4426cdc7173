import { Lazy, Stack } from 'aws-cdk-lib';
import {
  CfnAccessPolicy,
  CfnCollection,
  CfnCollectionGroup,
  CfnSecurityPolicy,
} from 'aws-cdk-lib/aws-opensearchserverless';
import { Construct } from 'constructs';
import { allSearchNames } from '../shared/text/search-names.ts';
import type { Handler } from './handler.ts';
import type { SearchEngine } from './search-engine.ts';

export interface SearchCollectionProps {
  /** Name of the collection and its policies, unique in account and Region. */
  readonly name: string;
  /** Maximum OpenSearch compute units for indexing, and for searching: limits the bill. */
  readonly maxUnits: number;
}

type Rule = { ResourceType: 'collection' | 'index'; Resource: string[]; Permission: string[] };

const COLLECTION_WRITES = ['aoss:CreateCollectionItems', 'aoss:DescribeCollectionItems', 'aoss:UpdateCollectionItems'];
/** A reindex deletes the index that it replaces. */
const INDEX_WRITES = ['aoss:CreateIndex', 'aoss:DeleteIndex', 'aoss:DescribeIndex', 'aoss:UpdateIndex'];
const READS = ['aoss:DescribeIndex', 'aoss:ReadDocument'];

/**
 * A serverless collection that scales to zero when it is idle. Only the NEXTGEN generation does, and only without a minimum
 * number of units. It accepts signed requests from any network. Access needs both a permission of the role
 * (`aoss:APIAccessAll`) and an entry in the data access policy of the collection, which names indexes.
 * https://docs.aws.amazon.com/opensearch-service/latest/developerguide/serverless-data-access.html
 */
export class SearchCollection extends Construct implements SearchEngine {
  readonly endpoint: string;
  readonly signing = 'aoss';
  private readonly arn: string;
  private readonly name: string;
  private readonly statements: { Description: string; Principal: string[]; Rules: Rule[] }[] = [];

  constructor(scope: Construct, id: string, { name, maxUnits: mostUnits }: SearchCollectionProps) {
    super(scope, id);
    this.name = name;
    const own = [`collection/${name}`];
    const group = new CfnCollectionGroup(this, 'Group', {
      name,
      generation: 'NEXTGEN',
      standbyReplicas: 'ENABLED',
      capacityLimits: { maxIndexingCapacityInOcu: mostUnits, maxSearchCapacityInOcu: mostUnits },
    });
    const encryption = new CfnSecurityPolicy(this, 'Encryption', {
      name,
      type: 'encryption',
      policy: JSON.stringify({ Rules: [{ ResourceType: 'collection', Resource: own }], AWSOwnedKey: true }),
    });
    const network = new CfnSecurityPolicy(this, 'Network', {
      name,
      type: 'network',
      policy: JSON.stringify([{ Rules: [{ ResourceType: 'collection', Resource: own }], AllowFromPublic: true }]),
    });
    const access = new CfnAccessPolicy(this, 'Access', {
      name,
      type: 'data',
      policy: Lazy.string({ produce: () => Stack.of(this).toJsonString(this.statements) }),
    });
    const collection = new CfnCollection(this, 'Collection', {
      name,
      type: 'SEARCH',
      collectionGroupName: name,
      standbyReplicas: 'ENABLED',
    });
    // The template has no references to these, and creating a collection fails without the first two.
    for (const before of [group, encryption, network, access]) collection.addResourceDependency(before);
    this.arn = collection.attrArn;
    this.endpoint = collection.attrCollectionEndpoint;
  }

  allowWriting(handler: Handler, prefix: string): void {
    const collection: Rule = {
      ResourceType: 'collection',
      Resource: [`collection/${this.name}`],
      Permission: COLLECTION_WRITES,
    };
    this.grant(handler, 'writes', [
      collection,
      this.indexRule(prefix, [...INDEX_WRITES, ...READS, 'aoss:WriteDocument']),
    ]);
  }

  allowReading(handler: Handler, prefix: string): void {
    this.grant(handler, 'searches', [this.indexRule(prefix, READS)]);
  }

  private indexRule(prefix: string, permissions: string[]): Rule {
    return {
      ResourceType: 'index',
      Resource: [`index/${this.name}/${allSearchNames(prefix)}`],
      Permission: [...new Set(permissions)],
    };
  }

  private grant(handler: Handler, purpose: string, rules: Rule[]): void {
    handler.allow(['aoss:APIAccessAll'], this.arn);
    this.statements.push({
      Description: `${handler.node.path} ${purpose}`,
      Principal: [handler.roleArn],
      Rules: rules,
    });
  }
}
