/**
 * The file format of topic models. The first line is JSON for people and programs: version, classes, training report. Packed
 * binary sections follow.
 */
import { createHash } from 'node:crypto';
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { bytesOf, type FunctionsHeader, packFunctions, sizeOfFunctions, unpackFunctions } from './pack-functions.ts';
import type { TopicModel } from './topic-model.ts';

/** Version of the format. A model of another version is refused. */
const VERSION = 1;
const MAGIC = '{"thresherModel":';
const NEWLINE = 0x0a;

/** Maximum size of the unpacked sections, in bytes. A damaged file must not fill the memory. */
const MAX_UNPACKED_BYTES = 256 << 20;

/** A file that is not a model of this version. The message names the file. */
export class ModelFileError extends Error {
  override readonly name = 'ModelFileError';
}

type Header = Omit<TopicModel, 'vocabulary' | 'functions'> & {
  thresherModel: number;
  features: number;
  functions: FunctionsHeader;
  /** Number of bytes after the first line, and their SHA-256, 16 hexadecimal digits. */
  bytes: number;
  digest: string;
};

/** Whether the bytes start like a model, of whatever version. */
export function isModelFile(bytes: Uint8Array): boolean {
  return Buffer.from(bytes.subarray(0, MAGIC.length)).toString('latin1') === MAGIC;
}

/** Returns the bytes of a model file. */
export function encodeModel({ vocabulary, functions, ...rest }: TopicModel): Uint8Array {
  const packed = packFunctions(functions);
  const sections = [bytesOf(vocabulary.hashes), bytesOf(vocabulary.factors), ...packed.sections];
  const body = zstdCompressSync(Buffer.concat(sections));
  const header: Header = {
    thresherModel: VERSION,
    ...rest,
    features: vocabulary.hashes.length,
    functions: packed.header,
    bytes: body.length,
    digest: digestOf(body),
  };
  return Buffer.concat([Buffer.from(`${JSON.stringify(header)}\n`), body]);
}

/**
 * Decodes a model.
 *
 * @param file name of the file, for messages
 * @throws ModelFileError if it is not a model, is damaged, or has another version
 */
export function decodeModel(bytes: Uint8Array, file: string): TopicModel {
  if (!isModelFile(bytes)) throw new ModelFileError(`${file}: is not a model of \`thresher train\``);
  const end = bytes.indexOf(NEWLINE);
  const header = parseHeader(bytes.subarray(0, end < 0 ? bytes.length : end), file);
  const body = bytes.subarray(end + 1);
  if (end < 0 || body.length !== header.bytes || digestOf(body) !== header.digest)
    throw new ModelFileError(`${file}: the model is damaged; copy it again, or train it again`);
  return assemble(header, body, file);
}

function parseHeader(line: Uint8Array, file: string): Header {
  const version = /^\{"thresherModel":(\d{1,9})[,}]/.exec(Buffer.from(line.subarray(0, 40)).toString('latin1'))?.[1];
  if (version !== undefined && Number(version) !== VERSION)
    throw new ModelFileError(
      `${file}: the model has version ${version}, and this version of Thresher reads version ${VERSION}; train it again`,
    );
  try {
    return JSON.parse(Buffer.from(line).toString()) as Header;
  } catch {
    throw new ModelFileError(`${file}: the model is damaged; copy it again, or train it again`);
  }
}

function assemble(header: Header, body: Uint8Array, file: string): TopicModel {
  const { thresherModel: _, features, functions, bytes: __, digest: ___, ...rest } = header;
  const unpacked = zstdDecompressSync(body, { maxOutputLength: MAX_UNPACKED_BYTES });
  const vectors = 8 * features;
  if (unpacked.length !== vectors + sizeOfFunctions(functions, features, rest.classes.length))
    throw new ModelFileError(`${file}: the model is damaged; copy it again, or train it again`);
  // Copied, because a view of 32-bit numbers needs an aligned buffer.
  const data = new Uint8Array(unpacked).buffer;
  const vocabulary = {
    hashes: new Int32Array(data, 0, features),
    factors: new Float32Array(data, 4 * features, features),
  };
  return { ...rest, vocabulary, functions: unpackFunctions(functions, features, rest.classes.length, data, vectors) };
}

function digestOf(body: Uint8Array): string {
  return createHash('sha256').update(body).digest('hex').slice(0, 16);
}
