import type { Dirent } from 'node:fs';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import { inputOf } from '../../shared/classify/filters/model.ts';
import { answerClean } from '../../shared/clean/answer-clean.ts';
import { DEFAULT_CLEAN_OPTIONS } from '../../shared/clean/clean-options.ts';
import { FORMAT_NAMES } from '../../shared/clean/document-formats.ts';
import type { Converter } from '../../shared/ports/converter.ts';
import type { Url } from '../../shared/url/url.ts';
import { UsageError } from '../command.ts';
import type { Terminal } from '../output/terminal.ts';
import { describeReadError } from '../read-text-file.ts';
import { openConverter } from '../run/converter.ts';
import { checkLabels, createPageCollection, type PageCollection } from './collect-pages.ts';
import type { TrainingPage } from './labelled-line.ts';
import { createWarnings } from './read-lines.ts';

/** Every format that Thresher reads. */
const OPTIONS = {
  ...DEFAULT_CLEAN_OPTIONS,
  documents: { ...DEFAULT_CLEAN_OPTIONS.documents, types: FORMAT_NAMES },
};

/**
 * Reads training documents from a folder. Each folder in it is a label, and all files below that folder are documents of the label: pages,
 * texts and every document format. Names that begin with a dot and links to folders are left out, as `thresher import` does. Files that
 * cannot be read get a warning.
 *
 * @throws UsageError if the folder cannot be read or has no folders, or if a label has no files that can be used
 */
export async function readTrainingFolder(folder: string, terminal: Terminal): Promise<TrainingPage[]> {
  const collection = createPageCollection();
  const warnings = createWarnings(terminal);
  const converter = openConverter();
  try {
    for (const label of await labelsIn(folder)) {
      collection.labels.add(label);
      for (const file of await filesOf(folder, label)) {
        if (terminal.interrupt.aborted) return [];
        const warning = await addFile(file, label, collection, converter);
        if (warning !== undefined) warnings.add(warning);
      }
    }
  } finally {
    await converter.close();
  }
  warnings.end();
  checkLabels(collection);
  return collection.pages;
}

async function labelsIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch((error: unknown) => {
    const isFile = (error as NodeJS.ErrnoException).code === 'ENOTDIR';
    throw new UsageError(
      `${folder}: ${isFile ? 'is a file; give a folder with one folder per label' : describeReadError(error)}`,
    );
  });
  const labels = entries.filter((entry) => entry.isDirectory() && !entry.name.startsWith('.')).map(({ name }) => name);
  if (labels.length === 0) throw new UsageError(`${folder}: has no folders; give a folder with one folder per label`);
  return labels.sort();
}

async function filesOf(folder: string, label: string): Promise<string[]> {
  const place = join(folder, label);
  const files: string[] = [];
  for (const entry of await readdir(place, { withFileTypes: true, recursive: true })) {
    const file = join(entry.parentPath, entry.name);
    const isHidden = relative(place, file)
      .split(sep)
      .some((name) => name.startsWith('.'));
    if (!isHidden && (await isFile(file, entry))) files.push(file);
  }
  if (files.length === 0) throw new UsageError(`${place}: has no files; add documents, or remove the folder`);
  return files.sort();
}

/** Whether an entry is a file or a link to one, and no pipe. A link that leads nowhere counts, so that it gets a warning. */
async function isFile(file: string, entry: Dirent): Promise<boolean> {
  if (!entry.isSymbolicLink()) return entry.isFile();
  const target = await stat(file).catch(() => undefined);
  return target?.isFile() ?? true;
}

/** @returns a warning if the file is left out, or contradicts an earlier one */
async function addFile(
  file: string,
  label: string,
  collection: PageCollection,
  converter: Converter,
): Promise<string | undefined> {
  const body = await readFile(file).catch((error: unknown) => describeReadError(error));
  if (typeof body === 'string') return `${file}: is left out (${body})`;
  const bodyBase64 = body.toString('base64');
  const question = { url: pathToFileURL(file).href, bodyBase64, contentType: '' };
  const document = await answerClean(question, OPTIONS, converter);
  if (document.text === '' && document.reason !== null) return `${file}: is left out (${document.reason})`;
  // The path of a file on this machine is no URL of a page.
  const input = inputOf({ ...document, url: '' as Url });
  return collection.add({ ...input, label, links: [] }, file);
}
