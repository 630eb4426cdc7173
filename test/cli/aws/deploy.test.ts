import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { findCdk, type RunCdk } from '../../../cli/aws/cdk.ts';
import { openAws } from '../../../cli/aws/wiring.ts';
import { createDeployCommand } from '../../../cli/commands/deploy.ts';
import { createDestroyCommand } from '../../../cli/commands/destroy.ts';
import { reportErrors } from '../../../cli/main.ts';
import { domainUsdPerMonth } from '../../../shared/meter/idle-cost.ts';
import { PRICES_AS_OF } from '../../../shared/meter/prices.ts';
import { testTerminal } from '../test-terminal.ts';
import { type FakeResponse, REGION } from './aws-account.ts';
import { account, cdkHere, member, RESOURCES, xml } from './deploy-account.ts';

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'thresher-deploy-'));
});
afterEach(() => rmSync(dir, { recursive: true }));

async function run(
  verb: 'deploy' | 'destroy',
  args: string[],
  given: { env: Record<string, string>; cdk: RunCdk; input?: string[] },
) {
  const terminal = testTerminal(given.input ?? [], { env: given.env });
  const made = { deploy: createDeployCommand, destroy: createDestroyCommand }[verb]({ openAws, cdk: given.cdk });
  const code = await reportErrors(terminal, () => made.run([...args, '--dir', dir, '--region', REGION], terminal));
  return { code, printed: terminal.printed, stderr: terminal.stderr };
}

function crawlYaml(): string {
  const file = join(dir, 'crawl.yaml');
  writeFileSync(
    file,
    'crawl: plants\nseeds: [http://a.example/]\naws: {search: none, maxFetch: 30, alarmEmail: a@b.example}\n',
  );
  return file;
}

describe('deploy', () => {
  test('gives the stack access to the secrets of a crawl and keeps access to earlier ones', async () => {
    const { env } = await account();
    const { cdk, runs } = cdkHere();
    const login = 'fetch: {credentials: {a.example: {basic: "secret:site/login"}, b.example: {bearer: "env:TOKEN"}}}\n';
    const file = join(dir, 'secret.yaml');
    writeFileSync(file, `crawl: plants\nseeds: [http://a.example/]\naws: {search: none, secrets: proxy}\n${login}`);
    await run('deploy', ['--search', 'none', '-c', 'secrets=first', '--yes'], { env, cdk });
    await run('deploy', [file, '--yes'], { env, cdk });
    await run('deploy', ['--yes'], { env, cdk });
    const secrets = runs.map((args) => args.find((arg) => arg.startsWith('secrets=')));
    expect(secrets).toEqual(['secrets=first', 'secrets=first,proxy,site/login', 'secrets=first,proxy,site/login']);
  });

  test('gives the evaluation of alerts access to their secrets only', async () => {
    const { env } = await account();
    const { cdk, runs } = cdkHere();
    const write = (secret: string) => {
      const alert = `name: moss, query: moss, webhook: https://hooks.example/, secret: ${secret}, mail: a@b.example`;
      const mail = 'mail: {smtp: secret:smtp, from: a@b.example}';
      const file = join(dir, 'alerts.yaml');
      writeFileSync(file, `crawl: plants\nseeds: [http://a.example/]\nalerts: [{${alert}}]\n${mail}\n`);
      return file;
    };
    await run('deploy', [write('secret:hook'), '--yes'], { env, cdk });
    const named = runs.map((args) => args.filter((arg) => /^(alertS|s)ecrets=/.test(arg)));
    expect(named).toEqual([['alertSecrets=hook,smtp']]);
    const file = join(dir, 'notify.yaml');
    const notify =
      'notify: {webhook: secret:ops/url, secret: secret:ops/key}\nfetch: {proxy: {url: http://proxy.example:3128, credentials: secret:proxy}}';
    writeFileSync(file, `crawl: bogs\nseeds: [http://a.example/]\n${notify}\n`);
    await run('deploy', [file, '--stack', 'Bogs', '--yes'], { env, cdk });
    expect(runs.pop()!.filter((arg) => /^alertSecrets=/.test(arg))).toEqual(['alertSecrets=ops/url,ops/key,proxy']);
    // What a stack cannot evaluate is refused before it is deployed.
    for (const [secret, search, message] of [
      ['env:HOOK', 'domain', 'alerts: env:HOOK: a stack has no environment variables; use secret:NAME'],
      ['secret:hook', 'none', 'alerts: need a search engine, and the stack has none (search: none)'],
    ] as const) {
      const { code, stderr } = await run('deploy', [write(secret), '--search', search, '--yes'], { env, cdk });
      expect([code, stderr.at(-1)]).toEqual([2, message]);
    }
    expect(runs).toHaveLength(1);
  });

  test('removes access to secrets that `-c secrets=` leaves out, permanently', async () => {
    const { env } = await account();
    const { cdk, runs } = cdkHere();
    const file = join(dir, 'proxy.yaml');
    writeFileSync(file, 'crawl: plants\nseeds: [http://a.example/]\naws: {search: none, secrets: proxy}\n');
    const deploy = (...args: string[]) => run('deploy', [...args, '--yes'], { env, cdk });
    await deploy('--search', 'none', '-c', 'secrets=first,second');
    await deploy('-c', 'secrets=second');
    await deploy();
    await deploy('-c', 'secrets=');
    await deploy(file);
    const secrets = runs.map((args) => args.find((arg) => arg.startsWith('secrets=')));
    expect(secrets).toEqual(['secrets=first,second', 'secrets=second', 'secrets=second', 'secrets=', 'secrets=proxy']);
  });

  describe('plug-ins', () => {
    /** Writes a crawl.yaml with a plug-in. */
    function crawlWithPlugin(crawl: string, plugin: string) {
      const folder = join(dir, crawl);
      mkdirSync(folder, { recursive: true });
      const [file, module] = [join(folder, 'crawl.yaml'), join(folder, plugin)];
      writeFileSync(module, 'export const document = (given) => given;\n');
      writeFileSync(file, `crawl: ${crawl}\nseeds: [http://a.example/]\nplugins: [${plugin}]\naws: {search: none}\n`);
      return { file, module };
    }
    const pluginsOf = (runs: string[][]) =>
      runs.map((args) => args.find((arg) => arg.startsWith('plugins='))?.slice('plugins='.length));

    test('of earlier crawls stay, and `-c plugins=` removes them permanently', async () => {
      const { env } = await account();
      const { cdk, runs } = cdkHere();
      const [one, two] = [crawlWithPlugin('plants', 'herbs.mjs'), crawlWithPlugin('moss', 'moss.mjs')];
      const deploy = (...args: string[]) => run('deploy', [...args, '--yes'], { env, cdk });
      await deploy(one.file);
      await deploy(two.file);
      await deploy();
      await deploy('-c', `plugins=${two.module}`);
      await deploy('-c', 'plugins=');
      await deploy();
      const both = `${one.module},${two.module}`;
      expect(pluginsOf(runs)).toEqual([one.module, both, both, two.module, '', '']);
    });

    test('of the same file name are refused, because the stack could not distinguish them', async () => {
      const { env } = await account();
      const { cdk, runs } = cdkHere();
      const [one, two] = [crawlWithPlugin('plants', 'mine.mjs'), crawlWithPlugin('moss', 'mine.mjs')];
      await run('deploy', [one.file, '--yes'], { env, cdk });
      const { code, stderr } = await run('deploy', [two.file, '--yes'], { env, cdk });
      expect(stderr).toEqual([
        `two plug-ins are called mine.mjs (${one.module} and ${two.module}): a stack identifies plug-ins by file name, so rename one of them,`,
        'or list all plug-ins that crawls of the stack still need: -c plugins=FILE,FILE (-c plugins= for none)',
      ]);
      expect([code, runs.length]).toEqual([2, 1]);
    });

    test('whose file is gone are named before the CDK starts, unless the crawl.yaml has moved with them', async () => {
      const { env } = await account();
      const { cdk, runs } = cdkHere();
      const { file, module } = crawlWithPlugin('plants', 'herbs.mjs');
      await run('deploy', [file, '--yes'], { env, cdk });
      renameSync(join(dir, 'plants'), join(dir, 'garden'));
      const { code, stderr } = await run('deploy', ['--yes'], { env, cdk });
      expect(stderr[0]).toBe(
        `plug-in ${module} no longer exists; an earlier deployment added it for a crawl of this stack`,
      );
      expect([code, runs.length]).toEqual([2, 1]);
      await run('deploy', [join(dir, 'garden', 'crawl.yaml'), '--yes'], { env, cdk });
      expect(pluginsOf(runs)[1]).toBe(join(dir, 'garden', 'herbs.mjs'));
    });

    test('of `-c plugins=` must exist', async () => {
      const { env } = await account();
      const { code, stderr } = await run('deploy', ['-c', 'plugins=/gone.mjs'], { env, cdk: cdkHere().cdk });
      expect([code, stderr]).toEqual([2, ['-c plugins: /gone.mjs: no such file']]);
    });
  });

  test('says what the stack could not create and what an external engine must allow', async () => {
    const { env } = await account();
    const outputs = { Budget: 'not created: …', SearchRoles: 'arn:aws:iam::1:role/a arn:aws:iam::1:role/b' };
    const { stderr } = await run('deploy', ['--yes'], { env, cdk: cdkHere({}, outputs).cdk });
    expect(stderr).toContain('budgetUsd: not created: …');
    expect(stderr).toContainEqual(expect.stringMatching(/must allow these roles: \S+\/a \S+\/b$/));
  });

  test('checks the account, deploys with the options, saves the deployment and creates the crawl', async () => {
    const { env, received, bodies } = await account();
    const { cdk, runs, regions } = cdkHere();
    const args = [crawlYaml(), '--stack', 'Plants', '-c', 'maxFetch=40', '--yes'];
    const { code, printed, stderr } = await run('deploy', args, { env, cdk });
    expect(stderr).toEqual([`Stack Plants in account 123456789012, ${REGION}: no search engine.`]);
    const outputs = join(dir, 'aws', 'Plants.outputs.json');
    const context = [
      '-c',
      'thresher:options={"stackName":"Plants","search":"none","maxFetch":"40","alarmEmail":"a@b.example"}',
      '-c',
      'stackName=Plants',
      '-c',
      'search=none',
      '-c',
      'maxFetch=40',
      '-c',
      'alarmEmail=a@b.example',
    ];
    expect(runs).toEqual([['deploy', 'Plants', '--require-approval', 'never', '--outputs-file', outputs, ...context]]);
    expect(regions).toEqual([REGION]);
    expect(received()).toEqual([
      'sts GetCallerIdentity',
      'cloudformation DescribeStacks',
      'lambda GetAccountSettings',
      'ssm GetParameter',
      'execute-api admin',
      'execute-api admin',
    ]);
    expect(JSON.parse(bodies.at(-1)!.body)).toMatchObject({ action: 'create', settings: { crawl: 'plants' } });
    expect(JSON.parse(readFileSync(join(dir, 'aws', 'Plants.json'), 'utf8'))).toMatchObject({
      stack: 'Plants',
      region: REGION,
      account: '123456789012',
    });
    expect(existsSync(outputs)).toBe(false);
    expect(printed).toEqual([
      `Stack Plants (${REGION}) is deployed: https://abc123.execute-api.eu-north-1.amazonaws.com/`,
      'Crawl plants starts within a minute and runs by itself.',
      `  npx thresher status --target aws --stack Plants --region ${REGION} --name plants`,
      `  npx thresher destroy --stack Plants --region ${REGION}`,
    ]);
    expect(code).toBe(0);
  });

  test('says where alarms are shown and who gets them', async () => {
    const { env } = await account();
    const dashboard = 'https://console.aws.amazon.com/cloudwatch/home?region=eu-north-1#dashboards/dashboard/plants';
    const { cdk } = cdkHere({}, { Dashboard: dashboard });
    const deploy = (...args: string[]) => run('deploy', ['--search', 'none', ...args, '--yes'], { env, cdk });
    expect((await deploy()).printed.slice(-2)).toEqual([
      `Alarms and newest errors: ${dashboard}`,
      `No address gets the alarms. To add one: npx thresher deploy --stack Thresher --region ${REGION} -c alarmEmail=ADDRESS`,
    ]);
    const told = await deploy('-c', 'alarmEmail=ops@example.org');
    expect(told.printed.at(-1)).toMatch(
      /^Alarms are mailed to ops@example\.org, once the mail from AWS .* is answered\.$/,
    );
  });

  describe('of a stack that another folder deployed', () => {
    const outputs = member({ OutputKey: 'ApiUrl', OutputValue: 'https://a/' });
    const stack = `<member><StackStatus>UPDATE_COMPLETE</StackStatus><Outputs>${outputs}</Outputs></member>`;
    /** An account with a stack whose template has metadata. */
    const withStack = (metadata: object, over: Record<string, () => FakeResponse> = {}) =>
      account({
        DescribeStacks: () => xml('DescribeStacks', `<Stacks>${stack}</Stacks>`),
        GetTemplate: () =>
          xml(
            'GetTemplate',
            `<TemplateBody>${JSON.stringify({ Metadata: metadata, Resources: RESOURCES }).replaceAll('"', '&quot;')}</TemplateBody>`,
          ),
        ...over,
      });
    const OPTIONS = { stackName: 'Thresher', search: 'serverless', maxFetch: '30', alarmEmail: 'a@b.example' };

    test('keeps its options, and saves them in this folder', async () => {
      const { env } = await withStack({ ThresherOptions: OPTIONS });
      const { cdk, runs } = cdkHere();
      const { code, stderr } = await run('deploy', ['-c', 'maxFetch=40', '--yes'], { env, cdk });
      expect(stderr.slice(1)).toEqual(['  maxFetch: 30 → 40']);
      for (const option of ['search=serverless', 'maxFetch=40', 'alarmEmail=a@b.example'])
        expect(runs[0]).toContain(option);
      const { context } = JSON.parse(readFileSync(join(dir, 'aws', 'Thresher.json'), 'utf8'));
      expect(context).toEqual({ ...OPTIONS, maxFetch: '40' });
      expect(code).toBe(0);
    });

    test('keeps feature flags of the CDK that it was deployed with', async () => {
      const flag = '@aws-cdk/core:aFlag';
      const { env } = await withStack({ ThresherOptions: { ...OPTIONS, [flag]: 'true' } });
      const { cdk, runs } = cdkHere();
      await run('deploy', ['--yes'], { env, cdk });
      expect(runs[0]).toContain(`${flag}=true`);
    });

    test('completes the given options by its own ones', async () => {
      const { env } = await withStack({ ThresherOptions: OPTIONS });
      const { cdk, runs } = cdkHere();
      const { code } = await run('deploy', ['-c', 'budgetUsd=50', '--yes'], { env, cdk });
      for (const option of ['budgetUsd=50', 'alarmEmail=a@b.example']) expect(runs[0]).toContain(option);
      expect(code).toBe(0);
    });

    test('prefers the options of the stack to older ones of this folder', async () => {
      const first = await account();
      await run('deploy', ['--search', 'none', '-c', 'maxFetch=4', '--yes'], { env: first.env, cdk: cdkHere().cdk });
      const { env } = await withStack({ ThresherOptions: OPTIONS });
      const { cdk, runs } = cdkHere();
      await run('deploy', ['--yes'], { env, cdk });
      for (const option of ['search=serverless', 'maxFetch=30']) expect(runs[0]).toContain(option);
    });

    test('finds plug-ins that another machine deployed by their names', async () => {
      const module = join(dir, 'herbs.mjs');
      writeFileSync(module, 'export const document = (given) => given;\n');
      const first = await account();
      await run('deploy', ['-c', `plugins=${module}`, '--yes'], { env: first.env, cdk: cdkHere().cdk });
      const { env } = await withStack({ ThresherOptions: { ...OPTIONS, plugins: '/elsewhere/herbs.mjs' } });
      const { cdk, runs } = cdkHere();
      const { code } = await run('deploy', ['--yes'], { env, cdk });
      expect(runs[0]).toContain(`plugins=${module}`);
      expect(code).toBe(0);
    });

    test('does not delete its search engine without a confirmation', async () => {
      const { env } = await withStack({ ThresherOptions: OPTIONS });
      const { cdk, runs } = cdkHere();
      const { code, stderr } = await run('deploy', ['--search', 'none', '--yes'], { env, cdk });
      expect(stderr).toContain('This deletes the serverless collection of the stack with its indexes.');
      expect([code, runs]).toEqual([2, []]);
    });

    test.each<[string, object, Record<string, () => FakeResponse>]>([
      ['a stack of an earlier version', {}, {}],
      [
        'no permission to read it',
        {},
        { GetTemplate: () => ({ status: 403, body: '<E><Error><Code>AccessDenied</Code></Error></E>' }) },
      ],
    ])('does not reset options that are unknown without a confirmation: %s', async (_, metadata, over) => {
      const { env } = await withStack(metadata, over);
      const { cdk, runs } = cdkHere();
      const { code, stderr } = await run('deploy', ['-c', 'maxFetch=40', '--yes'], { env, cdk });
      expect(stderr).toEqual(
        expect.arrayContaining([
          'The options of the last deployment of this stack are unknown. All that are not given get their default values:',
          '  search: domain',
          '  maxFetch: 40',
        ]),
      );
      expect(stderr.at(-1)).toMatch(/nothing was deployed \(--yes with --delete-search skips the question\)$/);
      expect([code, runs]).toEqual([2, []]);
      const confirmed = await run('deploy', ['--search', 'none', '--yes', '--delete-search'], { env, cdk });
      expect([confirmed.code, runs.length]).toEqual([0, 1]);
    });
  });

  test('keeps a crawl paused that a user paused', async () => {
    const paused = () => ({ body: { crawls: [{ crawl: 'plants', state: 'paused', createdAt: '' }] } });
    const { env, bodies } = await account({ admin: paused });
    const { code, stderr, printed } = await run('deploy', [crawlYaml(), '--yes'], { env, cdk: cdkHere().cdk });
    expect(code).toBe(0);
    expect(stderr.at(-1)).toMatch(
      /^crawl plants is paused and stays so; open it with: npx thresher resume --target aws/,
    );
    expect(printed.join('\n')).not.toContain('starts within a minute');
    expect(bodies.filter(({ body }) => body.includes('"create"'))).toEqual([]);
  });

  test('bootstraps the CDK if needed, and creates no crawl without a crawl.yaml', async () => {
    const missing = () => ({ status: 400, body: { __type: 'ParameterNotFound' } });
    const { env, received } = await account({ GetParameter: missing });
    const { cdk, runs } = cdkHere();
    const { code, stderr } = await run('deploy', [], { env, cdk, input: ['y'] });
    expect(stderr).toEqual([
      `Stack Thresher in account 123456789012, ${REGION}: a search domain of its own, about $${Math.round(domainUsdPerMonth(20))} per month (list price of ${PRICES_AS_OF} in us-east-1).`,
      'The CDK is not bootstrapped there yet; this also creates its bucket and roles (stack CDKToolkit).',
      'Deploy it? [y/N]',
    ]);
    expect(runs.map(([verb, what]) => `${verb} ${what}`)).toEqual([
      `bootstrap aws://123456789012/${REGION}`,
      'deploy Thresher',
    ]);
    expect(received()).not.toContain('execute-api admin');
    expect(code).toBe(0);
  });

  test('looks for the bootstrap of the given qualifier, and does not create one: that could replace the one of other stacks', async () => {
    const asked: string[] = [];
    const GetParameter = ({ body }: { body: string }) => {
      asked.push(JSON.parse(body).Name);
      return asked.length === 1
        ? { body: { Parameter: { Value: '30' } } }
        : { status: 400, body: { __type: 'ParameterNotFound' } };
    };
    const { env } = await account({ GetParameter });
    const { cdk, runs } = cdkHere();
    const given = ['-c', '@aws-cdk/core:bootstrapQualifier=corp', '--yes'];
    expect((await run('deploy', given, { env, cdk })).code).toBe(0);
    expect(asked).toEqual(['/cdk-bootstrap/corp/version']);
    expect(runs.map(([verb]) => verb)).toEqual(['deploy']);
    const { code, stderr } = await run('deploy', given, { env, cdk });
    expect([code, runs.length]).toEqual([2, 1]);
    expect(stderr).toContain(
      `the CDK is not bootstrapped in ${REGION} with the qualifier corp; run \`npx cdk bootstrap --qualifier corp --toolkit-stack-name NAME\` once`,
    );
  });

  test('an update keeps earlier options and changes the given ones', async () => {
    const { env } = await account();
    const { cdk, runs } = cdkHere();
    await run('deploy', ['--search', 'none', '-c', 'maxFetch=40', '--yes'], { env, cdk });
    const { stderr } = await run('deploy', ['-c', 'maxFetch=30', '--yes'], { env, cdk });
    expect(stderr).toEqual([
      `Stack Thresher in account 123456789012, ${REGION}: no search engine.`,
      '  maxFetch: 40 → 30',
    ]);
    expect(runs[1]).toEqual(expect.arrayContaining(['search=none', 'maxFetch=30']));
    await run('deploy', ['--stack', 'Other', '--yes'], { env, cdk });
    expect(runs[2]).not.toContain('search=none');
  });

  describe('of another search engine', () => {
    const LOSS =
      'This deletes the search domain of the stack with its indexes. `thresher reindex --target aws`, once per crawl, fills the new engine.';
    const REFUSAL =
      'thresher deploy: not confirmed, nothing was deployed (--yes with --delete-search skips the question)';

    test.each<[what: string, args: string[], input: string[], last: string, code: number]>([
      ['asks', [], ['y'], 'Deploy it and delete the search engine? [y/N]', 0],
      ['ends without an answer', [], [], REFUSAL, 2],
      ['does not take --yes for an answer', ['--yes'], ['y'], REFUSAL, 2],
      ['is possible in a script with --delete-search', ['--yes', '--delete-search'], [], LOSS, 0],
      ['still asks with --delete-search alone', ['--delete-search'], ['y'], 'Deploy it? [y/N]', 0],
    ])('%s', async (_, args, input, last, expected) => {
      const { env } = await account();
      const { cdk, runs } = cdkHere();
      await run('deploy', ['--yes'], { env, cdk });
      const { code, stderr } = await run('deploy', ['--search', 'serverless', ...args], { env, cdk, input });
      expect(stderr.slice(1, 3)).toEqual(['  search: not set → serverless', LOSS]);
      expect(stderr.at(-1)).toBe(last);
      expect([code, runs.length]).toEqual([expected, expected === 0 ? 2 : 1]);
    });
  });

  test('refuses credentials of another account than that of the saved deployment, also in another Region', async () => {
    const { cdk, runs } = cdkHere();
    await run('deploy', ['--search', 'none', '--yes'], { env: (await account()).env, cdk });
    const identity = xml('GetCallerIdentity', '<Account>210987654321</Account>');
    const { env, received } = await account({ GetCallerIdentity: () => identity });
    const { code, stderr } = await run('deploy', ['--yes'], { env, cdk });
    const file = join(dir, 'aws', 'Thresher.json');
    expect(stderr).toEqual([
      `stack Thresher of the folder ${dir} is in account 123456789012, but the credentials are of account 210987654321`,
      `use the credentials of 123456789012, give another folder with --dir, or remove ${file}`,
    ]);
    expect([code, runs.length, received()]).toEqual([2, 1, ['sts GetCallerIdentity']]);
    const saved = readFileSync(file, 'utf8');
    writeFileSync(file, saved.replace(REGION, 'us-east-1'));
    expect(await run('deploy', ['--yes'], { env, cdk })).toMatchObject({ code: 2, stderr });
    rmSync(file);
    expect(await run('deploy', ['--yes'], { env, cdk })).toMatchObject({ code: 0 });
    expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ account: '210987654321' });
  });

  test('without a name and a crawl.yaml updates the stack of the folder', async () => {
    const { env } = await account();
    const { cdk, runs } = cdkHere();
    const file = join(dir, 'moss.yaml');
    writeFileSync(file, 'crawl: moss\nseeds: [http://a.example/]\naws: {search: none}\n');
    await run('deploy', ['--stack', 'Plants', '--search', 'none', '--yes'], { env, cdk });
    await run('deploy', ['--yes'], { env, cdk });
    await run('deploy', [file, '--yes'], { env, cdk });
    expect(runs.map(([, stack]) => stack)).toEqual(['Plants', 'Plants', 'Thresher']);
    expect(runs[1]).toContain('search=none');
    const { code, stderr } = await run('deploy', ['--yes'], { env, cdk });
    expect([code, stderr]).toEqual([2, [`${dir} has several stacks; select one with --stack (Plants, Thresher)`]]);
  });

  test('drops saved options that no longer exist', async () => {
    const { env } = await account();
    const { cdk, runs } = cdkHere();
    await run('deploy', ['--search', 'none', '--yes'], { env, cdk });
    const file = join(dir, 'aws', 'Thresher.json');
    const saved = JSON.parse(readFileSync(file, 'utf8')) as { context: Record<string, string> };
    writeFileSync(file, JSON.stringify({ ...saved, context: { ...saved.context, searchAcces: 'jwt' } }));
    expect(await run('deploy', ['--yes'], { env, cdk })).toMatchObject({ code: 0 });
    expect(runs[1]).toEqual(runs[0]);
  });

  test.each([[['n']], [[]], [['']]])('deploys nothing if the answer is %j', async (input) => {
    const { env } = await account();
    const { cdk, runs } = cdkHere();
    const { code, stderr } = await run('deploy', [], { env, cdk, input });
    expect(stderr.at(-1)).toBe('thresher deploy: not confirmed, nothing was deployed (--yes skips the question)');
    expect([code, runs]).toEqual([2, []]);
  });

  const quota = (UnreservedConcurrentExecutions: number) => ({
    GetAccountSettings: () => ({ body: { AccountLimit: { UnreservedConcurrentExecutions } } }),
  });

  test('lowers the concurrency in a new account, and says so', async () => {
    const { env } = await account(quota(10));
    const { cdk, runs } = cdkHere();
    const { stderr } = await run('deploy', ['--yes'], { env, cdk });
    expect(stderr[0]).toBe(
      `this account may run 10 function instances at once in ${REGION}, so the stack gets maxFetch=2, maxClean=2, maxClassify=2, maxIndex=2; request more at Service Quotas, AWS Lambda, "Concurrent executions"`,
    );
    expect(runs[0]!.slice(-8)).toEqual(
      ['maxFetch', 'maxClean', 'maxClassify', 'maxIndex'].flatMap((name) => ['-c', `${name}=2`]),
    );
  });

  test('rejects explicit concurrency that exceeds the quota', async () => {
    const { env } = await account(quota(10));
    const { cdk, runs } = cdkHere();
    const { code, stderr } = await run('deploy', ['-c', 'maxFetch=20', '--yes'], { env, cdk });
    expect(stderr).toEqual([
      `this account may run 10 function instances at once in ${REGION}, and the stack needs 28; lower maxFetch, maxClean, maxClassify or maxIndex, or request more at Service Quotas, AWS Lambda, "Concurrent executions"`,
    ]);
    expect([code, runs]).toEqual([2, []]);
  });

  test('continues if the quota cannot be read', async () => {
    const { env } = await account({
      GetAccountSettings: () => ({ status: 403, body: { __type: 'AccessDeniedException' } }),
    });
    const { cdk, runs } = cdkHere();
    const { code, stderr } = await run('deploy', ['--yes'], { env, cdk });
    expect(stderr[0]).toBe(
      'continuing without the concurrency quota of the account: lambda GetAccountSettings: access denied; the AWS credentials lack the permission (AccessDeniedException)',
    );
    expect([code, runs.length]).toEqual([0, 1]);
  });

  test.each<[string, Record<string, number>, string]>([
    ['bootstrap', { bootstrap: 1 }, 'cdk bootstrap failed with exit code 1; its output is above'],
    ['deploy', { deploy: 3 }, 'cdk deploy failed with exit code 3; its output is above'],
  ])('reports a failed `cdk %s` and creates no crawl', async (_, codes, line) => {
    const { env, received } = await account({
      GetParameter: () => ({ status: 400, body: { __type: 'ParameterNotFound' } }),
    });
    const { code, stderr } = await run('deploy', [crawlYaml(), '--yes'], { env, cdk: cdkHere(codes).cdk });
    expect(stderr.at(-1)).toBe(line);
    expect(received()).not.toContain('execute-api admin');
    expect(code).toBe(1);
  });
});

describe('errors are reported before the CDK starts', () => {
  test.each<[string, Record<string, () => FakeResponse>, RegExp]>([
    [
      'expired credentials',
      {
        GetCallerIdentity: () => ({
          status: 403,
          body: '<E><Error><Code>ExpiredToken</Code><Message>it is</Message></Error></E>',
        }),
      },
      /^sts GetCallerIdentity: the AWS credentials have expired: sign in again .* \(ExpiredToken: it is\)$/,
    ],
    [
      'unknown credentials',
      { GetCallerIdentity: () => ({ status: 403, body: '<E><Error><Code>InvalidClientTokenId</Code></Error></E>' }) },
      /^sts GetCallerIdentity: AWS rejects the credentials: sign in again/,
    ],
    [
      'missing permissions',
      { GetParameter: () => ({ status: 400, body: { __type: 'com.x#AccessDeniedException', message: 'no' } }) },
      /^ssm GetParameter: access denied; the AWS credentials lack the permission \(AccessDeniedException: no\)$/,
    ],
  ])('%s', async (_, over, line) => {
    const { env } = await account(over);
    const { cdk, runs } = cdkHere();
    const { code, stderr } = await run('deploy', ['--yes'], { env, cdk });
    expect(stderr).toEqual([expect.stringMatching(line)]);
    expect([code, runs]).toEqual([3, []]);
  });

  test('a signature that does not match', async () => {
    const { env } = await account({}, 'another-secret');
    const { code, stderr } = await run('deploy', ['--yes'], { env, cdk: cdkHere().cdk });
    expect(stderr).toEqual([expect.stringMatching(/AWS rejects the credentials/)]);
    expect(code).toBe(3);
  });

  test.each<[string[], string | RegExp]>([
    [['a.example'], 'thresher deploy: give one crawl.yaml (to start its crawl), or no argument'],
    [['-c', 'maxFetch'], '-c: maxFetch: must be NAME=VALUE, such as maxFetch=10'],
    [['-c', 'searchAcces=jwt'], '-c: searchAcces: unknown option of the stack; did you mean searchAccess?'],
    [['-c', 'budgetUsd=0'], /^stack option budgetUsd: /],
    [['-c', 'stackName='], 'stack option stackName: must be letters, digits and hyphens, at most 64, a letter first'],
    [['missing.yaml'], 'missing.yaml: no such file'],
  ])('%j', async (args, line) => {
    const { env, received } = await account();
    const { code, stderr } = await run('deploy', args, { env, cdk: cdkHere().cdk });
    expect([code, stderr, received()]).toEqual([
      2,
      [typeof line === 'string' ? line : expect.stringMatching(line)],
      [],
    ]);
  });

  test('options that are incomplete together with those of the stack', async () => {
    const { env } = await account();
    const { cdk, runs } = cdkHere();
    const { code, stderr } = await run('deploy', ['-c', 'budgetUsd=50', '--yes'], { env, cdk });
    expect([code, stderr, runs]).toEqual([2, ['stack option alarmEmail: must be set if budgetUsd is set'], []]);
  });
});

test('starts the CDK of the project with the current Node', () => {
  expect(existsSync(findCdk())).toBe(true);
});

test('reports a CDK run without stack outputs and creates no crawl', async () => {
  const { env, received } = await account();
  const cdk: RunCdk = async (args) => {
    writeFileSync(args[args.indexOf('--outputs-file') + 1]!, '{}');
    return 0;
  };
  const { code, stderr } = await run('deploy', [crawlYaml(), '--yes'], { env, cdk });
  expect(stderr.at(-1)).toMatch(/^unexpected error: cdk deploy wrote no outputs of stack Thresher to /);
  expect([code, received().includes('execute-api admin')]).toEqual([1, false]);
});

describe('destroy', () => {
  test('deletes the stack and prints the commands that delete the retained resources', async () => {
    const { env } = await account();
    const { cdk, runs } = cdkHere();
    await run('deploy', ['--yes'], { env, cdk });
    const { code, printed, stderr } = await run('destroy', [], { env, cdk, input: ['yes'] });
    expect(stderr).toEqual([
      `Stack Thresher in ${REGION} will be deleted; 2 buckets and tables are kept.`,
      'Destroy it? [y/N]',
    ]);
    expect(runs.at(-1)!.slice(0, 3)).toEqual(['destroy', 'Thresher', '--force']);
    expect(printed).toEqual([
      'Stack Thresher is deleted. Its data is kept and its storage is billed. To delete the data too:',
      `  aws s3 rb s3://thresher-raw1 --force --region ${REGION}`,
      `  aws dynamodb delete-table --table-name thresher-heads1 --region ${REGION}`,
    ]);
    expect(existsSync(join(dir, 'aws', 'Thresher.json'))).toBe(false);
    expect(code).toBe(0);
  });

  test.each<[string, Record<string, () => FakeResponse>, string[], string[], number, RegExp]>([
    [
      'a stack that is not there',
      {
        DescribeStacks: () => ({
          status: 400,
          body: '<E><Error><Code>ValidationError</Code><Message>Stack with id Thresher does not exist</Message></Error></E>',
        }),
      },
      ['--yes'],
      [],
      2,
      /^there is no stack Thresher in eu-north-1; name it with --stack and --region$/,
    ],
    ['no answer', {}, [], [], 2, /^thresher destroy: not confirmed, nothing was deleted \(--yes skips the question\)$/],
    [
      'an operand',
      {},
      ['Thresher'],
      [],
      2,
      /^thresher destroy: Thresher: unexpected argument; name the stack with --stack$/,
    ],
  ])('deletes nothing: %s', async (_, over, args, input, code, line) => {
    const { env } = await account(over);
    const { cdk, runs } = cdkHere();
    const { code: exitCode, stderr } = await run('destroy', args, { env, cdk, input });
    expect(stderr.at(-1)).toMatch(line);
    expect([exitCode, runs]).toEqual([code, []]);
  });

  test('refuses credentials of another account with a stack of the same name', async () => {
    const { cdk, runs } = cdkHere();
    const id = `arn:aws:cloudformation:${REGION}:210987654321:stack/Thresher/1`;
    const stack = member({ StackStatus: 'CREATE_COMPLETE', StackId: id });
    const { env } = await account({ DescribeStacks: () => xml('DescribeStacks', `<Stacks>${stack}</Stacks>`) });
    await run('deploy', ['--yes'], { env, cdk });
    const { code, stderr } = await run('destroy', ['--yes'], { env, cdk });
    expect(stderr[0]).toMatch(/is in account 123456789012, but the credentials are of account 210987654321$/);
    expect([code, runs.length]).toEqual([2, 1]);
  });

  test('keeps the saved deployment if the stack was not deleted', async () => {
    const { env } = await account();
    await run('deploy', ['--yes'], { env, cdk: cdkHere().cdk });
    const { code, stderr } = await run('destroy', ['--yes'], { env, cdk: cdkHere({ destroy: 1 }).cdk });
    expect(stderr.at(-1)).toBe('cdk destroy failed with exit code 1; its output is above');
    expect(existsSync(join(dir, 'aws', 'Thresher.json'))).toBe(true);
    expect(code).toBe(1);
  });
});
