import { constants } from 'node:fs';
import { access } from 'node:fs/promises';
import type { AnnotationResult } from '../../shared/annotations/annotate.ts';
import { annotationJson } from '../../shared/annotations/annotation-json.ts';
import { normalizeName, PERSON_NAME, PERSON_NAME_RULE } from '../../shared/annotations/person-name.ts';
import type { Annotation } from '../../shared/ports/annotation-store.ts';
import { formatCount, formatNoun } from '../../shared/text/format-count.ts';
import type { AnnotationCalls } from '../annotations/annotation-calls.ts';
import { REFUSALS } from '../annotations/describe-refusal.ts';
import { folderAnnotations } from '../annotations/folder-annotations.ts';
import { loadAnnotations } from '../annotations/load-annotations.ts';
import { stackAnnotations } from '../annotations/stack-annotations.ts';
import { resolveCrawl } from '../aws/api.ts';
import { openStack, TARGET_OPTIONS, targetsAws } from '../aws/target.ts';
import { CRAWL_OPTIONS, command, EXIT, type ExitCode, UsageError } from '../command.ts';
import { withCrawl } from '../open-crawl.ts';
import { formatJson } from '../output/format-json.ts';
import { printable, type Terminal } from '../output/terminal.ts';
import { describeReadError } from '../read-text-file.ts';

const ABOUT = `Annotations are comments of people on pages of a crawl. \`thresher serve\` shows them with the page, \`annotation:\` in a query searches them,
and the people of \`annotations.users\` in the crawl.yaml write them there. They stay when pages are fetched, cleaned or indexed again.

\`list\` prints them, the newest first. \`add\` adds one to a page in the name of any person; the text \`-\` is read from standard input.
\`change\` and \`delete\` take the ids that \`list\` prints. \`load\` adds those of a file that \`list --json\` has written, to the same or another
crawl; an annotation whose id the crawl has stays as it is.

A crawl may run at the same time.`;

const USAGE = 'thresher annotations: use `annotations list`, `add TEXT`, `change ID TEXT`, `delete ID…` or `load FILE`';

export const annotationsCommand = command({
  name: 'annotations',
  usage: [
    'list [--author NAME] [--url URL] [--dir DIR] [--name NAME] [--json] [--target aws [--stack NAME]]',
    'add --author NAME (--url URL | --record ID) TEXT|- [--dir DIR] [--name NAME] [--json] [--target aws [--stack NAME]]',
    'change ID TEXT|- [--dir DIR] [--name NAME] [--json] [--target aws [--stack NAME]]',
    'delete ID… [--dir DIR] [--name NAME] [--json] [--target aws [--stack NAME]]',
    'load FILE|- [--dir DIR] [--name NAME] [--json] [--target aws [--stack NAME]]',
  ],
  about: ABOUT,
  options: {
    author: { type: 'string', value: 'NAME', help: 'list: only those of this person; add: who has written it' },
    url: { type: 'string', value: 'URL', help: 'list: only those of pages with this URL; add: the page' },
    record: { type: 'string', value: 'ID', help: 'add: the page by the id of its record' },
    ...CRAWL_OPTIONS,
    ...TARGET_OPTIONS,
  },
  examples: [
    ['thresher annotations list', 'Print all annotations'],
    ["thresher annotations add --author Ada --url http://bog.example/ 'See the map of 1897.'", 'Annotate a page'],
    ['thresher annotations list --json > annotations.jsonl', 'Save the annotations, one a line'],
    ['thresher annotations load annotations.jsonl --dir other', 'Add them to the crawl of another folder'],
    ['thresher annotations delete 5f0c2a9be1d34c6f', 'Delete an annotation of any person'],
    ['thresher annotations list --target aws', 'Print the annotations of a stack'],
  ],
  async run({ operands: [verb = '', ...more], options }, terminal) {
    const { author: name, url, record, json = false, target, stack, region, ...place } = options;
    const author = name === undefined ? undefined : normalizeName(name);
    checkOptions(verb, more.length, { author, url, record });
    const run = (calls: AnnotationCalls): Promise<ExitCode> =>
      perform({ verb, operands: more, author, url, record }, calls, json, terminal);
    if (targetsAws(options)) {
      const opened = await openStack({ target, stack, region, dir: place.dir }, terminal);
      return run(stackAnnotations(await resolveCrawl(opened, place.name), opened));
    }
    const mode = verb === 'list' ? 'read' : 'write';
    return withCrawl(place, mode, ({ crawl }, stores) => run(folderAnnotations(crawl, stores)));
  },
});

type Asked = {
  verb: string;
  operands: readonly string[];
  author: string | undefined;
  url: string | undefined;
  record: string | undefined;
};

async function perform(
  { verb, operands, author, url, record }: Asked,
  calls: AnnotationCalls,
  json: boolean,
  terminal: Terminal,
): Promise<ExitCode> {
  switch (verb) {
    case 'add': {
      const page = record === undefined ? { url: url! } : { record };
      const result = await calls.add(page, { author: author!, text: await textOf(operands[0]!, terminal) });
      if ('url' in page && 'refused' in result && result.refused === 'no-such-record')
        throw new UsageError(`--url: ${page.url}: the crawl ${calls.crawl} has no page with this URL`);
      return report(result, json, terminal);
    }
    case 'change':
      return report(await calls.change(operands[0]!, await textOf(operands[1]!, terminal)), json, terminal);
    case 'delete':
      return deleteAll(operands, calls, json, terminal);
    case 'load':
      return load(operands[0]!, calls, json, terminal);
    default:
      return list(
        { ...(author !== undefined && { author }), ...(url !== undefined && { url }) },
        calls,
        json,
        terminal,
      );
  }
}

/** Numbers of operands behind each verb. */
const OPERANDS: Readonly<Record<string, [min: number, max: number]>> = {
  list: [0, 0],
  add: [1, 1],
  change: [2, 2],
  delete: [1, 1_000],
  load: [1, 1],
};

/** @throws UsageError */
function checkOptions(
  verb: string,
  given: number,
  { author, url, record }: Partial<Record<'author' | 'url' | 'record', string | undefined>>,
): void {
  const operands = Object.hasOwn(OPERANDS, verb) ? OPERANDS[verb] : undefined;
  if (!operands || given < operands[0] || given > operands[1]) throw new UsageError(USAGE);
  if (verb !== 'add' && record !== undefined) throw new UsageError('--record: only for `thresher annotations add`');
  if (verb !== 'add' && verb !== 'list' && (author ?? url) !== undefined)
    throw new UsageError('--author, --url: only for `thresher annotations list` and `add`');
  if (verb !== 'add') return;
  if (author === undefined) throw new UsageError('thresher annotations add: --author is missing');
  if (!PERSON_NAME.test(author)) throw new UsageError(`--author: must be ${PERSON_NAME_RULE}`);
  if ((url === undefined) === (record === undefined))
    throw new UsageError('thresher annotations add: give the page, by --url or --record');
}

async function textOf(operand: string, terminal: Terminal): Promise<string> {
  if (operand !== '-') return operand;
  const lines: string[] = [];
  for await (const line of terminal.lines()) lines.push(line);
  return lines.join('\n');
}

/** @throws UsageError with the reason of a refusal */
function report(result: AnnotationResult, json: boolean, terminal: Terminal): ExitCode {
  if ('refused' in result) throw new UsageError(`thresher annotations: ${REFUSALS[result.refused]}`);
  print(result.annotation, json, terminal);
  return EXIT.done;
}

async function deleteAll(
  ids: readonly string[],
  calls: AnnotationCalls,
  json: boolean,
  terminal: Terminal,
): Promise<ExitCode> {
  let errors = 0;
  for (const id of ids) {
    const result = await calls.delete(id);
    if ('annotation' in result) {
      if (json) print(result.annotation, json, terminal);
      else terminal.out(`${id}: deleted`);
      continue;
    }
    errors++;
    terminal.err(printable(`${id}: ${REFUSALS[result.refused]}`));
  }
  return errors > 0 ? EXIT.errors : EXIT.done;
}

async function load(file: string, calls: AnnotationCalls, json: boolean, terminal: Terminal): Promise<ExitCode> {
  if (file !== '-')
    await access(file, constants.R_OK).catch((error) => {
      throw new UsageError(`${file}: ${describeReadError(error)}`);
    });
  const { added, known, errors } = await loadAnnotations(file, calls, terminal);
  const { crawl } = calls;
  if (json) terminal.out(formatJson({ crawl, added, known, errors }));
  else {
    const bad = errors > 0 ? `; ${formatNoun(errors, 'bad line')}` : '';
    terminal.out(`${crawl}: ${formatNoun(added, 'annotation')} added, ${formatCount(known)} known already${bad}`);
  }
  if (terminal.interrupt.aborted) return EXIT.interrupted;
  return errors > 0 ? EXIT.errors : EXIT.done;
}

async function list(
  which: Parameters<AnnotationCalls['list']>[0],
  calls: AnnotationCalls,
  json: boolean,
  terminal: Terminal,
): Promise<ExitCode> {
  for await (const one of calls.list(which)) {
    if (terminal.interrupt.aborted || terminal.closed.aborted) return EXIT.interrupted;
    await print(one, json, terminal);
  }
  return EXIT.done;
}

function print(annotation: Annotation, json: boolean, terminal: Terminal): Promise<void> | undefined {
  if (json) return terminal.outJson(annotationJson(annotation));
  const { id, url, author, text, createdAt, changedAt } = annotation;
  const time = new Date(changedAt ?? createdAt).toISOString().slice(0, 16).replace('T', ' ');
  terminal.out(printable(`${id}  ${time}${changedAt === undefined ? '' : ' (changed)'}  ${author}  ${url}`));
  for (const line of text.split('\n')) terminal.out(printable(`    ${line}`));
  return undefined;
}
