import { openAsBlob } from 'node:fs';
import { basename } from 'node:path';
import { wrongUse } from './problems.ts';

/** A file as it lies on the disk: it is read while it is sent, and never whole. */
export interface LocalFile {
  path: string;
  name: string;
  content: Blob;
}

/** Error: `wrongUse` for what is no file, cannot be read, or is empty. */
export async function openFile(path: string): Promise<LocalFile> {
  const content = await opened(path);
  if (content.size === 0) throw wrongUse(`The file ${path} is empty, or is none.`);
  return { path, name: basename(path), content };
}

async function opened(path: string): Promise<Blob> {
  try {
    return await openAsBlob(path);
  } catch (cause) {
    throw wrongUse(`The file ${path} cannot be read. Check the path.`, cause);
  }
}

/** Bytes that are read at once. */
const pieceSize = 256 * 1024;

/** A file that tells how much of it has been read to be sent. */
export class CountedFile extends File {
  readonly #heard: (bytes: number) => void;

  constructor({ content, name }: LocalFile, heard: (bytes: number) => void) {
    super([content], name);
    this.#heard = heard;
  }

  /** Read piece by piece: the stream of a file on the disk breaks the process when its reader leaves before the end. */
  override stream(): ReadableStream<Uint8Array<ArrayBuffer>> {
    let sent = 0;
    let isWanted = true;
    return new ReadableStream({
      pull: async (controller) => {
        const chunk = new Uint8Array(await this.slice(sent, sent + pieceSize).arrayBuffer());
        if (!isWanted) return;
        sent += chunk.length;
        if (chunk.length > 0) controller.enqueue(chunk);
        if (sent >= this.size) controller.close();
        this.#heard(sent);
      },
      cancel: () => {
        isWanted = false;
      },
    });
  }
}
