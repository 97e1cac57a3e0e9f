import { Blob, Buffer, File } from 'node:buffer';

/**
 * The simulated page brings classes of its own for bytes and forms. The service runs in the same process, and Node's
 * network code takes none but Node's: these go back in their place.
 */
export async function keepNodeGlobals(): Promise<void> {
  const form = await new Response(new URLSearchParams()).formData();
  Object.assign(globalThis, {
    Blob,
    File,
    FormData: form.constructor,
    ArrayBuffer: Buffer.alloc(0).buffer.constructor,
    Uint8Array: Object.getPrototypeOf(Buffer),
  });
}
