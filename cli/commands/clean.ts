import { readFile } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import { answerClean, type CleanAnswer } from '../../shared/clean/clean-line.ts';
import { DEFAULT_CLEAN_OPTIONS } from '../../shared/clean/clean-options.ts';
import { command, EXIT, JSON_OUT, JSONL, UsageError } from '../command.ts';
import { printFields } from '../fields.ts';
import { answerLines } from '../json-lines.ts';
import { whyNot } from '../load-crawl.ts';
import { bold, printable, type Terminal } from '../terminal.ts';

export const cleanCommand = command({
  name: 'clean',
  usage: ['FILE [--url URL] [--type TYPE] [--json]', '--jsonl < questions'],
  about: 'What a page says: its main text, title, metadata, language and links.',
  options: {
    url: { type: 'string', value: 'URL', help: 'where the page is from: relative links are resolved against it' },
    type: { type: 'string', value: 'TYPE', help: "the server's Content-Type, such as 'text/html; charset=utf-8'" },
    json: JSON_OUT,
    jsonl: JSONL,
  },
  examples: [
    ['thresher clean page.html --url https://example.org/page.html', 'for reading'],
    [`echo '{"id":1,"url":"https://example.org/","html":"<p>Hello"}' | thresher clean --jsonl`, 'as a filter'],
  ],
  async run({ operands: [file, ...more], options }, terminal) {
    if (options.jsonl) return answerLines((question) => answerClean(question, DEFAULT_CLEAN_OPTIONS), terminal);
    if (file === undefined || more.length > 0) throw new UsageError('thresher clean: give one file, or --jsonl');
    const { id: _, ...answer } = await cleanFile(file, options);
    if (options.json) terminal.out(JSON.stringify(answer));
    else print(answer, terminal);
    return EXIT.done;
  },
});

/** @throws UsageError when the file cannot be read. */
export async function cleanFile(file: string, given: { url?: string; type?: string }): Promise<CleanAnswer> {
  const bytes = await readFile(file).catch((error: unknown) => {
    throw new UsageError(`${file}: ${whyNot(error)}`);
  });
  const url = given.url ?? pathToFileURL(file).href;
  const question = { url, bodyBase64: bytes.toString('base64'), contentType: given.type ?? 'text/html' };
  return answerClean(question, DEFAULT_CLEAN_OPTIONS);
}

function print({ text, title, markdown: _, links, ...rest }: Omit<CleanAnswer, 'id'>, terminal: Terminal): void {
  terminal.out(bold(printable(title ?? '(no title)'), terminal));
  printFields({ ...rest, metadata: Object.keys(rest.metadata), links: `${links.length}` }, terminal);
  for (const { url, anchor } of links) terminal.out(`  ${printable(url)}  ${printable(anchor)}`.trimEnd());
  terminal.out('');
  for (const line of text.split('\n')) terminal.out(printable(line));
}
