/**
 * Other people's clients read a served crawl: yaz-client (SRU) and yaz-marcdump (MARCXML) of the package yaz, and the Python packages
 * Sickle (OAI-PMH), Zeep (SOAP, for SQI) and prometheus-client (metrics), which this test installs into `.cache/engines/`. The test fails without yaz, Python or its
 * package index.
 */
import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runCrawl } from '../../cli/run/runner.ts';
import { whileServing } from '../cli/serve/while-serving.ts';
import { thresher } from '../cli/test-terminal.ts';
import { recordsOf, withStores } from '../flow/remains.ts';
import { type SmallWeb, startSmallWeb } from '../flow/small-web.ts';
import { elementsOf, parseXml } from '../web/strict-xml.ts';
import { installPython, runTool } from './engines/cache.ts';

const SICKLE = '0.7.0';
const ZEEP = '4.3.3';
const PROMETHEUS = '0.23.1';
const run = promisify(execFile);

let web: SmallWeb;
/** Ids of the records of the crawl, and of those in a class. */
let ids: string[];
let inClass: string[];
let python: string;
beforeAll(async () => {
  await runTool('yaz-client', ['-V']);
  ({ python } = await installPython('sickle', SICKLE));
  web = await startSmallWeb();
  await runCrawl({ dir: web.dir, settings: web.settings, seeds: web.seeds }, {});
  const records = await withStores(web.dir, (stores) => recordsOf('plants', stores));
  ids = records.map(({ id }) => id).sort();
  inClass = records
    .filter(({ classes }) => classes.some((one) => one.class === 'CP.Drosera'))
    .map(({ id }) => id)
    .sort();
});
afterAll(() => web.close());

const serving = (work: (url: URL) => Promise<void>) => whileServing(['--dir', web.dir], work);

describe('yaz-client', () => {
  /** Runs commands, and returns what it prints for each. */
  async function yaz(url: URL, method: string, version: string, ...commands: string[]): Promise<string[]> {
    const running = run('yaz-client', []);
    running.child.stdin!.end(
      [`sru ${method} ${version}`, `open ${url.origin}/sru`, ...commands, 'quit', ''].join('\n'),
    );
    const { stdout: printed } = await running;
    return printed.split('Z> ').slice(-1 - commands.length, -1);
  }

  test.each([
    ['get', '1.1'],
    ['get', '1.2'],
    ['get', '2.0'],
    ['post', '1.2'],
  ])('searches and scans by %s in version %s', async (method, version) => {
    await serving(async (url) => {
      const [all, ofClass, second, terms, wrong] = await yaz(
        ...([url, method, version] as const),
        'find cql.allRecords=1',
        'find dc.subject=CP.Drosera sortby date',
        'show 2',
        'scan dc.subject=CP.Dr',
        'find nothing=x',
      );
      expect(all).toContain(`Number of hits: ${ids.length}\n`);
      expect(ofClass).toContain(`Number of hits: ${inClass.length}\n`);
      expect(second).toContain('pos=2 schema=info:srw/schema/1/dc-v1.1');
      expect(second).toContain('CP.Drosera');
      expect(terms).toContain(`CP.Drosera: ${inClass.length} inner\n`);
      expect(wrong).toContain('info:srw/diagnostic/1/16');
      expect(wrong).toContain('Details: nothing');
    });
  });

  test('reads the description of the server', async () => {
    await serving(async (url) => {
      const [explained] = await yaz(url, 'get', '1.2', 'explain');
      expect(explained).toContain(`<database numRecs="${ids.length}">sru</database>`);
    });
  });
});

test('yaz-marcdump reads the MARCXML of every record', async () => {
  await serving(async (url) => {
    let found = 0;
    for (let start = 1; start <= ids.length; start += 100) {
      const parameters = {
        query: 'cql.allRecords=1',
        recordSchema: 'marcxml',
        recordXMLEscaping: 'string',
        maximumRecords: '100',
        startRecord: `${start}`,
      };
      const root = parseXml(await (await fetch(`${url}sru?${new URLSearchParams(parameters)}`)).text());
      const records = elementsOf(root, 'recordData').map(({ text }) => text);
      const file = join(web.dir, 'records.xml');
      writeFileSync(file, `<collection xmlns="http://www.loc.gov/MARC21/slim">${records.join('')}</collection>`);
      const lines = await runTool('yaz-marcdump', ['-i', 'marcxml', '-o', 'line', file]);
      found += lines.match(/^245 00 \$a \S/gm)?.length ?? 0;
    }
    expect(found).toBe(ids.length);
  });
});

describe('Zeep', () => {
  /** Runs Python code with the two services of SQI, and returns what it prints as JSON. */
  async function zeep<T>(url: URL, code: string): Promise<T> {
    const { python: withZeep } = await installPython('zeep', ZEEP);
    const file = join(web.dir, 'query.py');
    const head = `
import json
from zeep import Client, Settings
from zeep.exceptions import Fault
client = Client('${url}sqi?wsdl', settings=Settings(strict=True))
sessions = client.bind('SqiSessionManagementService', 'SqiSessionManagementPort')
target = client.bind('SqiTargetService', 'SqiTargetPort')
def fault(call, *args):
    try: call(*args)
    except Fault as error: return error.detail[0][0].text
`;
    writeFileSync(file, `${head}${code}\n`);
    const { stdout } = await run(withZeep, [file], { maxBuffer: 1 << 26 });
    return JSON.parse(stdout) as T;
  }

  test('reads the results of a query page by page, by the WSDL of the server', { timeout: 300_000 }, async () => {
    await serving(async (url) => {
      const code = `
session = sessions.createAnonymousSession()
target.setQueryLanguage(session, 'http://www.prolearn-project.org/PLQL/l2')
target.setResultsFormat(session, 'http://www.prolearn-project.org/PLRF/3/lom')
target.setMaxQueryResults(session, 0)
target.setMaxDuration(session, 60000)
target.setResultsSetSize(session, 40)
query = "dc.subject = 'CP.Drosera'"
total = target.getTotalResultsCount(session, query)
pages = [target.synchronousQuery(session, query, start) for start in range(1, total + 41, 40)]
print(json.dumps({'total': total, 'pages': pages}))`;
      const { total, pages } = await zeep<{ total: number; pages: string[] }>(url, code);
      const records = pages.flatMap((page) => elementsOf(parseXml(page), 'Record'));
      expect(total).toBe(inClass.length);
      expect(records.flatMap((record) => elementsOf(record, 'Identifier').map(({ text }) => text)).sort()).toEqual(
        inClass,
      );
      expect(records.map(({ attributes }) => Number(attributes['position']))).toEqual(records.map((_, i) => i + 1));
      expect(elementsOf(parseXml(pages.at(-1)!), 'Record')).toEqual([]);
    });
  });

  test('gets the faults of SQI', async () => {
    await serving(async (url) => {
      const code = `
session = sessions.createSession('anonymous', '')
faults = [
    fault(target.synchronousQuery, session, "lom.general.titel = 'x'", 1),
    fault(target.setResultsFormat, session, 'html'),
    fault(target.asynchronousQuery, session, 'moss', '1'),
]
sessions.destroySession(session)
print(json.dumps(faults + [fault(target.getTotalResultsCount, session, 'moss')]))`;
      expect(await zeep(url, code)).toEqual(['SQI_00004', 'SQI_00010', 'SQI_00012', 'SQI_00013']);
    });
  });
});

test('the parser of Prometheus for Python reads the metrics', async () => {
  const { python: own } = await installPython('prometheus-client', PROMETHEUS);
  await serving(async (url) => {
    const text = await (await fetch(new URL('/metrics', url))).text();
    const code = `
import json, sys
from prometheus_client.parser import text_string_to_metric_families as parse
print(json.dumps({f.name: [f.type, [[s.labels, s.value] for s in f.samples]] for f in parse(sys.argv[1])}))`;
    const { stdout } = await run(own, ['-c', code, text]);
    const found = JSON.parse(stdout) as Record<string, [string, [Record<string, string>, number][]]>;
    expect(found['thresher_records']).toEqual(['gauge', [[{ crawl: 'plants' }, ids.length]]]);
    expect(found['thresher_pages']![0]).toBe('counter');
    expect(Object.values(found).filter(([type]) => type !== 'gauge' && type !== 'counter')).toEqual([]);
  });
});

describe('Sickle', () => {
  /** Runs Python code with `client`, and returns what it prints as JSON. */
  async function sickle<T>(url: URL, code: string): Promise<T> {
    const file = join(web.dir, 'harvest.py');
    writeFileSync(file, `import json\nfrom sickle import Sickle\nclient = Sickle('${url}oai')\n${code}\n`);
    const { stdout } = await run(python, [file], { maxBuffer: 1 << 26 });
    return JSON.parse(stdout) as T;
  }
  const idOf = (identifier: string) => identifier.replace(/^.*\//, '');
  const LIST = `print(json.dumps([[r.header.identifier, r.header.deleted] for r in client.ListRecords(metadataPrefix=PREFIX)]))`;

  test.each(['oai_dc', 'marc21'])('harvests every record in %s', async (prefix) => {
    await serving(async (url) => {
      const harvested = await sickle<[string, boolean][]>(url, `PREFIX = '${prefix}'\n${LIST}`);
      expect(harvested.map(([identifier]) => idOf(identifier)).sort()).toEqual(ids);
      expect(ids.length).toBeGreaterThan(200);
    });
  });

  test('harvests a set, reads sets, formats and identity, and gets the errors of the protocol', async () => {
    await serving(async (url) => {
      const code = `
def error(**args):
    try: list(client.ListRecords(metadataPrefix='oai_dc', **args))
    except Exception as error: return type(error).__name__
print(json.dumps({
    'ids': [h.identifier for h in client.ListIdentifiers(metadataPrefix='oai_dc', set='CP:Drosera')],
    'sets': [s.setSpec for s in client.ListSets()],
    'formats': [f.metadataPrefix for f in client.ListMetadataFormats()],
    'deleted': client.Identify().deletedRecord,
    'errors': [error(until='2001-01-01'), error(**{'from': 'x'}), error(set='a b')],
}))`;
      const { ids: found, sets, ...rest } = await sickle<Record<string, string[]>>(url, code);
      expect(found!.map(idOf).sort()).toEqual(inClass);
      expect(sets).toEqual(expect.arrayContaining(['CP', 'CP:Drosera']));
      expect(rest).toEqual({
        formats: ['oai_dc', 'marc21'],
        deleted: 'transient',
        errors: ['NoRecordsMatch', 'BadArgument', 'BadArgument'],
      });
    });
  });

  // The last test: it deletes a record.
  test('learns of a record that was deleted, and of nothing else', async () => {
    const [id] = inClass;
    const since = `${new Date().toISOString().slice(0, 19)}Z`;
    expect((await thresher(['delete', '--id', id!, '--apply', '--dir', web.dir])).code).toBe(0);
    await serving(async (url) => {
      const code = `
import time
from sickle.oaiexceptions import NoRecordsMatch
while True:
    try: headers = list(client.ListIdentifiers(metadataPrefix='oai_dc', **{'from': '${since}'}))
    except NoRecordsMatch: time.sleep(0.2)
    else: break
print(json.dumps([[h.identifier, h.deleted, h.setSpecs] for h in headers]))`;
      const changed = await sickle<[string, boolean, string[]][]>(url, code);
      expect(changed.map(([identifier, isDeleted]) => [idOf(identifier), isDeleted])).toEqual([[id, true]]);
      expect(changed[0]![2]).toContain('CP:Drosera');
    });
  });
});
