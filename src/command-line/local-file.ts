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

/** A file that tells how much of it has been read to be sent. */
export class CountedFile extends File {
  readonly #heard: (bytes: number) => void;

  constructor({ content, name }: LocalFile, heard: (bytes: number) => void) {
    super([content], name);
    this.#heard = heard;
  }

  override stream(): ReadableStream<Uint8Array<ArrayBuffer>> {
    let sent = 0;
    const count = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
      transform: (chunk, controller) => {
        sent += chunk.length;
        this.#heard(sent);
        controller.enqueue(chunk);
      },
    });
    return super.stream().pipeThrough(count);
  }
}
