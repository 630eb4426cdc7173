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
import type { SearchEngine } from './search.ts';

export interface SearchCollectionProps {
  /** Of the collection and its policies; unique in account and Region. */
  readonly name: string;
  /** Most OpenSearch compute units at once, for writing and for searching each: a guard on the bill. */
  readonly mostUnits: number;
}

type Rule = { ResourceType: 'collection' | 'index'; Resource: string[]; Permission: string[] };

const COLLECTION_WRITES = ['aoss:CreateCollectionItems', 'aoss:DescribeCollectionItems', 'aoss:UpdateCollectionItems'];
/** One that took the place of another removes it. */
const INDEX_WRITES = ['aoss:CreateIndex', 'aoss:DeleteIndex', 'aoss:DescribeIndex', 'aoss:UpdateIndex'];
const READS = ['aoss:DescribeIndex', 'aoss:ReadDocument'];

/**
 * A collection that sleeps when nobody writes or searches. Only the newer generation does, and only without a least number
 * of units. It is asked by signed requests, from anywhere: who may, is told twice, by the role (`aoss:APIAccessAll`) and by
 * the collection's own policy, which names indexes.
 * https://docs.aws.amazon.com/opensearch-service/latest/developerguide/serverless-data-access.html
 */
export class SearchCollection extends Construct implements SearchEngine {
  readonly endpoint: string;
  readonly signing = 'aoss';
  private readonly arn: string;
  private readonly name: string;
  private readonly statements: { Description: string; Principal: string[]; Rules: Rule[] }[] = [];

  constructor(scope: Construct, id: string, { name, mostUnits }: SearchCollectionProps) {
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
    // None of these is named by its reference, and without the first two no collection can be made.
    for (const before of [group, encryption, network, access]) collection.addResourceDependency(before);
    this.arn = collection.attrArn;
    this.endpoint = collection.attrCollectionEndpoint;
  }

  openToWriter(handler: Handler, prefix: string): void {
    const collection: Rule = {
      ResourceType: 'collection',
      Resource: [`collection/${this.name}`],
      Permission: COLLECTION_WRITES,
    };
    this.open(handler, 'writes', [collection, this.indexes(prefix, [...INDEX_WRITES, ...READS, 'aoss:WriteDocument'])]);
  }

  openToReader(handler: Handler, prefix: string): void {
    this.open(handler, 'searches', [this.indexes(prefix, READS)]);
  }

  private indexes(prefix: string, permissions: string[]): Rule {
    return {
      ResourceType: 'index',
      Resource: [`index/${this.name}/${allSearchNames(prefix)}`],
      Permission: [...new Set(permissions)],
    };
  }

  private open(handler: Handler, what: string, rules: Rule[]): void {
    handler.may(['aoss:APIAccessAll'], this.arn);
    this.statements.push({
      Description: `${handler.node.path} ${what}`,
      Principal: [handler.roleArn],
      Rules: rules,
    });
  }
}
