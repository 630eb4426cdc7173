/** What `thresher zebra` gives to Zebra, and its usage. `test/services/zebra.test.ts` runs it with Zebra. */
import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { COMPLETE_RECORD } from '../../../cli/zebra/complete-record.ts';
import { CONFIGURATION, clientAddress } from '../../../cli/zebra/configuration.ts';
import { removeLeftovers, serveRegisters } from '../../../cli/zebra/registers.ts';
import { deletedRecord, zebraRecord } from '../../../cli/zebra/zebra-record.ts';
import type { SearchRecord } from '../../../shared/ports/search-record.ts';
import { MARC_NAMESPACE } from '../../../web/formats/marcxml.ts';
import { elementsOf, parseXml, textsOf } from '../../web/strict-xml.ts';
import { thresher } from '../test-terminal.ts';

const RECORD: SearchRecord = {
  id: 'a1',
  url: 'http://bog.test/?a&b',
  urls: { 'http://bog.test/?a&b': 1, 'http://bog.test/copy': 2 },
  title: 'Sundews & \u0001bogs',
  headings: ['Where <they> live', ''],
  text: 'Sundews catch flies.\n\nThey need \ud800light & water.',
  description: 'How sundews live',
  keywords: ['sundew'],
  author: 'Ada Marsh; Bo Fen',
  date: '2024-05-06',
  language: 'en',
  type: 'html',
  host: 'bog.test',
  fetchedAt: Date.parse('2026-11-28T01:02:03Z'),
  verdict: 'relevant',
  score: 1,
  classes: [{ class: 'CP.Drosera', score: 1 }],
  capture: { key: 'raw/x', offset: 0, length: 1 },
  about: { publisher: 'Bog Press', site: 'Bogs' },
  fields: { purpose: ['KAND'], event: [{ text: 'mh-1;2001p4', reason: '2 parts instead of 7' }], medium: [7] },
};

let dir: string;
beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'thresher-zebra-'));
  await thresher(['import', '--base', 'http://bog.test/', '--dir', join(dir, 'data'), import.meta.filename]);
});
afterAll(() => rmSync(dir, { recursive: true, force: true }));

test('writes well-formed records with all that is searched', () => {
  const gils = parseXml(zebraRecord(RECORD, 'bogs'));
  expect(gils.name).toBe('gils');
  expect(textsOf(gils, 'title')).toEqual(['Sundews & bogs']);
  expect(textsOf(gils, 'headings')).toEqual(['Where <they> live']);
  expect(textsOf(gils, 'text')).toEqual(['Sundews catch flies.\n\nThey need light & water.']);
  expect(textsOf(gils, 'linkage')).toEqual(Object.keys(RECORD.urls));
  expect([textsOf(gils, 'originator'), textsOf(gils, 'name')]).toEqual([['Bogs'], ['Bog Press']]);
  expect(textsOf(gils, 'purpose')).toEqual(['KAND']);
  expect(textsOf(gils, 'orderInformation')).toEqual(['mh-1;2001p4']);
  expect(textsOf(gils, 'medium')).toEqual(['7']);
});

test('has a record with each element that is indexed', () => {
  const paths = CONFIGURATION['tab/gils.abs']!.matchAll(/^elm \S+ (\S+) /gm);
  const complete = parseXml(zebraRecord(COMPLETE_RECORD, 'bogs'));
  for (const [, name] of paths) expect(elementsOf(complete, name!), name).not.toEqual([]);
});

test('leaves out the texts that a publisher withholds', () => {
  const gils = parseXml(zebraRecord({ ...RECORD, directives: ['nosnippet'] }, 'bogs'));
  for (const name of ['abstract', 'headings', 'text']) expect(elementsOf(gils, name)).toEqual([]);
  expect(elementsOf(gils, 'title')).toHaveLength(1);
});

test('names the record to delete as the record itself is named', () => {
  const [deleted, written] = [deletedRecord(RECORD.id), zebraRecord(RECORD, 'bogs')].map((xml) =>
    textsOf(parseXml(xml), 'controlIdentifier'),
  );
  expect(deleted).toEqual(written);
});

test('ships well-formed configuration files', () => {
  const names = Object.keys(CONFIGURATION).filter((name) => /\.(?:xml|xsl)$/.test(name));
  expect(names).toHaveLength(6);
  for (const name of names) expect(() => parseXml(CONFIGURATION[name]!.replace(/<!--.*?-->\n/s, ''))).not.toThrow();
  expect(CONFIGURATION['gils-marcxml.xsl']).toContain(MARC_NAMESPACE);
});

test('names the address of the configuration to clients', () => {
  const server = CONFIGURATION['server.xml']!;
  expect(clientAddress(server)).toBe('127.0.0.1:2100');
  expect(clientAddress(server.replace('127.0.0.1:2100', '@:210'))).toBe('localhost:210');
});

test.each([
  [['-o', 'z', 'x'], 'thresher zebra: x: unexpected argument'],
  [[], 'thresher zebra: no folder; give one with -o FOLDER'],
])('refuses the arguments %j', async (args, message) => {
  const { code, stderr } = await thresher(['zebra', '--dir', join(dir, 'data'), ...args]);
  expect({ code, stderr }).toEqual({ code: 2, stderr: [message] });
});

test('refuses to write into the data folder', async () => {
  const data = join(dir, 'data');
  const { code, stderr } = await thresher(['zebra', '--dir', data, '-o', `${data}/`]);
  expect({ code, stderr }).toEqual({ code: 2, stderr: [`-o ${data}/: is the data folder; give another one`] });
});

/** Returns a path in a new folder, where a program stands in for Zebra: it answers nothing, and succeeds. */
function folderFor(name: string): { folder: string; env: Record<string, string> } {
  const parent = mkdtempSync(join(dir, 'other-'));
  writeFileSync(join(parent, 'zebraidx'), '#!/bin/sh\n', { mode: 0o755 });
  return { folder: join(parent, name), env: { PATH: `${parent}:${process.env['PATH']}` } };
}
const zebra = async (folder: string, env: Record<string, string>) =>
  thresher(['zebra', '--dir', join(dir, 'data'), '-o', folder], [], { env });

test('names its own option if the folder is a file', async () => {
  const { folder, env } = folderFor('file');
  writeFileSync(folder, '');
  const { code, stderr } = await zebra(folder, env);
  expect({ code, stderr }).toEqual({
    code: 2,
    stderr: [`-o ${folder}: cannot be created, or is not a folder; give another one`],
  });
});

test('does not write to the registers of another Zebra database', async () => {
  const { folder, env } = folderFor('zebra');
  mkdirSync(folder);
  writeFileSync(join(folder, 'zebra.cfg'), 'register: /var/lib/zebra/register:1G\n');
  const { code, stderr } = await zebra(folder, env);
  const place = `${join(folder, 'zebra.cfg')}: register: must begin with current/`;
  expect({ code, stderr }).toEqual({ code: 2, stderr: [`${place}; correct it, or give another folder with -o`] });
  rmSync(join(folder, 'zebra.cfg'));
  mkdirSync(join(folder, 'current'));
  const link = `${join(folder, 'current')} exists, and is not a link to registers`;
  expect((await zebra(folder, env)).stderr).toEqual([`${link}; give another folder with -o`]);
});

test('deletes registers of failed runs, and nothing of others', async () => {
  const { folder } = folderFor('zebra');
  const kept = ['registers-1', 'registers-2', 'registers-of-births', 'records-2026'];
  for (const name of [...kept, 'registers-3', 'records-update']) mkdirSync(join(folder, name), { recursive: true });
  symlinkSync('registers-2', join(folder, 'current'));
  await removeLeftovers(folder);
  expect(readdirSync(folder).sort()).toEqual(['current', ...kept].sort());
  mkdirSync(join(folder, 'registers-4'));
  await serveRegisters(folder, 'registers-4');
  const after = ['current', 'records-2026', 'registers-2', 'registers-4', 'registers-of-births'];
  expect(readdirSync(folder).sort()).toEqual(after);
});

test('says which package to install if Zebra is missing', async () => {
  const args = ['zebra', '--dir', join(dir, 'data'), '-o', join(dir, 'zebra')];
  const { code, stderr } = await thresher(args, [], { env: { PATH: dir } });
  expect(code).toBe(2);
  expect(stderr).toEqual(['zebraidx: not found; install Zebra (on Debian and Ubuntu: apt-get install idzebra-2.0)']);
});
